internal import FeedDomain

/// Decides what looking through a list of people does.
@MainActor package final class PeopleInteractor: Interacting {
  private let session: Session
  private let presenter: any Presenting<People.Response>
  private var list: PeopleList?
  private var people: [Person] = []
  private var next: Cursor?
  private let fetching: Errand

  package init(_ session: Session, presenter: any Presenting<People.Response>) {
    self.session = session
    self.presenter = presenter
    fetching = Errand(session.world) { presenter.present(.loading($0)) }
  }

  package func handle(_ request: People.Request) async {
    switch request {
    case .open(let list):
      fetching.stop()
      self.list = list
      people = []
      next = nil
      presenter.present(.opened(list))
      fetch(after: nil)
    case .more:
      guard let next else { return }
      fetch(after: next)
    case .refresh:
      fetching.stop()
      fetch(after: nil)
    case .close:
      fetching.stop()
      list = nil
    }
  }

  package func resume() async { await handle(.refresh) }
}

extension PeopleInteractor {
  private func fetch(after cursor: Cursor?) {
    guard let list, let gateway = session.connection.people else { return }
    let known = cursor == nil ? [] : Set(people.map(\.id))
    fetching.run { () async throws(FeedError) in
      try await PageWalk.page(after: cursor, isNew: { !known.contains($0.id) }) {
        cursor async throws(FeedError) in
        try await gateway.people(list, after: cursor)
      }
    } then: { [self] answer in
      switch answer {
      case .success(let page): await show(page, isFirst: cursor == nil)
      case .failure(let error): presenter.present(.failed(error))
      }
    }
  }

  private func show(_ page: Page<Person>, isFirst: Bool) async {
    // People move between pages while one reads; nobody is listed twice.
    let known = isFirst ? [] : Set(people.map(\.id))
    people = (isFirst ? [] : people) + page.elements.filter { !known.contains($0.id) }
    next = page.next
    presenter.present(.people(people, hasMore: next != nil))
    guard !session.isOver else { return }
    do throws(StoreError) {
      try await session.shelf.feeds.keep(page.elements, account: session.account.id)
      try await raiseCount()
    } catch {
      session.note(error, doing: "keep people")
    }
  }

  /// Raises the count of a post's likes or boosts to as many as are listed: where it says less, it was
  /// told before.
  private func raiseCount() async throws(StoreError) {
    guard let list, let id = list.countedPost else { return }
    guard let post = try await session.shelf.feeds.post(id, account: session.account.id),
      let counts = post.counts.counting(people.count, in: list), !session.isOver
    else { return }
    try await session.keep([post.with(counts: counts, own: post.own)])
  }
}

extension PeopleList {
  /// The post whose counts tell how many are in the list.
  fileprivate var countedPost: Post.ID? {
    switch self {
    case .likers(let post), .boosters(let post): post
    default: nil
    }
  }
}

extension Post.Counts {
  /// Returns the post's counts, raised to the number of people listed; nil if no count changes, or
  /// the list has none.
  fileprivate func counting(_ listed: Int, in list: PeopleList) -> Post.Counts? {
    switch list {
    case .likers:
      guard let likes, likes < listed else { return nil }
      return Post.Counts(replies: replies, boosts: boosts, likes: listed)
    case .boosters:
      guard let boosts, boosts < listed else { return nil }
      return Post.Counts(replies: replies, boosts: listed, likes: likes)
    default: return nil
    }
  }
}
