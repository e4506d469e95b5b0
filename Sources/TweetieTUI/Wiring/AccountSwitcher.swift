import FeedDomain
import PhotoDisplay
import Preferences
import Scenes
import Terminal
import UseCases
import Words

/// A manager of the active account, which signs in, switches accounts and signs out. It makes the
/// scenes of routes that change the account, and leaves other routes to the scene factory.
@MainActor
final class AccountSwitcher {
  /// A set of settings that all accounts share: the place of nearby photos, the location source and
  /// the undo time.
  struct SettingsSharedByAccounts {
    let place: String
    /// The source of the user's location; nil if the settings forbid asking for it.
    let location: (any LocationSource)?
    /// The time for which a public action, such as posting, is held back so that the user can undo
    /// it.
    let undoWindow: Duration
  }

  let root: CompositionRoot
  private(set) var factory: SceneFactory
  private let options: SettingsSharedByAccounts
  let pictures: PhotoPipelines?
  private weak var navigator: (any Navigator)?
  private let alerts: NotificationAlertMonitor
  private var runningAccounts: RunningAccounts?
  /// The account with which the user signed in before the stores were open; nil if none.
  private var earlySignIn: SignedInAccount?
  private(set) var activeAccount: ActiveAccount?
  /// The accounts of the deck's pinned columns; nil until the stores are open.
  private(set) var columns: ColumnAccounts?
  /// True once the sending of pending changes and the polling of notifications have begun, after
  /// the first frame.
  private var hasBegunDelivery = false
  private weak var signInScene: (any Scene)?
  /// The closure that returns true if a scene of a background account is open.
  var hasOpenScene: (Account.ID) -> Bool = { _ in false }

  init(
    _ root: CompositionRoot, factory: SceneFactory, options: SettingsSharedByAccounts,
    pictures: PhotoPipelines?,
    alerts: NotificationAlertMonitor, navigator: any Navigator
  ) {
    self.root = root
    self.factory = factory
    self.options = options
    self.pictures = pictures
    self.alerts = alerts
    self.navigator = navigator
  }

  /// Returns a new scene for a route, or changes the active account if the route asks for that; nil
  /// for a route without a scene.
  func makeScene(for route: Route, in column: DeckColumn?) -> (any Scene)? {
    let scene = makeScene(route, in: column)
    scene?.navigator = navigator
    return scene
  }

  func setSceneDependencies(to material: SceneFactory.SceneDependencies) {
    factory = SceneFactory(material: material)
  }

  /// Returns a new scene for a route after a change of settings, to replace the open one; nil to
  /// leave the open one.
  func sceneAfterSettingsChange(for route: Route, in column: DeckColumn?) -> (any Scene)? {
    switch route {
    case .signedIn:
      // The new stream continues at the position in the old one.
      let stream = activeAccount.map { factory.streamScene(nil, at: $0) }
      stream?.navigator = navigator
      return stream
    // Scenes with unsaved input stay open.
    case .settings, .themes, .signIn, .signedOut: return nil
    default: return makeScene(for: route, in: column)
    }
  }

  /// Sets up the running accounts and the accounts of pinned columns from the opened stores; calls
  /// `show` with the pinned columns now and when they change.
  func setUpAccountsAndPinnedColumns(
    _ stores: OpenedStores, showingColumns show: @escaping ([DeckColumn]) -> Void
  ) {
    let runningAccounts = RunningAccounts(
      RunningAccounts.SessionDependencies(
        directory: root.services, stores: stores.sessionStores, world: root.world, log: root.log,
        undoWindow: options.undoWindow, mutes: root.mutes, attention: root.userActivity))
    runningAccounts.onTokenRejection = { [weak self] in self?.showBackgroundTokenRejection(of: $0) }
    runningAccounts.onTokenSaveFailure = { [weak self] in
      self?.showErrorMessageIfGiven(
        self?.words.say(
          "The new token of @{handle} is not saved yet. If you quit now, you are signed out.",
          ["handle": $0.fullHandle]))
    }
    runningAccounts.onUnintendedExposure = { [weak self] account, post, exposure in
      self?.navigator?.navigate(to: .asAccount(account.id, .audienceWarning(post.id, exposure)))
    }
    self.runningAccounts = runningAccounts
    let columns = ColumnAccounts(
      DeckColumnList(stores.columns, store: stores.tabStore), of: runningAccounts, options)
    columns.columnList.onChange = { [weak self] in show(self?.shownColumns ?? []) }
    runningAccounts.onSignOut = { [weak columns] in columns?.removeSignedOutAccount($0) }
    self.columns = columns
    if !stores.columns.isEmpty { show(shownColumns) }
    guard let account = earlySignIn else { return }
    earlySignIn = nil
    navigator?.navigate(to: .signedIn(account))
  }

  /// Begins to send the pending changes in the opened outbox, for all accounts.
  func beginDeliveryForAllAccounts() {
    hasBegunDelivery = true
    runningAccounts?.startDelivery(for: root.storeOpener.storedAccounts())
    if let activeAccount { startLiveUpdatesAndAlerts(activeAccount) }
  }

  /// Reloads the pending changes of all running accounts after another process changed the stores.
  func reloadAllPendingChanges() async { await runningAccounts?.reloadPendingChanges() }

  /// The gateway for the links saved to read later, which may be of an account that is not stored
  /// yet; nil if there are no web feeds.
  var articles: (any ArticleGateway)? {
    if let session = activeAccount?.session, session.account.service.keepsSavedEntries {
      return session.connection.articles
    }
    let account = storedAccountOfSavedEntries ?? root.services.savedEntriesAccount
    return account.flatMap { root.services.connection(for: $0)?.articles }
  }

  private var storedAccountOfSavedEntries: SignedInAccount? {
    root.storeOpener.storedAccounts().first { $0.account.service.keepsSavedEntries }
  }

  /// Stores the account of the links saved to read later, and returns it; nil if an account that
  /// keeps such links was stored before.
  func addSavedEntriesAccountIfMissing() throws(StoreError) -> Account? {
    guard storedAccountOfSavedEntries == nil, let account = root.services.savedEntriesAccount
    else { return nil }
    try root.storeOpener.credentials.addAccountWithoutActivating(account)
    return account.account
  }

  /// Returns the queue of podcasts, with the pending actions, of an account or, for nil, of the
  /// active one; nil if the account is not running.
  func podcastQueue(of account: Account.ID?) -> (queue: PodcastQueue, actions: UserActionPerformer)?
  {
    if let activeAccount, account == nil || account == activeAccount.session.account.id {
      return (activeAccount.session.podcasts, activeAccount.actions)
    }
    let running = runningAccounts?.startedAccounts.first { $0.session.account.id == account }
    return running.map { ($0.session.podcasts, $0.actions) }
  }

  func removeAccountsSignedOutElsewhere() async {
    let inFront = activeAccount?.session.account.id
    for account in await runningAccounts?.stopAccountsSignedOutElsewhere() ?? [] {
      if account.id == inFront { navigator?.navigate(to: .signedOut) }
      showErrorMessageIfGiven(
        words.say(
          "@{handle} was signed out in another window. Nothing more is saved for it.",
          ["handle": account.fullHandle]))
    }
  }

  /// Ends the work of all accounts at the end of the program: pushed events, columns, podcasts and
  /// the sending of changes; returns when nothing is being written.
  func stopAllAccounts() async {
    activeAccount?.liveUpdates.stopListening()
    await columns?.stopListeningForAllAccounts()
    runningAccounts?.stopBackgroundWork()
    for activeAccount in runningAccounts?.startedAccounts ?? [] {
      activeAccount.session.podcasts.stopDownloadsForGood()
      await activeAccount.actions.stopDelivery()
    }
  }

  var words: Wording { factory.dependencies.wording }

  /// True if the settings allow services to push events to the program.
  private var isListening: Bool { factory.dependencies.pacing.interval != nil }

  private func makeScene(_ route: Route, in column: DeckColumn?) -> (any Scene)? {
    let activeAccount = activeAccount(in: column)
    func showReasonInsteadOfScene(_ reason: SafeText) -> (any Scene)? {
      if activeAccount != nil { navigator?.showMessage(.plain(reason)) }
      return nil
    }
    switch route {
    case .signIn(let account):
      // The sign-in scene is open already, because of an earlier rejected token.
      return signInScene == nil ? makeSignInScene(account.map { .again($0) } ?? .another) : nil
    case .signedIn(let account): return sceneAfterSignIn(signedInTo: account)
    case .signedOut:
      guard endSignedOutSessionReportingIfActive(column) else { return nil }
      return root.firstUsableAccount().flatMap { activateAccount($0) } ?? makeSignInScene(.first)
    case .accounts:
      return activeAccount.flatMap { activeAccount in
        runningAccounts.map { factory.accountsScene(at: activeAccount, $0) }
      }
    case .tabs:
      return activeAccount.flatMap { activeAccount in
        factory.tabsScene(
          at: activeAccount,
          columns.flatMap { c in runningAccounts.map { DeckColumnCandidates(c.columnList, of: $0) }
          })
      }
    case .notifications where activeAccount?.notifications == nil,
      .notificationsOfAll where activeAccount?.notifications == nil:
      return showReasonInsteadOfScene(words.say("This service does not support notifications."))
    case .messages where activeAccount?.session.connection.messages == nil:
      return showReasonInsteadOfScene(words.say("This service does not support direct messages."))
    case .webFeeds where activeAccount?.session.connection.subscriptions == nil,
      .podcasts where activeAccount?.session.connection.podcasts == nil:
      return showReasonInsteadOfScene(words.signInToFeedsMessage(keys: factory.dependencies.keyMap))
    case .webFeeds:
      return activeAccount.flatMap { factory.feedListScene(at: $0, columns?.columnList) }
    case .compose(.post):
      guard let activeAccount else { return nil }
      let (connection, account) = (activeAccount.session.connection, activeAccount.session.account)
      guard case .withheld(let reason) = connection.abilities.beginning else {
        return factory.makeScene(for: route, at: activeAccount)
      }
      return showReasonInsteadOfScene(words.sentence(for: reason, at: account.service))
    default: return factory.makeScene(for: route, at: activeAccount)
    }
  }

  private func makeSignInScene(_ occasion: SignInScene.SignInOccasion) -> any Scene {
    let scene = factory.signInScene(occasion, feeds: root.storeOpener.feedsIfOpen)
    signInScene = scene
    return scene
  }

  private func sceneAfterSignIn(signedInTo account: SignedInAccount) -> (any Scene)? {
    let wasAsked = signInScene != nil
    signInScene = nil
    let id = account.account.id
    let isInFront = activeAccount?.session.account.id == id
    // A background account that was asked to sign in again stays in its column; any other account
    // becomes the active one.
    guard
      let activeAccount = isInFront
        ? activeAccount : wasAsked ? columns?.existingActiveAccount(of: id) : nil,
      runningAccounts?.replaceToken(of: account) == true
    else { return activateAccount(account) }
    // After signing in again, the account's open scenes continue.
    activeAccount.resumeAfterSignIn()
    return nil
  }

  /// Makes an account the active one and returns the scene of its stream; pending changes of the
  /// other accounts are still sent.
  private func activateAccount(_ account: SignedInAccount) -> (any Scene)? {
    guard let runningAccounts else {
      earlySignIn = account
      return nil
    }
    guard let place = runningAccounts.runningAccountStartedIfNeeded(of: account) else { return nil }
    if let before = activeAccount { columns?.keepFormerlyActiveAccount(before) }
    let activeAccount =
      columns?.removeAccount(account.account.id)
      ?? ActiveAccount(place, of: runningAccounts, place: options.place, location: options.location)
    self.activeAccount = activeAccount
    pictures?.activePipeline.setPhotoSource(
      to: PhotoSource(activeAccount.session, with: activeAccount.accountGroup))
    if hasBegunDelivery { startLiveUpdatesAndAlerts(activeAccount) }
    return factory.streamScene(nil, at: activeAccount)
  }

  private func startLiveUpdatesAndAlerts(_ activeAccount: ActiveAccount) {
    activeAccount.startNotificationsAndLiveUpdates(listening: isListening)
    alerts.watchAccount(activeAccount)
  }

  /// Ends the session of an account that was signed out; returns true if the account was active.
  private func endSignedOutSessionReportingIfActive(_ column: DeckColumn?) -> Bool {
    let isFrontOver = activeAccount?.session.isOver == true
    if !isFrontOver, let account = column?.account, account != activeAccount?.session.account.id {
      if let runningAccounts {
        Task.immediate { await runningAccounts.stopSignedOutAccount(account) }
      }
      root.mutes.reloadMuteList()
      return false
    }
    activeAccount?.liveUpdates.stopListening()
    if let activeAccount, let runningAccounts {
      Task.immediate {
        await runningAccounts.stopSignedOutAccount(activeAccount.session.account.id)
      }
    }
    activeAccount = nil
    alerts.watchAccount(nil)
    pictures?.activePipeline.setPhotoSource(to: nil as PhotoSource?)
    root.mutes.reloadMuteList()
    return true
  }

  /// Shows that a service rejected the token of a background account. The scenes of the active
  /// account, and open scenes of other accounts, ask to sign in by themselves.
  private func showBackgroundTokenRejection(of account: Account) {
    guard account.id != activeAccount?.session.account.id, !hasOpenScene(account.id) else {
      return
    }
    // An account whose command gave no secret was reported at the start; no service rejected it.
    let isLocked = root.storeOpener.storedAccounts().contains {
      $0.account.id == account.id && $0.isLocked
    }
    guard !isLocked else { return }
    showErrorMessageIfGiven(
      words.say(
        "@{handle} was signed out by {service}. {key} lists the accounts, to sign in again.",
        [
          "handle": account.fullHandle, "service": words.name(of: account.service),
          "key": factory.dependencies.keyMap.keyName(for: .accounts) ?? "",
        ]))
  }

  func showErrorMessageIfGiven(_ words: SafeText?) {
    if let words { navigator?.showMessage(.bad(words)) }
  }

  /// The pinned columns of the deck that can be shown, as their accounts are signed in and
  /// unlocked.
  var shownColumns: [DeckColumn] {
    guard let book = columns?.columnList, !book.columns.isEmpty else { return [] }
    let known = Set(root.storeOpener.storedAccounts().filter { !$0.isLocked }.map(\.account.id))
    return book.columns.filter { known.contains($0.account) }
  }

  /// Returns the account of a deck column, with the objects that its scenes share; the active
  /// account for the first column.
  func activeAccount(in column: DeckColumn?) -> ActiveAccount? {
    guard let account = column?.account, account != activeAccount?.session.account.id else {
      return activeAccount
    }
    return columns?.activeAccountCreatedIfNeeded(of: account)
  }

  /// Pins content as a column of the deck beside another column, or unpins it; returns true if the
  /// content is pinned now, nil if it cannot be pinned.
  func togglePinnedColumn(_ content: DeckColumn.DeckColumnContent, beside pinned: DeckColumn?)
    -> Bool?
  {
    guard let book = columns?.columnList,
      let account = activeAccount(in: pinned)?.session.account.id
    else {
      return nil
    }
    let column = DeckColumn(content, of: account)
    book.replaceColumns(with: book.togglingColumn(column))
    Task { [weak self] in
      do throws(StoreError) { try await book.storeColumns() } catch {
        self?.showErrorMessageIfGiven(self?.words.sentence(for: error))
      }
    }
    return book.columns.contains(column)
  }

  /// Returns the name of the account of a deck column; empty if all columns are of one account.
  func accountName(of column: DeckColumn?) -> SafeText {
    guard let front = activeAccount?.session.account, let book = columns?.columnList,
      book.columns.contains(where: { $0.account != front.id }),
      let account = activeAccount(in: column)?.session.account
    else { return "" }
    return words.accountHandle(of: account)
  }

  func photoPipeline(of column: DeckColumn?) -> any PictureProvider {
    guard let pictures else { return NoPictures() }
    guard let account = column?.account, account != activeAccount?.session.account.id,
      let activeAccount = columns?.activeAccountCreatedIfNeeded(of: account)
    else { return pictures.activePipeline }
    return pictures.photoPipeline(of: activeAccount)
  }

  /// Starts and stops listening for events of accounts as their columns become visible or hidden;
  /// nil stands for the first column.
  func listenOnlyToVisibleAccounts(for columns: [DeckColumn?]) {
    let first = activeAccount.map { DeckColumn(.stream(.feed(.home)), of: $0.session.account.id) }
    let seen = columns.compactMap { $0 ?? first }
    self.columns?.listenOnlyToVisibleAccounts(
      for: seen, besides: activeAccount, every: factory.dependencies.pacing.interval)
    pictures?.keepPhotoPipelines(
      only: Set(seen.map(\.account).filter { $0 != activeAccount?.session.account.id }))
  }
}

/// An opener of a value, such as the stores, which opens it once and in the background.
@MainActor
final class BackgroundOpener<Value: Sendable> {
  private let open: @MainActor () async -> Value
  private var task: Task<Void, Never>?
  private var value: Value?

  /// The closure that an opener calls with the opened value, such as the stores, once it is ready.
  var whenDone: ((Value) -> Void)? { didSet { if let value { whenDone?(value) } } }
  init(_ open: @escaping @MainActor () async -> Value) { self.open = open }

  /// Begins to open the value, such as the stores, unless that has begun before.
  func openValueInBackground() {
    guard task == nil else { return }
    task = Task.immediate {
      let value = await open()
      self.value = value
      whenDone?(value)
    }
  }

  func waitUntilValueOpened() async { await task?.value }
}
