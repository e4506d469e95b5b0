internal import FeedDomain

/// Keeps what was read, one thing after the other, and has the service learn how far.
@MainActor final class ReadingRecord {
  private var mark: ReadingMark?
  /// Ends when all is kept.
  private var keeping: Task<Void, Never>?

  /// A stream is read from now on, of which that mark tells; nil where nobody is to be told.
  func begin(_ mark: ReadingMark?) { self.mark = mark }

  /// Keeps something. Begins at once: whoever reads the stream next finds it there.
  func keep(
    _ write: @escaping @MainActor () async throws(StoreError) -> Void,
    failed: @escaping @MainActor (StoreError) -> Void
  ) {
    keeping = Task.immediate { [keeping, mark] in
      do throws(StoreError) {
        try await write()
        mark?.advanced()
      } catch {
        failed(error)
      }
      await keeping?.value
    }
  }

  /// Returns once all is kept.
  func isKept() async { await keeping?.value }

  /// Nothing is read any more; returns once all is kept.
  func end() async {
    await keeping?.value
    mark?.end()
    mark = nil
  }
}
