package import FeedDomain
package import Logging
package import Preferences
import Terminal
package import UseCases
package import Words

/// A factory for scenes: makes the scene of a route for an account.
@MainActor
package struct SceneFactory {
  /// A set of values and gateways that the scene factory passes to the scenes, such as wording,
  /// keys and settings.
  package struct SceneDependencies {
    package let wording: Wording
    package let language: String
    package let display: DisplayOptions
    package let keyMap: KeyMap
    package let world: any World
    package let pacing: StreamOptions
    /// The folder in which scenes save photos; nil if photos cannot be saved.
    package let photoAlbum: (any PhotoFolder)?
    package let directory: any ServiceDirectory
    package let credentials: any CredentialStore
    /// The keys of the user's own client applications at services, from the settings, which the
    /// sign-in scene uses.
    package let keys: [Service: SignInAnswers]
    package let mutes: MuteList
    /// The spell checker of the composer; nil if spelling is not checked.
    package let spelling: (any SpellingGateway)?
    package let log: FileLog
    package let recent: RecentCommands
    package let settings: SettingsEditor

    package init(
      wording: Wording, language: String, display: DisplayOptions, keyMap: KeyMap, world: any World,
      pacing: StreamOptions, photoAlbum: (any PhotoFolder)?, directory: any ServiceDirectory,
      credentials: any CredentialStore, keys: [Service: SignInAnswers], mutes: MuteList,
      spelling: (any SpellingGateway)?, log: FileLog, recent: RecentCommands,
      settings: SettingsEditor
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

  package let dependencies: SceneDependencies

  package init(material: SceneDependencies) { self.dependencies = material }

  private var wording: Wording { dependencies.wording }
  private var keyMap: KeyMap { dependencies.keyMap }
  private var display: DisplayOptions { dependencies.display }
  private var world: any World { dependencies.world }

  /// Returns the scene for a route; nil for a route that the caller handles, such as signing in,
  /// and for one that needs an account while `activeAccount` is nil.
  package func makeScene(for route: Route, at activeAccount: ActiveAccount?) -> (any Scene)? {
    switch route {
    case .help(let here, let titles): helpScene(.reading(here, titles: titles))
    case .writingHelp: helpScene(.writing)
    case .jump(let isForSelectionOnly):
      JumpLabelsView(keys: keyMap, wording: wording, isForSelectionOnly: isForSelectionOnly)
    case .log: logScene()
    case .qrCode(let address):
      QRCodeView(of: address, wording: wording, options: display)
    case .settings(let name): settingsScene(selecting: name)
    case .themes: settingsScene(showsThemes: true)
    case .welcome: firstStartWelcomeScene()
    case .back, .quit, .signIn, .signedIn, .signedOut, .accounts: nil
    default: activeAccount.flatMap { makeAccountScene(route, at: $0) }
    }
  }

  private func makeAccountScene(_ route: Route, at activeAccount: ActiveAccount) -> (any Scene)? {
    switch route {
    case .asAccount(_, let route): makeAccountScene(route, at: activeAccount)
    case .stream(let feed): streamScene(feed, at: activeAccount)
    case .column(let content): deckColumnScene(content, at: activeAccount)
    case .catchUp(let feed): catchUpScene(with: feed, at: activeAccount)
    case .linkResolution(let link): linkResolutionScene(link, at: activeAccount)
    case .conversation(let post): conversationScene(.open(post), of: post, at: activeAccount)
    case .conversationPreview(let post):
      conversationScene(.glance(post), of: post, at: activeAccount)
    case .article(let post): articleScene(.open(post), of: post, at: activeAccount)
    case .articlePreview(let post): articleScene(.glance(post), of: post, at: activeAccount)
    case .photo(let post, let index): photoScene(post, index, at: activeAccount)
    case .photoPreview(let post, let index):
      photoScene(post, index, isBeside: true, at: activeAccount)
    case .placeChoice: nearbyPhotosPlaceScene(at: activeAccount)
    case .people(let list): peopleScene(list, at: activeAccount)
    case .profile(let person):
      profileScene(person ?? activeAccount.session.account.person, at: activeAccount)
    case .compose(let purpose): composeScene(purpose, at: activeAccount)
    case .outbox: outboxScene(at: activeAccount)
    case .webFeeds: feedListScene(at: activeAccount)
    case .podcasts: podcastsScene(at: activeAccount)
    case .bulkEntryAction(let act): bulkEntryActionScene(act, at: activeAccount)
    case .tabs: tabsScene(at: activeAccount, nil)
    case .rules: filterRulesScene(at: activeAccount)
    case .mutes(let post): mutesScene(about: post, at: activeAccount)
    case .bookmarkTags(let post): bookmarkTagsScene(of: post, at: activeAccount)
    case .notifications: notificationsScene(at: activeAccount)
    case .notificationsOfAll: notificationsScene(at: activeAccount, showsAllAccounts: true)
    case .messages: messagesScene(at: activeAccount)
    case .sharedLinks: sharedLinksScene(at: activeAccount)
    case .hideConversation(let post):
      ConfirmationView(wording: wording, keys: keyMap, options: display) {
        await activeAccount.actions.hideConversation(of: post)
      }
    case .relationshipTime(let kind, let person):
      ChoiceOverlayView.makeRelationshipDurationChoiceOverlay(
        kind, of: person, wording: wording, keys: keyMap, options: display
      ) {
        kind == .hideBoosts
          ? await activeAccount.actions.hideBoosts(by: person, for: $0)
          : await activeAccount.actions.personAlerts.turnOnPostAlerts(for: person, during: $0)
      }
    case .sharingPrograms(let article, let targets):
      ChoiceOverlayView.makeSharingProgramOverlay(
        for: article, targets, wording: wording, keys: keyMap, options: display)
    case .listing(let subject): listingScene(subject, at: activeAccount)
    case .translation(let post): translationScene(of: post, at: activeAccount)
    case .search: searchScene(for: nil, at: activeAccount)
    case .searchFor(let words): searchScene(for: words, at: activeAccount)
    case .poll(let post): pollScene(post, at: activeAccount)
    case .form(let purpose): formScene(for: purpose, at: activeAccount)
    case .audienceWarning(let post, let exposure):
      ConfirmationView(exposure, wording: wording, keys: keyMap, options: display) {
        activeAccount.actions.performChange(.delete(post))
      }
    case .palette(let offered, let withheld):
      paletteScene(offering: offered, without: withheld, at: activeAccount)
    case .menu(let commands): commandMenuScene(commands, at: activeAccount)
    case .back, .quit, .signIn, .signedIn, .signedOut, .accounts, .help, .writingHelp, .jump, .log,
      .settings, .themes, .welcome, .qrCode:
      nil
    }
  }
}

/// Makes the scenes of help, signing in, accounts, settings and the log.
extension SceneFactory {
  private func helpScene(_ occasion: HelpContents.HelpOriginKind) -> any Scene {
    HelpView(
      HelpContents(
        keyMap, preset: dependencies.settings.inForce.settings.keyPreset, on: occasion,
        wording: wording, isPlain: display.isPlain),
      keys: keyMap, wording: wording)
  }

  /// Makes the sign-in scene. `feeds` is the store from which posts are deleted if the user signs
  /// in again as a different person.
  package func signInScene(_ occasion: SignInScene.SignInOccasion, feeds: (any FeedStore)?)
    -> any Scene
  {
    makeScene(
      SignInPresenter(wording: wording, keys: keyMap).viewModel,
      interactor: {
        SignInInteractor(
          directory: dependencies.directory, credentials: dependencies.credentials, feeds: feeds,
          keys: dependencies.keys, presenter: $0)
      },
      view: { SignInView(interactor: $0, occasion: occasion, options: display) })
  }

  package func accountsScene(at activeAccount: ActiveAccount, _ work: RunningAccounts) -> any Scene
  {
    makeScene(
      AccountsPresenter(wording: wording, keys: keyMap, world: world).viewModel,
      interactor: {
        AccountsInteractor(
          activeAccount.session, runningAccounts: work, directory: dependencies.directory,
          presenter: $0)
      },
      view: { AccountsView(interactor: $0, options: display) })
  }

  private func settingsScene(selecting name: String? = nil, showsThemes: Bool = false) -> any Scene
  {
    let book = dependencies.settings
    let words = SettingsPresenter(wording: wording, keeping: book.storage)
    return makeScene(
      { words.viewModel(of: $0) },
      interactor: { SettingsInteractor(book, presenter: $0) },
      view: {
        SettingsView(interactor: $0, selecting: name, showsThemes: showsThemes, options: display)
      })
  }

  private func firstStartWelcomeScene() -> any Scene {
    let book = dependencies.settings
    return makeScene(
      WelcomeView.currentKeyPreset,
      interactor: { SettingsInteractor(book, presenter: $0) },
      view: {
        WelcomeView(interactor: $0, keys: keyMap, wording: wording, options: display)
      })
  }

  private func logScene() -> any Scene {
    makeScene(
      LogPresenter(wording: wording, keys: keyMap).viewModel,
      interactor: { LogInteractor(dependencies.log, presenter: $0) },
      view: { LogView(interactor: $0, options: display) })
  }

  /// Makes a scene from the factories of its interactor and its view, and connects them: the view
  /// shows the view model of each state. The interactor resumes after the user has signed in to the
  /// account again.
  private func makeScene<
    State: Sendable, ViewModel: Equatable, Interactor: Interacting,
    View: Scene & Displaying<ViewModel>
  >(
    _ viewModel: @escaping @MainActor (State) -> ViewModel, at activeAccount: ActiveAccount? = nil,
    interactor: (any Presenting<State>) -> Interactor, view: (Interactor) -> View
  ) -> View {
    let presenter = ScenePresenter(viewModel)
    let interactor = interactor(presenter)
    let view = view(interactor)
    presenter.display = view
    activeAccount?.interrupted.addSceneToResume(interactor)
    return view
  }

  private func pagedListScene<Content: PagedListContent, Interactor: Interacting<Content.Request>>(
    _ content: Content, at activeAccount: ActiveAccount,
    interactor: (any Presenting<Content.State>) -> Interactor
  ) -> any Scene {
    makeScene(
      { content.viewModel(of: $0) }, at: activeAccount, interactor: interactor,
      view: { PagedListView(content, interactor: $0, options: display) })
  }
}

/// Makes the scenes of streams, conversations, photos, people and profiles.
extension SceneFactory {
  /// Makes the scene of a stream; nil stands for the stream that was read last. A stream in a deck
  /// column (`isBeside`) is not reopened at the next start.
  package func streamScene(
    _ feed: Feed?, isBeside: Bool = false, at activeAccount: ActiveAccount
  ) -> any Scene {
    let words = StreamPresenter(wording: wording, options: display, keys: keyMap) {
      [world = world] in world.now
    }
    return makeScene(
      words.viewModel, at: activeAccount,
      interactor: { presenter -> StreamInteractor in
        let interactor = StreamInteractor(
          activeAccount.session, actions: activeAccount.actions, presenter: presenter,
          pacing: dependencies.pacing, locationProvider: activeAccount.locationProvider,
          notifications: activeAccount.notifications,
          group: activeAccount.accountGroup, isBeside: isBeside)
        interactor.listenToLiveUpdates(to: activeAccount.liveUpdates)
        return interactor
      },
      view: {
        StreamView(
          feed, interactor: $0, posts: postViewModelFactory(at: activeAccount), world: world)
      })
  }

  private func deckColumnScene(
    _ content: DeckColumn.DeckColumnContent, at activeAccount: ActiveAccount
  ) -> (any Scene)? {
    switch content {
    case .notifications: return notificationsScene(at: activeAccount)
    case .stream(let tab):
      let scene = streamScene(tab.feed, isBeside: true, at: activeAccount)
      if tab == .nearby { _ = scene.showStreamTab(tab) }
      return scene
    }
  }

  private func catchUpScene(with feed: Feed, at activeAccount: ActiveAccount) -> any Scene {
    let posts = postViewModelFactory(at: activeAccount)
    return makeScene(
      CatchUpPresenter(posts: posts, keys: keyMap).viewModel, at: activeAccount,
      interactor: {
        CatchUpInteractor(
          activeAccount.session, feed: feed, actions: activeAccount.actions,
          accountGroup: activeAccount.accountGroup, presenter: $0)
      },
      view: { CatchUpView(interactor: $0, posts: posts, world: world) })
  }

  private func conversationScene(
    _ opening: ConversationScene.SceneRequest, of post: Post.ID, at activeAccount: ActiveAccount
  ) -> any Scene {
    let isBeside = if case .glance = opening { true } else { false }
    let words = ConversationPresenter(wording: wording, keys: keyMap, isBeside: isBeside)
    return makeScene(
      words.viewModel, at: activeAccount,
      interactor: {
        ConversationInteractor(activeAccount.session, actions: activeAccount.actions, presenter: $0)
      },
      view: {
        ConversationView(
          of: post, opening: opening, interactor: $0,
          posts: postViewModelFactory(at: activeAccount), world: world)
      })
  }

  private func articleScene(
    _ opening: ArticleScene.SceneRequest, of post: Post.ID, at activeAccount: ActiveAccount
  ) -> any Scene {
    let words = ArticlePresenter(posts: postViewModelFactory(at: activeAccount), keys: keyMap)
    return makeScene(
      words.viewModel, at: activeAccount,
      interactor: {
        ArticleInteractor(activeAccount.session, actions: activeAccount.actions, presenter: $0)
      },
      view: {
        ArticleView(
          of: post, opening: opening, interactor: $0,
          posts: postViewModelFactory(at: activeAccount), world: world)
      })
  }

  private func photoScene(
    _ post: Post.ID, _ index: Int, isBeside: Bool = false, at activeAccount: ActiveAccount
  ) -> any Scene {
    let words = PhotoPresenter(wording: wording, keys: keyMap, isBeside: isBeside, options: display)
    return makeScene(
      words.viewModel, at: activeAccount,
      interactor: {
        PhotoInteractor(
          activeAccount.session, actions: activeAccount.actions, album: dependencies.photoAlbum,
          presenter: $0, accountGroup: activeAccount.accountGroup,
          readsOldestFirst: display.readingOrder == .oldest)
      },
      view: {
        PhotoView(
          of: post, index: index, interactor: $0, posts: postViewModelFactory(at: activeAccount),
          world: world)
      })
  }

  private func linkResolutionScene(_ link: ResolvableLink, at activeAccount: ActiveAccount)
    -> any Scene
  {
    let service = activeAccount.session.account.service
    return makeScene(
      { LinkResolutionViewModel($0, at: service, wording, keys: keyMap) },
      at: activeAccount,
      interactor: { LinkResolutionInteractor(activeAccount.session, presenter: $0) },
      view: { LinkResolutionView(to: link, interactor: $0, options: display) })
  }

  private func peopleScene(_ list: PeopleList, at activeAccount: ActiveAccount) -> any Scene {
    pagedListScene(
      PeopleContent(
        list: list, canFollow: activeAccount.session.connection.abilities.canFollow,
        wording: wording, keys: keyMap), at: activeAccount
    ) { PeopleInteractor(activeAccount.session, actions: activeAccount.actions, presenter: $0) }
  }

  private func profileScene(_ person: Person.ID, at activeAccount: ActiveAccount) -> any Scene {
    let words = ProfilePresenter(
      wording: wording, abilities: activeAccount.session.connection.abilities,
      keys: keyMap, parts: activeAccount.session.connection.profileParts, options: display)
    return makeScene(
      words.viewModel, at: activeAccount,
      interactor: {
        ProfileInteractor(
          activeAccount.session, actions: activeAccount.actions, directory: dependencies.directory,
          presenter: $0)
      },
      view: {
        ProfileView(
          of: person, interactor: $0, posts: postViewModelFactory(at: activeAccount), world: world)
      })
  }

  /// Makes the scene with the list of web feeds; nil for an account whose service has none.
  package func feedListScene(
    at activeAccount: ActiveAccount, _ deck: DeckColumnList? = nil
  ) -> (any Scene)? {
    guard let gateway = activeAccount.session.connection.subscriptions else { return nil }
    return pagedListScene(
      FeedListContent(
        timelines: gateway, wording: wording, keys: keyMap, world: world,
        hasReadStates: activeAccount.session.account.service.hasReadStates), at: activeAccount
    ) {
      FeedListInteractor(
        activeAccount.session, actions: activeAccount.actions, deck: deck, presenter: $0)
    }
  }

  /// Makes the podcasts scene; nil for an account without web feeds.
  private func podcastsScene(at activeAccount: ActiveAccount) -> (any Scene)? {
    guard activeAccount.session.connection.podcasts != nil else { return nil }
    return pagedListScene(
      PodcastsContent(wording: wording, keys: keyMap, world: world), at: activeAccount
    ) { PodcastsInteractor(activeAccount.session, actions: activeAccount.actions, presenter: $0) }
  }

  private func bulkEntryActionScene(_ act: BulkEntryAction, at activeAccount: ActiveAccount)
    -> any Scene
  {
    makeScene(
      { BulkEntryActionViewModel($0, wording, keys: keyMap) },
      at: activeAccount,
      interactor: {
        BulkEntryActionInteractor(
          activeAccount.session, actions: activeAccount.actions, presenter: $0)
      },
      view: { BulkEntryActionView(act, interactor: $0, options: display) })
  }

  private func postViewModelFactory(at activeAccount: ActiveAccount) -> PostViewModelFactory {
    PostViewModelFactory(
      wording: wording, abilities: activeAccount.session.connection.abilities,
      options: display, keys: keyMap, terms: activeAccount.session.account.service.photoTerms)
  }
}

/// Makes the scenes of notifications, messages, lists, search, forms, commands, writing and the
/// outbox.
extension SceneFactory {
  private func notificationsScene(at activeAccount: ActiveAccount, showsAllAccounts: Bool = false)
    -> (any Scene)?
  {
    guard let board = activeAccount.notifications else { return nil }
    let posts = postViewModelFactory(at: activeAccount)
    return makeScene(
      NotificationsPresenter(posts: posts, keys: keyMap).viewModel, at: activeAccount,
      interactor: {
        NotificationsInteractor(
          activeAccount.session, board: board, actions: activeAccount.actions,
          accountGroup: activeAccount.accountGroup,
          showsAllAccounts: showsAllAccounts, presenter: $0)
      },
      view: { NotificationsView(interactor: $0, posts: posts, world: world) })
  }

  private func filterRulesScene(at activeAccount: ActiveAccount) -> any Scene {
    makeScene(
      { FilterRulesViewModel($0, wording) }, at: activeAccount,
      interactor: { FilterRulesInteractor(activeAccount.session, presenter: $0) },
      view: { FilterRulesView(interactor: $0, options: display) })
  }

  private func sharedLinksScene(at activeAccount: ActiveAccount) -> any Scene {
    pagedListScene(
      SharedLinksContent(wording: wording, keys: keyMap, options: display), at: activeAccount
    ) {
      SharedLinksInteractor(activeAccount.session, presenter: $0)
    }
  }

  private func messagesScene(at activeAccount: ActiveAccount) -> (any Scene)? {
    guard activeAccount.session.connection.messages != nil else { return nil }
    return pagedListScene(
      DirectMessagesContent(
        account: activeAccount.session.account, wording: wording, keys: keyMap,
        world: world), at: activeAccount
    ) { DirectMessagesInteractor(activeAccount.session, presenter: $0) }
  }

  private func listingScene(_ subject: ListingScene.ListingSubject, at activeAccount: ActiveAccount)
    -> any Scene
  {
    pagedListScene(
      ListingContent(
        subject: subject, serviceActions: activeAccount.session.connection.abilities.serviceActions,
        wording: wording, keys: keyMap, world: world),
      at: activeAccount
    ) {
      let interactor = ListingInteractor(
        activeAccount.session, actions: activeAccount.actions, presenter: $0)
      interactor.listenToLiveUpdates(to: activeAccount.liveUpdates)
      return interactor
    }
  }

  private func translationScene(of post: Post.ID, at activeAccount: ActiveAccount) -> any Scene {
    makeScene(
      { TranslationProgressViewModel($0, wording, keys: keyMap) },
      at: activeAccount,
      interactor: {
        TranslationInteractor(activeAccount.session, actions: activeAccount.actions, presenter: $0)
      },
      view: {
        TranslationProgressOverlay(
          of: post, into: dependencies.language, interactor: $0, options: display)
      })
  }

  private func searchScene(for words: String?, at activeAccount: ActiveAccount) -> any Scene {
    let posts = postViewModelFactory(at: activeAccount)
    let content = SearchPresenter(posts: posts, keys: keyMap)
    let view = makeScene(
      content.viewModel, at: activeAccount,
      interactor: {
        SearchInteractor(activeAccount.session, actions: activeAccount.actions, presenter: $0)
      },
      view: { SearchView(interactor: $0, posts: posts, world: world, words: words) })
    view.display(
      content.viewModel(of: SearchScene.SceneState(account: activeAccount.session.account)))
    return view
  }

  private func nearbyPhotosPlaceScene(at activeAccount: ActiveAccount) -> any Scene {
    let credit = activeAccount.session.connection.places?.credit
    return makeScene(
      { NearbyPhotosPlaceViewModel($0, wording, credit: credit) },
      interactor: {
        NearbyPhotosPlaceInteractor(
          activeAccount.session, locationProvider: activeAccount.locationProvider, presenter: $0)
      },
      view: { NearbyPhotosPlaceView(interactor: $0, options: display) })
  }

  private func pollScene(_ post: Post.ID, at activeAccount: ActiveAccount) -> any Scene {
    let words = VotingPresenter(
      posts: postViewModelFactory(at: activeAccount), world: world, keys: keyMap)
    return makeScene(
      words.viewModel,
      interactor: {
        VotingInteractor(activeAccount.session, actions: activeAccount.actions, presenter: $0)
      },
      view: { VotingView(of: post, interactor: $0, options: display) })
  }

  private func formScene(for purpose: FormScene.FormPurpose, at activeAccount: ActiveAccount)
    -> any Scene
  {
    makeScene(
      { FormViewModel($0, wording, moments) },
      interactor: {
        FormInteractor(activeAccount.session, actions: activeAccount.actions, presenter: $0)
      },
      view: {
        FormView(for: purpose, interactor: $0, moments: moments, options: display)
      })
  }

  private var moments: TypedMomentFormat {
    TypedMomentFormat(wording) { [world = world] in world.now }
  }

  private func paletteScene(
    offering offered: [Command], without withheld: [Command], at activeAccount: ActiveAccount
  ) -> any Scene {
    let (session, connection) = (activeAccount.session, activeAccount.session.connection)
    let hasSeveralHomeStreams = activeAccount.accountGroup?.isOffered == true
    let abilities = paletteAbilities(without: withheld, at: activeAccount)
    func paletteEntries() -> [PaletteEntry] {
      let (tabs, offers) = (session.tabs, session.offeredStreams)
      return PaletteEntry.allPaletteEntries(
        recent: dependencies.recent.commands, offering: offered, streams: tabs,
        hidden: (offers + (hasSeveralHomeStreams ? [.feed(.everything)] : [])).filter {
          !tabs.contains($0)
        },
        abilities: abilities, keys: keyMap, wording: wording)
    }
    let view = PaletteView(
      paletteEntries(), recognizeLink: { connection.resolvableLink(typed: $0) },
      recent: dependencies.recent, wording: wording,
      actsOnEntries: connection.abilities.hasReadStates, options: display)
    Task { [weak view] in
      // Opening the palette costs no request, unless a list was changed here.
      guard session.hasChangedUserLists, await session.fetchUserLists() else { return }
      view?.replacePaletteEntries(paletteEntries())
    }
    return view
  }

  private func commandMenuScene(_ commands: SceneCommandsForMenu, at activeAccount: ActiveAccount)
    -> any Scene
  {
    CommandMenuView(
      CommandMenuSheetAndGroups(
        of: commands, streams: activeAccount.session.tabs,
        abilities: paletteAbilities(at: activeAccount), keys: keyMap, wording: wording),
      priority: commands.priority, keys: keyMap, wording: wording, options: display)
  }

  private func paletteAbilities(
    without withheld: [Command] = [], at activeAccount: ActiveAccount
  ) -> PaletteAbilities {
    let connection = activeAccount.session.connection
    return PaletteAbilities(
      posts: connection.abilities, hasNotices: connection.notifications != nil,
      hasPlaces: connection.streams.contains(.nearby),
      hasSeveralHomeStreams: activeAccount.accountGroup?.isOffered == true,
      hasMessages: connection.messages != nil,
      hasHome: connection.streams.contains(.feed(.home)), unavailable: Set(withheld))
  }

  private func mutesScene(about post: Post.ID?, at activeAccount: ActiveAccount) -> any Scene {
    makeScene(
      { MutingViewModel($0, wording) },
      interactor: {
        MutingInteractor(activeAccount.session, book: dependencies.mutes, presenter: $0)
      },
      view: { MutingView(about: post, interactor: $0, options: display) })
  }

  private func bookmarkTagsScene(of post: Post.ID?, at activeAccount: ActiveAccount) -> any Scene {
    makeScene(
      { ChoiceOverlay($0, isForPost: post != nil, wording) },
      interactor: {
        BookmarkTagsInteractor(activeAccount.session, actions: activeAccount.actions, presenter: $0)
      },
      view: {
        ChoiceOverlayView.makeBookmarkTagsOverlay(of: post, interactor: $0, options: display)
      })
  }

  private func composeScene(_ purpose: ComposeScene.ComposePurpose, at activeAccount: ActiveAccount)
    -> any Scene
  {
    makeScene(
      { ComposeViewModel($0, wording) },
      interactor: {
        ComposeInteractor(
          activeAccount.session, actions: activeAccount.actions, presenter: $0,
          spelling: dependencies.spelling)
      },
      view: {
        ComposeView(interactor: $0, purpose: purpose, options: display, moments: moments)
      })
  }

  private func outboxScene(at activeAccount: ActiveAccount) -> any Scene {
    pagedListScene(OutboxContent(wording: wording, world: world), at: activeAccount) {
      OutboxInteractor(activeAccount.session, actions: activeAccount.actions, presenter: $0)
    }
  }

  package func tabsScene(at activeAccount: ActiveAccount, _ deck: DeckColumnCandidates?)
    -> any Scene
  {
    let words = TabsPresenter(
      wording: wording, hasTags: activeAccount.session.connection.hasTagStreams)
    return makeScene(
      words.viewModel,
      interactor: { TabsInteractor(activeAccount.session, deck: deck, presenter: $0) },
      view: { TabsView(interactor: $0, options: display) })
  }
}
