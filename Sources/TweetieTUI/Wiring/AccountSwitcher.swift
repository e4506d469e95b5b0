import FeedDomain
import PhotoDisplay
import Preferences
import Scenes
import Terminal
import UseCases
import Words

/// The active account, and its changes: signing in, switching, signing out. Routes that change it
/// are answered here; the factory makes scenes for others.
@MainActor final class AccountSwitcher {
  /// The settings of the active account.
  struct Options {
    /// The configured place.
    let place: String
    /// nil if the system may not be asked.
    let location: (any LocationSource)?
    /// How long posting can be undone.
    let undoWindow: Duration
  }

  let root: CompositionRoot
  private(set) var factory: SceneFactory
  private let habits: Options
  /// nil without pictures.
  let pictures: PhotoPipelines?
  private weak var navigator: (any Navigator)?
  private let alerts: AlertMonitor
  private var work: RunningAccounts?
  /// An account that signed in before the stores were open.
  private var early: SignedInAccount?
  private(set) var desk: ActiveAccount?
  /// Who has columns beside it, once the stores are open.
  private(set) var columns: ColumnAccounts?
  /// Whether delivery and notifications have begun; not before the first frame.
  private var isSettled = false
  private weak var signInScene: (any Scene)?

  init(
    _ root: CompositionRoot, factory: SceneFactory, habits: Options, pictures: PhotoPipelines?,
    alerts: AlertMonitor, navigator: any Navigator
  ) {
    self.root = root
    self.factory = factory
    self.habits = habits
    self.pictures = pictures
    self.alerts = alerts
    self.navigator = navigator
  }

  /// nil for a route without a scene.
  func scene(for route: Route, in column: DeckColumn?) -> (any Scene)? {
    let scene = make(route, in: column)
    scene?.navigator = navigator
    return scene
  }

  /// Changes the factory.
  func use(_ material: SceneFactory.Material) { factory = SceneFactory(material: material) }

  /// A scene made again; nil if it stays.
  func sceneAgain(for route: Route, in column: DeckColumn?) -> (any Scene)? {
    switch route {
    case .signedIn:
      // Whoever reads goes on where they were.
      let stream = desk.map { factory.stream(nil, at: $0) }
      stream?.navigator = navigator
      return stream
    // What is changed there, or typed, goes on.
    case .settings, .themes, .signIn, .signedOut: return nil
    default: return scene(for: route, in: column)
    }
  }

  /// Takes the opened stores; `show` is called with changed columns.
  func take(
    _ stores: OpenedStores, showingColumns show: @escaping ([DeckColumn]) -> Void
  ) {
    let work = RunningAccounts(
      RunningAccounts.Environment(
        directory: root.services, shelf: stores.shelf, world: root.world, log: root.log,
        undoWindow: habits.undoWindow, mutes: root.mutes, attention: root.attention))
    work.tokenRefused = { [weak self] in self?.tellOfRefusal(of: $0) }
    work.tokenSaveFailed = { [weak self] in
      self?.tell(
        self?.words.say(
          "The new token of @{handle} could not be stored: until it is, quitting signs you out.",
          ["handle": $0.fullHandle]))
    }
    work.exposed = { [weak self] account, post, exposure in
      self?.navigator?.go(to: .at(account.id, .exposure(post.id, exposure)))
    }
    self.work = work
    let columns = ColumnAccounts(
      DeckColumnList(stores.columns, store: stores.tabStore), of: work, habits)
    columns.book.changed = { [weak self] in show(self?.shownColumns ?? []) }
    work.ended = { [weak columns] in columns?.forget($0) }
    self.columns = columns
    if !stores.columns.isEmpty { show(shownColumns) }
    guard let account = early else { return }
    early = nil
    navigator?.go(to: .signedIn(account))
  }

  /// Begins delivery from the opened outbox, for all accounts.
  func beginDelivery() {
    isSettled = true
    work?.deliver(for: root.storeOpener.allAccounts())
    if let desk { attend(to: desk) }
  }

  /// Checks for changes by other processes.
  func noticeOthers() async { await work?.noticeOthers() }

  func leaveGone() async {
    let inFront = desk?.session.account.id
    for account in await work?.endGone() ?? [] {
      if account.id == inFront { navigator?.go(to: .signedOut) }
      tell(
        words.say(
          "@{handle} was signed out in another window. Nothing more is saved for it.",
          ["handle": account.fullHandle]))
    }
  }

  /// Stops delivery; returns when nothing is being written.
  func stop() async {
    desk?.wire.stop()
    await columns?.stop()
    work?.rest()
    for desk in work?.all ?? [] { await desk.actions.stop() }
  }

  var words: Wording { factory.material.wording }

  /// Whether services may push events.
  private var isListening: Bool { factory.material.pacing.interval != nil }

  private func make(_ route: Route, in column: DeckColumn?) -> (any Scene)? {
    let desk = desk(in: column)
    switch route {
    case .signIn(let account):
      // The first refusal asks; those that follow it are answered by the same signing in.
      return signInScene == nil ? signIn(account.map { .again($0) } ?? .another) : nil
    case .signedIn(let account): return goOn(signedInTo: account)
    case .signedOut:
      guard leave(column) else { return nil }
      return root.nextAccount().flatMap { bringToFront($0) } ?? signIn(.first)
    case .accounts: return desk.flatMap { desk in work.map { factory.accounts(at: desk, $0) } }
    case .tabs:
      return desk.flatMap { desk in
        factory.tabs(at: desk, columns.flatMap { c in work.map { DeckChoice(c.book, of: $0) } })
      }
    case .notifications where desk?.notifications == nil,
      .notificationsOfAll where desk?.notifications == nil:
      if desk != nil {
        navigator?.say(Message(text: words.say("This service has no notifications."), tone: .plain))
      }
      return nil
    case .messages where desk?.session.connection.messages == nil:
      if desk != nil {
        navigator?.say(
          Message(text: words.say("There are no messages at this service."), tone: .plain))
      }
      return nil
    case .compose(.post):
      guard let desk else { return nil }
      let (connection, account) = (desk.session.connection, desk.session.account)
      guard case .withheld(let reason) = connection.abilities.beginning else {
        return factory.scene(for: route, at: desk)
      }
      let why = words.sentence(for: reason, at: account.service)
      navigator?.say(Message(text: why, tone: .plain))
      return nil
    default: return factory.scene(for: route, at: desk)
    }
  }

  private func signIn(_ occasion: SignIn.Occasion) -> any Scene {
    let scene = factory.signIn(occasion, feeds: root.storeOpener.feedsIfOpen)
    signInScene = scene
    return scene
  }

  private func goOn(signedInTo account: SignedInAccount) -> (any Scene)? {
    let wasAsked = signInScene != nil
    signInScene = nil
    let id = account.account.id
    let isInFront = desk?.session.account.id == id
    // Of an account in a column one may be asked, too; else it is to come to the front.
    guard let desk = isInFront ? desk : wasAsked ? columns?.held(id) : nil,
      work?.renew(account) == true
    else { return bringToFront(account) }
    // Signed in again, over what was going on: that goes on.
    desk.resume()
    return nil
  }

  /// Activates an account; others' pending changes are still sent.
  private func bringToFront(_ account: SignedInAccount) -> (any Scene)? {
    guard let work else {
      early = account
      return nil
    }
    guard let place = work.desk(of: account) else { return nil }
    if let before = desk { columns?.put(before) }
    let desk =
      columns?.take(account.account.id)
      ?? ActiveAccount(place, of: work, place: habits.place, location: habits.location)
    self.desk = desk
    pictures?.front.use(PhotoSource(desk.session, with: desk.accountGroup))
    if isSettled { attend(to: desk) }
    return factory.stream(nil, at: desk)
  }

  /// Watches alerts of the active account.
  private func attend(to desk: ActiveAccount) {
    desk.begin(listening: isListening)
    alerts.turn(to: desk)
  }

  /// Removes a signed-out account of a column; false unless it was active.
  private func leave(_ column: DeckColumn?) -> Bool {
    let isFrontOver = desk?.session.isOver == true
    if !isFrontOver, let account = column?.account, account != desk?.session.account.id {
      if let work { Task.immediate { await work.end(account) } }
      root.mutes.lookAgain()
      return false
    }
    desk?.wire.stop()
    if let desk, let work {
      Task.immediate { await work.end(desk.session.account.id) }
    }
    desk = nil
    alerts.turn(to: nil)
    pictures?.front.use(nil as PhotoSource?)
    root.mutes.lookAgain()
    return true
  }

  /// Shows that the token of a background account was rejected. The active account's scenes prompt
  /// by themselves.
  private func tellOfRefusal(of account: Account) {
    guard account.id != desk?.session.account.id, columns?.held(account.id) == nil else { return }
    // Of one whose command gave no secret was told at the start; no service refused anything.
    let isLocked = root.storeOpener.allAccounts().contains {
      $0.account.id == account.id && $0.isLocked
    }
    guard !isLocked else { return }
    tell(
      words.refusedElsewhere(account, key: factory.material.keyMap.name(for: .accounts) ?? ""))
  }

  func tell(_ words: SafeText?) {
    if let words { navigator?.say(Message(text: words, tone: .bad)) }
  }

  /// The columns whose accounts are signed in and can be used.
  var shownColumns: [DeckColumn] {
    guard let book = columns?.book, !book.columns.isEmpty else { return [] }
    let known = Set(root.storeOpener.allAccounts().filter { !$0.isLocked }.map(\.account.id))
    return book.columns.filter { known.contains($0.account) }
  }

  /// The desk of a column; the first is the active account's.
  func desk(in column: DeckColumn?) -> ActiveAccount? {
    guard let account = column?.account, account != desk?.session.account.id else { return desk }
    return columns?.desk(of: account)
  }

  /// Pins content as a column, or unpins it; returns whether it is pinned, or nil if it cannot be.
  func keepColumn(_ content: DeckColumn.Content, beside pinned: DeckColumn?) -> Bool? {
    guard let book = columns?.book, let account = desk(in: pinned)?.session.account.id else {
      return nil
    }
    let column = DeckColumn(content, of: account)
    book.choose(book.toggling(column))
    Task { [weak self] in
      do throws(StoreError) { try await book.keep() } catch {
        self?.tell(self?.words.sentence(for: error))
      }
    }
    return book.columns.contains(column)
  }

  /// The account's name; empty with one account.
  func owner(of column: DeckColumn?) -> SafeText {
    guard let front = desk?.session.account, let book = columns?.book,
      book.columns.contains(where: { $0.account != front.id }),
      let account = desk(in: column)?.session.account
    else { return "" }
    return words.handle(of: account)
  }

  /// The photos of whoever a column is of.
  func album(of column: DeckColumn?) -> any PictureProvider {
    guard let pictures else { return NoPictures() }
    guard let account = column?.account, account != desk?.session.account.id,
      let desk = columns?.desk(of: account)
    else { return pictures.front }
    return pictures.shelf(of: desk)
  }

  /// Applies the visible columns; nil is the first.
  func attend(_ columns: [DeckColumn?]) {
    let first = desk.map { DeckColumn(.stream(.feed(.home)), of: $0.session.account.id) }
    let seen = columns.compactMap { $0 ?? first }
    self.columns?.attend(seen, besides: desk, every: factory.material.pacing.interval)
    pictures?.keep(only: Set(seen.map(\.account).filter { $0 != desk?.session.account.id }))
  }
}

/// A value opened once in the background.
@MainActor final class Opening<Value: Sendable> {
  private let open: @MainActor () async -> Value
  private var work: Task<Void, Never>?
  private var value: Value?

  /// Called with the value, as soon as it is there.
  var whenDone: ((Value) -> Void)? {
    didSet { if let value { whenDone?(value) } }
  }

  init(_ open: @escaping @MainActor () async -> Value) { self.open = open }

  /// Begins opening; once.
  func begin() {
    guard work == nil else { return }
    work = Task.immediate {
      let value = await open()
      self.value = value
      whenDone?(value)
    }
  }

  /// Returns once nothing is being opened any more.
  func ended() async { await work?.value }
}
