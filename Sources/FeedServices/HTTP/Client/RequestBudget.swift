internal import FeedDomain
internal import Synchronization

/// The number of requests that one walk along a server's pages or redirects may make, so that no
/// server keeps a client asking by what it answers. It travels with the task, as `RequestPurpose` does.
final class RequestBudget: Sendable {
  /// More than any action needs: the longest are a hundred pages of a list.
  static let usual = 150

  /// The budget of what is done now; nil where nothing is counted.
  @TaskLocal static var current: RequestBudget?

  private let left: Atomic<Int>

  init(_ requests: Int = RequestBudget.usual) { left = Atomic(requests) }

  /// Counts a request; false where there was none left.
  func spend() -> Bool { left.subtract(1, ordering: .relaxed).newValue >= 0 }

  /// Does the work as one action, or as a part of the action it belongs to.
  @_semantics("optimize.sil.specialize.generic.never")
  static func action<Value>(
    _ work: () async throws(FeedError) -> Value
  ) async throws(FeedError) -> Value {
    guard current == nil else { return try await work() }
    let result = await $current.withValue(RequestBudget()) { () async -> Result<Value, FeedError> in
      do throws(FeedError) { return .success(try await work()) } catch { return .failure(error) }
    }
    return try result.get()
  }
}
