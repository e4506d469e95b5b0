import Doubles
import FeedDomain
import Testing

@testable import FeedStorage

@Suite struct BookmarkTagStoreTests {
  private func tag(_ name: String) throws -> BookmarkTag { try #require(BookmarkTag(name)) }

  @Test func `bookmark tags are stored for each account, and erased with it`() async throws {
    let outbox = try await SQLiteOutbox(.memory)
    let store = SQLiteBookmarkTagStore(outbox)
    let (bread, rye) = (try tag("bread"), try tag("rye"))
    for (tag, post) in [(bread, "1"), (bread, "2"), (rye, "2"), (bread, "1")] {
      try await store.storeLocalBookmarkTag(tag, true, on: Post.ID(post), account: Samples.account)
    }

    let tags = try await store.bookmarkTags(of: Samples.account)
    #expect(tags.posts == [bread: [Post.ID("2"), Post.ID("1")], rye: [Post.ID("2")]])
    #expect(tags.tags(of: Post.ID("2")) == [bread, rye])
    #expect(try await store.bookmarkTags(of: Account.ID("other")) == BookmarkTagIndex())

    try await store.storeLocalBookmarkTag(bread, false, on: Post.ID("2"), account: Samples.account)
    #expect(try await store.bookmarkTags(of: Samples.account).posts[bread] == [Post.ID("1")])
    try await outbox.eraseOutboxData(of: Samples.account)
    #expect(try await store.bookmarkTags(of: Samples.account) == BookmarkTagIndex())
  }

  @Test func `alert end times are stored, the earliest first, and erased with the account`()
    async throws
  {
    let outbox = try await SQLiteOutbox(.memory)
    let store = SQLitePersonAlertEndTimeStore(outbox)
    func time(_ person: String, _ end: Int64) -> PersonAlertEndTime {
      PersonAlertEndTime(
        person: Person.ID(person), handle: person, endsAt: Timestamp(milliseconds: end))
    }
    for time in [time("ada", 9), time("bo", 5), time("ada", 3)] {
      try await store.setPersonAlertEndTime(time, account: Samples.account)
    }

    #expect(
      try await store.personAlertEndTimes(of: Samples.account) == [time("ada", 3), time("bo", 5)])
    try await store.removePersonAlertEndTime(of: Person.ID("ada"), account: Samples.account)
    #expect(try await store.personAlertEndTimes(of: Samples.account) == [time("bo", 5)])
    try await outbox.eraseOutboxData(of: Samples.account)
    #expect(try await store.personAlertEndTimes(of: Samples.account) == [])
  }

  @Test func `a search with a bookmark tag finds only posts with the tag`() async throws {
    let feeds = try await SQLiteFeedStore(.memory)
    let posts = ["1", "2", "3"].map { Post.sample($0, by: "ada", text: "Rye and oats \($0)") }
    _ = try await feeds.storePosts(posts, account: Samples.account, now: .noon)
    let tags = BookmarkTagIndex([
      (tag: try tag("bread"), post: Post.ID("1")), (tag: try tag("bread"), post: Post.ID("3")),
    ])
    func found(_ typed: String) async throws -> Set<String> {
      let query = SearchQuery(typed, in: StillWorld()).resolvingBookmarkTags(in: tags)
      let posts = try await feeds.findStoredPosts(
        matching: query, account: Samples.account, limit: 9)
      return Set(posts.map(\.id.rawValue))
    }

    #expect(try await found("rye") == ["1", "2", "3"])
    #expect(try await found("tag:bread") == ["1", "3"])
    #expect(try await found("3 tag:bread") == ["3"])
    #expect(try await found("rye -tag:bread") == ["2"])
    #expect(try await found("tag:nothing") == [])
  }
}
