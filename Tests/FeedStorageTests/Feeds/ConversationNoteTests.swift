import Doubles
import FeedDomain
import Testing

@testable import FeedStorage

/// Of which posts the whole conversation is held.
@Suite struct ConversationNoteTests {
  private let account = SignedInAccount.sample.account.id
  private let now = Timestamp(milliseconds: 1_700_000_000_000)

  private func answered(_ count: Int?) -> Post {
    Post.sample("1").replacingCountsAndMarks(
      counts: Post.PostCounts(replies: count, likes: 0), marks: [])
  }

  @Test func `the note that all replies are fetched holds until the reply count changes`()
    async throws
  {
    let store = try await SQLiteFeedStore(.memory)
    _ = try await store.storePosts([answered(1)], account: account, now: now)
    let before = try await store.areAllRepliesFetched(of: Post.ID("1"), account: account)

    try await store.markAllRepliesFetched(of: [Post.ID("1"), Post.ID("2")], account: account)
    _ = try await store.storePosts(
      [answered(1).settingMark(.liked, isSet: true)], account: account, now: now)
    let noted = try await store.areAllRepliesFetched(of: Post.ID("1"), account: account)
    _ = try await store.storePosts([answered(2)], account: account, now: now)
    let after = try await store.areAllRepliesFetched(of: Post.ID("1"), account: account)

    #expect([before, noted, after] == [false, true, false])
    #expect(try await !store.areAllRepliesFetched(of: Post.ID("2"), account: account))
  }

  @Test func `the note that all replies are fetched also works without a reply count`() async throws
  {
    let store = try await SQLiteFeedStore(.memory)
    _ = try await store.storePosts([answered(nil)], account: account, now: now)

    try await store.markAllRepliesFetched(of: [Post.ID("1")], account: account)

    #expect(try await store.areAllRepliesFetched(of: Post.ID("1"), account: account))
  }
}
