package import FeedDomain

/// Decides for what a reader is called: for what happened while the program ran. What the service
/// tells the first time it is asked happened before, and calls nobody.
@MainActor package final class AlertsInteractor: Interacting {
  private let account: Account
  private let board: NotificationBoard
  private let actions: PendingActions
  private let presenter: any Presenting<Alerts.Response>
  private var unread: Int?
  /// What the service had told when it was last asked; nil before it was.
  private var told: Snapshot?

  private struct Snapshot {
    let notifications: Set<Notification.ID>
    let latest: Timestamp?

    init(_ notifications: [Notification]) {
      self.notifications = Set(notifications.map(\.id))
      latest = notifications.map(\.at).max()
    }

    /// Whether it is older than what was told, or was among it.
    func covers(_ notice: Notification) -> Bool {
      notifications.contains(notice.id) || latest.map { notice.at < $0 } ?? false
    }
  }

  package init(
    _ account: Account, board: NotificationBoard, actions: PendingActions,
    presenter: any Presenting<Alerts.Response>
  ) {
    self.account = account
    self.board = board
    self.actions = actions
    self.presenter = presenter
  }

  package func handle(_ request: Alerts.Request) async {
    switch request {
    case .open:
      board.tell(self) { $0.notificationsChanged() }
      notificationsChanged()
    }
  }
}

extension AlertsInteractor {
  private func notificationsChanged() {
    if unread != board.unread {
      unread = board.unread
      presenter.present(.unread(board.unread))
    }
    guard board.isFetched else { return }
    let before = told
    told = Snapshot(board.notifications)
    guard let before else { return }
    let fresh = board.unread(since: board.readUntil).filter { !before.covers($0) && calls($0) }
    if !fresh.isEmpty { presenter.present(.happened(fresh, to: account)) }
  }

  /// Whether somebody speaks to the reader, who has not muted what is said.
  private func calls(_ notice: Notification) -> Bool {
    guard notice.kind == .mention, let content = notice.shown(through: actions)?.post?.content
    else { return false }
    return content.mute == nil && content.fold == nil
  }
}
