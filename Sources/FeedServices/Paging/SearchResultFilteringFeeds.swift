internal import FeedDomain
internal import Groundwork

/// A wrapper of a service's feed gateway, which returns search results as streams, without posts
/// that do not match the query, since services ignore unknown search terms; it gives a post without
/// a date that of a neighbour.
struct SearchResultFilteringFeeds: FeedGateway {
  /// Maximum number of requests for one page of search results, as all results of a service's page
  /// may be left out.
  private static let maximumRequests = 3

  let gateway: any FeedGateway
  /// The handle of the account's user, whom "me" means in a search.
  let reader: String
  let world: any World
  /// The number of a search's terms requiring tags that are not checked in the found posts, since
  /// the service searches by these tags, and its posts do not list all of their tags.
  var tagTermsLeftToService = 0

  func feedPage(of feed: Feed, _ fetchRange: FetchRange) async throws(FeedError) -> FeedPage {
    guard case .search(let typed) = feed else {
      return try await gateway.feedPage(of: feed, fetchRange).datingUndatedPostsByNeighbours(
        now: world.now)
    }
    let query = SearchQuery(typed, by: reader, in: world)
    let page: Page<Post>
    switch fetchRange {
    case .latest: page = try await foundPosts(matching: query, after: nil)
    case .older(let cursor): page = try await foundPosts(matching: query, after: cursor)
    // Services can only page search results from the top.
    case .newer: throw .notFound
    }
    return FeedPage(page.elements.map { FeedEntry($0) }, older: page.nextCursor)
  }

  func latestPageOfAnsweredSources(of feed: Feed) async throws(FeedError) -> FeedPage {
    if case .search = feed { return try await feedPage(of: feed, .latest) }
    return try await gateway.latestPageOfAnsweredSources(of: feed).datingUndatedPostsByNeighbours(
      now: world.now)
  }

  func post(_ id: Post.ID) async throws(FeedError) -> Post { try await gateway.post(id) }

  func conversation(of post: Post.ID) async throws(FeedError) -> Conversation {
    try await gateway.conversation(of: post).datingUndatedRepliesByNeighbours(now: world.now)
  }

  func conversation(of post: Post.ID, knownPost told: Post) async throws(FeedError) -> Conversation
  {
    try await gateway.conversation(of: post, knownPost: told).datingUndatedRepliesByNeighbours(
      now: world.now)
  }

  func foundPosts(
    matching query: SearchQuery, after cursor: Cursor?
  ) async throws(FeedError) -> Page<Post> {
    let checked = query.withoutTagTerms(first: tagTermsLeftToService)
    var next = cursor
    for _ in 0..<Self.maximumRequests {
      let page = try await gateway.foundPosts(matching: query, after: next)
        .datingUndatedPostsByNeighbours(
          now: world.now)
      let admitted = page.elements.filter(checked.confirmsFoundPost)
      next = page.nextCursor
      if !admitted.isEmpty || next == nil { return Page(admitted, nextCursor: next) }
    }
    return Page([], nextCursor: next)
  }
}

/// A position within a page of a service that is much longer than requested, as some servers send a
/// whole list at once. The page is shown in parts; for each part the page is fetched again, and the
/// cursor names the last element shown.
struct PositionInLongPage: Sendable {
  /// Maximum number of elements in a part of a long page, ten times as many as are requested.
  static let maximumPartLength = 400
  /// The first character of a cursor into a long page, unlike that of a service's own cursor.
  private static let cursorPrefix: Character = "#"

  /// The service's own cursor of the long page; nil if the long page is the list's first one.
  let longPageCursor: Cursor?
  /// The number of the long page's elements that were shown, and the encoded id of the last one;
  /// nil before the first part.
  private let shownPart: (count: Int, last: Substring)?

  /// Creates a position in a long page from a cursor into the page, or from the service's own
  /// cursor, which means the beginning of the page.
  init(_ cursor: Cursor?) {
    guard let text = cursor?.rawValue, text.first == Self.cursorPrefix,
      let dot = text.firstIndex(of: "."), let count = Int(text[..<dot].dropFirst()), count > 0
    else {
      (longPageCursor, shownPart) = (cursor, nil)
      return
    }
    shownPart = (count, text[dot...].dropFirst().prefix { $0 != " " })
    longPageCursor = text.firstIndex(of: " ").map { Cursor(String(text[text.index(after: $0)...])) }
  }

  /// Returns the next part of a long page to show, and the cursor behind it; `name` returns the id
  /// of an element.
  func nextShownPartOfLongPage<Element>(
    of page: [Element], next: Cursor?, _ name: (Element) -> String
  ) -> (elements: [Element], next: Cursor?) {
    guard page.count > Self.maximumPartLength || shownPart != nil else { return (page, next) }
    var seen: Set<String> = []
    let unique = page.filter { seen.insert(name($0)).inserted }
    let start = shownPart.map { resumeIndex(in: unique.map(name), after: $0) } ?? 0
    let rest = unique[min(start, unique.count)...]
    guard rest.count > Self.maximumPartLength, let end = rest.prefix(Self.maximumPartLength).last
    else {
      return (Array(rest), next)
    }
    let way = longPageCursor.map { " \($0.rawValue)" } ?? ""
    return (
      Array(rest.prefix(Self.maximumPartLength)),
      Cursor(
        "\(Self.cursorPrefix)\(start + Self.maximumPartLength).\(Self.encodedElementID(name(end)))\(way)"
      )
    )
  }

  private func resumeIndex(in names: [String], after shown: (count: Int, last: Substring)) -> Int {
    if let place = names.firstIndex(where: { Self.encodedElementID($0) == shown.last }) {
      return place + 1
    }
    // The last element shown is gone, and earlier ones may be: some elements are repeated rather
    // than one skipped.
    return max(0, shown.count - Self.maximumPartLength / 10)
  }

  private static func encodedElementID(_ name: String) -> String {
    Base64.urlSafeBase64(Array(name.utf8))
  }
}

extension FeedPage {
  /// Removes the uppermost entries of this page of a stream beyond the maximum number; a page that
  /// is cut in this way is marked as not reaching the newest entry.
  mutating func removeTopEntriesBeyondMaximum() {
    guard entries.count > PositionInLongPage.maximumPartLength else { return }
    entries = entries.suffix(PositionInLongPage.maximumPartLength)
    hasNewer = true
  }
}
