import Doubles
import FeedDomain
import FeedStorage
import Testing

struct WindowTests {
  private func store(holding ids: [Int]) async throws -> SQLiteFeedStore {
    let store = try await SQLiteFeedStore(.memory)
    try await store.commit(ids, older: "end")
    return store
  }

  private func ids(_ window: FeedWindow) -> [String] {
    window.rows.map { $0.entry?.id.rawValue ?? "|" }
  }

  private func window(
    _ store: SQLiteFeedStore, _ anchor: FeedWindowAnchor, above: Int = 2, below: Int = 2
  ) async throws -> FeedWindow {
    try await store.feedWindow(
      of: .home, account: Samples.account, around: anchor, above: above, below: below)
  }

  @Test func `a stream that was never fetched has an empty window`() async throws {
    let store = try await SQLiteFeedStore(.memory)

    let window = try await window(store, .readingPosition)

    #expect(
      window == FeedWindow([], hasMoreAbove: false, hasMoreBelow: false, status: FeedStatus()))
  }

  @Test func `the layout is stored for each stream`() async throws {
    let store = try await store(holding: [2, 1])

    try await store.storeScreenLayout(.wall, of: .stream(.home, Samples.account))
    try await store.storeScreenLayout(.carousel, of: .stream(.photos, Samples.account))

    #expect(try await window(store, .readingPosition).status.layout == .wall)
    let photos = try await store.feedWindow(
      of: .photos, account: Samples.account, around: .readingPosition, above: 0, below: 1)
    #expect(photos.status.layout == .carousel)
  }

  @Test func `the status of a stream is the same with and without rows`() async throws {
    let store = try await store(holding: [3, 2, 1])
    let place = ReadingPosition(entry: FeedEntry.ID("2"), row: 1)
    try await store.setReadingPosition(
      place, lastRead: FeedEntry.ID("2"), in: .stream(.home, Samples.account))

    let home = try await store.feedStatus(of: .home, account: Samples.account)
    let photos = try await store.feedStatus(of: .photos, account: Samples.account)

    #expect(try await home == window(store, .top).status)
    #expect(home.unread == 1 && home.readingPosition == place)
    #expect(photos == FeedStatus())
  }

  @Test func `a window of an unread stream opens at the top`() async throws {
    let store = try await store(holding: [5, 4, 3, 2, 1])

    let window = try await window(store, .readingPosition)

    #expect(ids(window) == ["5", "4"])
    #expect(!window.hasMoreAbove && window.hasMoreBelow)
  }

  @Test func `a window opens at the reading position, which new posts do not move`() async throws {
    let store = try await store(holding: [5, 4, 3, 2, 1])
    let place = ReadingPosition(entry: FeedEntry.ID("3"), row: -2)
    try await store.setReadingPosition(
      place, lastRead: FeedEntry.ID("5"), in: .stream(.home, Samples.account))
    try await store.commit([8, 7, 6, 5], older: "5")

    let window = try await window(store, .readingPosition)

    #expect(ids(window) == ["5", "4", "3", "2"])
    #expect(window.hasMoreAbove && window.hasMoreBelow)
    #expect(window.status.readingPosition == place)
    #expect(window.status.unread == 3)
  }

  @Test func `the last read entry moves to newer stored entries only`() async throws {
    let store = try await store(holding: [5, 4, 3, 2, 1])
    let place = ReadingPosition(entry: FeedEntry.ID("2"), row: 3)
    try await store.setReadingPosition(
      place, lastRead: FeedEntry.ID("2"), in: .stream(.home, Samples.account))

    for (entry, unread) in [("4", 1), ("3", 1), ("9", 1), ("5", 0)] {
      try await store.advanceLastReadEntry(FeedEntry.ID(entry), in: .stream(.home, Samples.account))

      let status = try await window(store, .readingPosition).status
      #expect(status.unread == unread, "after \(entry)")
      #expect(status.readingPosition == place)
    }
  }

  @Test func `the reading position of a deleted post moves to the next post`() async throws {
    let store = try await store(holding: [5, 4, 3, 2, 1])
    try await store.setReadingPosition(
      ReadingPosition(entry: FeedEntry.ID("3"), row: 0), lastRead: FeedEntry.ID("3"),
      in: .stream(.home, Samples.account))
    _ = try await store.removePost(Post.ID("3"), account: Samples.account)

    let window = try await window(store, .readingPosition, above: 1, below: 1)

    #expect(ids(window) == ["4", "2"])
    #expect(window.status.unread == 2)
  }

  @Test func `a window around an entry that is not stored opens at the reading position`()
    async throws
  {
    let store = try await store(holding: [5, 4, 3])
    try await store.setReadingPosition(
      ReadingPosition(entry: FeedEntry.ID("4"), row: 0), lastRead: nil,
      in: .stream(.home, Samples.account))

    #expect(ids(try await window(store, .entry(FeedEntry.ID("3")))) == ["5", "4", "3"])
    #expect(ids(try await window(store, .entry(FeedEntry.ID("no")))) == ["5", "4", "3"])
    #expect(ids(try await window(store, .top)) == ["5", "4"])
  }

  @Test func `unread entries are counted up to 1000`() async throws {
    let store = try await store(holding: Array((0...1500).reversed()))

    try await store.setReadingPosition(
      nil, lastRead: FeedEntry.ID("0"), in: .stream(.home, Samples.account))

    #expect(try await store.status().unread == 1000)
  }

  @Test func `each kind of stream is stored separately, and remembered as the last opened`()
    async throws
  {
    let store = try await SQLiteFeedStore(.memory)
    let feeds: [Feed] = [
      .home, .local, .federated, .photos, .trending, .likes, .bookmarks, .tag("a:b"),
      .nearby(Place(name: "Hà Nội: phố", latitude: 21.5, longitude: -105.25)),
      .person(Person.ID("did:plc:x")), .answers(Person.ID("did:plc:x")),
      .portfolio(Person.ID("did:plc:x")), .list(id: "7:1", name: "Close: friends"),
    ]
    for (index, feed) in feeds.enumerated() { try await store.commit([index], to: feed) }

    for (index, feed) in feeds.enumerated() {
      try await store.setLastOpenedFeed(feed, account: Samples.account)
      #expect(try await store.sketch(feed) == "\(index)")
      let last = try #require(try await store.lastOpenedFeed(account: Samples.account))
      // Two streams are equal whatever they are called; their names come back too.
      #expect("\(last)" == "\(feed)")
    }
  }

  @Test func `a nearby stream keeps its posts when its place gets a name`() async throws {
    let store = try await SQLiteFeedStore(.memory)
    let found = Feed.nearby(Place(name: "", latitude: 51.5007, longitude: -0.1246))
    let named = Feed.nearby(Place(name: "London", latitude: 51.5, longitude: -0.12))
    try await store.commit([1], to: found)

    try await store.setLastOpenedFeed(named, account: Samples.account)
    try await store.setLastOpenedFeed(found, account: Samples.account)

    #expect(try await store.sketch(named) == "1")
    let place = Place(name: "London", latitude: 51.5, longitude: -0.12)
    #expect(try await store.recentPhotoSearchPlaces(account: Samples.account, limit: 8) == [place])
  }

  @Test func `recent places are returned, the latest first`() async throws {
    let store = try await SQLiteFeedStore(.memory)
    let places = [38.72, 51.5, 35.01].map {
      Place(name: "At \($0)", latitude: $0, longitude: 0)
    }
    for (hour, place) in places.enumerated() {
      _ = try await store.mergeFetchedPage(
        FeedPage([], older: nil), into: .nearby(place), account: Samples.account, at: .top,
        now: Timestamp(milliseconds: Int64(hour) * 3_600_000))
    }

    let recent = try await store.recentPhotoSearchPlaces(account: Samples.account, limit: 2)

    #expect(recent.map(\.name) == ["At 35.01", "At 51.5"])
  }

  @Test func `accounts do not see each other's posts`() async throws {
    let store = try await store(holding: [1])
    let other = Account.ID("mastodon:b")

    #expect(try await store.sketch(account: other) == "")
    #expect(try await store.storedPost(Post.ID("1"), account: other) == nil)
    #expect(try await store.findStoredPosts(matching: "hello", account: other, limit: 9).isEmpty)
    #expect(try await store.findStoredPosts(matching: "hello", account: nil, limit: 9).count == 1)
  }

  @Test func `the booster of a post is stored, and another booster changes the row`() async throws {
    let store = try await SQLiteFeedStore(.memory)
    func page(_ name: String) -> FeedPage {
      let entry = FeedEntry(
        id: FeedEntry.ID("b"), post: Samples.everything, boostedBy: Samples.person(name))
      return FeedPage([entry], older: nil)
    }
    func commit(_ name: String) async throws -> StoreChangeSet {
      try await store.mergeFetchedPage(
        page(name), into: .home, account: Samples.account, at: .top, now: .noon)
    }

    #expect(try await commit("eve") == StoreChangeSet(feeds: [.home]))
    #expect(try await commit("eve").isEmpty)
    #expect(try await commit("mallory") == StoreChangeSet(feeds: [.home]))
    let rows = try await window(store, .top).rows
    #expect(rows == page("mallory").entries.map(FeedRow.entry))
  }
}
