package import FeedDomain
package import Logging
package import Preferences
import Terminal
package import UseCases
package import Words

/// Makes the scene for each route, as the scene of the active account.
@MainActor
package struct SceneFactory {
  /// The values and gateways that the scene factory passes to all scenes.
  package struct SceneMaterial {
    package let wording: Wording
    /// The language tag of the program's texts.
    package let language: String
    package let display: DisplayOptions
    package let keyMap: KeyMap
    package let world: any World
    package let pacing: StreamPacing
    /// The folder to which photos are saved; nil if photos cannot be saved.
    package let photoAlbum: (any PhotoAlbum)?
    package let directory: any ServiceDirectory
    package let credentials: any CredentialStore
    /// The API keys of the person's own client applications, from the settings, by service.
    package let keys: [Service: SignInAnswers]
    package let mutes: MuteList
    /// The spell checker; nil if spelling is not checked.
    package let spelling: (any SpellingGateway)?
    package let log: FileLog
    package let recent: RecentCommands
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

  package let material: SceneMaterial

  package init(material: SceneMaterial) { self.material = material }

  /// Returns the scene for a route; nil for a route without a scene, or for one that needs an
  /// account while there is none.
  package func makeScene(for route: Route, at desk: ActiveAccount?) -> (any Scene)? {
    switch route {
    case .help(let here): helpScene(.reading(here))
    case .writingHelp: helpScene(.writing)
    case .jump(let isNarrow):
      JumpView(keys: material.keyMap, wording: material.wording, isNarrow: isNarrow)
    case .log: logScene()
    case .qrCode(let address):
      QRCodeView(of: address, wording: material.wording, options: material.display)
    case .settings(let name): settings(selecting: name)
    case .themes: settings(showsThemes: true)
    case .welcome: welcomeScene()
    case .back, .quit, .signIn, .signedIn, .signedOut, .accounts: nil
    default: desk.flatMap { makeAccountScene(route, at: $0) }
    }
  }

  private func makeAccountScene(_ route: Route, at desk: ActiveAccount) -> (any Scene)? {
    switch route {
    case .at(_, let route): makeAccountScene(route, at: desk)
    case .stream(let feed): streamScene(feed, at: desk)
    case .column(let content): columnScene(content, at: desk)
    case .catchUp(let feed): catchUpScene(with: feed, at: desk)
    case .linkResolution(let link): linkResolutionScene(link, at: desk)
    case .conversation(let post): conversationScene(.open(post), of: post, at: desk)
    case .conversationPreview(let post):
      conversationScene(.glance(post), of: post, at: desk)
    case .article(let post): article(.open(post), of: post, at: desk)
    case .articlePreview(let post): article(.glance(post), of: post, at: desk)
    case .photo(let post, let index): photoScene(post, index, at: desk)
    case .photoPreview(let post, let index): photoScene(post, index, isBeside: true, at: desk)
    case .place: placeScene(at: desk)
    case .people(let list): peopleScene(list, at: desk)
    case .profile(let person): profileScene(person ?? desk.session.account.person, at: desk)
    case .compose(let purpose): composeScene(purpose, at: desk)
    case .outbox: outboxScene(at: desk)
    case .webFeeds: feedListScene(at: desk)
    case .podcasts: podcastsScene(at: desk)
    case .entryAct(let act): entryActScene(act, at: desk)
    case .tabs: tabsScene(at: desk, nil)
    case .rules: rulesScene(at: desk)
    case .mutes(let post): mutesScene(about: post, at: desk)
    case .notifications: notificationsScene(at: desk)
    case .notificationsOfAll: notificationsScene(at: desk, showsAllAccounts: true)
    case .messages: messagesScene(at: desk)
    case .sharedLinks: sharedLinksScene(at: desk)
    case .hideConversation(let post):
      HideConversationView(
        wording: material.wording, keys: material.keyMap, options: material.display
      ) { await desk.actions.hideConversation(of: post) }
    case .listing(let subject): listingScene(subject, at: desk)
    case .translation(let post): translationScene(of: post, at: desk)
    case .search: searchScene(for: nil, at: desk)
    case .searchFor(let words): searchScene(for: words, at: desk)
    case .poll(let post): pollScene(post, at: desk)
    case .form(let purpose): formScene(for: purpose, at: desk)
    case .exposure(let post, let exposure):
      ExposureView(
        exposure, wording: material.wording, keys: material.keyMap, options: material.display
      ) { desk.actions.perform(.delete(post)) }
    case .palette(let offered, let withheld):
      paletteScene(offering: offered, without: withheld, at: desk)
    case .menu(let commands): menuScene(commands, at: desk)
    case .back, .quit, .signIn, .signedIn, .signedOut, .accounts, .help, .writingHelp, .jump, .log,
      .settings, .themes, .welcome, .qrCode:
      nil
    }
  }
}

/// Makes the scenes of help, signing in, accounts, settings and the log.
extension SceneFactory {
  private func helpScene(_ occasion: HelpContents.HelpOccasion) -> any Scene {
    HelpView(
      HelpContents(
        material.keyMap, on: occasion, wording: material.wording,
        isPlain: material.display.isPlain), keys: material.keyMap, wording: material.wording)
  }

  /// Makes the sign-in scene. Fetched posts of a person who signs in again as somebody else are
  /// deleted from `feeds`.
  package func signInScene(_ occasion: SignIn.SignInOccasion, feeds: (any FeedStore)?) -> any Scene
  {
    makeScene(
      SignInWords(wording: material.wording, keys: material.keyMap).viewModel,
      interactor: {
        SignInInteractor(
          directory: material.directory, credentials: material.credentials, feeds: feeds,
          keys: material.keys, presenter: $0)
      },
      view: { SignInView(interactor: $0, occasion: occasion, options: material.display) })
  }

  package func accountsScene(at desk: ActiveAccount, _ work: RunningAccounts) -> any Scene {
    makeScene(
      AccountsWords(wording: material.wording, keys: material.keyMap, world: material.world)
        .viewModel,
      interactor: {
        AccountsInteractor(desk.session, work: work, directory: material.directory, presenter: $0)
      },
      view: { AccountsView(interactor: $0, options: material.display) })
  }

  private func settings(selecting name: String? = nil, showsThemes: Bool = false) -> any Scene {
    let book = material.settings
    let words = SettingsWords(wording: material.wording, keeping: book.keeping)
    return makeScene(
      { words.viewModel(of: $0) },
      interactor: { SettingsInteractor(book, presenter: $0) },
      view: {
        SettingsView(
          interactor: $0, selecting: name, showsThemes: showsThemes, options: material.display)
      })
  }

  private func welcomeScene() -> any Scene {
    let book = material.settings
    return makeScene(
      { (state: SettingsChanging.SceneState) in state.inForce.settings.keyPreset },
      interactor: { SettingsInteractor(book, presenter: $0) },
      view: {
        WelcomeView(
          interactor: $0, keys: material.keyMap, wording: material.wording,
          options: material.display)
      })
  }

  private func logScene() -> any Scene {
    makeScene(
      LogWords(wording: material.wording, keys: material.keyMap).viewModel,
      interactor: { LogInteractor(material.log, presenter: $0) },
      view: { LogView(interactor: $0, options: material.display) })
  }

  /// Makes a scene of a view and an interactor: the view shows the view model of each state. The
  /// interactor resumes after the person has signed in to the account again.
  private func makeScene<
    State: Sendable, ViewModel: Equatable, Interactor: Interacting,
    View: Scene & Displaying<ViewModel>
  >(
    _ viewModel: @escaping @MainActor (State) -> ViewModel, at desk: ActiveAccount? = nil,
    interactor: (any Presenting<State>) -> Interactor, view: (Interactor) -> View
  ) -> View {
    let presenter = ScenePresenter(viewModel)
    let interactor = interactor(presenter)
    let view = view(interactor)
    presenter.display = view
    desk?.interrupted.addScene(interactor)
    return view
  }

  /// Makes the scene of a paged list from its content and its interactor.
  private func pagedListScene<Content: PagedListContent, Interactor: Interacting<Content.Request>>(
    _ content: Content, at desk: ActiveAccount,
    interactor: (any Presenting<Content.State>) -> Interactor
  ) -> any Scene {
    makeScene(
      { content.viewModel(of: $0) }, at: desk, interactor: interactor,
      view: { PagedListView(content, interactor: $0, options: material.display) })
  }
}

/// Makes the scenes of streams, conversations, photos, people and profiles.
extension SceneFactory {
  /// Makes the scene of a stream; nil stands for the stream that was read last. A stream beside
  /// another, in a deck column, is not reopened at the next start.
  package func streamScene(
    _ feed: Feed?, isBeside: Bool = false, at desk: ActiveAccount
  ) -> any Scene {
    let words = StreamWords(
      wording: material.wording, options: material.display, keys: material.keyMap)
    return makeScene(
      words.viewModel, at: desk,
      interactor: { presenter -> StreamInteractor in
        let interactor = StreamInteractor(
          desk.session, actions: desk.actions, presenter: presenter, pacing: material.pacing,
          locationProvider: desk.locationProvider, notifications: desk.notifications,
          group: desk.accountGroup, isBeside: isBeside)
        interactor.listen(to: desk.wire)
        return interactor
      },
      view: {
        StreamView(feed, interactor: $0, posts: postPresentation(at: desk), world: material.world)
      })
  }

  private func columnScene(_ content: DeckColumn.ColumnContent, at desk: ActiveAccount) -> (
    any Scene
  )? {
    switch content {
    case .notifications: return notificationsScene(at: desk)
    case .stream(let tab):
      let scene = streamScene(tab.feed, isBeside: true, at: desk)
      if tab == .nearby { _ = scene.showStreamTab(tab) }
      return scene
    }
  }

  private func catchUpScene(with feed: Feed, at desk: ActiveAccount) -> any Scene {
    let posts = postPresentation(at: desk)
    return makeScene(
      CatchUpWords(posts: posts, keys: material.keyMap).viewModel, at: desk,
      interactor: {
        CatchUpInteractor(
          desk.session, feed: feed, actions: desk.actions, accountGroup: desk.accountGroup,
          presenter: $0
        )
      },
      view: { CatchUpView(interactor: $0, posts: posts, world: material.world) })
  }

  private func conversationScene(
    _ opening: ConversationReading.SceneRequest, of post: Post.ID, at desk: ActiveAccount
  ) -> any Scene {
    let isBeside = if case .glance = opening { true } else { false }
    let words = ConversationWords(
      wording: material.wording, keys: material.keyMap, isBeside: isBeside)
    return makeScene(
      words.viewModel, at: desk,
      interactor: { ConversationInteractor(desk.session, actions: desk.actions, presenter: $0) },
      view: {
        ConversationView(
          of: post, opening: opening, interactor: $0, posts: postPresentation(at: desk),
          world: material.world)
      })
  }

  private func article(
    _ opening: ArticleReading.Request, of post: Post.ID, at desk: ActiveAccount
  ) -> any Scene {
    let isBeside = if case .glance = opening { true } else { false }
    let words = ArticleWords(
      posts: postPresentation(at: desk), keys: material.keyMap, isBeside: isBeside)
    return makeScene(
      words.viewModel, at: desk,
      interactor: { ArticleInteractor(desk.session, actions: desk.actions, presenter: $0) },
      view: {
        ArticleView(
          of: post, opening: opening, interactor: $0, posts: postPresentation(at: desk),
          world: material.world)
      })
  }

  private func photoScene(
    _ post: Post.ID, _ index: Int, isBeside: Bool = false, at desk: ActiveAccount
  ) -> any Scene {
    let words = PhotoWords(wording: material.wording, keys: material.keyMap, isBeside: isBeside)
    return makeScene(
      words.viewModel, at: desk,
      interactor: {
        PhotoInteractor(
          desk.session, actions: desk.actions, album: material.photoAlbum, presenter: $0,
          accountGroup: desk.accountGroup, readsOldestFirst: material.display.order == .oldest)
      },
      view: {
        PhotoView(
          of: post, index: index, interactor: $0, posts: postPresentation(at: desk),
          world: material.world)
      })
  }

  private func linkResolutionScene(_ link: ResolvableLink, at desk: ActiveAccount) -> any Scene {
    let service = desk.session.account.service
    return makeScene(
      { LinkResolutionViewModel($0, at: service, material.wording, keys: material.keyMap) },
      at: desk,
      interactor: { LinkResolutionInteractor(desk.session, presenter: $0) },
      view: { LinkResolutionView(to: link, interactor: $0, options: material.display) })
  }

  private func peopleScene(_ list: PeopleList, at desk: ActiveAccount) -> any Scene {
    pagedListScene(
      PeopleContent(
        list: list, canFollow: desk.session.connection.abilities.canFollow,
        wording: material.wording, keys: material.keyMap), at: desk
    ) { PeopleInteractor(desk.session, actions: desk.actions, presenter: $0) }
  }

  private func profileScene(_ person: Person.ID, at desk: ActiveAccount) -> any Scene {
    let words = ProfileWords(
      wording: material.wording, abilities: desk.session.connection.abilities,
      keys: material.keyMap, parts: desk.session.connection.profileParts)
    return makeScene(
      words.viewModel, at: desk,
      interactor: {
        ProfileInteractor(
          desk.session, actions: desk.actions, directory: material.directory, presenter: $0)
      },
      view: {
        ProfileView(
          of: person, interactor: $0, posts: postPresentation(at: desk), world: material.world)
      })
  }

  /// Makes the scene with the list of web feeds; nil for an account that follows none.
  private func feedListScene(at desk: ActiveAccount) -> (any Scene)? {
    guard let gateway = desk.session.connection.subscriptions else { return nil }
    return pagedListScene(
      FeedListContent(
        timelines: gateway, wording: material.wording, keys: material.keyMap,
        world: material.world), at: desk
    ) { FeedListInteractor(desk.session, actions: desk.actions, presenter: $0) }
  }

  /// Makes the scene with the queue of podcasts; nil for an account without web feeds.
  private func podcastsScene(at desk: ActiveAccount) -> (any Scene)? {
    guard desk.session.connection.podcasts != nil else { return nil }
    return pagedListScene(
      PodcastsContent(wording: material.wording, keys: material.keyMap, world: material.world),
      at: desk
    ) { PodcastsInteractor(desk.session, actions: desk.actions, presenter: $0) }
  }

  private func entryActScene(_ act: EntryAct, at desk: ActiveAccount) -> any Scene {
    makeScene(
      { EntryActViewModel($0, material.wording, keys: material.keyMap) }, at: desk,
      interactor: { EntryActInteractor(desk.session, actions: desk.actions, presenter: $0) },
      view: { EntryActView(act, interactor: $0, options: material.display) })
  }

  private func postPresentation(at desk: ActiveAccount) -> PostPresentation {
    PostPresentation(
      wording: material.wording, abilities: desk.session.connection.abilities,
      options: material.display, keys: material.keyMap,
      terms: desk.session.account.service.photoTerms)
  }
}

/// Makes the scenes of notifications, messages, lists, search, forms, commands, writing and the
/// outbox.
extension SceneFactory {
  private func notificationsScene(at desk: ActiveAccount, showsAllAccounts: Bool = false) -> (
    any Scene
  )? {
    guard let board = desk.notifications else { return nil }
    let posts = postPresentation(at: desk)
    return makeScene(
      NotificationsWords(posts: posts, keys: material.keyMap).viewModel, at: desk,
      interactor: {
        NotificationsInteractor(
          desk.session, board: board, actions: desk.actions, accountGroup: desk.accountGroup,
          showsAllAccounts: showsAllAccounts, presenter: $0)
      },
      view: { NotificationsView(interactor: $0, posts: posts, world: material.world) })
  }

  private func rulesScene(at desk: ActiveAccount) -> any Scene {
    makeScene(
      { RulesViewModel($0, material.wording) }, at: desk,
      interactor: { RulesInteractor(desk.session, presenter: $0) },
      view: { RulesView(interactor: $0, options: material.display) })
  }

  private func sharedLinksScene(at desk: ActiveAccount) -> any Scene {
    pagedListScene(SharedLinksContent(wording: material.wording, keys: material.keyMap), at: desk) {
      SharedLinksInteractor(desk.session, presenter: $0)
    }
  }

  private func messagesScene(at desk: ActiveAccount) -> (any Scene)? {
    guard desk.session.connection.messages != nil else { return nil }
    return pagedListScene(
      MessagesContent(
        account: desk.session.account, wording: material.wording, keys: material.keyMap,
        world: material.world), at: desk
    ) { MessagesInteractor(desk.session, presenter: $0) }
  }

  private func listingScene(_ subject: Listing.ListSubject, at desk: ActiveAccount) -> any Scene {
    pagedListScene(
      ListingContent(
        subject: subject, serviceActions: desk.session.connection.abilities.acts,
        wording: material.wording, keys: material.keyMap, world: material.world), at: desk
    ) {
      let interactor = ListingInteractor(desk.session, actions: desk.actions, presenter: $0)
      interactor.addListener(to: desk.wire)
      return interactor
    }
  }

  private func translationScene(of post: Post.ID, at desk: ActiveAccount) -> any Scene {
    makeScene(
      { TranslatingViewModel($0, material.wording, keys: material.keyMap) }, at: desk,
      interactor: { TranslatingInteractor(desk.session, actions: desk.actions, presenter: $0) },
      view: {
        TranslatingView(
          of: post, into: material.language, interactor: $0, options: material.display)
      })
  }

  private func searchScene(for words: String?, at desk: ActiveAccount) -> any Scene {
    let posts = postPresentation(at: desk)
    let content = SearchWords(posts: posts, keys: material.keyMap)
    let view = makeScene(
      content.viewModel, at: desk,
      interactor: { SearchInteractor(desk.session, actions: desk.actions, presenter: $0) },
      view: { SearchView(interactor: $0, posts: posts, world: material.world, words: words) })
    view.display(content.viewModel(of: Search.SceneState(account: desk.session.account)))
    return view
  }

  private func placeScene(at desk: ActiveAccount) -> any Scene {
    let credit = desk.session.connection.places?.credit
    return makeScene(
      { PlaceChoiceViewModel($0, material.wording, credit: credit) },
      interactor: {
        PlaceChoiceInteractor(desk.session, locationProvider: desk.locationProvider, presenter: $0)
      },
      view: { PlaceChoiceView(interactor: $0, options: material.display) })
  }

  private func pollScene(_ post: Post.ID, at desk: ActiveAccount) -> any Scene {
    let words = VotingWords(
      posts: postPresentation(at: desk), world: material.world, keys: material.keyMap)
    return makeScene(
      words.viewModel,
      interactor: { VotingInteractor(desk.session, actions: desk.actions, presenter: $0) },
      view: { VotingView(of: post, interactor: $0, options: material.display) })
  }

  private func formScene(for purpose: Form.FormPurpose, at desk: ActiveAccount) -> any Scene {
    makeScene(
      { FormViewModel($0, material.wording) },
      interactor: { FormInteractor(desk.session, actions: desk.actions, presenter: $0) },
      view: { FormView(for: purpose, interactor: $0, moments: moments, options: material.display) })
  }

  private var moments: MomentText {
    MomentText(material.wording) { [world = material.world] in world.now }
  }

  private func paletteScene(
    offering offered: [Command], without withheld: [Command], at desk: ActiveAccount
  ) -> any Scene {
    let (connection, tabs) = (desk.session.connection, desk.session.tabs)
    let hasCompany = desk.accountGroup?.isOffered == true
    let offers = connection.streams + (hasCompany ? [.feed(.everything)] : [])
    let entries = PaletteEntry.allEntries(
      recent: material.recent.commands, offering: offered, streams: tabs,
      hidden: offers.filter { !tabs.contains($0) },
      abilities: paletteAbilities(without: withheld, at: desk), keys: material.keyMap,
      wording: material.wording)
    return PaletteView(
      entries, recognizeLink: { connection.resolvableLink(typed: $0) }, recent: material.recent,
      wording: material.wording, actsOnEntries: connection.abilities.hasReadStates,
      options: material.display)
  }

  private func menuScene(_ commands: SceneCommands, at desk: ActiveAccount) -> any Scene {
    MenuView(
      MenuContents(
        of: commands, streams: desk.session.tabs, abilities: paletteAbilities(at: desk),
        keys: material.keyMap, wording: material.wording),
      priority: commands.priority, keys: material.keyMap, wording: material.wording,
      options: material.display)
  }

  private func paletteAbilities(
    without withheld: [Command] = [], at desk: ActiveAccount
  ) -> PaletteAbilities {
    let connection = desk.session.connection
    return PaletteAbilities(
      posts: connection.abilities, hasNotices: connection.notifications != nil,
      hasPlaces: connection.streams.contains(.nearby),
      hasCompany: desk.accountGroup?.isOffered == true,
      hasMessages: connection.messages != nil,
      hasHome: connection.streams.contains(.feed(.home)), unavailable: Set(withheld))
  }

  private func mutesScene(about post: Post.ID?, at desk: ActiveAccount) -> any Scene {
    makeScene(
      { MutingViewModel($0, material.wording) },
      interactor: { MutingInteractor(desk.session, book: material.mutes, presenter: $0) },
      view: { MutingView(about: post, interactor: $0, options: material.display) })
  }

  private func composeScene(_ purpose: Compose.ComposePurpose, at desk: ActiveAccount) -> any Scene
  {
    makeScene(
      { ComposeViewModel($0, material.wording) },
      interactor: {
        ComposeInteractor(
          desk.session, actions: desk.actions, presenter: $0, spelling: material.spelling)
      },
      view: {
        ComposeView(interactor: $0, purpose: purpose, options: material.display, moments: moments)
      })
  }

  private func outboxScene(at desk: ActiveAccount) -> any Scene {
    pagedListScene(OutboxContent(wording: material.wording), at: desk) {
      OutboxInteractor(desk.session, actions: desk.actions, presenter: $0)
    }
  }

  /// Makes the scene for choosing stream tabs and the columns of a deck.
  package func tabsScene(at desk: ActiveAccount, _ deck: DeckChoice?) -> any Scene {
    let words = TabsWords(
      wording: material.wording, hasTags: desk.session.connection.hasTagStreams)
    return makeScene(
      words.viewModel,
      interactor: { TabsInteractor(desk.session, deck: deck, presenter: $0) },
      view: { TabsView(interactor: $0, options: material.display) })
  }
}
