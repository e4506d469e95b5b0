package import FeedDomain

/// A namespace for the requests and the state of the profile scene, which shows a person and their
/// posts, and offers sign-out on the user's own profile.
package enum ProfileScene {
  package enum ProfileTabKind: Equatable, Sendable {
    case part(ProfileStreamKind)
    /// A tab of the profile scene: the person's description.
    case about
  }

  package enum SceneRequest: Equatable, Sendable {
    case open(Person.ID)
    case refresh, more, undo, close
    case look(at: ProfileTabKind)
    case moreCollections, toggleFollow, toggleMute
    /// A request of the profile scene: ask to confirm blocking the person, or unblock them.
    case toggleBlock
    case reallyBlock
    /// A request of the profile scene: toggle a relationship flag, such as hidden boosts. Blocking
    /// a server needs a confirmation.
    case toggleRelationship(ServiceAction.ServiceActionKind)
    /// A request of the profile scene: open the form of an action, such as a note about the person.
    case say(ServiceAction.ServiceActionKind)
    case reallyBlockServer
    case toggle(Post.ID, Post.UserPostMarks)
    case delete(Post.ID)
    /// A request of the profile scene: count the unread entries of the web feed that it shows, to
    /// ask before marking them.
    case countUnread
    case markFeedRead
    /// A request of the profile scene: ask to confirm signing out, and list unsent changes.
    case signOut
    case reallySignOut
    /// A request of the profile scene: close the confirmation without acting.
    case dismiss
  }

  /// A confirmation that the profile scene asks for, or the progress of signing out.
  package enum BlockOrSignOutConfirmation: Equatable, Sendable {
    case block(Person)
    case blockServer(String)
    case signOut(SignOutLosses)
    case signingOut
  }

  package struct SceneState: Equatable, Sendable {
    package let account: Account
    /// The person of the profile with pending changes applied, such as a follow; nil until the
    /// person is read.
    package var person: Person?
    package var isOneself = false
    package var tab: ProfileTabKind
    /// The posts and boosts in the selected profile tab, pinned ones first.
    package var posts: [FeedEntry] = []
    /// The person's latest posts, which the profile scene shows below the description.
    package var latest: [FeedEntry] = []
    package var pinned: Set<Post.ID> = []
    package var hasMore = false
    /// True if the posts of the selected profile tab were read, so that an empty list means that
    /// the person has none.
    package var isLoaded = false
    package var collections: [Feed] = []
    package var hasMoreCollections = false
    package var undelivered = PostIDsWithUnsentChanges()
    package var question: BlockOrSignOutConfirmation?
    package var fetchProgress = SceneFetchProgress.idle
    /// The last error of a request of the profile scene; other requests may still run.
    package var failure: FeedError?

    package init(account: Account, tab: ProfileTabKind = .part(.posts)) {
      (self.account, self.tab) = (account, tab)
    }
  }
}

/// An interactor of the profile scene: shows a stored person and their posts, then fetches both.
@MainActor
package final class ProfileInteractor: Interacting {
  private let session: AccountSession
  private let actions: UserActionPerformer
  private let directory: any ServiceDirectory
  private let presenter: any Presenting<ProfileScene.SceneState>
  private var state: ProfileScene.SceneState

  private var id: Person.ID?
  private var sight = ProfilePersonFreshness.unknown
  private var cachedPages = ProfilePostCache()
  private var collections = ProfileCollections()
  private lazy var fetching = SceneFetcher(session.world) { [weak self] in
    self?.showFetchProgress($0)
  }
  private lazy var editing = SceneFetcher(session.world) { [weak self] in
    self?.showFetchProgress($0)
  }
  private let gathering: SceneFetcher
  private var isSigningOut = false

  package init(
    _ session: AccountSession, actions: UserActionPerformer, directory: any ServiceDirectory,
    presenter: any Presenting<ProfileScene.SceneState>
  ) {
    self.session = session
    self.actions = actions
    self.directory = directory
    self.presenter = presenter
    state = ProfileScene.SceneState(
      account: session.account, tab: .part(session.connection.profileParts.first ?? .posts))
    gathering = SceneFetcher(session.world)
    actions.addActionReportListener(self) { $0.handleActionReport($1) }
  }

  package func handle(_ request: ProfileScene.SceneRequest) async {
    switch request {
    case .open(let id): await openProfile(of: id)
    case .refresh:
      sight = person.map { .stored($0) } ?? .unknown
      gathering.cancelStalledRequests()
      fetching.cancelStalledRequests()
      fetchProfilePersonAndPosts(after: nil)
    case .more:
      guard cachedPages.part != nil, let next = cachedPages.posts.nextCursor else { return }
      fetchProfilePersonAndPosts(after: next)
    case .look(let tab): await selectProfileTab(tab)
    case .moreCollections: showMoreCollections()
    case .toggleFollow: performRelationshipChange { .follow($0, !$1.isWanted) }
    case .toggleMute: performRelationshipChange { .mute($0, !$1.isMuted) }
    case .toggleBlock:
      guard let person = changeablePerson,
        session.connection.abilities.supportsChange(.block(person.id, true))
      else { return }
      if person.relationship == .blocked {
        performRelationshipChange { person, _ in .block(person, false) }
      } else {
        updateState { $0.question = .block(person) }
      }
    case .reallyBlock:
      updateState { $0.question = nil }
      performRelationshipChange { person, _ in .block(person, true) }
    case .toggleRelationship(let kind): toggleRelationshipFlag(kind)
    case .say(.profile): editProfile()
    case .say(let kind):
      guard session.connection.serviceActions.contains(kind), let person = changeablePerson else {
        return
      }
      let note = kind == .note ? person.relationshipFlags?.note ?? "" : ""
      presenter.perform(
        .openForm(kind, person.id, answers: note.isEmpty ? [:] : [.words: note]))
    case .reallyBlockServer:
      updateState { $0.question = nil }
      if let server = changeablePerson?.server {
        actions.performChange(.serviceAction(ServiceAction(.blockServer, server)))
      }
    case .toggle(let id, let action):
      actions.toggleMark(action, on: cachedPages.posts.rows.post(id))
    case .delete(let id): actions.deletePost(cachedPages.posts.rows.post(id))
    case .countUnread: await askBeforeMarkingRead()
    case .markFeedRead:
      if let id { await actions.setReadState(true, .feeds([id])) }
    case .undo: actions.undoLastAction()
    case .signOut: await askBeforeSigningOut()
    case .reallySignOut: await signOutAccount()
    case .dismiss: updateState { $0.question = nil }
    case .close:
      cancelProfileRequests()
      id = nil
    }
  }

  package func repeatRequestsAfterSignIn() async { fetchProfilePersonAndPosts(after: nil) }

  private func cancelProfileRequests() {
    gathering.cancelRequest()
    editing.cancelRequest()
    fetching.cancelRequest()
  }
}

extension ProfileInteractor {
  package func handleActionReport(_ event: ActionReport) {
    guard id != nil else { return }
    switch event {
    case .changed(let changes):
      cachedPages.posts.rows.applyPendingChanges(changes, through: actions)
    case .stored(let posts): posts.forEach { cachedPages.replacePostVersion($0) }
    case .delivered(.delete(let post), _): cachedPages.removePostFromAllTabs(post)
    case .delivered(_, .post(let post)): cachedPages.replacePostVersion(post)
    case .delivered(_, .person(let person)) where person.id == id:
      sight = .fetched(
        person.withRelationshipFlags(person.relationshipFlags ?? self.person?.relationshipFlags)
          .withDetails(person.details ?? self.person?.details))
    case .delivered(.serviceAction(let act), _):
      sight = sight.changingPerson { $0.applyingServiceAction(by: act) }
    default: break
    }
    updateState {
      $0.undelivered.updateUnsentMarksAfterReport(event)
      showPersonIfKnown(person, in: &$0)
      if cachedPages.part == nil {
        $0.latest = latestPosts
      } else if $0.isLoaded {
        $0.posts = cachedPages.posts.rows.visibleRows
      }
    }
    presenter.performReportEffects(event, of: session.account)
  }

  private func showFetchProgress(_ asking: SceneFetchProgress) {
    updateState {
      $0.fetchProgress = asking
      if asking != .idle { $0.failure = nil }
    }
  }

  private func updateState(_ change: (inout ProfileScene.SceneState) -> Void) {
    let before = state
    change(&state)
    if state != before { presenter.present(state) }
  }

  private func showProfileError(_ error: FeedError) {
    if error == .signedOut { return presenter.perform(.askToSignIn(session.account)) }
    updateState { $0.failure = error }
  }

  private func showProfileError(_ error: StoreError) {
    updateState { $0.question = nil }
    presenter.perform(.say(.storeFailed(error)))
  }
}

extension ProfileInteractor {
  /// Shows the number of the web feed's unread entries, and asks whether to mark them.
  private func askBeforeMarkingRead() async {
    guard let id, let readStates = session.stores.readStates else { return }
    do throws(StoreError) {
      let unread = try await readStates.unreadPostIDs(
        in: .feeds([id]), account: session.account.id, limit: .max)
      guard id == self.id else { return }
      presenter.perform(.say(.confirmsRead(unread.count)))
    } catch {
      presenter.perform(.say(.storeFailed(error)))
    }
  }
}

extension ProfileInteractor {
  /// A state of knowledge about the person in the profile scene, from unknown over stored to
  /// fetched.
  private enum ProfilePersonFreshness {
    case unknown
    /// A state of knowledge about the person in the profile scene: stored, perhaps outdated.
    case stored(Person)
    case fetched(Person)

    /// Returns the state with another version of the person; a stored person stays to be fetched.
    func changingPerson(_ change: (Person) -> Person) -> ProfilePersonFreshness {
      switch self {
      case .unknown: .unknown
      case .stored(let person): .stored(change(person))
      case .fetched(let person): .fetched(change(person))
      }
    }
  }

  private var person: Person? {
    switch sight {
    case .unknown: nil
    case .stored(let person), .fetched(let person): person
    }
  }

  /// The profile's person with pending changes applied, if the user can change the relationship;
  /// nil for the user's own profile, and for a person whose relationship is unknown.
  private var changeablePerson: Person? {
    guard session.connection.abilities.canFollow,
      let person = person.map({ actions.applyingPendingChanges(to: $0) }),
      let relationship = person.relationship, relationship != .oneself
    else { return nil }
    return person
  }

  private func performRelationshipChange(_ change: (Person.ID, Relationship) -> PendingChange) {
    guard let person = changeablePerson, let relationship = person.relationship else { return }
    let change = change(person.id, relationship)
    guard session.connection.abilities.supportsChange(change) else { return }
    actions.performChange(change)
  }

  private func toggleRelationshipFlag(_ kind: ServiceAction.ServiceActionKind) {
    if kind == .hideBoosts, let person = changeablePerson,
      !needsServiceAfterBoostHidingToggle(of: person)
    {
      return
    }
    guard session.connection.serviceActions.contains(kind), let person = changeablePerson else {
      return
    }
    let isDone = !person.hasRelationshipFlag(switchedBy: kind)
    if kind == .blockServer {
      guard let server = person.server else { return presenter.perform(.say(.ownServer)) }
      guard !isDone else { return updateState { $0.question = .blockServer(server) } }
      return actions.performChange(.serviceAction(ServiceAction(kind, server, isDone: false)))
    }
    if kind == .takeLabels {
      guard person.relationshipFlags?.isLabeler == true else {
        return presenter.perform(.say(.labelsNothing))
      }
    } else {
      // The service stores this flag with the follow relationship.
      guard person.relationship?.isFollowed == true else {
        return presenter.perform(.say(.followFirst))
      }
    }
    if kind == .tellOfPosts {
      if isDone { return presenter.perform(.askTime(kind, person)) }
      Task { await actions.personAlerts.removePersonAlertEndTime(for: person.id) }
    }
    actions.performChange(
      .serviceAction(ServiceAction(kind, person.id.rawValue, detail: person.handle, isDone: isDone))
    )
  }

  /// Shows a person's boosts again that are hidden on this machine, or asks for how long to hide
  /// them. Returns true if the service hides them, so that the caller has to ask the service.
  private func needsServiceAfterBoostHidingToggle(of person: Person) -> Bool {
    guard session.connection.marks.contains(.boosted) else { return false }
    guard person.relationship?.isFollowed == true else {
      presenter.perform(.say(.followFirst))
      return false
    }
    if actions.unhideBoostsOnThisMachine(by: person) {
      presenter.perform(.say(.boostsShown(handle: person.handle)))
      return false
    }
    if person.hasRelationshipFlag(switchedBy: .hideBoosts) { return true }
    presenter.perform(.askTime(.hideBoosts, person))
    return false
  }

  private func editProfile() {
    guard id == session.account.person, session.connection.serviceActions.contains(.profile),
      let gateway = session.connection.optionalInformationGateway(for: .ownProfile)
    else { return }
    editing.runRequest { () async throws(FeedError) in
      try await gateway.ownProfileFormValues()
    } then: { [self] answer in
      switch answer {
      case .success(let answers):
        presenter.perform(.openForm(.profile, session.account.person, answers: answers))
      case .failure(let error): showProfileError(error)
      }
    }
  }

  private func openProfile(of id: Person.ID) async {
    cancelProfileRequests()
    let turn = fetching.generation
    self.id = id
    sight = .unknown
    cachedPages = ProfilePostCache(session.connection.profileParts.first ?? .posts)
    collections = ProfileCollections()
    state = ProfileScene.SceneState(account: session.account, tab: cachedPages.tab)
    do throws(StoreError) {
      let held = try await session.stores.feeds.storedPerson(id, account: session.account.id)
      // The user may have selected another tab, but not another person.
      guard id == self.id else { return }
      if case .unknown = sight, let held {
        sight = .stored(held)
        updatePersonInState()
      }
    } catch {
      guard turn == fetching.generation else { return }
      showProfileError(error)
    }
    guard turn == fetching.generation else { return }
    await openProfileTab(cachedPages.tab)
  }

  /// Opens the selected profile tab: shows its stored posts, then fetches posts the first time.
  private func openProfileTab(_ tab: ProfileScene.ProfileTabKind) async {
    guard let id, let part = cachedPages.part else { return }
    let turn = fetching.generation
    do throws(StoreError) {
      let window = try await session.stores.feeds.feedWindow(
        of: part.profileFeed(of: id), account: session.account.id, around: .top, above: 0, below: 40
      )
      guard turn == fetching.generation, part == cachedPages.part else { return }
      cachedPages.posts.showStoredPosts(window, through: actions)
      updatePostsInState()
    } catch {
      guard turn == fetching.generation else { return }
      showProfileError(error)
    }
    fetchProfilePersonAndPosts(after: nil)
  }

  private func selectProfileTab(_ tab: ProfileScene.ProfileTabKind) async {
    if case .part(let part) = tab, !session.connection.profileParts.contains(part) { return }
    guard tab != cachedPages.tab else { return }
    fetching.cancelRequest()
    cachedPages.selectTabApplyingPendingChanges(tab, through: actions)
    updateState { ($0.tab, $0.posts, $0.isLoaded) = (tab, [], false) }
    guard cachedPages.isFetched else { return await openProfileTab(tab) }
    updatePostsInState()
    // The cancelled request may have been the one for the person.
    if lacksFetchedPerson { fetchProfilePersonAndPosts(after: nil) }
  }

  /// True if the service tells about people, but has not told about the profile's person yet.
  private var lacksFetchedPerson: Bool {
    if case .fetched = sight { false } else { session.connection.people != nil }
  }

  private func fetchProfilePersonAndPosts(after cursor: Cursor?) {
    guard let id, !session.isOver else { return }
    let (connection, part) = (session.connection, cachedPages.part)
    fetching.runRequest { [self] () async throws(FeedError) -> FeedPage? in
      if cursor == nil, let people = connection.people {
        try await fetchShowAndStorePerson(id, among: people)
      }
      guard let feed = part?.profileFeed(of: id) else { return nil }
      if cursor == nil, part == .posts { await fetchAndStorePinnedPosts(id) }
      let page = try await self.fetchAndStoreProfilePage(of: feed, after: cursor)
      return page.replacingPosts(
        await session.postsMergedWithStored(page.entries.map(\.post), fetchedAs: .inStream))
    } then: { [self] answer in
      switch answer {
      case .success(let page):
        if let page, cursor == nil {
          cachedPages.replaceWithFirstPage(page, through: actions)
        } else if let page {
          cachedPages.posts.appendPage(page, through: actions)
        }
        updatePostsInState()
        if cursor == nil, part == session.connection.profileParts.first {
          fetchCollections(after: nil)
        }
      case .failure(let error): showProfileError(error)
      }
    }
  }

  /// Fetches and stores a page of a person's posts; with a cursor, pages until one has a new post.
  private func fetchAndStoreProfilePage(of feed: Feed, after cursor: Cursor?)
    async throws(FeedError)
    -> FeedPage
  {
    let known = cursor == nil ? [] : Set(cachedPages.posts.rows.confirmed.map(\.post.id))
    var walk = RequestedCursors(from: cursor)
    var fetchRange = cursor.map { FetchRange.older($0) } ?? .latest
    while true {
      var page = try await session.connection.feeds.feedPage(of: feed, fetchRange)
      guard !Task.isCancelled else { throw .cancelled }
      await storeProfilePage(page, of: feed, at: cursor == nil ? .top : .bottom)
      let foundNew = page.entries.contains { !known.contains($0.post.id) }
      let next = walk.advanceCursor(to: page.older, foundNew: foundNew)
      guard !foundNew, cursor != nil, let next else {
        page.older = next
        return page
      }
      fetchRange = .older(next)
    }
  }

  private func fetchShowAndStorePerson(_ id: Person.ID, among people: any PeopleFetchingGateway)
    async throws(FeedError)
  {
    if case .fetched = sight { return }
    let person = try await people.person(id)
    guard !Task.isCancelled else { throw .cancelled }
    sight = .fetched(person)
    updatePersonInState()
    await storePerson(person)
  }

  /// Fetches the person's pinned posts into the cache of the profile's tabs and the store; a
  /// failure is only logged.
  private func fetchAndStorePinnedPosts(_ id: Person.ID) async {
    guard let gateway = session.connection.optionalInformationGateway(for: .pinnedPosts) else {
      return
    }
    do throws(FeedError) {
      let told = try await gateway.pinnedPosts(of: id)
      guard !Task.isCancelled, !session.isOver else { return }
      let posts = await storePinnedPosts(told)
      guard !Task.isCancelled, id == self.id else { return }
      cachedPages.pinned = posts
    } catch {
      session.log.writeLogLine(.network, .info, "could not fetch pinned posts: \(error)")
    }
  }

  private func storePinnedPosts(_ posts: [Post]) async -> [Post] {
    do throws(StoreError) {
      return try await session.storePosts(posts, fetchedAs: .inStream)
    } catch {
      session.logStoreError(error, doing: "store pinned posts")
      return await session.postsMergedWithStored(posts, fetchedAs: .inStream)
    }
  }

  private func storePerson(_ person: Person) async {
    guard !session.isOver else { return }
    do throws(StoreError) {
      try await session.stores.feeds.storePeople([person], account: session.account.id)
    } catch {
      session.logStoreError(error, doing: "keep a person")
    }
  }

  private func storeProfilePage(_ page: FeedPage, of feed: Feed, at placement: PagePlacement) async
  {
    guard !session.isOver else { return }
    do throws(StoreError) {
      session.notifyScenesOfStoredPosts(
        in: try await session.stores.feeds.mergeFetchedPage(
          page, into: feed, account: session.account.id, at: placement, now: session.world.now))
    } catch {
      session.logStoreError(error, doing: "keep a page")
    }
  }

  private func updatePersonInState() {
    updateState { showPersonIfKnown(person, in: &$0) }
  }

  private func showPersonIfKnown(_ person: Person?, in state: inout ProfileScene.SceneState) {
    guard let person else { return }
    state.person = actions.applyingPendingChanges(to: person)
    state.isOneself = person.id == state.account.person
  }

  /// The person's latest posts, which the profile scene shows below the description.
  private var latestPosts: [FeedEntry] { Array(cachedPages.posts.rows.visibleRows.prefix(5)) }

  private func updatePostsInState() {
    guard let part = cachedPages.part else {
      return updateState { $0.latest = latestPosts }
    }
    updateState {
      $0.posts = cachedPages.posts.rows.visibleRows
      $0.pinned = part == .posts ? cachedPages.pinnedIDs : []
      $0.hasMore = cachedPages.posts.nextCursor != nil
      $0.isLoaded = true
    }
  }
}

// MARK: - Collections

extension ProfileInteractor {
  /// Fetches a page of the person's collections of posts.
  private func fetchCollections(after cursor: Cursor?) {
    guard let id, let people = session.connection.people, people.hasCollections,
      !session.isOver
    else { return }
    gathering.runRequest { () async throws(FeedError) in
      try await people.personsCollectionFeeds(of: id, after: cursor)
    } then: { [self] answer in
      switch answer {
      case .success(let page):
        if cursor == nil {
          collections.replaceCollectionsWithFirstPage(page)
        } else {
          collections.appendCollectionsPage(page)
        }
        updateCollectionsInState()
      case .failure(let error):
        // The profile is complete without collections: an error is reported only if the user asked
        // for more of them.
        if cursor != nil || error == .signedOut { showProfileError(error) }
      }
    }
  }

  private func showMoreCollections() {
    if let next = collections.showFetchedCollectionsOrReturnCursor() {
      return fetchCollections(after: next)
    }
    updateCollectionsInState()
  }

  private func updateCollectionsInState() {
    updateState {
      ($0.collections, $0.hasMoreCollections) = (collections.shownCollections, collections.hasMore)
    }
  }
}

// MARK: - Signing out

extension ProfileInteractor {
  /// Shows the sign-out confirmation, with the unsent changes and drafts that would be deleted.
  private func askBeforeSigningOut() async {
    let asked = id
    do throws(StoreError) {
      let losses = try await session.stores.signOutLosses(of: session.account.id)
      // The question belongs to the profile on which the user asked to sign out.
      guard asked == id else { return }
      updateState { $0.question = .signOut(losses) }
    } catch {
      showProfileError(error)
    }
  }

  private func signOutAccount() async {
    guard !isSigningOut else { return }
    isSigningOut = true
    updateState { $0.question = .signingOut }
    cancelProfileRequests()
    // From here on, no data of the account is written.
    session.markSessionOver()
    await actions.stopDelivery()
    let outcome = await SignOutProcess(
      directory: directory, stores: session.stores, world: session.world
    ).signOut(of: session.signedIn)
    for error in outcome.failures { showProfileError(error) }
    presenter.perform(.signedOut(outcome.refusal))
  }
}
