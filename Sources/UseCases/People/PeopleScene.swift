package import FeedDomain

/// A namespace for the requests and the state of the people scene, which lists people such as
/// likers or followers.
package enum PeopleScene {
  package enum SceneRequest: Equatable, Sendable, PagedListSceneRequest {
    case open(PeopleList)
    case more, refresh, undo, close
    case toggleFollow(Person.ID)
  }

  package struct SceneState: Equatable, Sendable {
    /// The kind of list that the people scene shows, with its subject, such as a post's likers; nil
    /// until the scene is open.
    package var list: PeopleList?
    /// The people of the list as fetched, with pending changes applied, such as a follow.
    package var people = PagedList<Person>()

    package init(list: PeopleList? = nil, people: PagedList<Person> = PagedList()) {
      (self.list, self.people) = (list, people)
    }
  }
}

/// An interactor of the people scene: fetches a list of people, follows and unfollows them, and
/// corrects the like or boost count of a post whose likers or boosters are more than counted.
@MainActor
package final class PeopleInteractor: Interacting {
  private let session: AccountSession
  private let actions: UserActionPerformer
  private let presenter: any Presenting<PeopleScene.SceneState>
  private var state = PeopleScene.SceneState() {
    didSet { if state != oldValue { presenter.present(state) } }
  }
  private lazy var loader = PageLoader<Person>(
    session, presenter: presenter, changed: { [unowned self] in showPeople($0) },
    loaded: { [weak self] in await self?.storePeopleAndRaiseCount($0.elements) })

  package init(
    _ session: AccountSession, actions: UserActionPerformer,
    presenter: any Presenting<PeopleScene.SceneState>
  ) {
    (self.session, self.actions, self.presenter) = (session, actions, presenter)
    actions.addActionReportListener(self) { $0.handleActionReport($1) }
  }

  package func handle(_ request: PeopleScene.SceneRequest) async {
    switch request {
    case .open(let list):
      state.list = list
      guard let gateway = session.connection.people else { return }
      loader.loadFirstPage { cursor async throws(FeedError) in
        try await gateway.people(list, after: cursor)
      }
    case .more: loader.loadNextPage()
    case .refresh: loader.reloadFirstPage()
    case .toggleFollow(let id): toggleFollow(id)
    case .undo: actions.undoLastAction()
    case .close: loader.forgetPageSource()
    }
  }

  package func repeatRequestsAfterSignIn() async { loader.reloadFirstPage() }

  private func showPeople(_ list: PagedList<Person>) {
    var shown = list
    shown.elements = list.elements.map { actions.applyingPendingChanges(to: $0) }
    state.people = shown
  }

  private func toggleFollow(_ id: Person.ID) {
    guard session.connection.abilities.canFollow,
      let relationship = state.people.elements.first(where: { $0.id == id })?.relationship,
      relationship != .oneself
    else { return }
    let change = PendingChange.follow(id, !relationship.isWanted)
    guard session.connection.abilities.supportsChange(change) else { return }
    actions.performChange(change)
  }

  private func handleActionReport(_ event: ActionReport) {
    guard loader.isOpen else { return }
    if case .delivered(_, .person(let person)) = event,
      let place = loader.list.elements.firstIndex(where: { $0.id == person.id })
    {
      loader.list.elements[place] = person
    } else {
      showPeople(loader.list)
    }
    presenter.performReportEffects(event, of: session.account)
  }

  private func storePeopleAndRaiseCount(_ people: [Person]) async {
    guard !session.isOver else { return }
    do throws(StoreError) {
      try await session.stores.feeds.storePeople(people, account: session.account.id)
      try await raiseStoredLikeOrBoostCount()
    } catch {
      session.logStoreError(error, doing: "keep people")
    }
  }

  /// Raises the stored like or boost count of the post whose likers or boosters are listed to the
  /// number of listed people, since the stored post may be older than the list.
  private func raiseStoredLikeOrBoostCount() async throws(StoreError) {
    guard let list = state.list, let id = list.countedPost else { return }
    guard let post = try await session.stores.feeds.storedPost(id, account: session.account.id),
      let counts = post.counts.raisedLikeOrBoostCounts(state.people.elements.count, in: list),
      !session.isOver
    else { return }
    try await session.storePosts([
      post.replacingCountsAndMarks(counts: counts, marks: post.userMarks)
    ])
  }
}

extension PeopleList {
  /// The id of the post whose likers or boosters are listed; nil for other lists of people.
  fileprivate var countedPost: Post.ID? {
    switch self {
    case .likers(let post), .boosters(let post): post
    default: nil
    }
  }
}

extension Post.PostCounts {
  /// Returns a post's counts, raised to the number of listed likers or boosters; nil if unchanged.
  fileprivate func raisedLikeOrBoostCounts(_ listed: Int, in list: PeopleList) -> Post.PostCounts? {
    switch list {
    case .likers:
      guard let likes, likes < listed else { return nil }
      return Post.PostCounts(replies: replies, boosts: boosts, likes: listed)
    case .boosters:
      guard let boosts, boosts < listed else { return nil }
      return Post.PostCounts(replies: replies, boosts: listed, likes: likes)
    default: return nil
    }
  }
}
