internal import Synchronization

/// A counter of the requests that one action may still make, such as a fetch of a scene, a sign-in
/// or the sending of an outbox item, so that no reply of a server keeps the client asking. The
/// counter is attached to the task, and used by the HTTP client.
public final class RequestBudget: Sendable {
  /// The usual maximum number of requests of an action, more than any action needs: the longest
  /// reads a hundred pages of a list.
  public static let usual = 150
  /// The maximum number of requests of a command of the command line, which may read thousands of
  /// posts page by page.
  public static let command = 10_000

  /// The request budget of the current action; nil if the current action has none.
  @TaskLocal
  public static var current: RequestBudget?

  private let remainingRequests: Atomic<Int>

  public init(_ requests: Int = RequestBudget.usual) { remainingRequests = Atomic(requests) }

  /// Counts a request against the budget of the action; returns false if the budget is used up.
  package func spendRequestIfAvailable() -> Bool {
    remainingRequests.subtract(1, ordering: .relaxed).newValue >= 0
  }

  /// Runs a closure as an action with a request budget or, within another action, as a part of that
  /// action.
  @_semantics("optimize.sil.specialize.generic.never")
  package static func runActionInCurrentBudget<Value, Failure: Error>(
    limit: Int = usual, _ work: () async throws(Failure) -> Value
  ) async throws(Failure) -> Value {
    guard current == nil else { return try await work() }
    return try await runActionWithNewBudget(limit: limit, work)
  }

  /// Runs a closure as an action with a new request budget, even if it is called within another
  /// action.
  @_semantics("optimize.sil.specialize.generic.never")
  package static func runActionWithNewBudget<Value, Failure: Error>(
    limit: Int = usual, _ work: () async throws(Failure) -> Value
  ) async throws(Failure) -> Value {
    let budget = RequestBudget(limit)
    let result = await $current.withValue(budget) { () async -> Result<Value, Failure> in
      do throws(Failure) { return .success(try await work()) } catch { return .failure(error) }
    }
    return try result.get()
  }
}
