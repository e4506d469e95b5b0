internal import FeedDomain

/// A service's posts, whose pages end where they lead back and are of a length that can be shown.
struct TrailedFeeds: FeedGateway {
  let gateway: any FeedGateway

  func page(of feed: Feed, _ stretch: Stretch) async throws(FeedError) -> FeedPage {
    var trail = PageTrail(nil)
    var asked = stretch
    if case .older(let cursor) = stretch {
      trail = PageTrail(cursor)
      asked = PageCap(trail.position).position.map { .older($0) } ?? .latest
    }
    let page = try await gateway.page(of: feed, asked)
    if case .newer = stretch { return page.cappedAbove().following(trail) }
    let (entries, older) = PageCap(trail.position).portion(of: page.entries, next: page.older) {
      $0.id.rawValue
    }
    return FeedPage(
      entries, older: older, hasNewer: page.hasNewer, isUnfinished: page.isUnfinished
    ).following(trail)
  }

  func conversation(of post: Post.ID) async throws(FeedError) -> Conversation {
    try await gateway.conversation(of: post)
  }

  func conversation(of post: Post.ID, told: Post) async throws(FeedError) -> Conversation {
    try await gateway.conversation(of: post, told: told)
  }

  func posts(
    matching query: SearchQuery, after cursor: Cursor?
  ) async throws(FeedError) -> Page<Post> {
    let trail = PageTrail(cursor)
    return trail.following(try await gateway.posts(matching: query, after: trail.place)) {
      $0.id.rawValue
    }
  }
}

/// A service's people and what they put together, in pages that end where they lead back.
struct TrailedPeople: PeopleGateway {
  let gateway: any PeopleGateway

  var lists: PeopleLists { gateway.lists }
  var knowsOthers: Bool { gateway.knowsOthers }
  var tellsCollections: Bool { gateway.tellsCollections }

  func person(_ id: Person.ID) async throws(FeedError) -> Person { try await gateway.person(id) }

  func person(called handle: String) async throws(FeedError) -> Person {
    try await gateway.person(called: handle)
  }

  func people(_ list: PeopleList, after cursor: Cursor?) async throws(FeedError) -> Page<Person> {
    let trail = PageTrail(cursor)
    return trail.following(try await gateway.people(list, after: trail.place)) {
      $0.id.rawValue
    }
  }

  func collections(
    of person: Person.ID, after cursor: Cursor?
  ) async throws(FeedError) -> Page<Feed> {
    let trail = PageTrail(cursor)
    return trail.following(try await gateway.collections(of: person, after: trail.place)) {
      "\($0)"
    }
  }
}

/// What happened to the reader, in pages that end where they lead back.
struct TrailedNotices: NoticeGateway {
  let gateway: any NoticeGateway

  var kinds: Set<Notice.Kind> { gateway.kinds }

  func notices(after cursor: Cursor?) async throws(FeedError) -> Page<Notice> {
    let trail = PageTrail(cursor)
    // What tells the same may be on several pages, as of several days.
    return trail.following(try await gateway.notices(after: trail.place)) {
      "\($0.id.rawValue) \($0.at.milliseconds)"
    }
  }
}

extension PageTrail {
  /// Where the service is asked to go on.
  fileprivate var place: Cursor? { PageCap(position).position }

  /// What is to be shown of the page, with the cursor that goes on from there.
  fileprivate func following<Element>(
    _ page: Page<Element>, _ name: (Element) -> String
  ) -> Page<Element> {
    let (elements, next) = PageCap(position).portion(of: page.elements, next: page.next, name)
    return Page(elements, next: cursor(after: elements.map(name), next))
  }
}

extension FeedPage {
  /// The same page with the cursor that goes on from there.
  fileprivate func following(_ trail: PageTrail) -> FeedPage {
    FeedPage(
      entries, older: trail.cursor(after: entries.map(\.id.rawValue), older), hasNewer: hasNewer,
      isUnfinished: isUnfinished)
  }
}
