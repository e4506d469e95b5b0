internal import FeedDomain
internal import Synchronization

/// The number of requests that one user action may make along a server's pages or redirects, so
/// that no server keeps the client busy. The budget is a task-local value, as `RequestPurpose` is.
final class RequestBudget: Sendable {
  /// Requests per action; the longest actions read a hundred pages of a list.
  static let standard = 150

  /// The budget of the current action; nil if requests are not counted.
  @TaskLocal static var current: RequestBudget?

  private let left: Atomic<Int>

  init(_ requests: Int = RequestBudget.standard) { left = Atomic(requests) }

  /// Counts a request; returns false if the budget is used up.
  func spend() -> Bool { left.subtract(1, ordering: .relaxed).newValue >= 0 }

  /// Runs work under a budget: its own, or that of the action it belongs to.
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
