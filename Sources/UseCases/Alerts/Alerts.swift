package import FeedDomain

/// Calling a person who looks elsewhere: the number of unread notifications, and those that just
/// arrived.
package enum Alerts {
  package enum Request: Equatable, Sendable {
    /// Watch the notifications, until the interactor is released.
    case open
    /// Present the state again: the preferences changed.
    case refresh
  }

  package struct State: Equatable, Sendable {
    /// The number of unread notifications; nil before it is known.
    package var unread: Int?
    /// Nil before any notification arrived.
    package var arrival: Arrival?

    package init(unread: Int? = nil, arrival: Arrival? = nil) {
      (self.unread, self.arrival) = (unread, arrival)
    }
  }

  /// The mentions and messages that arrived last.
  package struct Arrival: Equatable, Sendable {
    /// Never empty, the latest first.
    package let notifications: [Notification]
    package let account: Account

    package init(_ notifications: [Notification], to account: Account) {
      (self.notifications, self.account) = (notifications, account)
    }
  }
}

extension Notification {
  /// True for a notification about a direct post.
  package var isMessage: Bool { kind == .mention && post?.visibility == .mentioned }
}

/// Watches for notifications that arrive while the program runs. Those that the service has at its
/// first answer are older, and call nobody.
@MainActor package final class AlertsInteractor: Interacting {
  private let account: Account
  private let board: NotificationBoard
  private let actions: PendingActions
  private let presenter: any Presenting<Alerts.State>
  private var state = Alerts.State() {
    didSet { if state != oldValue { presenter.present(state) } }
  }
  /// The service's last answer; nil before the first.
  private var answer: Answer?

  private struct Answer {
    private let ids: Set<Notification.ID>
    private let latest: Timestamp?

    init(_ notifications: [Notification]) {
      ids = Set(notifications.map(\.id))
      latest = notifications.map(\.at).max()
    }

    /// Returns true for a notification of the answer, or an older one.
    func covers(_ notification: Notification) -> Bool {
      ids.contains(notification.id) || latest.map { notification.at < $0 } ?? false
    }
  }

  package init(
    _ account: Account, board: NotificationBoard, actions: PendingActions,
    presenter: any Presenting<Alerts.State>
  ) {
    self.account = account
    self.board = board
    self.actions = actions
    self.presenter = presenter
  }

  package func handle(_ request: Alerts.Request) async {
    switch request {
    case .open:
      board.tell(self) { $0.update() }
      update()
    case .refresh: presenter.present(state)
    }
  }

  private func update() {
    var next = state
    next.unread = board.unread
    if board.isFetched {
      if let answer {
        let new = board.unread(since: board.readUntil)
          .filter { !answer.covers($0) && isCall($0) }
        if !new.isEmpty { next.arrival = Alerts.Arrival(new, to: account) }
      }
      answer = Answer(board.notifications)
    }
    state = next
  }

  /// Returns true for a mention of the person in a post that is not muted.
  private func isCall(_ notification: Notification) -> Bool {
    guard notification.kind == .mention,
      let content = notification.shown(through: actions)?.post?.content
    else { return false }
    return content.mute == nil && content.fold == nil
  }
}
