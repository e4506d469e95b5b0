internal import FeedDomain

/// Runs what is given to it one after the other, in the order given.
@MainActor final class SerialWork {
  private var last: Task<Void, Never>?
  /// How many were given so far.
  private(set) var added = 0
  /// How many of them are not done.
  private(set) var unfinished = 0

  /// Runs the work once all that was given before is done.
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

  /// Returns once everything given so far is done.
  func finish() async { await last?.value }
}
