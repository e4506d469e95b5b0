package import FeedDomain

package enum NotificationsScene {
  package enum SceneRequest: Equatable, Sendable {
    case open, refresh, more, undo, close
    case look(at: NotificationTab)
    /// A request of the notifications scene: show notifications of all accounts or the active one.
    case gather(Bool)
    case toggle(Post.ID, Post.UserPostMarks)
    case delete(Post.ID)
    case admit(Person.ID, Bool)
  }

  package struct SceneState: Equatable, Sendable {
    package let account: Account
    package var notifications = PostRows<Notification>()
    /// The ids of the notifications that were unread when the notifications scene was opened.
    package var unread: Set<Notification.ID> = []
    package var hasMore = false
    package var tab = NotificationTab.all
    /// The tabs of the notifications scene; empty if there is only one.
    package var tabs: [NotificationTab] = []
    package var notificationAccounts = ShownNotificationAccounts()
    package var fetch = SceneFetchState.idle
    /// True if notifications are loaded, so that an empty list means that the account has none.
    package var isLoaded = false

    /// A record of the accounts whose notifications are shown together, and of those whose request
    /// failed.
    package struct ShownNotificationAccounts: Equatable, Sendable {
      package var isOffered = false
      /// The accounts whose notifications are shown together; empty if only those of the active
      /// account are shown.
      package var members: [AccountGroupMember] = []
      /// The accounts whose request for notifications failed while others succeeded.
      package var failedAccounts: [FailedAccount] = []

      package init(
        isOffered: Bool = false, members: [AccountGroupMember] = [],
        failedAccounts: [FailedAccount] = []
      ) {
        (self.isOffered, self.members, self.failedAccounts) = (isOffered, members, failedAccounts)
      }
    }

    package init(account: Account) { self.account = account }
  }
}

/// An interactor of the notifications scene: shows stored ones at once, then fetches new ones.
@MainActor
package final class NotificationsInteractor: Interacting {
  private let session: AccountSession
  private let sources: NotificationSupplier
  private let presenter: any Presenting<NotificationsScene.SceneState>
  private var state: NotificationsScene.SceneState
  private lazy var asking = SceneFetcher(session.world) { [weak self] in self?.showFetchProgress($0)
  }
  /// The runner that waits for the end of a rate limit on fetching notifications, to fetch them
  /// again.
  private let waiting = SceneFetcher()
  private var isOpen = false
  /// The number of automatic requests for older notifications that remain while the list is short.
  private var searches = 0

  /// Creates the interactor of the notifications scene; `showsAllAccounts` is true to start with
  /// the notifications of all accounts.
  package init(
    _ session: AccountSession, board: AccountNotifications, actions: UserActionPerformer,
    accountGroup: AccountGroup? = nil,
    showsAllAccounts: Bool = false, presenter: any Presenting<NotificationsScene.SceneState>
  ) {
    self.session = session
    sources = NotificationSupplier(
      session, board: board, actions: actions, accountGroup: accountGroup,
      showsAllAccounts: showsAllAccounts)
    self.presenter = presenter
    state = NotificationsScene.SceneState(account: session.account)
    actions.addActionReportListener(self) { $0.handleActionReport($1) }
  }

  package func handle(_ request: NotificationsScene.SceneRequest) async {
    switch request {
    case .open: await openNotificationsScene()
    case .refresh:
      let cancellingRunningRequest = asking.cancelStalledRequests()
      runNotificationFetch { sources throws(FeedError) in
        try await sources.fetchNewNotifications(cancellingRunningRequest: cancellingRunningRequest)
      }
    case .more: fetchOlderNotifications()
    case .look(let tab): selectTab(tab)
    case .gather(let together):
      guard sources.setShowsAllAccountsIfSeveral(together) else { return }
      state.tab = .all
      await openNotificationsScene()
    case .toggle(let id, let action):
      sources.acting.toggleMark(action, on: state.notifications.post(id))
    case .delete(let id): sources.acting.deletePost(state.notifications.post(id))
    case .admit(let person, let isLetIn):
      if state.notifications.visibleRows.contains(where: { $0.isFollowRequest(from: person) }) {
        sources.answerFollowRequest(of: person, isAccepted: isLetIn)
      }
    case .undo: sources.acting.undoLastAction()
    case .close:
      waiting.cancelRequest()
      asking.cancelRequest()
      if isOpen { sources.sendWaitingReadingMarks() }
      isOpen = false
    }
  }

  package func repeatRequestsAfterSignIn() async { await handle(.refresh) }
}

extension NotificationsInteractor {
  /// Applies an action report of the active account to the notifications scene; if all accounts are
  /// shown, `listenToActionReports` passes on their reports instead.
  private func handleActionReport(_ event: ActionReport) {
    if !sources.showsAllAccounts { applyActionReport(event, of: session.account.id) }
  }

  private func applyActionReport(_ event: ActionReport, of account: Account.ID) {
    guard isOpen else { return }
    let before = state
    state.notifications.applyActionReport(event, through: sources.acting)
    switch event {
    case .stored(let posts): for post in posts { sources.replacePostVersion(post) }
    case .delivered(.answerFollowRequest(let person, _), _):
      sources.removeAnsweredFollowRequest(to: person, as: account)
    case .delivered(_, .post(let post)): sources.replacePostVersion(post)
    // The change set of an answered follow request names no post, so the list is updated here.
    case .performed(.answerFollowRequest), .undone(.answerFollowRequest),
      .refused(.answerFollowRequest, _), .notStored(.answerFollowRequest, _):
      updateStateFromSupplier()
    default: break
    }
    if state != before { presenter.present(state) }
    presenter.performReportEffects(event, of: session.account)
  }

  private func showFetchProgress(_ asking: SceneFetchProgress) {
    state.fetch = asking == .idle ? .idle : .waiting(asking)
    presenter.present(state)
  }

  private func showChangedNotificationsAsRead() {
    guard isOpen else { return }
    presentState()
    sources.markAllSuppliedNotificationsRead()
  }
}

extension NotificationsInteractor {
  /// The number of shown notifications below which older ones are fetched automatically.
  private static let minimumRows = 8

  private func selectTab(_ tab: NotificationTab) {
    state.tab = tab
    presentState()
    searches = tab == .all && !sources.showsAllAccounts ? 0 : sources.count
    fetchOlderIfListIsShort()
  }

  /// Fetches a page of older notifications if few are shown, for a limited number of times.
  private func fetchOlderIfListIsShort() {
    guard searches > 0, !asking.isRunning else { return }
    searches -= 1
    if state.notifications.visibleRows.count < Self.minimumRows, sources.hasMore {
      fetchOlderNotifications()
    }
  }

  private func fetchOlderNotifications() {
    runNotificationFetch { [tab = state.tab] sources throws(FeedError) in
      try await sources.fetchOlderNotifications { tab.tabShowsNotification($0) }
    }
  }

  private func openNotificationsScene() async {
    waiting.cancelRequest()
    asking.cancelRequest()
    let turn = asking.generation
    sources.addNotificationsListener(self) { $0.showChangedNotificationsAsRead() }
    sources.listenToActionReports { [weak self] event, account in
      self?.applyActionReport(event, of: account)
    }
    await sources.loadNotifications()
    guard turn == asking.generation else { return }
    isOpen = true
    searches = sources.showsAllAccounts ? sources.count : 0
    if !sources.notifications.isEmpty { showChangedNotificationsAsRead() }
    runNotificationFetch { sources throws(FeedError) in
      try await sources.fetchNewNotifications(cancellingRunningRequest: false)
    }
  }

  private func runNotificationFetch(
    _ ask: @escaping @MainActor (NotificationSupplier) async throws(FeedError) -> Void
  ) {
    guard !asking.isRunning else { return }
    waiting.cancelRequest()
    asking.runRequest { [sources] () async throws(FeedError) in
      try await ask(sources)
    } then: { [self] answer in
      switch answer {
      case .success:
        presentState()
        fetchOlderIfListIsShort()
        if !asking.isRunning, let limit = sources.limit {
          repeatNotificationFetchAfterRateLimit(limit) { sources throws(FeedError) in
            try await sources.fetchNewNotifications(cancellingRunningRequest: false)
          }
        }
      case .failure(.signedOut): presenter.perform(.askToSignIn(session.account))
      case .failure(let error):
        state.fetch = .failed(error)
        presenter.present(state)
        repeatNotificationFetchAfterRateLimit(error, ask)
      }
    }
  }

  private func repeatNotificationFetchAfterRateLimit(
    _ error: FeedError,
    _ ask: @escaping @MainActor (NotificationSupplier) async throws(FeedError) -> Void
  ) {
    guard isOpen, case .rateLimited(let until) = error else { return }
    waiting.runActionAfterRateLimit(until: until, in: session.world) { [weak self] in
      self?.runNotificationFetch(ask)
    }
  }

  /// Presents the notifications if they changed; only then a shown error is removed.
  private func presentState() {
    let before = state
    updateStateFromSupplier()
    guard state != before else { return }
    if state.fetch.failure != nil { state.fetch = .idle }
    presenter.present(state)
  }

  private func updateStateFromSupplier() {
    state.notifications.replaceRows(
      with: sources.notifications.filter(state.tab.tabShowsNotification), through: sources.acting)
    state.unread = sources.unread
    state.hasMore = sources.hasMore
    state.tabs = NotificationTab.tabsForSupportedKinds(of: sources.kinds)
    state.notificationAccounts = sources.group
    state.isLoaded = true
  }
}
