internal import FeedDomain
internal import Groundwork

extension ServiceConnection.ServiceGatewaysAndProperties {
  /// Wraps the gateways, so that a list ends when its next page is one that was read before.
  mutating func endListsAtRepeatedPages() {
    feeds = RepeatedPageStoppingFeeds(gateway: feeds)
    people = people.map { RepeatedPageStoppingPeople(gateway: $0) }
    notifications = notifications.map { RepeatedPageStoppingNotifications(gateway: $0) }
  }
}

/// A wrapper of a service's feed gateway, which ends a stream when the next page is one that was
/// read before, and shows very long pages in parts.
struct RepeatedPageStoppingFeeds: FeedGateway {
  let gateway: any FeedGateway

  func feedPage(of feed: Feed, _ fetchRange: FetchRange) async throws(FeedError) -> FeedPage {
    var visited = VisitedPages(nil)
    var asked = fetchRange
    if case .older(let cursor) = fetchRange {
      visited = VisitedPages(cursor)
      asked = PositionInLongPage(visited.position).longPageCursor.map { .older($0) } ?? .latest
    }
    var page = try await gateway.feedPage(of: feed, asked)
    if case .newer = fetchRange {
      page.removeTopEntriesBeyondMaximum()
      page.becomeLastPageIfVisited(visited)
    } else {
      page.cutLongPageToNextPart(after: visited)
    }
    return page
  }

  func latestPageOfAnsweredSources(of feed: Feed) async throws(FeedError) -> FeedPage {
    var page = try await gateway.latestPageOfAnsweredSources(of: feed)
    page.cutLongPageToNextPart(after: VisitedPages(nil))
    return page
  }

  func post(_ id: Post.ID) async throws(FeedError) -> Post { try await gateway.post(id) }

  func conversation(of post: Post.ID) async throws(FeedError) -> Conversation {
    try await gateway.conversation(of: post)
  }

  func conversation(of post: Post.ID, knownPost told: Post) async throws(FeedError) -> Conversation
  {
    try await gateway.conversation(of: post, knownPost: told)
  }

  func foundPosts(
    matching query: SearchQuery, after cursor: Cursor?
  ) async throws(FeedError) -> Page<Post> {
    let visited = VisitedPages(cursor)
    return visited.pageWithoutLoopingCursor(
      try await gateway.foundPosts(matching: query, after: visited.requestCursor)
    ) {
      $0.id.rawValue
    }
  }
}

/// A wrapper of a service's people gateway, which ends a list if the next page was read before.
struct RepeatedPageStoppingPeople: PeopleFetchingGateway {
  let gateway: any PeopleFetchingGateway

  var lists: PeopleListKinds { gateway.lists }
  var canFetchOthers: Bool { gateway.canFetchOthers }
  var hasCollections: Bool { gateway.hasCollections }

  func person(_ id: Person.ID) async throws(FeedError) -> Person { try await gateway.person(id) }

  func person(called handle: String) async throws(FeedError) -> Person {
    try await gateway.person(called: handle)
  }

  func people(_ list: PeopleList, after cursor: Cursor?) async throws(FeedError) -> Page<Person> {
    let visited = VisitedPages(cursor)
    return visited.pageWithoutLoopingCursor(
      try await gateway.people(list, after: visited.requestCursor)
    ) {
      $0.id.rawValue
    }
  }

  func personsCollectionFeeds(
    of person: Person.ID, after cursor: Cursor?
  ) async throws(FeedError) -> Page<Feed> {
    let visited = VisitedPages(cursor)
    return visited.pageWithoutLoopingCursor(
      try await gateway.personsCollectionFeeds(of: person, after: visited.requestCursor)
    ) {
      "\($0)"
    }
  }
}

/// A wrapper of a service's notification gateway, which ends the list if the next page was read
/// before.
struct RepeatedPageStoppingNotifications: NotificationGateway {
  let gateway: any NotificationGateway

  var kinds: Set<Notification.NotificationKind> { gateway.kinds }

  func notifications(after cursor: Cursor?) async throws(FeedError) -> Page<Notification> {
    let visited = VisitedPages(cursor)
    // Similar notifications may be on several pages, such as those of different days.
    return visited.pageWithoutLoopingCursor(
      try await gateway.notifications(after: visited.requestCursor)
    ) {
      "\($0.id.rawValue) \($0.createdAt.milliseconds)"
    }
  }
}

extension FeedPage {
  /// Cuts a page that is much longer than requested to the part after the one that was read last.
  fileprivate mutating func cutLongPageToNextPart(after visited: VisitedPages) {
    (entries, older) = PositionInLongPage(visited.position).nextShownPartOfLongPage(
      of: entries, next: older
    ) { $0.id.rawValue }
    becomeLastPageIfVisited(visited)
  }

  /// Makes this page of a stream the last one if it, or the next, was read before.
  fileprivate mutating func becomeLastPageIfVisited(_ visited: VisitedPages) {
    older = visited.cursorWithPageHashes(of: entries.map(\.id.rawValue), next: older)
  }
}

/// A record of the pages of a list that were read, as hashes in the list's cursor, so that it
/// survives a restart. A page that was read before ends the list, as some servers lead in a circle.
struct VisitedPages: Sendable {
  /// Maximum number of hashes of read pages in a list's cursor; each page has two.
  private static let longest = 100
  /// The length in characters of one hash of a read page, of which the cursor of a list holds
  /// several.
  private static let width = 7
  /// The first character of a cursor with hashes of read pages, by which it differs from a
  /// service's own cursor.
  private static let cursorPrefix: Character = "@"

  /// The cursor without the hashes of read pages: the service's own cursor, or a cursor into a long
  /// page; nil for the first page.
  let position: Cursor?
  private let marks: [Substring]

  /// Creates the record of a list's read pages from a cursor with their hashes, or from the
  /// service's own cursor, which has none.
  init(_ cursor: Cursor?) {
    guard let text = cursor?.rawValue, text.first == Self.cursorPrefix,
      let end = text.firstIndex(of: " ")
    else {
      position = cursor
      marks = []
      return
    }
    position = Cursor(String(text[text.index(after: end)...]))
    marks = Self.pageHashesInCursor(of: text.dropFirst().prefix { $0 != " " })
  }

  /// Returns the cursor, with the hashes of read pages, of the page after the one that contains the
  /// given elements; nil if one of the two pages was read before.
  func cursorWithPageHashes(of elements: [String], next: Cursor?) -> Cursor? {
    guard let next else { return nil }
    let place = Self.pageHash("at \(next.rawValue)")
    // An empty page has no content to compare.
    let content = elements.isEmpty ? nil : Self.pageHash("of \(elements.joined(separator: "\n"))")
    guard !marks.contains(place), content.map({ !marks.contains($0) }) ?? true else { return nil }
    let visited = (marks + [content, place].compactMap { $0 }).suffix(Self.longest)
    return Cursor("\(Self.cursorPrefix)\(visited.joined()) \(next.rawValue)")
  }

  private static func pageHashesInCursor(of text: Substring) -> [Substring] {
    var rest = text
    var parts: [Substring] = []
    while !rest.isEmpty {
      parts.append(rest.prefix(width))
      rest = rest.dropFirst(width)
    }
    return parts
  }

  /// Returns the hash, mixed once more, of a page's cursor or elements: 40 bits as Base64.
  private static func pageHash(_ text: String) -> Substring {
    var hash = StableHash.hash(of: text)
    hash = (hash ^ hash >> 33) &* 0xff51_afd7_ed55_8ccd
    hash ^= hash >> 33
    return Base64.urlSafeBase64((0..<5).map { UInt8(truncatingIfNeeded: hash >> (8 * $0)) })[...]
  }

  /// The service's own cursor for the present page, within the cursor with hashes of read pages;
  /// nil for the first page.
  fileprivate var requestCursor: Cursor? { PositionInLongPage(position).longPageCursor }

  /// Returns the part of a service's page that is shown, with the cursor of the next part or page,
  /// which is nil if this page or the next was read before.
  fileprivate func pageWithoutLoopingCursor<Element>(
    _ page: Page<Element>, _ name: (Element) -> String
  ) -> Page<Element> {
    let (elements, next) = PositionInLongPage(position).nextShownPartOfLongPage(
      of: page.elements, next: page.nextCursor, name)
    return Page(elements, nextCursor: cursorWithPageHashes(of: elements.map(name), next: next))
  }
}

/// A namespace for reading several lists of a service, one after another, as a single list. `Kind`
/// has a case for each of the lists.
enum JoinedListPager<Kind: RawRepresentable & CaseIterable & Equatable & Sendable>
where Kind.RawValue == String {
  /// Maximum number of requests for one page of the joined lists, as a server may send empty pages
  /// without end.
  private static var maximumRequests: Int { 8 }

  /// Fetches the page at a cursor of the joined lists, from the list that the cursor names. Empty
  /// pages are skipped; after a maximum number of them, an empty page with the next cursor is
  /// returned.
  static func fetchJoinedPage<Element: Sendable>(
    after cursor: Cursor?,
    _ fetch: (Kind, Cursor?) async throws(FeedError) -> Page<Element>
  ) async throws(FeedError) -> Page<Element> {
    var position = cursor
    for _ in 0..<maximumRequests {
      let (kind, inner) = joinedListKindAndCursor(of: position)
      guard let kind else { break }
      let page = try await fetch(kind, inner)
      let next =
        page.nextCursor.map { Self.joinedListCursor(in: kind, at: $0) }
        ?? cursorAtNextJoinedList(after: kind)
      if !page.elements.isEmpty || next == nil { return Page(page.elements, nextCursor: next) }
      position = next
    }
    return Page([], nextCursor: joinedListKindAndCursor(of: position).0 == nil ? nil : position)
  }

  /// Returns the list that a cursor of the joined lists names, and the cursor within this list,
  /// which is nil at the list's beginning.
  private static func joinedListKindAndCursor(of cursor: Cursor?) -> (Kind?, Cursor?) {
    guard let cursor else { return (Array(Kind.allCases).first, nil) }
    let parts = cursor.rawValue.split(separator: " ", maxSplits: 1).map(String.init)
    return (parts.first.flatMap(Kind.init), parts.count > 1 ? Cursor(parts[1]) : nil)
  }

  private static func joinedListCursor(in kind: Kind, at inner: Cursor) -> Cursor {
    Cursor("\(kind.rawValue) \(inner.rawValue)")
  }

  private static func cursorAtNextJoinedList(after kind: Kind) -> Cursor? {
    let kinds = Array(Kind.allCases)
    return kinds.firstIndex(of: kind).flatMap { kinds.dropFirst($0 + 1).first }.map {
      Cursor($0.rawValue)
    }
  }
}
