import FeedDomain
import FeedStorage
import Testing

struct TrimmingTests {
  private func store(pages: Int) async throws -> SQLiteFeedStore {
    let store = try await SQLiteFeedStore(.memory)
    for page in 0..<pages {
      let top = 10_000 - page * 40
      try await store.commit(
        Array((top - 39...top).reversed()), older: "\(top - 39)", at: page == 0 ? .top : .bottom)
    }
    return store
  }

  private func count(_ store: SQLiteFeedStore) async throws -> Int {
    try await store.sketch().split(separator: " ").count
  }

  @Test func `streams fetched before a limit are deleted with their posts, for one account`()
    async throws
  {
    let store = try await SQLiteFeedStore(.memory)
    let old = Timestamp(milliseconds: 1_000)
    let new = Timestamp(milliseconds: 2_000)
    let other = Account.ID("tweetie:bo")
    _ = try await store.mergeFetchedPage(
      Samples.page([3, 2, 1]), into: .trending, account: Samples.account, at: .top, now: old)
    _ = try await store.mergeFetchedPage(
      Samples.page([5, 3]), into: .home, account: Samples.account, at: .top, now: new)
    _ = try await store.mergeFetchedPage(
      Samples.page([1]), into: .home, account: other, at: .top, now: old)

    try await store.deleteRowsOfStaleFeeds(fetchedBefore: new, account: Samples.account)

    let trending = try await store.feedWindow(
      of: .trending, account: Samples.account, around: .top, above: 0, below: 9)
    let home = try await store.feedWindow(
      of: .home, account: Samples.account, around: .top, above: 0, below: 9)
    #expect(trending.rows.isEmpty)
    #expect(trending.status.fetchedAt == nil)
    #expect(home.rows.count == 2)
    #expect(try await store.storedPost(Post.ID("1"), account: Samples.account) == nil)
    #expect(try await store.storedPost(Post.ID("3"), account: Samples.account) != nil)
    #expect(try await store.storedPost(Post.ID("1"), account: other) != nil)
  }

  @Test func `a long stream is cut at the end of a page`() async throws {
    let store = try await store(pages: 5)

    let feeds = try await store.deleteRowsBeyondLimits(
      account: Samples.account, keeping: 50, posts: 1000)

    #expect(feeds == [.home])
    #expect(try await count(store) == 80)
    #expect(try await store.status().older == Cursor("9921"))
    #expect(try await store.storedPost(Post.ID("9850"), account: Samples.account) != nil)
  }

  @Test func `rows around the reading position are not deleted`() async throws {
    let store = try await store(pages: 10)
    try await store.setReadingPosition(
      ReadingPosition(entry: FeedEntry.ID("9950"), row: 0), lastRead: nil,
      in: .stream(.home, Samples.account))

    _ = try await store.deleteRowsBeyondLimits(account: Samples.account, keeping: 10, posts: 0)

    #expect(try await count(store) == 280)
  }

  @Test func `the oldest posts are deleted, but no bookmarked ones`() async throws {
    let store = try await store(pages: 2)
    _ = try await store.storePosts(
      [Samples.post(1, own: .bookmarked), Samples.post(2)], account: Samples.account,
      now: Samples.now)

    let feeds = try await store.deleteRowsBeyondLimits(
      account: Samples.account, keeping: 100, posts: 40)

    #expect(feeds.isEmpty)
    #expect(try await store.storedPost(Post.ID("1"), account: Samples.account) != nil)
    #expect(try await store.storedPost(Post.ID("2"), account: Samples.account) == nil)
    #expect(try await count(store) == 80)
  }

  @Test func `a short stream is not cut`() async throws {
    let store = try await store(pages: 1)

    #expect(
      try await store.deleteRowsBeyondLimits(account: Samples.account, keeping: 40, posts: 40)
        .isEmpty)
    #expect(try await count(store) == 40)
  }
}
