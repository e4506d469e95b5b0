internal import FeedDomain

/// Writes values that replace one another: one at a time, and of those that wait only the last.
@MainActor package final class LatestWrite<Value: Sendable> {
  private let write: @MainActor (Value) async -> Void
  private var next: Value?
  private var writing: Task<Void, Never>?

  package init(_ write: @escaping @MainActor (Value) async -> Void) { self.write = write }

  /// Writes the value as soon as the one before it is written.
  package func submit(_ value: Value) {
    next = value
    guard writing == nil else { return }
    writing = Task {
      while let value = next {
        next = nil
        await write(value)
      }
      // No await since the last look: a value cannot be left behind.
      writing = nil
    }
  }

  /// Forgets what waits, and returns once nothing is being written.
  func cancel() async {
    next = nil
    await finish()
  }

  /// Returns once everything submitted is written.
  package func finish() async { await writing?.value }
}
