package import FeedDomain

/// A namespace for the requests and the state of the web feeds scene, which lists the user's web
/// feeds in their folders.
package enum FeedListScene {
  package enum SceneRequest: Equatable, Sendable, ListSceneRequest {
    case open
    /// A request of the web feeds scene: fetch these feeds at once.
    case refresh([Subscription.ID])
    /// A request of the web feeds scene: subscribe to the feeds at typed addresses, or to those
    /// that the typed pages name.
    case add(String)
    /// A request of the web feeds scene: subscribe to one of the feeds that the typed page names;
    /// to none for nil.
    case choose(FeedCandidate?)
    /// A request of the web feeds scene: close the list of rejected lines of an import.
    case dismissRejected
    case change(Subscription.ID, SubscriptionChange)
    case leave(Subscription.ID)
    case markRead([Subscription.ID])
    /// A request of the web feeds scene: open or close a folder; kept in the store.
    case toggleFolder(String)
    case toggleSettings(FeedInFolder)
    case markStreamRead(Feed)
    /// A request of the web feeds scene: show only the feeds that match a typed text; all for an
    /// empty one. The folder, if one is given, is opened with those around it, so that its rows are
    /// shown without the filter as well.
    case filter(String, opening: String? = nil)
    case renameFolder(String, to: String)
    case sort(WebFeedSortOrder)
    /// A request of the web feeds scene: show only feeds with unread entries, or all again.
    case toggleUnreadOnly
    case undo, close
  }

  /// A web feed in one of the folders that contain it; `folder` is nil for a feed outside of
  /// folders.
  package struct FeedInFolder: Equatable, Sendable {
    package let feed: Subscription.ID
    package let folder: String?

    package init(_ feed: Subscription.ID, in folder: String?) {
      (self.feed, self.folder) = (feed, folder)
    }
  }

  package struct SceneState: Equatable, Sendable {
    /// The user's web feeds; nil until they are read.
    package var subscriptions: [Subscription]?
    /// The number of unread entries of each web feed that has some.
    package var unread: [Person.ID: Int] = [:]
    package var openFolders: Set<String> = []
    /// The streams of the user's saved searches, and of the entries saved by their addresses.
    package var streams: [Feed] = []
    /// The ids of the unread entries in each of these streams; nil for one that is not counted yet.
    package var unreadInStreams: [Feed: [Post.ID]] = [:]
    /// The web feeds that the typed page names, of which the user chooses one to subscribe to;
    /// empty if there is no choice.
    package var candidates: [FeedCandidate] = []
    /// The lines of an imported list of web feeds that were not added; empty once the user has seen
    /// them.
    package var rejected: [RejectedImportEntry] = []
    /// The addresses of an imported list of web feeds that lead into the user's own network, and
    /// were not added; empty once the user has seen them.
    package var withheld: [String] = []
    /// The web feed whose settings the web feeds scene shows; nil for none.
    package var feedWithOpenSettings: FeedInFolder?
    /// The text that the shown feeds match by name, address or folder; empty to show all.
    package var filter = ""
    /// True if a slash in the name of a folder separates it from the folder that contains it.
    package var nestsFolders = false
    package var order = WebFeedSortOrder.name
    package var showsUnreadOnly = false
    package var fetch = SceneFetchState.idle
    package let hasReadStates: Bool

    package init(hasReadStates: Bool, _ subscriptions: [Subscription]? = nil) {
      (self.hasReadStates, self.subscriptions) = (hasReadStates, subscriptions)
    }

    package func unreadCount(of subscription: Subscription) -> Int {
      unread[Person.ID(subscription.id.rawValue)] ?? 0
    }

    /// Opens a folder with those around it.
    fileprivate mutating func expandFolderAndParents(_ name: String) {
      openFolders.insert(name)
      guard nestsFolders else { return }
      for place in name.indices where name[place] == "/" {
        openFolders.insert(String(name[..<place]))
      }
    }
  }
}

/// An interactor of the web feeds scene: changes the subscriptions at the service, counts unread
/// entries and remembers which folders are open.
@MainActor
package final class FeedListInteractor: Interacting {
  private let session: AccountSession
  private let actions: UserActionPerformer
  private let presenter: any Presenting<FeedListScene.SceneState>
  /// The columns of the deck, which the feed list replaces when the user renames a folder; nil if
  /// the program shows no deck.
  private let deck: DeckColumnList?
  private var state: FeedListScene.SceneState {
    didSet { if state != oldValue { presenter.present(state) } }
  }
  private var isOpen = false
  /// The user's web feeds as the service returned them, without pending changes; nil until they are
  /// read.
  private var fetched: [Subscription]?
  /// The web feed that was unsubscribed last, for undoing the unsubscription, and the number of the
  /// newest other action before it; later actions are undone first.
  private var lastUnsubscribed: (feed: Subscription, after: Int)?
  /// The ids of web feeds whose unsubscription has succeeded and was not undone.
  private var unsubscribed: Set<Subscription.ID> = []
  private var episodesOfUnsubscribedFeeds: [QueuedEpisode] = []
  /// True if the next count of unread entries also counts those of saved searches and of the saved
  /// entries. That count searches all entries, so it is left out while entries are read in scenes
  /// above the list of feeds.
  private var needsCountInStreams = false
  private let changeQueue = SerialQueue()
  private lazy var counting = LatestValueWriter<Void> { [weak self] in
    await self?.countUnreadEntries()
  }

  package init(
    _ session: AccountSession, actions: UserActionPerformer, deck: DeckColumnList? = nil,
    presenter: any Presenting<FeedListScene.SceneState>
  ) {
    (self.session, self.actions, self.presenter) = (session, actions, presenter)
    self.deck = deck
    state = FeedListScene.SceneState(hasReadStates: session.account.service.hasReadStates)
    actions.addReadStateListener(self) { $0.counting.submitValueToWrite(()) }
    actions.addActionReportListener(self) { $0.handleActionReport($1) }
  }

  package func handle(_ request: FeedListScene.SceneRequest) async {
    switch request {
    case .open:
      isOpen = true
      state.nestsFolders = gateway?.nestsFolders == true
      await loadOpenFoldersAndOrder()
      await loadSubscriptions()
    case .refresh(let ids):
      runSubscriptionChange { [gateway] () async throws(FeedError) in
        try await gateway?.refreshSubscriptions(ids)
      }
    case .add(let typed): subscribeToTypedAddress(typed)
    case .choose(let candidate):
      state.candidates = []
      if let candidate { subscribeToCandidate(candidate.address) }
    case .dismissRejected: (state.rejected, state.withheld) = ([], [])
    case .change(let id, let change): changeSubscription(id, change)
    case .leave(let id): unsubscribe(id)
    case .markRead(let ids):
      needsCountInStreams = true
      await actions.setReadState(true, .feeds(Set(ids.map { Person.ID($0.rawValue) })))
    case .toggleFolder(let name): await toggleFolder(name)
    case .toggleSettings(let place):
      state.feedWithOpenSettings = state.feedWithOpenSettings == place ? nil : place
    case .markStreamRead(let stream):
      needsCountInStreams = true
      await actions.setReadState(true, .entries(state.unreadInStreams[stream] ?? []))
    case .filter(let text, let folder):
      var next = state
      next.filter = text
      if let folder { next.expandFolderAndParents(folder) }
      let isOpened = next.openFolders != state.openFolders
      state = next
      if isOpened { await storeOpenFolders() }
    case .renameFolder(let old, let new): renameFolder(old, to: new)
    case .sort(let order): await sort(by: order)
    case .toggleUnreadOnly: state.showsUnreadOnly.toggle()
    case .undo:
      needsCountInStreams = true
      undoUnsubscribing()
    case .close: isOpen = false
    }
  }

  package func repeatRequestsAfterSignIn() async { await loadSubscriptions() }
}

extension FeedListInteractor {
  private var gateway: (any SubscriptionGateway)? { session.connection.subscriptions }

  /// True if the list of web feeds is kept at a server, so that changes of it wait in the outbox
  /// while the server is out of reach.
  private var isListAtServer: Bool { session.connection.serviceActions.contains(.renameFeed) }

  private func handleActionReport(_ event: ActionReport) {
    guard isOpen else { return }
    presenter.performReportEffects(event, of: session.account)
    switch event {
    case .delivered(let change, _) where change.isSubscriptionChange:
      fetched = fetched?.applyingPendingChange(change)
      changeQueue.enqueueWork { await self.loadSubscriptions() }
    case .performed(let change), .undone(let change), .refused(let change, _),
      .withheld(let change, _),
      .notStored(let change, _):
      if change.isSubscriptionChange { showFetchedSubscriptions() }
      // A change that is undone while it is being sent is pending until its attempt ends.
      let isUndone = event == .undone(change)
      if case .follow(let feed, false) = change,
        isUndone || !actions.pendingChanges.contains(change)
      {
        changeQueue.enqueueWork { await self.putBackEpisodes(of: feed) }
      }
    default: break
    }
  }

  /// Shows the fetched list of web feeds with the changes that wait in the outbox.
  private func showFetchedSubscriptions() {
    guard isOpen, let fetched else { return }
    state.subscriptions = fetched.applyingPendingChanges(actions.pendingChanges)
  }

  /// Changes a web feed: at a server through the outbox, otherwise at once.
  private func changeSubscription(_ id: Subscription.ID, _ change: SubscriptionChange) {
    if let feed = state.subscriptions?.first(where: { $0.id == id }),
      let act = ServiceAction(change, of: feed),
      session.connection.abilities.supportsChange(.serviceAction(act))
    {
      return actions.performChange(.serviceAction(act))
    }
    runSubscriptionChange { [gateway] () async throws(FeedError) in
      try await gateway?.changeSubscription(id, change)
    }
  }

  private func runSubscriptionChange(
    _ change: @escaping @MainActor () async throws(FeedError) -> Void
  ) {
    state.fetch = .waiting(.underWay)
    changeQueue.enqueueWork { [self] in
      do throws(FeedError) {
        try await change()
        await loadSubscriptions()
      } catch {
        showServiceError(error)
      }
    }
  }

  private func loadSubscriptions() async {
    guard isOpen, let gateway else { return }
    do throws(FeedError) {
      let all = try await gateway.subscriptions()
      guard isOpen else { return }
      fetched = all
      await loadSavedStreams()
      showFetchedSubscriptions()
      state.fetch = .idle
    } catch {
      showServiceError(error)
    }
    needsCountInStreams = true
    counting.submitValueToWrite(())
    await counting.waitUntilValueIsWritten()
  }

  private func loadSavedStreams() async {
    guard state.hasReadStates else { return }
    var streams: [Feed] = []
    do throws(StoreError) {
      streams = try session.stores.rules?.filterRules().searches.map(\.stream) ?? []
    } catch {
      session.logStoreError(error, doing: "read the saved searches")
    }
    let saved = await gateway?.locallyFetchedEntries(of: SavedAddressesStream.stream, limit: 1)
    if saved?.isEmpty == false { streams.append(SavedAddressesStream.stream) }
    state.streams = streams
  }

  private func showServiceError(_ error: FeedError) {
    guard isOpen else { return }
    if error == .signedOut { presenter.perform(.askToSignIn(session.account)) }
    state.fetch = .failed(error)
  }

  private func countUnreadEntries() async {
    guard isOpen, let readStates = session.stores.readStates else { return }
    do throws(StoreError) {
      state.unread = try await readStates.unreadCountsByFeed(account: session.account.id)
      guard needsCountInStreams else { return }
      needsCountInStreams = false
      try await countUnreadInSavedStreams(readStates)
    } catch {
      session.logStoreError(error, doing: "count unread entries")
    }
  }

  /// Finds the unread entries of saved searches and of the saved entries.
  private func countUnreadInSavedStreams(_ readStates: any ReadStateStore)
    async throws(StoreError)
  {
    let streams = state.streams
    guard !streams.isEmpty, let gateway else { return }
    let ids = await gateway.fetchedEntryIDsPerTimeline(inEach: streams, of: Set(state.unread.keys))
    let read = try await readStates.postIDsMarkedRead(
      among: ids.flatMap(\.self), account: session.account.id)
    guard isOpen, streams == state.streams else { return }
    state.unreadInStreams = Dictionary(
      zip(streams, ids.map { $0.filter { !read.contains($0) } })
    ) { first, _ in first }
  }

  /// Subscribes to the feeds at typed addresses; of several feeds on a page, the user chooses one.
  private func subscribeToTypedAddress(_ typed: String) {
    runSubscriptionChange { [self] () async throws(FeedError) in
      let candidates = try await gateway?.feedCandidates(at: typed) ?? []
      if candidates.count > 1 {
        if isOpen { state.candidates = candidates }
      } else {
        try await subscribe(to: typed)
      }
    }
  }

  private func subscribeToCandidate(_ address: String) {
    runSubscriptionChange { [self] () async throws(FeedError) in try await subscribe(to: address) }
  }

  private func subscribe(to typed: String) async throws(FeedError) {
    guard let gateway else { return }
    let added: AddSubscriptionsResult
    do throws(FeedError) {
      added = try await gateway.addSubscriptions(typed, isTrustedList: false)
    } catch {
      let isAddress = typed.hasPrefix("https://") || typed.hasPrefix("http://")
      guard error.isOutOfReach, isListAtServer, isAddress, !typed.contains(where: \.isWhitespace)
      else { throw error }
      return actions.performChange(.follow(Person.ID(typed), true))
    }
    if let states = added.entryStates { await actions.adoptImportedEntryStates(states) }
    let rejected = try await gateway.rejectedImportEntries(in: typed)
    if isOpen { (state.rejected, state.withheld) = (rejected, added.withheld) }
    // The new feeds are fetched at once, since they would be empty until the next refresh.
    try await gateway.refreshSubscriptions(added.new.map(\.id))
    if let failure = added.failures.first {
      await loadSubscriptions()
      throw failure.error
    }
  }

  private func unsubscribe(_ id: Subscription.ID) {
    let before = lastUnsubscribed
    lastUnsubscribed = state.subscriptions?.first { $0.id == id }.map {
      ($0, actions.newestUndoableAction)
    }
    runSubscriptionChange { [self] () async throws(FeedError) in
      do throws(FeedError) { try await gateway?.unsubscribe(from: id) } catch {
        if lastUnsubscribed?.feed.id == id { lastUnsubscribed = before }
        guard error.isOutOfReach, isListAtServer else { throw error }
        actions.performChange(.follow(Person.ID(id.rawValue), false))
        return await removeFeedEpisodes(of: id)
      }
      unsubscribed.insert(id)
      await removeFeedEpisodes(of: id)
    }
  }

  private func removeFeedEpisodes(of id: Subscription.ID) async {
    do throws(StoreError) {
      episodesOfUnsubscribedFeeds += try await session.podcasts.removeFeedEpisodes(
        of: Person.ID(id.rawValue))
    } catch {
      session.logStoreError(error, doing: "remove the episodes of a feed")
    }
  }

  private func undoUnsubscribing() {
    guard let lastUnsubscribed, actions.newestUndoableAction <= lastUnsubscribed.after else {
      return actions.undoLastAction()
    }
    self.lastUnsubscribed = nil
    runSubscriptionChange { [self] () async throws(FeedError) in
      guard unsubscribed.remove(lastUnsubscribed.feed.id) != nil else {
        // The unsubscription may have failed, or joined the outbox, after it was undone.
        let left = PendingChange.follow(Person.ID(lastUnsubscribed.feed.id.rawValue), false)
        if actions.pendingChanges.last == left { actions.undoLastAction() }
        return
      }
      try await gateway?.restoreSubscription(lastUnsubscribed.feed)
      await putBackEpisodes(of: Person.ID(lastUnsubscribed.feed.id.rawValue))
    }
  }

  /// Puts the episodes that were removed with a web feed back into the queue.
  private func putBackEpisodes(of feed: Person.ID) async {
    let episodes = episodesOfUnsubscribedFeeds.filter { $0.episode.feed == feed }
    episodesOfUnsubscribedFeeds.removeAll { $0.episode.feed == feed }
    do throws(StoreError) { try await session.podcasts.putBackRemovedEpisodes(episodes) } catch {
      session.logStoreError(error, doing: "restore the episodes of a feed")
    }
  }
}

extension FeedListInteractor {
  /// Reads which folders are open, and the order of the list.
  private func loadOpenFoldersAndOrder() async {
    guard let readStates = session.stores.readStates else { return }
    do throws(StoreError) {
      state.openFolders = try await readStates.openFolderNames(account: session.account.id)
      state.order = try await readStates.webFeedListSortOrder(account: session.account.id) ?? .name
    } catch {
      session.logStoreError(error, doing: "read the open folders and the order of the feeds")
    }
  }

  private func sort(by order: WebFeedSortOrder) async {
    state.order = order
    guard let readStates = session.stores.readStates, !session.isOver else { return }
    do throws(StoreError) {
      try await readStates.setWebFeedListSortOrder(order, account: session.account.id)
    } catch {
      presenter.perform(.say(.storeFailed(error)))
    }
  }

  private func renameFolder(_ old: String, to new: String) {
    guard new != old else { return }
    runSubscriptionChange { [self] () async throws(FeedError) in
      do throws(FeedError) { try await gateway?.renameFolder(old, to: new) } catch {
        guard error.isOutOfReach, isListAtServer else { throw error }
        actions.performChange(.serviceAction(ServiceAction(renamingFolder: old, to: new)))
      }
      let nests = state.nestsFolders
      func nameAfterFolderRename(_ name: String) -> String {
        name == old
          ? new : nests && name.hasPrefix(old + "/") ? new + name.dropFirst(old.count) : name
      }
      state.openFolders = Set(state.openFolders.map(nameAfterFolderRename))
      await storeOpenFolders()
      await replaceTabsOfRenamedFolders(
        ofFolders: (fetched ?? []).flatMap(\.folders), to: nameAfterFolderRename)
    }
  }

  /// Replaces the tabs and the columns of the deck that the user chose for renamed folders.
  private func replaceTabsOfRenamedFolders(
    ofFolders folders: [String], to renamed: (String) -> String
  ) async {
    guard let gateway, !session.isOver else { return }
    let streams = Dictionary(
      folders.map {
        (
          AccountStreamTab.feed(gateway.timeline(ofFolder: $0)),
          gateway.timeline(ofFolder: renamed($0))
        )
      }
    ) { first, _ in first }
    await replaceColumnsOfStreams(of: streams)
    do throws(StoreError) {
      guard let chosen = try await session.stores.tabs?.tabs(account: session.account.id) else {
        return
      }
      var tabs: [AccountStreamTab] = []
      for tab in chosen.map({ tab in streams[tab].map { .feed($0) } ?? tab })
      where !tabs.contains(tab) { tabs.append(tab) }
      guard tabs != chosen else { return }
      session.setChosenTabs(tabs)
      try await session.storeTabs(tabs)
    } catch {
      presenter.perform(.say(.storeFailed(error)))
    }
  }

  /// Replaces the account's columns of the deck for streams by those for other streams.
  private func replaceColumnsOfStreams(of streams: [AccountStreamTab: Feed]) async {
    guard let deck else { return }
    let account = session.account.id
    var columns: [DeckColumn] = []
    for column in deck.columns {
      var renamed = column
      if column.account == account, case .stream(let tab) = column.content,
        let stream = streams[tab]
      {
        renamed = DeckColumn(.stream(.feed(stream)), of: account)
      }
      if !columns.contains(renamed) { columns.append(renamed) }
    }
    guard columns != deck.columns else { return }
    deck.replaceColumns(with: columns)
    do throws(StoreError) { try await deck.storeColumns() } catch {
      presenter.perform(.say(.storeFailed(error)))
    }
  }

  private func toggleFolder(_ name: String) async {
    // While the list is filtered, all its folders are shown open.
    guard state.filter.isEmpty else { return }
    state.openFolders.formSymmetricDifference([name])
    await storeOpenFolders()
  }

  private func storeOpenFolders() async {
    guard let readStates = session.stores.readStates, !session.isOver else { return }
    do throws(StoreError) {
      try await readStates.setOpenFolderNames(state.openFolders, account: session.account.id)
    } catch {
      presenter.perform(.say(.storeFailed(error)))
    }
  }
}

extension PendingChange {
  /// True if the pending change may change the user's list of web feeds.
  fileprivate var isSubscriptionChange: Bool {
    switch self {
    case .follow: true
    case .serviceAction(let act): act.subscriptionChange != nil || act.newFolderName != nil
    default: false
    }
  }
}

extension [Subscription] {
  /// Returns the web feeds as they are after pending changes, the first first.
  package func applyingPendingChanges(_ changes: [PendingChange]) -> [Subscription] {
    changes.reduce(self) { $0.applyingPendingChange($1) }
  }

  fileprivate func applyingPendingChange(_ change: PendingChange) -> [Subscription] {
    switch change {
    case .follow(let feed, false): return filter { $0.id.rawValue != feed.rawValue }
    case .serviceAction(let act):
      if let name = act.newFolderName {
        return map { feed in
          guard feed.folders.contains(act.target) else { return feed }
          return changedCopy(feed) { $0.renameContainingFolder(act.target, to: name) }
        }
      }
      guard let change = act.subscriptionChange else { return self }
      return map { feed in
        guard feed.id.rawValue == act.target else { return feed }
        return changedCopy(feed) {
          switch change {
          case .rename(let name): $0.name = name ?? $0.name
          case .move(let folder): $0.replaceFirstFolder(folder)
          case .moveFrom, .set: break
          }
        }
      }
    default: return self
    }
  }
}
