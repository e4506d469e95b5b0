internal import FeedDomain

/// A queue of async closures that run one after the other.
@MainActor final class SerialQueue {
  private var last: Task<Void, Never>?
  /// Number of closures added so far.
  private(set) var added = 0
  /// Number of closures that have not finished.
  private(set) var unfinished = 0

  /// Runs a closure after all earlier ones.
  @discardableResult func add<Value: Sendable>(
    _ work: @escaping @MainActor () async -> Value
  ) -> Task<Value, Never> {
    let previous = last
    added += 1
    unfinished += 1
    let task = Task {
      await previous?.value
      let value = await work()
      unfinished -= 1
      return value
    }
    last = Task { _ = await task.value }
    return task
  }

  /// Waits until all closures have finished.
  func finish() async { await last?.value }
}
