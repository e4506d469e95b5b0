import FeedDomain
import Terminal

/// Makes the scene for each route, around the session of whoever is signed in.
@MainActor final class SceneFactory {
  /// What every scene is made of.
  struct Material {
    let wording: Wording
    let display: DisplayOptions
    let keyMap: KeyMap
    let world: any World
    let pacing: StreamPacing
    let undoWindow: Duration
    /// Where photos are had from; nil where none are shown.
    let pictures: PhotoShelf?
    /// The place in the settings.
    let place: String
    /// Where the system is asked for the reader's place; nil where it may not be.
    let location: (any Locating)?
    /// Where photos are saved; nil where none can be.
    let photoAlbum: (any PhotoAlbum)?
  }

  let root: CompositionRoot
  /// The accounts that are signed in, once the stores are open.
  private(set) var work: AccountsAtWork?
  /// Who signed in before they were.
  private var early: SignedInAccount?
  let material: Material
  private(set) weak var stage: (any Stage)?
  private var session: Session?
  private var actions: PendingActions?
  private(set) var whereabouts: Whereabouts?
  private(set) var notices: NoticeBoard?
  /// What the service of the account in front tells by itself.
  private var wire: NewsWire?
  var interrupted = InterruptedWork()
  /// Whether what waits is sent and notices are read; not before the first frame.
  private var isSettled = false
  private weak var signInScene: SignInView?

  /// The account in front.
  var accountInFront: Account? { session?.account }

  init(root: CompositionRoot, material: Material, stage: any Stage) {
    self.root = root
    self.material = material
    self.stage = stage
  }

  /// Takes the stores, with which everything but signing in begins.
  func take(_ stores: CompositionRoot.Stores) {
    let work = AccountsAtWork(
      AccountsAtWork.Surroundings(
        directory: root.directory, shelf: stores.shelf, world: material.world, log: root.log,
        undoWindow: material.undoWindow, mutes: root.mutes))
    work.tokenRefused = { [weak self] in self?.tellOfRefusal(of: $0) }
    work.tokenUnkept = { [weak self] account in
      guard let self else { return }
      stage?.say(Message(text: material.wording.tokenUnkept(account), tone: .bad))
    }
    self.work = work
    guard let account = early else { return }
    early = nil
    stage?.go(to: .signedIn(account))
  }

  /// The scene for a route; nil where it leads to none.
  func scene(for route: Route) -> (any Scene)? {
    let scene = make(route)
    scene?.stage = stage
    return scene
  }

  private func make(_ route: Route) -> (any Scene)? {
    switch route {
    case .back, .quit: return nil
    case .signIn(let account):
      // The first refusal asks; those that follow it are answered by the same signing in.
      return signInScene == nil ? signIn(account.map { .again($0) } ?? .another) : nil
    case .signedIn(let account): return goOn(signedInTo: account)
    case .signedOut:
      leave()
      return root.nextAccount().flatMap { stream(signedInTo: $0) } ?? signIn(.first)
    case .help, .writingHelp:
      return HelpView(
        keys: material.keyMap, wording: material.wording, isWriting: route == .writingHelp,
        options: material.display)
    case .log: return log()
    default: return session.flatMap { make(route, in: $0) }
    }
  }

  /// Takes up what waits in the outbox, which is open now, whoever it is of, and what happened.
  func beginDelivery() {
    isSettled = true
    work?.deliver(for: root.allAccounts())
    if let notices { Task.immediate { await notices.load() } }
    listen()
  }

  /// Has everybody look again: another process changed what is stored.
  func noticeOthers() async { await work?.noticeOthers() }

  /// Stops sending and returns once nothing is being written: the program is ending.
  func stop() async {
    wire?.stop()
    work?.rest()
    for desk in work?.all ?? [] { await desk.actions.stop() }
  }
}

extension SceneFactory {
  private func goOn(signedInTo account: SignedInAccount) -> (any Scene)? {
    signInScene = nil
    guard session?.account.id == account.account.id, work?.renew(account) == true else {
      return stream(signedInTo: account)
    }
    // Signed in again, over what was going on: that goes on.
    interrupted.resume()
    return nil
  }

  /// Puts an account in front; what waits in the others goes on being sent.
  private func stream(signedInTo account: SignedInAccount) -> (any Scene)? {
    guard let work else {
      early = account
      return nil
    }
    guard let desk = work.desk(of: account) else { return nil }
    session = desk.session
    actions = desk.actions
    interrupted = InterruptedWork()
    whereabouts = Whereabouts(desk.session, wish: material.place, system: material.location)
    material.pictures?.use(PhotoSource(desk.session))
    let notices = desk.session.connection.notices.map { _ in NoticeBoard(desk.session) }
    self.notices = notices
    if isSettled, let notices { Task.immediate { await notices.load() } }
    wire?.stop()
    let wire = NewsWire(desk.session, actions: desk.actions, notices: notices)
    self.wire = wire
    interrupted.add(wire)
    if isSettled { listen() }
    return stream(nil, in: desk.session, desk.actions)
  }

  /// Listens to what the service tells, where streams are to be refreshed by themselves.
  private func listen() { if material.pacing.interval != nil { wire?.start() } }

  /// Puts the account in front away, which was signed out.
  private func leave() {
    wire?.stop()
    wire = nil
    if let session, let work { Task.immediate { await work.end(session.account.id) } }
    session = nil
    actions = nil
    whereabouts = nil
    notices = nil
    material.pictures?.use(nil as PhotoSource?)
    interrupted = InterruptedWork()
    root.mutes.lookAgain()
  }

  private func make(_ route: Route, in session: Session) -> (any Scene)? {
    guard let actions else { return nil }
    switch route {
    case .stream(let feed): return stream(feed, in: session, actions)
    case .conversation(let post): return conversation(.open(post), of: post, in: session, actions)
    case .glance(let post): return conversation(.glance(post), of: post, in: session, actions)
    case .photo(let post, let index): return photo(post, index, in: session, actions)
    case .place: return place(in: session)
    case .people(let list): return people(list, in: session)
    case .profile(let person):
      return profile(person ?? session.account.person, in: session, actions)
    case .compose(let purpose): return compose(purpose, in: session, actions)
    case .outbox: return outbox(in: session, actions)
    case .accounts: return accounts(in: session)
    case .tabs: return tabs(in: session)
    case .mutes(let post): return mutes(about: post, in: session)
    case .notices: return notices(in: session, actions)
    case .search: return search(in: session, actions)
    case .poll(let post): return poll(post, in: session, actions)
    case .palette(let offered, let withheld):
      return palette(offering: offered, without: withheld, in: session)
    case .back, .quit, .signIn, .signedIn, .signedOut, .help, .writingHelp, .log:
      return nil
    }
  }
}

extension SceneFactory {
  private func signIn(_ occasion: SignIn.Occasion) -> any Scene {
    let presenter = SignInPresenter(wording: material.wording, keys: material.keyMap)
    let interactor = SignInInteractor(
      directory: root.directory, credentials: root.credentials, feeds: root.feedsIfOpen,
      keys: root.launch.keys, presenter: presenter)
    let view = SignInView(
      interactor: interactor, occasion: occasion, options: material.display)
    presenter.display = view
    signInScene = view
    return view
  }

  private func stream(_ feed: Feed?, in session: Session, _ actions: PendingActions) -> any Scene {
    let presenter = StreamPresenter(
      wording: material.wording, options: material.display, keys: material.keyMap)
    let interactor = StreamInteractor(
      session, actions: actions, presenter: presenter, pacing: material.pacing,
      whereabouts: whereabouts, notices: notices)
    let view = StreamView(
      feed, interactor: interactor, posts: posts(in: session), world: material.world)
    presenter.display = view
    interrupted.add(interactor)
    wire?.tell(interactor)
    return view
  }

  private func conversation(
    _ opening: ConversationReading.Request, of post: Post.ID, in session: Session,
    _ actions: PendingActions
  ) -> any Scene {
    let presenter = ConversationPresenter(wording: material.wording, keys: material.keyMap)
    let interactor = ConversationInteractor(session, actions: actions, presenter: presenter)
    let view = ConversationView(
      of: post, opening: opening, interactor: interactor, posts: posts(in: session),
      world: material.world)
    presenter.display = view
    interrupted.add(interactor)
    return view
  }

  private func photo(
    _ post: Post.ID, _ index: Int, in session: Session, _ actions: PendingActions
  ) -> any Scene {
    let presenter = PhotoPresenter(
      wording: material.wording, options: material.display, keys: material.keyMap)
    let interactor = PhotoInteractor(
      session, actions: actions, album: material.photoAlbum, presenter: presenter,
      readsOldestFirst: material.display.order == .oldest)
    let view = PhotoView(
      of: post, index: index, interactor: interactor, posts: posts(in: session),
      world: material.world)
    presenter.display = view
    interrupted.add(interactor)
    return view
  }

  private func people(_ list: PeopleList, in session: Session) -> any Scene {
    let presenter = PeoplePresenter(wording: material.wording, keys: material.keyMap)
    let interactor = PeopleInteractor(session, presenter: presenter)
    let view = PeopleView(of: list, interactor: interactor, options: material.display)
    presenter.display = view
    interrupted.add(interactor)
    return view
  }

  private func profile(
    _ person: Person.ID, in session: Session, _ actions: PendingActions
  ) -> any Scene {
    let presenter = ProfilePresenter(
      wording: material.wording, abilities: PostAbilities(session.connection),
      keys: material.keyMap)
    let interactor = ProfileInteractor(
      session, actions: actions, directory: root.directory, presenter: presenter)
    let view = ProfileView(
      of: person, interactor: interactor, posts: posts(in: session), world: material.world)
    presenter.display = view
    interrupted.add(interactor)
    return view
  }

  private func compose(
    _ purpose: Compose.Purpose, in session: Session, _ actions: PendingActions
  ) -> any Scene {
    let presenter = ComposePresenter(wording: material.wording, keys: material.keyMap)
    let interactor = ComposeInteractor(session, actions: actions, presenter: presenter)
    let view = ComposeView(
      interactor: interactor, purpose: purpose, options: material.display,
      moments: MomentText(material.wording) { session.world.now })
    presenter.display = view
    return view
  }

  private func outbox(in session: Session, _ actions: PendingActions) -> any Scene {
    let presenter = OutboxPresenter(wording: material.wording)
    let interactor = OutboxInteractor(session, actions: actions, presenter: presenter)
    let view = OutboxView(interactor: interactor, options: material.display)
    presenter.display = view
    return view
  }

  func posts(in session: Session) -> PostPresentation {
    PostPresentation(
      wording: material.wording, abilities: PostAbilities(session.connection),
      options: material.display, keys: material.keyMap,
      terms: session.account.service.photoTerms)
  }
}
