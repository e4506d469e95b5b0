internal import FeedDomain

/// Polls the notifications of an account without an open timeline.
@MainActor package final class NotificationPoller {
  private let session: Session
  private let board: NotificationBoard
  private let interval: Duration
  private var rounds: Task<Void, Never>?
  private var askedAt: Timestamp?

  /// Polls at an interval, or at the service's own if that is longer.
  package init(_ session: Session, _ board: NotificationBoard, every interval: Duration) {
    (self.session, self.board) = (session, board)
    let least = session.connection.live == nil ? .zero : LiveCoverage.interval
    self.interval = max(interval, least, session.connection.refreshInterval ?? .zero)
    session.attention.tell(self) { $0.pollIfOverdue() }
  }

  package func start() {
    guard rounds == nil else { return }
    rounds = Task { [weak self, interval, session] in
      while true {
        // Calling it off while it waits ends it.
        do throws(CancellationError) {
          try await session.world.sleep(for: session.attention.interval(interval))
        } catch {
          return
        }
        guard let self, !session.isOver else { return }
        await poll()
      }
    }
  }

  /// Polls at once if overdue, as the reader returned.
  private func pollIfOverdue() {
    guard rounds != nil, let askedAt else { return }
    let isOverdue = session.world.now.since(askedAt) >= interval
    stop()
    start()
    if isOverdue { Task { await poll() } }
  }

  package func stop() {
    rounds?.cancel()
    rounds = nil
  }

  private func poll() async {
    askedAt = session.world.now
    guard session.lately.mayRequestNotifications(at: session.world.now) else { return }
    do throws(FeedError) {
      try await RequestPurpose.due.asking { () async throws(FeedError) in
        try await board.refresh(comparing: false)
      }
    } catch {
      // It is asked for again in the next round.
      session.log.note(.network, .info, "could not ask for notices: \(error)")
    }
  }
}
