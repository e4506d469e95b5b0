internal import FeedDomain

/// Asks now and then what happened to a reader of whom no stream is in sight, which would ask.
@MainActor package final class NotificationPoller {
  private let session: Session
  private let board: NotificationBoard
  private let interval: Duration
  private var rounds: Task<Void, Never>?
  private var askedAt: Timestamp?

  /// Rounds at that interval, or more rarely where the service wants that, or tells by itself.
  package init(_ session: Session, _ board: NotificationBoard, every interval: Duration) {
    (self.session, self.board) = (session, board)
    let least = session.connection.live == nil ? .zero : LiveCoverage.interval
    self.interval = max(interval, least, session.connection.refreshPace ?? .zero)
    session.attention.tell(self) { $0.lookAgain() }
  }

  /// Begins; doing it twice is doing it once.
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
        await ask()
      }
    }
  }

  /// Somebody looks again: what was put off is asked for at once.
  private func lookAgain() {
    guard rounds != nil, let askedAt else { return }
    let isOverdue = session.world.now.since(askedAt) >= interval
    stop()
    start()
    if isOverdue { Task { await ask() } }
  }

  /// Asks no more.
  package func stop() {
    rounds?.cancel()
    rounds = nil
  }

  private func ask() async {
    askedAt = session.world.now
    guard session.lately.mayAskForNotices(at: session.world.now) else { return }
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
