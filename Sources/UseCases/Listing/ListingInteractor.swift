package import FeedDomain

/// Decides what looking through something does.
@MainActor package final class ListingInteractor: Interacting {
  private let session: Session
  private let actions: PendingActions
  private let presenter: any Presenting<Listing.Response>
  private let fetching: Errand
  private var subject: Listing.Subject?
  private var waiting: Task<Void, Never>?
  /// What there is, without what is being taken away.
  private var items: [Listing.Item] = []

  package init(
    _ session: Session, actions: PendingActions, presenter: any Presenting<Listing.Response>
  ) {
    (self.session, self.actions, self.presenter) = (session, actions, presenter)
    fetching = Errand(session.world) { presenter.present(.asking($0)) }
    actions.tell(self) { $0.hear($1) }
  }

  package func handle(_ request: Listing.Request) async {
    switch request {
    case .open(let subject):
      self.subject = subject
      // What is still asked for belongs to what was looked through before.
      fetching.stop()
      fetch()
    case .refresh:
      fetching.callOffWhatStalls()
      fetch()
    case .toggle(.list(let list)): toggle(list)
    case .toggle: break
    case .perform(let kind, .feed(let feed)): perform(kind, on: feed)
    case .perform: break
    case .remove(let item):
      guard let change = item.removal, items.contains(item),
        PostAbilities(session.connection).takes(change)
      else { return }
      show(items.filter { $0 != item })
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
  package func listen(to wire: NewsWire) {
    wire.tell(self) { interactor, news in
      guard case .listed(let extra) = news else { return }
      interactor.fetchLater(extra)
    }
  }
}

extension ListingInteractor {
  /// What was taken away is gone once that is done, and there again where it was not.
  private func hear(_ news: ActionNews) {
    guard subject != nil else { return }
    presenter.present(.action(news))
    switch news {
    case .undone(.act), .refused(.act, _), .notKept(.act, _), .delivered(.act, _): fetch()
    default: break
    }
  }
}

extension ListingInteractor {
  /// Shows at once that somebody is on a list, or no longer.
  private func toggle(_ list: ReaderList) {
    guard case .lists(let person?)? = subject, let hasPerson = list.hasPerson,
      let place = items.firstIndex(of: .list(list))
    else { return }
    let change = Change.act(
      Act(
        .enlist, person.rawValue, detail: list.title, answers: [.list: list.id],
        isDone: !hasPerson))
    guard PostAbilities(session.connection).takes(change) else { return }
    var items = items
    items[place] = .list(ReaderList(id: list.id, title: list.title, hasPerson: !hasPerson))
    show(items)
    actions.perform(change)
  }

  /// Shows at once that a feed is liked or pinned, or no longer.
  private func perform(_ kind: Act.Kind, on feed: FoundFeed) {
    guard let place = items.firstIndex(of: .feed(feed)) else { return }
    let act = Act(
      kind, feed.id, detail: feed.name,
      isDone: !(kind == .likeFeed ? feed.isLiked : feed.isPinned))
    guard PostAbilities(session.connection).takes(.act(act)) else { return }
    var items = items
    items[place] = .feed(feed.changed(by: act))
    show(items)
    actions.perform(.act(act))
  }

  private func show(_ items: [Listing.Item]) {
    self.items = items
    presenter.present(.shown(items))
  }

  /// Fetches what is looked through, once for all that is told in a while.
  private func fetchLater(_ extra: Extra) {
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
    guard let gateway = session.connection.extras(with: subject.extra) else {
      return presenter.present(.failed(.notFound))
    }
    fetching.run { () async throws(FeedError) in
      try await subject.items(gateway)
    } then: { [self] answer in
      switch answer {
      case .success(let items): show(items)
      case .failure(let error): presenter.present(.failed(error))
      }
    }
  }
}

extension Listing.Item {
  /// What takes it away; nil where it stays.
  package var removal: Change? {
    switch self {
    case .scheduled(let post): .act(Act(.unschedule, post.id, detail: post.words))
    case .filter(let filter): .act(Act(.filter, filter.id, detail: filter.title, isDone: false))
    case .list(let list):
      list.hasPerson == nil ? .act(Act(.dropList, list.id, detail: list.title)) : nil
    case .edition, .announcement, .server, .rules, .trend, .statistic, .feed: nil
    }
  }
}

extension FoundFeed {
  /// The same after the reader liked it, or pinned it, or no longer.
  fileprivate func changed(by act: Act) -> FoundFeed {
    FeedDomain.changed(self) {
      switch act.kind {
      case .likeFeed: $0.isLiked = act.isDone
      case .pinFeed: $0.isPinned = act.isDone
      default: break
      }
    }
  }
}
