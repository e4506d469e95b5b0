internal import FeedDomain
internal import Groundwork

/// A service's posts, of which searches are streams as well, and none is found that what was typed
/// does not admit: what a service does not know of the language of searches it may pass over. Posts
/// without a date stand where the service told them.
struct SiftedFeeds: FeedGateway {
  /// So many pages are asked for at most until there is something on one.
  private static let mostRequests = 3

  let gateway: any FeedGateway
  /// Whom "me" means in a search.
  let reader: String
  let world: any World

  func page(of feed: Feed, _ streamRange: StreamRange) async throws(FeedError) -> FeedPage {
    guard case .search(let typed) = feed else {
      return try await gateway.page(of: feed, streamRange).dated(now: world.now)
    }
    let query = SearchQuery(typed, by: reader, in: world)
    let page: Page<Post>
    switch streamRange {
    case .latest: page = try await posts(matching: query, after: nil)
    case .older(let cursor): page = try await posts(matching: query, after: cursor)
    // Services can only be asked for what they find from the top.
    case .newer: throw .notFound
    }
    return FeedPage(page.elements.map { FeedEntry($0) }, older: page.next)
  }

  func conversation(of post: Post.ID) async throws(FeedError) -> Conversation {
    try await gateway.conversation(of: post).dated(now: world.now)
  }

  func conversation(of post: Post.ID, told: Post) async throws(FeedError) -> Conversation {
    try await gateway.conversation(of: post, told: told).dated(now: world.now)
  }

  func posts(
    matching query: SearchQuery, after cursor: Cursor?
  ) async throws(FeedError) -> Page<Post> {
    var next = cursor
    for _ in 0..<Self.mostRequests {
      let page = try await gateway.posts(matching: query, after: next).dated(now: world.now)
      let admitted = page.elements.filter(query.admits)
      next = page.next
      if !admitted.isEmpty || next == nil { return Page(admitted, next: next) }
    }
    return Page([], next: next)
  }
}

/// Where one is in a page that is far longer than any that was asked for.
///
/// Some servers send everything they have. A part of it is shown at a time, and the cursor names the
/// last that was shown, so that the same page is asked for again and nothing of it is skipped.
struct PageCap: Sendable {
  /// How many elements of a page are shown at a time; no service is asked for a tenth of them.
  static let most = 400
  /// What a cursor into such a page begins with.
  private static let sign: Character = "#"

  /// Where the page begins; nil at the top.
  let position: Cursor?
  /// How many of it were shown, and the last of them as it stands in a cursor; nil for none yet.
  private let shown: (count: Int, last: Substring)?

  /// Reads a cursor that was made here, or one of the service's own.
  init(_ cursor: Cursor?) {
    guard let text = cursor?.rawValue, text.first == Self.sign,
      let dot = text.firstIndex(of: "."), let count = Int(text[..<dot].dropFirst()), count > 0
    else {
      (position, shown) = (cursor, nil)
      return
    }
    shown = (count, text[dot...].dropFirst().prefix { $0 != " " })
    position = text.firstIndex(of: " ").map { Cursor(String(text[text.index(after: $0)...])) }
  }

  /// What is to be shown of the page, and where that goes on.
  func portion<Element>(
    of page: [Element], next: Cursor?, _ name: (Element) -> String
  ) -> (elements: [Element], next: Cursor?) {
    guard page.count > Self.most || shown != nil else { return (page, next) }
    var seen: Set<String> = []
    let unique = page.filter { seen.insert(name($0)).inserted }
    let start = shown.map { place(in: unique.map(name), after: $0) } ?? 0
    let rest = unique[min(start, unique.count)...]
    guard rest.count > Self.most, let end = rest.prefix(Self.most).last else {
      return (Array(rest), next)
    }
    let way = position.map { " \($0.rawValue)" } ?? ""
    return (
      Array(rest.prefix(Self.most)),
      Cursor("\(Self.sign)\(start + Self.most).\(Self.mark(name(end)))\(way)")
    )
  }

  private func place(in names: [String], after shown: (count: Int, last: Substring)) -> Int {
    if let place = names.firstIndex(where: { Self.mark($0) == shown.last }) { return place + 1 }
    // What was shown last is gone, and others before it may be: rather some twice than one not at all.
    return max(0, shown.count - Self.most / 10)
  }

  private static func mark(_ name: String) -> String { Base64.url(Array(name.utf8)) }
}

extension FeedPage {
  /// The same page of what is newer, without what is too far above what is held to be shown at once:
  /// that is newer still.
  func cappedAbove() -> FeedPage {
    guard entries.count > PageCap.most else { return self }
    return FeedPage(
      entries.suffix(PageCap.most), older: older, hasNewer: true, isUnfinished: isUnfinished)
  }
}
