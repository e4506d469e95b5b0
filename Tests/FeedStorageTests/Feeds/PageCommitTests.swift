import FeedDomain
import FeedStorage
import Testing

struct PageCommitTests {
  @Test func `the first page of a stream leaves no gap, and its cursor is stored`() async throws {
    let store = try await SQLiteFeedStore(.memory)

    let changes = try await store.commit([9, 8, 7], older: "7")

    #expect(changes == StoreChangeSet(feeds: [.home]))
    #expect(try await store.sketch() == "9 8 7")
    #expect(try await store.status().older == Cursor("7"))
    #expect(try await store.status().fetchedAt == .noon)
  }

  @Test func `a page of a stream still being fetched does not set the fetch time`()
    async throws
  {
    let store = try await SQLiteFeedStore(.memory)
    let page = FeedPage(
      [FeedEntry(Samples.post(9))], older: nil,
      progress: WebFeedFetchProgress(finishedCount: 1, total: 2))

    _ = try await store.mergeFetchedPage(
      page, into: .home, account: Samples.account, at: .top, now: .noon)

    #expect(try await store.sketch() == "9")
    #expect(try await store.status().fetchedAt == nil)
  }

  @Test func `merging the same page again changes nothing`() async throws {
    let store = try await SQLiteFeedStore(.memory)
    try await store.commit([9, 8, 7], older: "7")

    let changes = try await store.commit([9, 8, 7], older: "7")

    #expect(changes.isEmpty)
  }

  @Test func `a page that replaces all rows keeps the reading position, and leaves nothing unread`()
    async throws
  {
    let store = try await SQLiteFeedStore(.memory)
    try await store.commit([9, 8, 7, 6], older: "6")
    try await store.setReadingPosition(
      ReadingPosition(entry: FeedEntry.ID("7"), row: 3), lastRead: FeedEntry.ID("7"),
      in: .stream(.home, Samples.account))

    let changes = try await store.commit([7, 9, 5], at: .replacingAll)

    #expect(changes == StoreChangeSet(feeds: [.home]))
    #expect(try await store.sketch() == "7 9 5")
    let status = try await store.status()
    #expect(status.unread == 0)
    #expect(status.lastRead == FeedEntry.ID("7"))
    #expect(status.readingPosition == ReadingPosition(entry: FeedEntry.ID("7"), row: 3))
    #expect(status.older == nil)
    #expect(status.fetchedAt == .noon)
    #expect(try await store.commit([7, 9, 5], at: .replacingAll).isEmpty)
    #expect(try await store.commit([], at: .replacingAll) == StoreChangeSet(feeds: [.home]))
    #expect(try await store.sketch() == "")
  }

  @Test func `a newest page that overlaps stored posts leaves no gap`() async throws {
    let store = try await SQLiteFeedStore(.memory)
    try await store.commit([7, 6, 5], older: "5")

    let changes = try await store.commit([9, 8, 7], older: "7")

    #expect(changes == StoreChangeSet(feeds: [.home]))
    #expect(try await store.sketch() == "9 8 7 6 5")
    #expect(try await store.status().older == Cursor("5"))
  }

  @Test func `a newest page that does not overlap stored posts leaves a gap`() async throws {
    let store = try await SQLiteFeedStore(.memory)
    try await store.commit([3, 2, 1], older: "1")

    try await store.commit([9, 8], older: "8")

    let gap = try #require(try await store.gaps().first)
    #expect(try await store.sketch() == "9 8 | 3 2 1")
    #expect(gap.older == Cursor("8"))
    #expect(gap.entryBelow == FeedEntry.ID("3"))
    #expect(try await store.status().older == Cursor("1"))
  }

  @Test func `each newest page without overlap leaves its own gap`() async throws {
    let store = try await SQLiteFeedStore(.memory)
    try await store.commit([1], older: "1")
    try await store.commit([5], older: "5")

    try await store.commit([9], older: "9")

    #expect(try await store.sketch() == "9 | 5 | 1")
    #expect(Set(try await store.gaps().map(\.id)).count == 2)
  }

  @Test func `a newest page that spans a gap closes it`() async throws {
    let store = try await SQLiteFeedStore(.memory)
    try await store.commit([3, 2], older: "2")
    try await store.commit([6], older: "6")

    try await store.commit([7, 6, 5, 4, 3], older: "3")

    #expect(try await store.sketch() == "7 6 5 4 3 2")
  }

  @Test func `a newest page that ends inside a gap makes it smaller`() async throws {
    let store = try await SQLiteFeedStore(.memory)
    try await store.commit([1], older: "1")
    try await store.commit([9, 8], older: "8")

    try await store.commit([9, 8, 7, 6], older: "6")

    #expect(try await store.sketch() == "9 8 7 6 | 1")
    #expect(try await store.gaps().first?.older == Cursor("6"))
  }

  @Test func `a post that the service inserted between two stored posts is inserted between them`()
    async throws
  {
    let store = try await SQLiteFeedStore(.memory)
    try await store.commit([9, 5, 1])

    try await store.commit([9, 8, 7, 5, 3, 1])

    #expect(try await store.sketch() == "9 8 7 5 3 1")
  }

  @Test func `two hundred posts can be inserted one by one below the same post`() async throws {
    let store = try await SQLiteFeedStore(.memory)
    try await store.commit([1000, 0])
    try await store.setReadingPosition(
      ReadingPosition(entry: FeedEntry.ID("1000"), row: 0), lastRead: FeedEntry.ID("0"),
      in: .stream(.home, Samples.account))

    // A pinned post: whatever is new comes right below it.
    for new in 1...200 { try await store.commit([1000, new, max(0, new - 1)]) }

    let ids = [1000] + (0...200).reversed()
    #expect(try await store.sketch() == ids.map(String.init).joined(separator: " "))
    #expect(try await store.status().unread == 201)
  }

  @Test func `a stored post keeps its position if the service moves it`() async throws {
    let store = try await SQLiteFeedStore(.memory)
    try await store.commit([5, 4, 3, 2, 1])

    try await store.commit([1, 6, 5, 4])

    #expect(try await store.sketch() == "6 5 4 3 2 1")
  }

  @Test func `an older page is appended, with repeated posts only once`() async throws {
    let store = try await SQLiteFeedStore(.memory)
    try await store.commit([9, 8], older: "8")

    try await store.commit([8, 7, 6, 7], older: nil, at: .bottom)

    #expect(try await store.sketch() == "9 8 7 6")
    #expect(try await store.status().older == nil)
  }

  @Test func `an empty older page marks the end of the stream`() async throws {
    let store = try await SQLiteFeedStore(.memory)
    try await store.commit([9, 8], older: "8")

    let changes = try await store.commit([], at: .bottom)

    #expect(changes.isEmpty)
    #expect(try await store.status().older == nil)
  }

  @Test func `a page updates posts, and only visible differences are reported as changed`()
    async throws
  {
    let store = try await SQLiteFeedStore(.memory)
    try await store.commit([2, 1])
    let liked = FeedPage(
      [FeedEntry(Samples.post(2, likes: 7)), FeedEntry(Samples.post(1))], older: nil)

    let changes = try await store.mergeFetchedPage(
      liked, into: .home, account: Samples.account, at: .top, now: .noon)

    #expect(changes == StoreChangeSet(posts: [Post.ID("2")]))
    #expect(try await store.storedPost(Post.ID("2"), account: Samples.account)?.counts.likes == 7)
  }
}
