package import FeedDomain

/// Looking through what a service tells besides posts, people and notices.
package enum Listing {
  /// What is looked through.
  package enum Subject: Hashable, Sendable {
    /// What a post said, the latest first.
    case editions(Post.ID)
    /// What those who run the server have to say.
    case announcements
    /// What the server says of itself, and its rules.
    case server
    /// The reader's lists of people, or on which of them somebody is.
    case lists(with: Person.ID?)
    /// What many talk about.
    case trends
    /// Which posts wait for their moment.
    case scheduled
    /// What the service folds away or leaves out for the reader.
    case filters
    /// How often somebody's photos were looked at and downloaded.
    case statistics(Person.ID)
    /// Streams that others compute: those the service suggests, or those that match some words.
    case feeds(matching: String?)
  }

  /// Something in it.
  package indirect enum Item: Equatable, Sendable {
    /// What a post said once, and how that became so; nil for the beginning.
    case edition(PostRevision, changes: [RevisionDiff]?)
    case announcement(Announcement)
    case server(ServerFacts)
    case rules([String])
    case list(UserList)
    case trend(Trend)
    case scheduled(ScheduledPost)
    case filter(WordFilter)
    case statistic(Statistic)
    case feed(FoundFeed)
  }

  package enum Request: Equatable, Sendable, ListRequest {
    case open(Subject)
    case refresh, close
    /// Add somebody to a list, or remove them.
    case toggle(Item)
    /// Like a feed or pin it, or take that back.
    case perform(ServiceAction.Kind, Item)
    /// Withdraw a scheduled post, or delete a filter or a list.
    case remove(Item)
    /// Take back the last action.
    case undo
  }

  package struct State: Equatable, Sendable {
    /// The items, without those that are being removed.
    package var items: PagedList<Item>

    package init(_ items: PagedList<Item> = PagedList()) { self.items = items }
  }
}

/// Fetches what a service tells besides posts, people and notifications, and changes it.
@MainActor package final class ListingInteractor: Interacting {
  private let session: Session
  private let actions: PendingActions
  private let presenter: any Presenting<Listing.State>
  private var state = Listing.State() {
    didSet { if state != oldValue { presenter.present(state) } }
  }
  private lazy var fetching = FetchTask(session.world) { [weak self] in
    self?.state.items.fetch = FetchState($0)
  }
  private var subject: Listing.Subject?
  /// Waits before fetching again what the service says has changed.
  private var waiting: Task<Void, Never>?

  package init(
    _ session: Session, actions: PendingActions, presenter: any Presenting<Listing.State>
  ) {
    (self.session, self.actions, self.presenter) = (session, actions, presenter)
    actions.tell(self) { $0.hear($1) }
  }

  package func handle(_ request: Listing.Request) async {
    switch request {
    case .open(let subject):
      self.subject = subject
      // What is still asked for belongs to the subject before.
      fetching.stop()
      state = Listing.State()
      fetch()
    case .refresh:
      fetching.callOffWhatStalls()
      fetch()
    case .toggle(.list(let list)): toggle(list)
    case .toggle: break
    case .perform(let kind, .feed(let feed)): perform(kind, on: feed)
    case .perform: break
    case .remove(let item):
      guard let change = item.removal, let place = place(of: item),
        session.connection.abilities.takes(change)
      else { return }
      state.items.elements.remove(at: place)
      actions.perform(change)
    case .undo: actions.undo()
    case .close:
      subject = nil
      waiting?.cancel()
      waiting = nil
      fetching.stop()
    }
  }

  package func resume() async { fetch() }

  /// Asks again where the service tells by itself that what is looked through is different now.
  package func listen(to wire: LiveUpdates) {
    wire.tell(self) { interactor, news in
      guard case .listed(let extra) = news else { return }
      interactor.fetchLater(extra)
    }
  }
}

extension ListingInteractor {
  /// What was taken away is gone once that is done, and there again where it was not.
  private func hear(_ news: ActionEvent) {
    guard subject != nil else { return }
    presenter.perform(.action(news, of: session.account))
    switch news {
    case .undone(.act), .refused(.act, _), .notKept(.act, _), .delivered(.act, _): fetch()
    default: break
    }
  }
}

extension ListingInteractor {
  /// Shows at once that somebody is on a list, or no longer.
  private func toggle(_ list: UserList) {
    guard case .lists(let person?)? = subject, let hasPerson = list.hasPerson,
      let place = place(of: .list(list))
    else { return }
    let change = PendingChange.act(
      ServiceAction(
        .enlist, person.rawValue, detail: list.title, answers: [.list: list.id],
        isDone: !hasPerson))
    guard session.connection.abilities.takes(change) else { return }
    state.items.elements[place] = .list(
      UserList(id: list.id, title: list.title, hasPerson: !hasPerson))
    actions.perform(change)
  }

  /// Shows at once that a feed is liked or pinned, or no longer.
  private func perform(_ kind: ServiceAction.Kind, on feed: FoundFeed) {
    guard let place = place(of: .feed(feed)) else { return }
    let act = ServiceAction(
      kind, feed.id, detail: feed.name,
      isDone: !(kind == .likeFeed ? feed.isLiked : feed.isPinned))
    guard session.connection.abilities.takes(.act(act)) else { return }
    state.items.elements[place] = .feed(feed.changed(by: act))
    actions.perform(.act(act))
  }

  private func place(of item: Listing.Item) -> Int? { state.items.elements.firstIndex(of: item) }

  /// Fetches what is looked through, once for all that is told in a while.
  private func fetchLater(_ extra: ServiceExtra) {
    guard waiting == nil, subject?.extra == extra else { return }
    waiting = Task { [world = session.world, weak self] in
      // Calling it off while it waits ends it.
      do throws(CancellationError) { try await world.sleep(for: LiveCoverage.spacing) } catch {
        return
      }
      guard let self else { return }
      waiting = nil
      if subject?.extra == extra { fetch() }
    }
  }

  private func fetch() {
    guard let subject else { return }
    guard let gateway = session.connection.gateway(for: subject.extra) else {
      return state.items.fetch = .failed(.notFound)
    }
    fetching.run { () async throws(FeedError) in
      try await subject.items(gateway)
    } then: { [self] answer in
      switch answer {
      case .success(let items): state.items.take(items)
      case .failure(let error):
        state.items.fetch = .failed(error)
        if error == .signedOut { presenter.perform(.askToSignIn(session.account)) }
      }
    }
  }
}

extension Listing.Item {
  /// What takes it away; nil where it stays.
  package var removal: PendingChange? {
    switch self {
    case .scheduled(let post): .act(ServiceAction(.unschedule, post.id, detail: post.words))
    case .filter(let filter):
      .act(ServiceAction(.filter, filter.id, detail: filter.title, isDone: false))
    case .list(let list):
      list.hasPerson == nil ? .act(ServiceAction(.dropList, list.id, detail: list.title)) : nil
    case .edition, .announcement, .server, .rules, .trend, .statistic, .feed: nil
    }
  }
}

extension FoundFeed {
  /// The same after the reader liked it, or pinned it, or no longer.
  fileprivate func changed(by act: ServiceAction) -> FoundFeed {
    FeedDomain.changed(self) {
      switch act.kind {
      case .likeFeed: $0.isLiked = act.isDone
      case .pinFeed: $0.isPinned = act.isDone
      default: break
      }
    }
  }
}

extension Listing.Subject {
  /// What the service must tell for it.
  package var extra: ServiceExtra {
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

  /// What the service tells of it.
  package func items(
    _ gateway: any ExtrasGateway
  ) async throws(FeedError) -> [Listing.Item] {
    switch self {
    case .editions(let post):
      let editions = try await gateway.editions(of: post)
      return editions.indices.reversed().map { place in
        .edition(
          editions[place],
          changes: place > 0 ? editions[place].changes(since: editions[place - 1]) : nil)
      }
    case .announcements: return try await gateway.announcements().map { .announcement($0) }
    case .server:
      let facts = try await gateway.serverFacts()
      return [.server(facts)] + (facts.rules.isEmpty ? [] : [.rules(facts.rules.map(\.words))])
    case .lists(let person): return try await gateway.lists(with: person).map { .list($0) }
    case .trends: return try await gateway.trends().map { .trend($0) }
    case .scheduled: return try await gateway.scheduledPosts().map { .scheduled($0) }
    case .filters: return try await gateway.wordFilters().map { .filter($0) }
    case .statistics(let person):
      return try await gateway.statistics(of: person).map { .statistic($0) }
    case .feeds(let words):
      return try await gateway.feeds(matching: words).map { .feed($0) }
    }
  }
}

extension PostRevision {
  /// How it came out of the one before, paragraph by paragraph.
  fileprivate func changes(since before: PostRevision) -> [RevisionDiff] {
    let paragraphs = (before.told, told)
    return (0..<max(paragraphs.0.count, paragraphs.1.count)).map { place in
      RevisionDiff(
        from: paragraphs.0.dropFirst(place).first ?? "",
        to: paragraphs.1.dropFirst(place).first ?? "")
    }
  }

  /// What is said in it, and of its pictures.
  private var told: [String] { paragraphs + pictures }
}
