package import FeedDomain
package import Logging
package import Preferences
import Terminal
package import UseCases
package import Words

/// Makes the scene for each route, for whoever is in front.
@MainActor package struct SceneFactory {
  /// What scenes are made of.
  package struct Material {
    package let wording: Wording
    /// The language of the words, as services write it.
    package let language: String
    package let display: DisplayOptions
    package let keyMap: KeyMap
    package let world: any World
    package let pacing: StreamPacing
    /// Where photos are saved; nil where none can be.
    package let photoAlbum: (any PhotoAlbum)?
    /// The services that can be signed in to.
    package let directory: any ServiceDirectory
    /// The accounts and their tokens.
    package let credentials: any CredentialStore
    /// The keys of one's own applications, which need not be typed.
    package let keys: [Service: SignInAnswers]
    /// What the reader does not want to read about.
    package let mutes: MuteList
    /// Who knows how words are spelt; nil where that is not wanted.
    package let spelling: (any SpellingGateway)?
    /// What was logged.
    package let log: FileLog
    /// What was chosen from the list of commands.
    package let recent: RecentCommands
    /// The settings, and how they are changed.
    package let settings: SettingsBook

    package init(
      wording: Wording, language: String, display: DisplayOptions, keyMap: KeyMap, world: any World,
      pacing: StreamPacing, photoAlbum: (any PhotoAlbum)?, directory: any ServiceDirectory,
      credentials: any CredentialStore, keys: [Service: SignInAnswers], mutes: MuteList,
      spelling: (any SpellingGateway)?, log: FileLog, recent: RecentCommands, settings: SettingsBook
    ) {
      self.wording = wording
      self.language = language
      self.display = display
      self.keyMap = keyMap
      self.world = world
      self.pacing = pacing
      self.photoAlbum = photoAlbum
      self.directory = directory
      self.credentials = credentials
      self.keys = keys
      self.mutes = mutes
      self.spelling = spelling
      self.log = log
      self.recent = recent
      self.settings = settings
    }
  }

  package let material: Material

  package init(material: Material) { self.material = material }

  /// The scene for a route; nil where it leads to none, or nobody is there to whom it would.
  package func scene(for route: Route, at desk: ActiveAccount?) -> (any Scene)? {
    switch route {
    case .help(let here): help(.reading(here))
    case .writingHelp: help(.writing)
    case .jump(let isNarrow):
      JumpView(keys: material.keyMap, wording: material.wording, isNarrow: isNarrow)
    case .log: log()
    case .settings, .themes: settings(showsThemes: route == .themes)
    case .back, .quit, .signIn, .signedIn, .signedOut, .accounts: nil
    default: desk.flatMap { personal(route, at: $0) }
    }
  }

  private func personal(_ route: Route, at desk: ActiveAccount) -> (any Scene)? {
    switch route {
    case .at(_, let route): personal(route, at: desk)
    case .stream(let feed): stream(feed, at: desk)
    case .column(let content): column(content, at: desk)
    case .catchUp(let feed): catchUp(with: feed, at: desk)
    case .linkResolution(let lead): arrival(by: lead, at: desk)
    case .conversation(let post): conversation(.open(post), of: post, at: desk)
    case .conversationPreview(let post):
      conversation(.glance(post), of: post, at: desk)
    case .photo(let post, let index): photo(post, index, at: desk)
    case .photoPreview(let post, let index): photo(post, index, isBeside: true, at: desk)
    case .place: place(at: desk)
    case .people(let list): people(list, at: desk)
    case .profile(let person): profile(person ?? desk.session.account.person, at: desk)
    case .compose(let purpose): compose(purpose, at: desk)
    case .outbox: outbox(at: desk)
    case .tabs: tabs(at: desk, nil)
    case .mutes(let post): mutes(about: post, at: desk)
    case .notifications: notifications(at: desk)
    case .notificationsOfAll: notifications(at: desk, showsAllAccounts: true)
    case .messages: messages(at: desk)
    case .listing(let subject): listing(subject, at: desk)
    case .translation(let post): translation(of: post, at: desk)
    case .search: search(for: nil, at: desk)
    case .searchFor(let words): search(for: words, at: desk)
    case .poll(let post): poll(post, at: desk)
    case .form(let purpose): form(for: purpose, at: desk)
    case .exposure(let post, let exposure):
      ExposureView(
        exposure, wording: material.wording, keys: material.keyMap, options: material.display
      ) { desk.actions.perform(.delete(post)) }
    case .palette(let offered, let withheld):
      palette(offering: offered, without: withheld, at: desk)
    case .back, .quit, .signIn, .signedIn, .signedOut, .accounts, .help, .writingHelp, .jump, .log,
      .settings, .themes:
      nil
    }
  }
}

/// The scenes around an account: signing in, the accounts, the log.
extension SceneFactory {
  private func help(_ occasion: HelpContents.Occasion) -> any Scene {
    HelpView(
      HelpContents(
        material.keyMap, on: occasion, wording: material.wording,
        isPlain: material.display.isPlain), keys: material.keyMap, wording: material.wording)
  }

  /// Signing in; what was fetched for whoever is no longer the same is forgotten there.
  package func signIn(_ occasion: SignIn.Occasion, feeds: (any FeedStore)?) -> any Scene {
    let words = SignInWords(wording: material.wording, keys: material.keyMap)
    let presenter = ScenePresenter { words.viewModel(of: $0) }
    let interactor = SignInInteractor(
      directory: material.directory, credentials: material.credentials, feeds: feeds,
      keys: material.keys, presenter: presenter)
    let view = SignInView(interactor: interactor, occasion: occasion, options: material.display)
    presenter.display = view
    return view
  }

  /// The list of accounts.
  package func accounts(at desk: ActiveAccount, _ work: RunningAccounts) -> any Scene {
    let words = AccountsWords(wording: material.wording, keys: material.keyMap)
    let presenter = ScenePresenter { words.viewModel(of: $0) }
    let interactor = AccountsInteractor(
      desk.session, work: work, directory: material.directory, presenter: presenter)
    let view = AccountsView(interactor: interactor, options: material.display)
    presenter.display = view
    return view
  }

  private func settings(showsThemes: Bool) -> any Scene {
    let book = material.settings
    let words = SettingsWords(wording: material.wording, keeping: book.keeping)
    let presenter = ScenePresenter { words.viewModel(of: $0) }
    let interactor = SettingsInteractor(book, presenter: presenter)
    let view = SettingsView(
      interactor: interactor, showsThemes: showsThemes, options: material.display)
    presenter.display = view
    return view
  }

  private func log() -> any Scene {
    let words = LogWords(wording: material.wording, keys: material.keyMap)
    let presenter = ScenePresenter { words.viewModel(of: $0) }
    let interactor = LogInteractor(material.log, presenter: presenter)
    let view = LogView(interactor: interactor, options: material.display)
    presenter.display = view
    return view
  }
}

/// The scenes in which one reads.
extension SceneFactory {
  /// A stream; without one, the one read last. Beside another in a column it is not where its reader
  /// begins the next time.
  package func stream(
    _ feed: Feed?, isBeside: Bool = false, at desk: ActiveAccount
  ) -> any Scene {
    let presenter = StreamPresenter(
      wording: material.wording, options: material.display, keys: material.keyMap)
    let interactor = StreamInteractor(
      desk.session, actions: desk.actions, presenter: presenter, pacing: material.pacing,
      locationProvider: desk.locationProvider, notifications: desk.notifications,
      company: desk.accountGroup,
      isBeside: isBeside)
    let view = StreamView(
      feed, interactor: interactor, posts: posts(at: desk), world: material.world)
    presenter.display = view
    desk.interrupted.add(interactor)
    interactor.listen(to: desk.wire)
    return view
  }

  private func column(_ content: DeckColumn.Content, at desk: ActiveAccount) -> (any Scene)? {
    switch content {
    case .notifications: return notifications(at: desk)
    case .stream(let tab):
      let scene = stream(tab.feed, isBeside: true, at: desk)
      if tab == .nearby { _ = scene.show(tab) }
      return scene
    }
  }

  private func catchUp(with feed: Feed, at desk: ActiveAccount) -> any Scene {
    let posts = posts(at: desk)
    let words = CatchUpWords(posts: posts, keys: material.keyMap)
    let presenter = ScenePresenter { words.viewModel(of: $0) }
    let interactor = CatchUpInteractor(
      desk.session, feed: feed, actions: desk.actions, accountGroup: desk.accountGroup,
      presenter: presenter)
    let view = CatchUpView(interactor: interactor, posts: posts, world: material.world)
    presenter.display = view
    desk.interrupted.add(interactor)
    return view
  }

  private func conversation(
    _ opening: ConversationReading.Request, of post: Post.ID, at desk: ActiveAccount
  ) -> any Scene {
    let isBeside = if case .glance = opening { true } else { false }
    let words = ConversationWords(
      wording: material.wording, keys: material.keyMap, isBeside: isBeside)
    let presenter = ScenePresenter { words.viewModel(of: $0) }
    let interactor = ConversationInteractor(
      desk.session, actions: desk.actions, presenter: presenter)
    let view = ConversationView(
      of: post, opening: opening, interactor: interactor, posts: posts(at: desk),
      world: material.world)
    presenter.display = view
    desk.interrupted.add(interactor)
    return view
  }

  private func photo(
    _ post: Post.ID, _ index: Int, isBeside: Bool = false, at desk: ActiveAccount
  ) -> any Scene {
    let words = PhotoWords(wording: material.wording, keys: material.keyMap, isBeside: isBeside)
    let presenter = ScenePresenter { words.viewModel(of: $0) }
    let interactor = PhotoInteractor(
      desk.session, actions: desk.actions, album: material.photoAlbum, presenter: presenter,
      accountGroup: desk.accountGroup, readsOldestFirst: material.display.order == .oldest)
    let view = PhotoView(
      of: post, index: index, interactor: interactor, posts: posts(at: desk),
      world: material.world)
    presenter.display = view
    desk.interrupted.add(interactor)
    return view
  }

  private func arrival(by lead: ResolvableLink, at desk: ActiveAccount) -> any Scene {
    let service = desk.session.account.service
    let presenter = ScenePresenter { [material] in
      LinkResolutionViewModel($0, at: service, material.wording, keys: material.keyMap)
    }
    let interactor = LinkResolutionInteractor(desk.session, presenter: presenter)
    let view = LinkResolutionView(to: lead, interactor: interactor, options: material.display)
    presenter.display = view
    desk.interrupted.add(interactor)
    return view
  }

  private func people(_ list: PeopleList, at desk: ActiveAccount) -> any Scene {
    pagedList(
      PeopleContent(list: list, wording: material.wording, keys: material.keyMap), at: desk
    ) { PeopleInteractor(desk.session, presenter: $0) }
  }

  /// Makes a scene that is a paged list, of its content and its interactor.
  private func pagedList<Content: PagedListContent, Interactor: Interacting<Content.Request>>(
    _ content: Content, at desk: ActiveAccount,
    interactor: (any Presenting<Content.State>) -> Interactor
  ) -> any Scene {
    let presenter = ScenePresenter { content.viewModel(of: $0) }
    let interactor = interactor(presenter)
    let view = PagedListView(content, interactor: interactor, options: material.display)
    presenter.display = view
    desk.interrupted.add(interactor)
    return view
  }

  private func profile(_ person: Person.ID, at desk: ActiveAccount) -> any Scene {
    let words = ProfileWords(
      wording: material.wording, abilities: desk.session.connection.abilities,
      keys: material.keyMap, parts: desk.session.connection.profileParts)
    let presenter = ScenePresenter { words.viewModel(of: $0) }
    let interactor = ProfileInteractor(
      desk.session, actions: desk.actions, directory: material.directory, presenter: presenter)
    let view = ProfileView(
      of: person, interactor: interactor, posts: posts(at: desk), world: material.world)
    presenter.display = view
    desk.interrupted.add(interactor)
    return view
  }

  private func posts(at desk: ActiveAccount) -> PostPresentation {
    PostPresentation(
      wording: material.wording, abilities: desk.session.connection.abilities,
      options: material.display, keys: material.keyMap,
      terms: desk.session.account.service.photoTerms)
  }
}

/// The scenes in which one finds or sees to things: notices, search, places, commands, the outbox.
extension SceneFactory {
  private func notifications(at desk: ActiveAccount, showsAllAccounts: Bool = false) -> (any Scene)?
  {
    guard let board = desk.notifications else { return nil }
    let posts = posts(at: desk)
    let words = NotificationsWords(posts: posts, keys: material.keyMap)
    let presenter = ScenePresenter { words.viewModel(of: $0) }
    let interactor = NotificationsInteractor(
      desk.session, board: board, actions: desk.actions, accountGroup: desk.accountGroup,
      showsAllAccounts: showsAllAccounts, presenter: presenter)
    let view = NotificationsView(interactor: interactor, posts: posts, world: material.world)
    presenter.display = view
    desk.interrupted.add(interactor)
    return view
  }

  private func messages(at desk: ActiveAccount) -> (any Scene)? {
    guard desk.session.connection.messages != nil else { return nil }
    return pagedList(
      MessagesContent(
        account: desk.session.account, wording: material.wording, keys: material.keyMap,
        world: material.world), at: desk
    ) { MessagesInteractor(desk.session, presenter: $0) }
  }

  private func listing(_ subject: Listing.Subject, at desk: ActiveAccount) -> any Scene {
    pagedList(
      ListingContent(
        subject: subject, acts: desk.session.connection.abilities.acts,
        wording: material.wording, keys: material.keyMap, world: material.world), at: desk
    ) {
      let interactor = ListingInteractor(desk.session, actions: desk.actions, presenter: $0)
      interactor.listen(to: desk.wire)
      return interactor
    }
  }

  private func translation(of post: Post.ID, at desk: ActiveAccount) -> any Scene {
    let presenter = ScenePresenter { [material] in
      TranslatingViewModel($0, material.wording, keys: material.keyMap)
    }
    let interactor = TranslatingInteractor(
      desk.session, actions: desk.actions, presenter: presenter)
    let view = TranslatingView(
      of: post, into: material.language, interactor: interactor, options: material.display)
    presenter.display = view
    desk.interrupted.add(interactor)
    return view
  }

  private func search(for words: String?, at desk: ActiveAccount) -> any Scene {
    let posts = posts(at: desk)
    let content = SearchWords(posts: posts, keys: material.keyMap)
    let presenter = ScenePresenter { content.viewModel(of: $0) }
    let interactor = SearchInteractor(desk.session, actions: desk.actions, presenter: presenter)
    let view = SearchView(
      interactor: interactor, posts: posts, world: material.world, words: words)
    presenter.display = view
    presenter.present(Search.State(account: desk.session.account))
    desk.interrupted.add(interactor)
    return view
  }

  private func place(at desk: ActiveAccount) -> any Scene {
    let credit = desk.session.connection.places?.credit
    let presenter = ScenePresenter { [material] in
      PlaceChoiceViewModel($0, material.wording, credit: credit)
    }
    let interactor = PlaceChoiceInteractor(
      desk.session, locationProvider: desk.locationProvider, presenter: presenter)
    let view = PlaceChoiceView(interactor: interactor, options: material.display)
    presenter.display = view
    return view
  }

  private func poll(_ post: Post.ID, at desk: ActiveAccount) -> any Scene {
    let words = VotingWords(
      posts: posts(at: desk), world: material.world, keys: material.keyMap)
    let presenter = ScenePresenter { words.viewModel(of: $0) }
    let interactor = VotingInteractor(desk.session, actions: desk.actions, presenter: presenter)
    let view = VotingView(of: post, interactor: interactor, options: material.display)
    presenter.display = view
    return view
  }

  private func form(for purpose: Form.Purpose, at desk: ActiveAccount) -> any Scene {
    let presenter = ScenePresenter { [material] in FormViewModel($0, material.wording) }
    let interactor = FormInteractor(desk.session, actions: desk.actions, presenter: presenter)
    let view = FormView(
      for: purpose, interactor: interactor,
      moments: MomentText(material.wording) { [world = material.world] in world.now },
      options: material.display)
    presenter.display = view
    return view
  }

  private func palette(
    offering offered: [Command], without withheld: [Command], at desk: ActiveAccount
  ) -> any Scene {
    let (connection, tabs) = (desk.session.connection, desk.session.tabs)
    let hasCompany = desk.accountGroup?.isOffered == true
    let offers = connection.streams + (hasCompany ? [.feed(.everything)] : [])
    let entries = PaletteEntry.all(
      recent: material.recent.commands, offering: offered, streams: tabs,
      hidden: offers.filter { !tabs.contains($0) },
      abilities: PaletteAbilities(
        posts: connection.abilities, hasNotices: connection.notifications != nil,
        hasPlaces: connection.streams.contains(.nearby), hasCompany: hasCompany,
        hasMessages: connection.messages != nil, withheld: Set(withheld)),
      keys: material.keyMap, wording: material.wording)
    return PaletteView(
      entries, leads: { connection.lead(typed: $0) }, recent: material.recent,
      wording: material.wording, options: material.display)
  }

  private func mutes(about post: Post.ID?, at desk: ActiveAccount) -> any Scene {
    let presenter = ScenePresenter { [material] in MutingViewModel($0, material.wording) }
    let interactor = MutingInteractor(desk.session, book: material.mutes, presenter: presenter)
    let view = MutingView(about: post, interactor: interactor, options: material.display)
    presenter.display = view
    return view
  }

  private func compose(_ purpose: Compose.Purpose, at desk: ActiveAccount) -> any Scene {
    let session = desk.session
    let presenter = ScenePresenter { [material] in ComposeViewModel($0, material.wording) }
    let interactor = ComposeInteractor(
      session, actions: desk.actions, presenter: presenter, spelling: material.spelling)
    let view = ComposeView(
      interactor: interactor, purpose: purpose, options: material.display,
      moments: MomentText(material.wording) { session.world.now })
    presenter.display = view
    return view
  }

  private func outbox(at desk: ActiveAccount) -> any Scene {
    pagedList(OutboxContent(wording: material.wording), at: desk) {
      OutboxInteractor(desk.session, actions: desk.actions, presenter: $0)
    }
  }

  /// The choice of tabs, and of columns where there is a deck.
  package func tabs(at desk: ActiveAccount, _ deck: DeckChoice?) -> any Scene {
    let words = TabsWords(
      wording: material.wording, hasTags: desk.session.connection.hasTagStreams)
    let presenter = ScenePresenter { words.viewModel(of: $0) }
    let interactor = TabsInteractor(desk.session, deck: deck, presenter: presenter)
    let view = TabsView(interactor: interactor, options: material.display)
    presenter.display = view
    return view
  }
}
