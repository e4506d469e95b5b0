internal import FeedDomain
internal import Groundwork

extension ServiceConnection {
  /// Returns a connection whose lists end where they lead back to a page that was read before.
  func leavingCircles() -> ServiceConnection {
    replacing {
      $0.feeds = TrailedFeeds(gateway: $0.feeds)
      $0.people = $0.people.map { TrailedPeople(gateway: $0) }
      $0.notices = $0.notices.map { TrailedNotifications(gateway: $0) }
    }
  }
}

/// A service's posts, whose pages end where they lead back and are of a length that can be shown.
struct TrailedFeeds: FeedGateway {
  let gateway: any FeedGateway

  func page(of feed: Feed, _ streamRange: StreamRange) async throws(FeedError) -> FeedPage {
    var trail = PageTrail(nil)
    var asked = streamRange
    if case .older(let cursor) = streamRange {
      trail = PageTrail(cursor)
      asked = PageCap(trail.position).position.map { .older($0) } ?? .latest
    }
    let page = try await gateway.page(of: feed, asked)
    if case .newer = streamRange { return page.cappedAbove().following(trail) }
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
struct TrailedNotifications: NotificationGateway {
  let gateway: any NotificationGateway

  var kinds: Set<Notification.Kind> { gateway.kinds }

  func notices(after cursor: Cursor?) async throws(FeedError) -> Page<Notification> {
    let trail = PageTrail(cursor)
    // What tells the same may be on several pages, as of several days.
    return trail.following(try await gateway.notices(after: trail.place)) {
      "\($0.id.rawValue) \($0.at.milliseconds)"
    }
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

/// Which pages of a list one has come by on the way down, as far as its cursors remember them.
///
/// Some servers lead in a circle, or give the same page whatever they are asked for: whoever is sent
/// where they have been, or is given what they were given, has reached the end. The trail travels in
/// the cursor, so that it is there after a restart, and whoever asks twice is answered twice.
struct PageTrail: Sendable {
  /// How many marks are remembered: two for each of fifty pages.
  private static let longest = 100
  /// How many characters one has.
  private static let width = 7
  /// What a cursor with a trail begins with.
  private static let sign: Character = "@"

  /// Where the service goes on; nil at the top.
  let position: Cursor?
  private let marks: [Substring]

  /// Reads a cursor that was made here; one of the service's own has no trail yet.
  init(_ cursor: Cursor?) {
    guard let text = cursor?.rawValue, text.first == Self.sign,
      let end = text.firstIndex(of: " ")
    else {
      position = cursor
      marks = []
      return
    }
    position = Cursor(String(text[text.index(after: end)...]))
    marks = Self.parts(of: text.dropFirst().prefix { $0 != " " })
  }

  /// The cursor below a page of those elements, after which the service goes on there; nil where
  /// that leads back.
  func cursor(after elements: [String], _ next: Cursor?) -> Cursor? {
    guard let next else { return nil }
    let place = Self.mark("at \(next.rawValue)")
    // A page of which nothing is shown says nothing of where one is.
    let content = elements.isEmpty ? nil : Self.mark("of \(elements.joined(separator: "\n"))")
    guard !marks.contains(place), content.map({ !marks.contains($0) }) ?? true else { return nil }
    let trail = (marks + [content, place].compactMap { $0 }).suffix(Self.longest)
    return Cursor("\(Self.sign)\(trail.joined()) \(next.rawValue)")
  }

  private static func parts(of text: Substring) -> [Substring] {
    var rest = text
    var parts: [Substring] = []
    while !rest.isEmpty {
      parts.append(rest.prefix(width))
      rest = rest.dropFirst(width)
    }
    return parts
  }

  /// Forty bits that stand for the text (FNV-1a, mixed once more).
  private static func mark(_ text: String) -> Substring {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for byte in text.utf8 { hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01b3 }
    hash = (hash ^ hash >> 33) &* 0xff51_afd7_ed55_8ccd
    hash ^= hash >> 33
    return Base64.url((0..<5).map { UInt8(truncatingIfNeeded: hash >> (8 * $0)) })[...]
  }

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

/// Several lists of somebody's, one after another, as the pages of one.
enum ListChain<Kind: RawRepresentable & CaseIterable & Equatable & Sendable>
where Kind.RawValue == String {
  /// What is fetched at most for a page: lists of nobody's are empty.
  private static var mostRequests: Int { 8 }

  /// The page there, out of the list of the kind that it belongs to; what is empty leads on at once,
  /// since it would look like the end.
  static func page<Element: Sendable>(
    after cursor: Cursor?,
    _ fetch: (Kind, Cursor?) async throws(FeedError) -> Page<Element>
  ) async throws(FeedError) -> Page<Element> {
    var position = cursor
    for _ in 0..<mostRequests {
      let (kind, inner) = place(position)
      guard let kind else { break }
      let page = try await fetch(kind, inner)
      let next = page.next.map { going(on: kind, at: $0) } ?? following(kind)
      if !page.elements.isEmpty || next == nil { return Page(page.elements, next: next) }
      position = next
    }
    return Page([])
  }

  /// The kind, and where its list goes on; nil at its beginning.
  private static func place(_ cursor: Cursor?) -> (Kind?, Cursor?) {
    guard let cursor else { return (Array(Kind.allCases).first, nil) }
    let parts = cursor.rawValue.split(separator: " ", maxSplits: 1).map(String.init)
    return (
      parts.first.flatMap(Kind.init), parts.count > 1 ? Cursor(parts[1]) : nil
    )
  }

  private static func going(on kind: Kind, at inner: Cursor) -> Cursor {
    Cursor("\(kind.rawValue) \(inner.rawValue)")
  }

  private static func following(_ kind: Kind) -> Cursor? {
    let kinds = Array(Kind.allCases)
    return kinds.firstIndex(of: kind).flatMap { kinds.dropFirst($0 + 1).first }.map {
      Cursor($0.rawValue)
    }
  }
}
