internal import FeedDomain

/// A poller that fetches an account's notifications at an interval, while none of the account's
/// timelines is open.
@MainActor
package final class NotificationPoller {
  private let session: AccountSession
  private let board: AccountNotifications
  private let interval: Duration
  private var rounds: Task<Void, Never>?
  private var askedAt: Timestamp?

  /// Creates a poller that fetches notifications at an interval, or at a longer one if the service
  /// demands it or pushes notifications.
  package init(_ session: AccountSession, _ board: AccountNotifications, every interval: Duration) {
    (self.session, self.board) = (session, board)
    let least = session.connection.live == nil ? .zero : LiveUpdateCompleteness.interval
    self.interval = max(interval, least, session.connection.refreshInterval ?? .zero)
    session.userActivity.addUserReturnListener(self) { $0.pollNotificationsIfOverdue() }
  }

  package func startPolling() {
    guard rounds == nil else { return }
    rounds = Task { [weak self, interval, session] in
      while true {
        // The task ends if it is cancelled while it sleeps.
        do throws(CancellationError) {
          try await session.world.sleep(
            for: session.userActivity.requestIntervalLongerWhenAway(interval))
        } catch {
          return
        }
        guard let self, !session.isOver else { return }
        await pollNotifications()
      }
    }
  }

  /// Fetches notifications at once if the next poll is overdue, since the user returned.
  private func pollNotificationsIfOverdue() {
    guard rounds != nil, let askedAt else { return }
    let isOverdue = session.world.now.elapsedTime(since: askedAt) >= interval
    stopPolling()
    startPolling()
    if isOverdue { Task { await pollNotifications() } }
  }

  package func stopPolling() {
    rounds?.cancel()
    rounds = nil
  }

  private func pollNotifications() async {
    askedAt = session.world.now
    guard session.requestTimes.beginNotificationRequestIfDue(at: session.world.now) else { return }
    do throws(FeedError) {
      try await RequestPriority.automatic.runActionWithPriority { () async throws(FeedError) in
        try await board.fetchNewNotifications(comparing: false)
      }
    } catch {
      // The notifications are fetched again after the next interval.
      session.log.writeLogLine(.network, .info, "could not fetch notifications: \(error)")
    }
  }
}
