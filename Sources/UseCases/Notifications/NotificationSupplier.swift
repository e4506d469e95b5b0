internal import FeedDomain

/// An object that supplies the notifications scene with notifications: those of the active account
/// or, if the user chose so, those of all accounts, merged by date.
@MainActor
final class NotificationSupplier {
  private let session: AccountSession
  private let board: AccountNotifications
  private let actions: UserActionPerformer
  private let accountGroup: AccountGroup?
  private let groupActions = AccountGroupReportForwarder()
  private(set) var showsAllAccounts: Bool
  /// The time up to which each account's notifications were read when the notifications scene was
  /// opened.
  private var readBefore: [Account.ID: Timestamp] = [:]
  private var silent: [FailedAccount] = []

  private struct AccountNotificationSource {
    let session: AccountSession
    let board: AccountNotifications
  }

  init(
    _ session: AccountSession, board: AccountNotifications, actions: UserActionPerformer,
    accountGroup: AccountGroup?,
    showsAllAccounts: Bool
  ) {
    (self.session, self.board) = (session, board)
    (self.actions, self.accountGroup) = (actions, accountGroup)
    self.showsAllAccounts = showsAllAccounts
  }

  private var sources: [AccountNotificationSource] {
    guard showsAllAccounts, let accountGroup else {
      return [AccountNotificationSource(session: session, board: board)]
    }
    return accountGroup.accountsWithNotificationLists().map {
      AccountNotificationSource(session: $0.runningAccount.session, board: $0.board)
    }
  }

  /// The performer of actions on the shown notifications' posts: the active account, or all
  /// accounts of the group.
  var acting: any PostActionPerforming {
    if showsAllAccounts, let accountGroup { return accountGroup }
    return actions
  }

  /// Shows the notifications of one or of all accounts; returns false if there is only one.
  func setShowsAllAccountsIfSeveral(_ showsAllAccounts: Bool) -> Bool {
    guard !showsAllAccounts || isOffered else { return false }
    (self.showsAllAccounts, silent) = (showsAllAccounts, [])
    return true
  }

  private var isOffered: Bool { (accountGroup?.accountsWithNotificationLists().count ?? 0) > 1 }
}

// MARK: - Shown notifications

extension NotificationSupplier {
  /// The notifications to show, latest first. Those of several accounts end at the date down to
  /// which all accounts' lists were fetched.
  var notifications: [Notification] {
    guard showsAllAccounts else { return board.notifications }
    let sources = sources
    let edge = sources.compactMap {
      $0.board.hasMore ? $0.board.notifications.last?.createdAt : nil
    }.max()
    return sources.flatMap { source in
      source.board.notifications.map { $0.scopingIDs(to: source.session.account.id) }
    }.filter { notice in edge.map { notice.createdAt >= $0 } ?? true }
      .sorted {
        ($0.createdAt, $0.id.scope ?? "", $0.id.rawValue) > (
          $1.createdAt, $1.id.scope ?? "", $1.id.rawValue
        )
      }
  }

  var unread: Set<Notification.ID> {
    Set(
      sources.flatMap { source in
        let account = source.session.account.id
        return source.board.unreadNotifications(since: readBefore[account])
          .map { showsAllAccounts ? $0.id.scoped(to: account) : $0.id }
      })
  }

  var count: Int { sources.count }

  var hasMore: Bool { sources.contains { $0.board.hasMore } }

  /// The first rate-limit error in the last fetch of all accounts' notifications; nil for none.
  var limit: FeedError? {
    silent.lazy.map(\.error).first { if case .rateLimited = $0 { true } else { false } }
  }

  var kinds: Set<Notification.NotificationKind> {
    sources.reduce(into: []) { $0.formUnion($1.session.connection.notifications?.kinds ?? []) }
  }

  var group: NotificationsScene.SceneState.ShownNotificationAccounts {
    guard showsAllAccounts else {
      return NotificationsScene.SceneState.ShownNotificationAccounts(isOffered: isOffered)
    }
    let sources = sources
    return NotificationsScene.SceneState.ShownNotificationAccounts(
      isOffered: true,
      members: sources.map {
        AccountGroupMember($0.session.account, $0.session.connection.abilities)
      }, failedAccounts: silent.count < sources.count ? silent : [])
  }
}

// MARK: - Requests to the services

extension NotificationSupplier {
  /// Loads the stored notifications of the shown accounts, and until when they were read.
  func loadNotifications() async {
    let sources = sources
    for source in sources { await source.board.loadNotifications() }
    readBefore = [:]
    for source in sources { readBefore[source.session.account.id] = source.board.readUntil }
  }

  /// Fetches new notifications of the shown accounts; throws if every request fails.
  func fetchNewNotifications(cancellingRunningRequest: Bool) async throws(FeedError) {
    let asked = sources.map { source in
      (
        source.session.account,
        Task {
          await source.board.fetchNotificationsReturningError(
            cancellingRunningRequest: cancellingRunningRequest)
        }
      )
    }
    var silent: [FailedAccount] = []
    for (account, task) in asked {
      if let error = await task.value { silent.append(FailedAccount(account, error)) }
    }
    self.silent = silent
    // The error of the active account comes first, since a rejected token makes the scene ask to
    // sign in with that account.
    let first = silent.first { $0.account.id == session.account.id } ?? silent.first
    if silent.count == asked.count, let first { throw first.error }
  }

  /// Fetches older notifications of the account whose fetched list ends at the latest date.
  func fetchOlderNotifications(until isWanted: (Notification) -> Bool) async throws(FeedError) {
    let next = sources.filter(\.board.hasMore).max { $0.board.end < $1.board.end }
    do throws(FeedError) {
      try await next?.board.fetchOlderNotifications(until: isWanted)
    } catch {
      guard error == .signedOut, let account = next?.session.account,
        account.id != session.account.id
      else { throw error }
      // The scene asks to sign in with the active account only; another one is named as failed.
      silent = silent.filter { $0.account.id != account.id } + [FailedAccount(account, error)]
    }
  }

  func markAllSuppliedNotificationsRead() {
    for source in sources { source.board.markAllNotificationsRead() }
  }

  func sendWaitingReadingMarks() {
    for source in sources { source.board.sendWaitingReadingMark() }
  }
}

extension AccountNotifications {
  fileprivate var end: Timestamp { notifications.last?.createdAt ?? Timestamp(milliseconds: .max) }

  fileprivate func fetchNotificationsReturningError(cancellingRunningRequest: Bool) async
    -> FeedError?
  {
    do throws(FeedError) {
      try await fetchNewNotifications(cancellingRunningRequest: cancellingRunningRequest)
      return nil
    } catch { return error }
  }
}

// MARK: - Actions on notifications

extension NotificationSupplier {
  /// Accepts or rejects a follow request, as the account that received it.
  func answerFollowRequest(of person: Person.ID, isAccepted isLetIn: Bool) {
    let change = PendingChange.answerFollowRequest(person.withoutAccount, isLetIn)
    guard showsAllAccounts, let runningAccount = accountGroup?.runningAccount(of: person) else {
      if session.connection.abilities.canWrite { actions.performChange(change) }
      return
    }
    if runningAccount.session.connection.abilities.canWrite {
      runningAccount.actions.performChange(change)
    }
  }

  func removeAnsweredFollowRequest(to person: Person.ID, as account: Account.ID) {
    sources.first { $0.session.account.id == account }?.board.removeAnsweredFollowRequest(
      from: person)
  }

  func replacePostVersion(_ post: Post) {
    let account = post.id.whose ?? session.account.id
    sources.first { $0.session.account.id == account }?.board.replacePostVersion(post.asOwn)
  }

  /// Adds a listener, held weakly, for changes of the shown accounts' notifications.
  func addNotificationsListener<Listener: AnyObject>(
    _ listener: Listener, _ hear: @escaping @MainActor (Listener) -> Void
  ) {
    for source in sources { source.board.addNotificationsListener(listener, hear) }
  }

  /// Listens to the action reports of all accounts if their notifications are shown together.
  func listenToActionReports(_ hear: @escaping @MainActor (ActionReport, Account.ID) -> Void) {
    guard showsAllAccounts, let accountGroup else { return }
    groupActions.listenToActionReports(
      to: accountGroup.accountsWithNotificationLists().map(\.runningAccount)
    ) {
      [weak self] event, account in
      if self?.showsAllAccounts == true { hear(event, account) }
    }
  }
}
