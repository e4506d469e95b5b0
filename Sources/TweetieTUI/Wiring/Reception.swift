import FeedDomain
import PhotoDisplay
import Preferences
import Scenes
import Terminal
import Words

/// Who is in front, and how that changes: signing in, switching, signing out.
///
/// Routes that change it are answered here; for every other the factory makes the scene.
@MainActor final class Reception {
  /// How the account in front is set up.
  struct Habits {
    /// The place in the settings.
    let place: String
    /// Where the system is asked for the reader's place; nil where it may not be.
    let location: (any Locating)?
    /// How long what others will see can be undone.
    let undoWindow: Duration
  }

  private let root: CompositionRoot
  private var factory: SceneFactory
  private let habits: Habits
  /// Where photos are had from; nil where none are shown.
  private let pictures: PhotoShelf?
  private weak var stage: (any Stage)?
  /// Is told what calls for whoever is in front.
  private let alerts: any Presenting<Alerts.Response>
  private var watch: AlertsInteractor?
  /// The accounts that are signed in, once the stores are open.
  private var work: AccountsAtWork?
  /// Who signed in before the stores were open.
  private var early: SignedInAccount?
  private var desk: FrontDesk?
  /// Whether what waits is sent and notices are read; not before the first frame.
  private var isSettled = false
  private weak var signInScene: (any Scene)?

  init(
    _ root: CompositionRoot, factory: SceneFactory, habits: Habits, pictures: PhotoShelf?,
    alerts: any Presenting<Alerts.Response>, stage: any Stage
  ) {
    self.root = root
    self.factory = factory
    self.habits = habits
    self.pictures = pictures
    self.alerts = alerts
    self.stage = stage
  }

  /// The scene for a route; nil where it leads to none.
  func scene(for route: Route) -> (any Scene)? {
    let scene = make(route)
    scene?.stage = stage
    return scene
  }

  /// Makes scenes of other material from now on.
  func use(_ material: SceneFactory.Material) { factory = SceneFactory(material: material) }

  /// The scene that was opened for a route, made anew; nil where it stays.
  func sceneAgain(for route: Route) -> (any Scene)? {
    switch route {
    case .signedIn:
      // Whoever reads goes on where they were.
      let stream = desk.map { factory.stream(nil, at: $0) }
      stream?.stage = stage
      return stream
    // What is changed there, or typed, goes on.
    case .settings, .themes, .signIn, .signedOut: return nil
    default: return scene(for: route)
    }
  }

  /// Takes the stores, with which everything but signing in begins.
  func take(_ stores: CompositionRoot.Stores) {
    let work = AccountsAtWork(
      AccountsAtWork.Surroundings(
        directory: root.services, shelf: stores.shelf, world: root.world, log: root.log,
        undoWindow: habits.undoWindow, mutes: root.mutes))
    work.tokenRefused = { [weak self] in self?.tellOfRefusal(of: $0) }
    work.tokenUnkept = { [weak self] in self?.tell(self?.words.tokenUnkept($0)) }
    self.work = work
    guard let account = early else { return }
    early = nil
    stage?.go(to: .signedIn(account))
  }

  /// Takes up what waits in the outbox, which is open now, whoever it is of, and what happened.
  func beginDelivery() {
    isSettled = true
    work?.deliver(for: root.storeRoom.allAccounts())
    if let desk { attend(to: desk) }
  }

  /// Has everybody look again: another process changed what is stored.
  func noticeOthers() async { await work?.noticeOthers() }

  /// Leaves the accounts that were signed out in another window, and says so.
  func leaveGone() async {
    let inFront = desk?.session.account.id
    for account in await work?.endGone() ?? [] {
      if account.id == inFront { stage?.go(to: .signedOut) }
      tell(words.signedOutElsewhere(account))
    }
  }

  /// Stops sending and returns once nothing is being written: the program is ending.
  func stop() async {
    desk?.wire.stop()
    work?.rest()
    for desk in work?.all ?? [] { await desk.actions.stop() }
  }
}

extension Reception {
  private var words: Wording { factory.material.wording }

  private var isListening: Bool { factory.material.pacing.interval != nil }

  private func make(_ route: Route) -> (any Scene)? {
    switch route {
    case .signIn(let account):
      // The first refusal asks; those that follow it are answered by the same signing in.
      return signInScene == nil ? signIn(account.map { .again($0) } ?? .another) : nil
    case .signedIn(let account): return goOn(signedInTo: account)
    case .signedOut:
      leave()
      return root.nextAccount().flatMap { bringToFront($0) } ?? signIn(.first)
    case .accounts: return desk.flatMap { desk in work.map { factory.accounts(at: desk, $0) } }
    case .notices where desk?.notices == nil:
      if desk != nil { stage?.say(Message(text: words.noNotifications, tone: .plain)) }
      return nil
    default: return factory.scene(for: route, at: desk)
    }
  }

  private func signIn(_ occasion: SignIn.Occasion) -> any Scene {
    let scene = factory.signIn(occasion, feeds: root.storeRoom.feedsIfOpen)
    signInScene = scene
    return scene
  }

  private func goOn(signedInTo account: SignedInAccount) -> (any Scene)? {
    signInScene = nil
    guard let desk, desk.session.account.id == account.account.id, work?.renew(account) == true
    else { return bringToFront(account) }
    // Signed in again, over what was going on: that goes on.
    desk.interrupted.resume()
    return nil
  }

  /// Puts an account in front; what waits in the others goes on being sent.
  private func bringToFront(_ account: SignedInAccount) -> (any Scene)? {
    guard let work else {
      early = account
      return nil
    }
    guard let place = work.desk(of: account) else { return nil }
    desk?.wire.stop()
    let desk = FrontDesk(place, place: habits.place, location: habits.location)
    self.desk = desk
    pictures?.use(PhotoSource(desk.session))
    if isSettled { attend(to: desk) }
    return factory.stream(nil, at: desk)
  }

  /// Asks what happens to whoever is in front, and calls for them.
  private func attend(to desk: FrontDesk) {
    desk.begin(listening: isListening)
    alerts.present(.unread(0))
    watch = desk.notices.map { board in
      AlertsInteractor(
        desk.session.account, board: board, actions: desk.actions, presenter: alerts)
    }
    Task.immediate { [watch] in await watch?.handle(.open) }
  }

  /// Puts the account in front away, which was signed out.
  private func leave() {
    desk?.wire.stop()
    if let desk, let work {
      Task.immediate { await work.end(desk.session.account.id) }
    }
    (desk, watch) = (nil, nil)
    alerts.present(.unread(0))
    pictures?.use(nil as PhotoSource?)
    root.mutes.lookAgain()
  }

  /// Says that an account behind the one in front was refused; that one's own scenes ask by
  /// themselves.
  private func tellOfRefusal(of account: Account) {
    guard account.id != desk?.session.account.id else { return }
    // Of one whose command gave no secret was told at the start; no service refused anything.
    let isLocked = root.storeRoom.allAccounts().contains {
      $0.account.id == account.id && $0.isLocked
    }
    guard !isLocked else { return }
    tell(
      words.refusedElsewhere(account, key: factory.material.keyMap.name(for: .accounts) ?? ""))
  }

  private func tell(_ words: SafeText?) {
    if let words { stage?.say(Message(text: words, tone: .bad)) }
  }
}
