package import FeedDomain

/// A stream of live events that the test sends and ends.
package actor StubLive: LiveGateway {
  private var listeners: [CheckedContinuation<FeedError?, Never>] = []
  private var tell: (@Sendable (LiveEvent) -> Void)?
  private var endings: [FeedError?] = []
  /// The number of streams of live events that clients have opened.
  package private(set) var listened = 0

  package init() {}

  /// True if a client listens to the stream of live events.
  package var isHeard: Bool { !listeners.isEmpty }

  /// Makes the next streams of live events end at once, each with an error, or with none for nil.
  package func end(next endings: [FeedError?]) { self.endings = endings }

  /// Sends live events to the client that listens.
  package func tell(_ events: LiveEvent...) { for event in events { tell?(event) } }

  /// Ends the streams of live events that clients listen to.
  package func end(_ error: FeedError? = nil) {
    for listener in listeners { listener.resume(returning: error) }
    listeners = []
  }

  /// Compares ids as numbers that count up.
  package nonisolated func isNewer(_ entry: FeedEntry.ID, than other: FeedEntry.ID) -> Bool {
    Int(entry.rawValue) ?? 0 > Int(other.rawValue) ?? 0
  }

  package nonisolated func cursor(below entry: FeedEntry.ID) -> Cursor? {
    Cursor("below \(entry.rawValue)")
  }

  package func listenForLiveEvents(_ tell: @escaping @Sendable (LiveEvent) -> Void)
    async throws(FeedError)
  {
    listened += 1
    self.tell = tell
    let error: FeedError?
    if endings.isEmpty {
      error = await withTaskCancellationHandler {
        await withCheckedContinuation { listeners.append($0) }
      } onCancel: {
        Task { await self.end() }
      }
    } else {
      error = endings.removeFirst()
    }
    if let error { throw error }
  }
}
