package import FeedDomain

/// A namespace for the requests and the state of the alerts scene, which tells a user who looks
/// elsewhere the number of unread notifications and the latest mentions.
package enum NotificationAlertsScene {
  package enum SceneRequest: Equatable, Sendable {
    /// A request of the alerts scene: watch the notifications until the interactor is released.
    case open
    /// A request of the alerts scene: present the state again after a change of settings.
    case refresh
  }

  package struct SceneState: Equatable, Sendable {
    /// The number of the account's unread notifications; nil before the first fetch.
    package var unread: Int?
    /// The latest batch of mentions and direct messages for alerts; nil before any arrived.
    package var newMentions: ArrivedMentions?

    package init(unread: Int? = nil, newMentions: ArrivedMentions? = nil) {
      (self.unread, self.newMentions) = (unread, newMentions)
    }
  }

  /// A batch of mentions and direct messages that arrived with the latest fetch, with the account
  /// that they are addressed to.
  package struct ArrivedMentions: Equatable, Sendable {
    /// The mentions and direct messages to alert the user to, the latest first; never empty.
    package let notifications: [Notification]
    package let account: Account

    package init(_ notifications: [Notification], to account: Account) {
      (self.notifications, self.account) = (notifications, account)
    }
  }
}

extension Notification {
  /// True if the notification is a mention in a direct message.
  package var isMessage: Bool { kind == .mention && post?.visibility == .mentioned }
}

/// An interactor of the alerts scene: watches for notifications that arrive while the program runs.
/// Notifications in the service's first answer are older, and cause no alert.
@MainActor
package final class NotificationAlertsInteractor: Interacting {
  private let account: Account
  private let board: AccountNotifications
  private let actions: UserActionPerformer
  private let presenter: any Presenting<NotificationAlertsScene.SceneState>
  private var state = NotificationAlertsScene.SceneState() {
    didSet { if state != oldValue { presenter.present(state) } }
  }
  /// The notifications in the service's last answer, by which new ones are recognised; nil before
  /// the first answer.
  private var answer: NotificationsOfLastFetch?

  private struct NotificationsOfLastFetch {
    private let ids: Set<Notification.ID>
    private let latest: Timestamp?

    init(_ notifications: [Notification]) {
      ids = Set(notifications.map(\.id))
      latest = notifications.map(\.createdAt).max()
    }

    /// Returns true if a notification is among those of the service's last answer, or older than
    /// the latest of them.
    func isFetchedOrOlder(_ notification: Notification) -> Bool {
      ids.contains(notification.id) || latest.map { notification.createdAt < $0 } ?? false
    }
  }

  package init(
    _ account: Account, board: AccountNotifications, actions: UserActionPerformer,
    presenter: any Presenting<NotificationAlertsScene.SceneState>
  ) {
    self.account = account
    self.board = board
    self.actions = actions
    self.presenter = presenter
  }

  package func handle(_ request: NotificationAlertsScene.SceneRequest) async {
    switch request {
    case .open:
      board.addNotificationsListener(self) { $0.updateUnreadAndNewMentions() }
      updateUnreadAndNewMentions()
    case .refresh: presenter.present(state)
    }
  }

  private func updateUnreadAndNewMentions() {
    var next = state
    next.unread = board.unread
    if board.isFetched {
      if let answer {
        let new = board.unreadNotifications(since: board.readUntil)
          .filter { !answer.isFetchedOrOlder($0) && causesAlert($0) }
        if !new.isEmpty {
          next.newMentions = NotificationAlertsScene.ArrivedMentions(new, to: account)
        }
      }
      answer = NotificationsOfLastFetch(board.notifications)
    }
    state = next
  }

  /// Returns true if a notification causes an alert: a mention, or a post of a person for whose
  /// posts alerts are on, that is neither muted nor filtered.
  private func causesAlert(_ notification: Notification) -> Bool {
    guard notification.kind == .mention || notification.kind == .published,
      let content = notification.applyingPendingChanges(through: actions)?.post?.content
    else { return false }
    return content.foldingMute == nil && content.foldReason == nil
  }
}
