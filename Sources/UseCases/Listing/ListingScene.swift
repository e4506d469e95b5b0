package import FeedDomain

/// A namespace for the requests and the state of the list scenes, which show a service's lists
/// besides streams, such as filters and trends.
package enum ListingScene {
  package enum ListingSubject: Equatable, Sendable {
    /// A subject of a list scene: earlier versions of a post, latest first.
    case editions(Post.ID)
    case announcements, server
    /// A subject of a list scene: the user's lists of people; if a person is given, with the
    /// person's membership in each.
    case lists(with: Person.ID?)
    case trends, scheduled, filters
    /// A subject of a list scene: view and download statistics of a person's photos.
    case statistics(Person.ID)
    /// A subject of a list scene: custom feeds, either suggestions or those matching words.
    case feeds(matching: String?)
  }

  package indirect enum ListingItem: Equatable, Sendable {
    /// A row of a list scene: a version of a post, and its changes since the version before; nil
    /// for the first version.
    case edition(PostRevision, changes: [RevisionDiff]?)
    case announcement(Announcement)
    case server(ServerFacts)
    case rules([String])
    case list(UserList)
    case trend(TrendingTagOrPage)
    case scheduled(ScheduledPost)
    case filter(WordFilter)
    case statistic(AllPhotosStatistic)
    case feed(CustomFeed)
  }

  package enum SceneRequest: Equatable, Sendable, ListSceneRequest {
    case open(ListingSubject)
    case refresh, close
    /// A request of a list scene: add a person to a list of people, or remove them.
    case toggle(ListingItem)
    /// A request of a list scene: like or pin a custom feed, or undo that.
    case perform(ServiceAction.ServiceActionKind, ListingItem)
    /// A request of a list scene: cancel a scheduled post, or delete a filter or list.
    case remove(ListingItem)
    case undo
  }

  package struct SceneState: Equatable, Sendable {
    package var items: PagedList<ListingItem>

    package init(_ items: PagedList<ListingItem> = PagedList()) { self.items = items }
  }
}

/// An interactor of the list scenes: fetches lists besides streams, and changes items.
@MainActor
package final class ListingInteractor: Interacting {
  private let session: AccountSession
  private let actions: UserActionPerformer
  private let presenter: any Presenting<ListingScene.SceneState>
  private var state = ListingScene.SceneState() {
    didSet { if state != oldValue { presenter.present(state) } }
  }
  private lazy var fetching = SceneFetcher(session.world) { [weak self] in
    self?.state.items.fetch = SceneFetchState($0)
  }
  private var subject: ListingScene.ListingSubject?
  /// The task that reloads a list scene after a delay, once the service reported a change.
  private var waiting: Task<Void, Never>?

  package init(
    _ session: AccountSession, actions: UserActionPerformer,
    presenter: any Presenting<ListingScene.SceneState>
  ) {
    (self.session, self.actions, self.presenter) = (session, actions, presenter)
    actions.addActionReportListener(self) { $0.handleActionReport($1) }
  }

  package func handle(_ request: ListingScene.SceneRequest) async {
    switch request {
    case .open(let subject):
      self.subject = subject
      // A running request is for the previous subject.
      fetching.cancelRequest()
      state = ListingScene.SceneState()
      fetchListItems()
    case .refresh:
      fetching.cancelStalledRequests()
      fetchListItems()
    case .toggle(.list(let list)): toggleListMembership(list)
    case .toggle: break
    case .perform(let kind, .feed(let feed)): toggleCustomFeedLikeOrPin(kind, on: feed)
    case .perform: break
    case .remove(let item):
      guard let change = item.removal, let place = itemIndex(of: item),
        session.connection.abilities.supportsChange(change)
      else { return }
      state.items.elements.remove(at: place)
      actions.performChange(change)
    case .undo: actions.undoLastAction()
    case .close:
      subject = nil
      waiting?.cancel()
      waiting = nil
      fetching.cancelRequest()
    }
  }

  package func repeatRequestsAfterSignIn() async { fetchListItems() }

  package func listenToLiveUpdates(to liveUpdates: LiveUpdateListener) {
    liveUpdates.addLiveUpdateListener(self) { interactor, news in
      guard case .listChanged(let extra) = news else { return }
      interactor.scheduleListReload(extra)
    }
  }
}

extension ListingInteractor {
  /// Passes an action report to the presenter, and fetches the list of a list scene again after an
  /// action on it has finished or failed.
  private func handleActionReport(_ news: ActionReport) {
    guard subject != nil else { return }
    presenter.perform(.action(news, of: session.account))
    switch news {
    case .undone(.serviceAction), .refused(.serviceAction, _), .withheld(.serviceAction, _),
      .notStored(.serviceAction, _),
      .delivered(.serviceAction, _):
      // A running request may have been answered before the action was carried out.
      fetchListItems(cancellingRunningRequest: true)
    default: break
    }
  }
}

extension ListingInteractor {
  /// Adds the scene's person to a list of people or removes them, and shows the change at once.
  private func toggleListMembership(_ list: UserList) {
    guard case .lists(let person?)? = subject, let hasPerson = list.hasPerson,
      let place = itemIndex(of: .list(list))
    else { return }
    let change = PendingChange.serviceAction(
      ServiceAction(
        .changeListMembership, person.rawValue, detail: list.title, answers: [.list: list.id],
        isDone: !hasPerson))
    guard session.connection.abilities.supportsChange(change) else { return }
    state.items.elements[place] = .list(
      UserList(id: list.id, title: list.title, hasPerson: !hasPerson))
    actions.performChange(change)
  }

  /// Likes or pins a custom feed or undoes that, and shows the change at once.
  private func toggleCustomFeedLikeOrPin(
    _ kind: ServiceAction.ServiceActionKind, on feed: CustomFeed
  ) {
    guard let place = itemIndex(of: .feed(feed)) else { return }
    let act = ServiceAction(
      kind, feed.id, detail: feed.name,
      isDone: !(kind == .likeFeed ? feed.isLiked : feed.isPinned))
    guard session.connection.abilities.supportsChange(.serviceAction(act)) else { return }
    state.items.elements[place] = .feed(feed.applyingCustomFeedAction(by: act))
    actions.performChange(.serviceAction(act))
  }

  private func itemIndex(of item: ListingScene.ListingItem) -> Int? {
    state.items.elements.firstIndex(of: item)
  }

  /// Fetches the list of a list scene again after a delay, once for several changes that the
  /// service reported.
  private func scheduleListReload(_ extra: OptionalInformationKind) {
    guard waiting == nil, subject?.extra == extra else { return }
    waiting = Task { [world = session.world, weak self] in
      // One request fetches all changes that the service reports within this time. A cancellation
      // ends the delay.
      do throws(CancellationError) {
        try await world.sleep(for: LiveUpdateCompleteness.minimumRequestSpacing)
      } catch {
        return
      }
      guard let self else { return }
      waiting = nil
      if subject?.extra == extra { fetchListItems(cancellingRunningRequest: true) }
    }
  }

  /// Fetches the list of a list scene; ignored during another fetch, unless `cancellingRunningRequest` cancels it.
  private func fetchListItems(cancellingRunningRequest: Bool = false) {
    guard let subject else { return }
    guard let gateway = session.connection.optionalInformationGateway(for: subject.extra) else {
      return state.items.fetch = .failed(.notFound)
    }
    fetching.runRequest(cancellingRunningRequest: cancellingRunningRequest) {
      () async throws(FeedError) in
      try await subject.fetchedListItems(gateway)
    } then: { [self] answer in
      switch answer {
      case .success(let items):
        let pending = actions.pendingServiceActions
        state.items.replaceElements(
          with: items.compactMap { item in
            pending.reduce(Optional(item)) { $0?.applyingPendingAction($1, in: subject) }
          })
      case .failure(let error):
        state.items.fetch = .failed(error)
        if error == .signedOut { presenter.perform(.askToSignIn(session.account)) }
      }
    }
  }
}

extension ListingScene.ListingItem {
  /// The change that removes the item of a list scene at the service; nil if there is none.
  package var removal: PendingChange? {
    switch self {
    case .scheduled(let post):
      .serviceAction(ServiceAction(.unschedule, post.id, detail: post.words))
    case .filter(let filter):
      .serviceAction(ServiceAction(.filter, filter.id, detail: filter.title, isDone: false))
    case .list(let list):
      list.hasPerson == nil
        ? .serviceAction(ServiceAction(.dropList, list.id, detail: list.title)) : nil
    case .edition, .announcement, .server, .rules, .trend, .statistic, .feed: nil
    }
  }
}

extension ListingScene.ListingItem {
  /// Returns the item of a list scene with an action applied that the service has not carried out
  /// yet; nil if the action removes the item.
  fileprivate func applyingPendingAction(
    _ act: ServiceAction, in subject: ListingScene.ListingSubject
  ) -> ListingScene.ListingItem? {
    if removal == PendingChange.serviceAction(act) { return nil }
    switch self {
    case .list(let list):
      guard case .lists(let person?) = subject, act.kind == .changeListMembership,
        act.target == person.rawValue, act.answers[.list] == list.id
      else { return self }
      return .list(UserList(id: list.id, title: list.title, hasPerson: act.isDone))
    case .feed(let feed):
      return act.target == feed.id ? .feed(feed.applyingCustomFeedAction(by: act)) : self
    case .edition, .announcement, .server, .rules, .trend, .scheduled, .filter, .statistic:
      return self
    }
  }
}

extension CustomFeed {
  /// Returns the custom feed as liked or pinned, or no longer so, as the action says.
  fileprivate func applyingCustomFeedAction(by act: ServiceAction) -> CustomFeed {
    FeedDomain.changedCopy(self) {
      switch act.kind {
      case .likeFeed: $0.isLiked = act.isDone
      case .pinFeed: $0.isPinned = act.isDone
      default: break
      }
    }
  }
}

extension ListingScene.ListingSubject {
  package var extra: OptionalInformationKind {
    switch self {
    case .editions: .editions
    case .announcements: .announcements
    case .server: .serverFacts
    case .lists: .lists
    case .trends: .trends
    case .scheduled: .scheduledPosts
    case .filters: .wordFilters
    case .statistics: .statistics
    case .feeds: .feeds
    }
  }

  package func fetchedListItems(
    _ gateway: any OptionalInformationGateway
  ) async throws(FeedError) -> [ListingScene.ListingItem] {
    switch self {
    case .editions(let post):
      let editions = try await gateway.revisions(of: post)
      return editions.indices.reversed().map { place in
        .edition(
          editions[place],
          changes: place > 0 ? editions[place].revisionDiffs(since: editions[place - 1]) : nil)
      }
    case .announcements: return try await gateway.announcements().map { .announcement($0) }
    case .server:
      let facts = try await gateway.serverFacts()
      return [.server(facts)] + (facts.rules.isEmpty ? [] : [.rules(facts.rules.map(\.words))])
    case .lists(let person):
      return try await gateway.userListsMarkingThose(with: person).map { .list($0) }
    case .trends: return try await gateway.trends().map { .trend($0) }
    case .scheduled: return try await gateway.scheduledPosts().map { .scheduled($0) }
    case .filters: return try await gateway.wordFilters().map { .filter($0) }
    case .statistics(let person):
      return try await gateway.statistics(of: person).map { .statistic($0) }
    case .feeds(let words):
      return try await gateway.customFeeds(matching: words).map { .feed($0) }
    }
  }
}

extension PostRevision {
  /// Returns the changes of this version of a post since the version before, by paragraph.
  fileprivate func revisionDiffs(since before: PostRevision) -> [RevisionDiff] {
    let paragraphs = (before.texts, texts)
    return (0..<max(paragraphs.0.count, paragraphs.1.count)).map { place in
      RevisionDiff(
        from: paragraphs.0.dropFirst(place).first ?? "",
        to: paragraphs.1.dropFirst(place).first ?? "")
    }
  }

  private var texts: [String] { paragraphs + pictures }
}
