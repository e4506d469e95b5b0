package import FeedDomain

/// Requests and state of the people scene, which lists people such as likers or followers.
package enum People {
  package enum Request: Equatable, Sendable, PagedRequest {
    case open(PeopleList)
    case more, refresh, close
  }

  package struct State: Equatable, Sendable {
    /// The kind of list and its subject, such as a post's likers; nil until the scene is open.
    package var list: PeopleList?
    package var people = PagedList<Person>()

    package init(list: PeopleList? = nil, people: PagedList<Person> = PagedList()) {
      (self.list, self.people) = (list, people)
    }
  }
}

/// The interactor of the people scene: fetches a list of people, and raises the like or boost count
/// of its post.
@MainActor package final class PeopleInteractor: Interacting {
  private let session: Session
  private let presenter: any Presenting<People.State>
  private var state = People.State() { didSet { presenter.present(state) } }
  private lazy var loader = PageLoader<Person>(
    session, presenter: presenter, changed: { [unowned self] in state.people = $0 },
    loaded: { [weak self] in await self?.store($0.elements) })

  package init(_ session: Session, presenter: any Presenting<People.State>) {
    (self.session, self.presenter) = (session, presenter)
  }

  package func handle(_ request: People.Request) async {
    switch request {
    case .open(let list):
      state.list = list
      guard let gateway = session.connection.people else { return }
      loader.open { cursor async throws(FeedError) in
        try await gateway.people(list, after: cursor)
      }
    case .more: loader.loadMore()
    case .refresh: loader.refresh()
    case .close: loader.close()
    }
  }

  package func resume() async { loader.refresh() }

  private func store(_ people: [Person]) async {
    guard !session.isOver else { return }
    do throws(StoreError) {
      try await session.shelf.feeds.keep(people, account: session.account.id)
      try await raiseCount()
    } catch {
      session.note(error, doing: "keep people")
    }
  }

  /// Raises a post's like or boost count to the number of listed people, since the stored post may
  /// be older than the list.
  private func raiseCount() async throws(StoreError) {
    guard let list = state.list, let id = list.countedPost else { return }
    guard let post = try await session.shelf.feeds.post(id, account: session.account.id),
      let counts = post.counts.counting(state.people.elements.count, in: list), !session.isOver
    else { return }
    try await session.keep([post.with(counts: counts, own: post.own)])
  }
}

extension PeopleList {
  /// The post whose likers or boosters are listed; nil for other lists of people.
  fileprivate var countedPost: Post.ID? {
    switch self {
    case .likers(let post), .boosters(let post): post
    default: nil
    }
  }
}

extension Post.Counts {
  /// Returns a post's counts, raised to the number of listed likers or boosters; nil if no count
  /// changes.
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
