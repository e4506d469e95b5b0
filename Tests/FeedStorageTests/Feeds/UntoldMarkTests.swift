import FeedDomain
import FeedStorage
import Testing

/// What a service does not tell of a post stays as it is held.
struct UntoldMarkTests {
  private func commit(_ post: Post, to store: SQLiteFeedStore) async throws -> ChangeSet {
    try await store.mergeFetchedPage(
      FeedPage([FeedEntry(post)], older: nil), into: .home, account: Samples.account, at: .top,
      now: .noon)
  }

  private func held(_ store: SQLiteFeedStore) async throws -> Post? {
    try await store.storedPost(Post.ID("1"), account: Samples.account)
  }

  @Test func `a like that is not told stays, and one that is told as none goes`() async throws {
    let store = try await SQLiteFeedStore(.memory)
    _ = try await commit(Samples.post(1, own: [.liked, .bookmarked]), to: store)

    let changes = try await commit(Samples.post(1, own: [], untold: .liked), to: store)

    #expect(try await held(store)?.own == .liked)
    #expect(changes.posts == [Post.ID("1")])
    _ = try await commit(Samples.post(1), to: store)
    #expect(try await held(store)?.own == [])
  }

  @Test func `where nothing was held nothing is made up`() async throws {
    let store = try await SQLiteFeedStore(.memory)

    _ = try await commit(Samples.post(1, untold: .liked), to: store)

    #expect(try await held(store) == Samples.post(1))
  }

  @Test func `a count that is not told stays, and none is made up`() async throws {
    let store = try await SQLiteFeedStore(.memory)
    let untold = Samples.post(1).replacingCountsAndMarks(counts: .untold, own: [])
    let told = untold.replacingCountsAndMarks(
      counts: Post.PostCounts(replies: 0, boosts: nil, likes: 7), own: [])

    _ = try await commit(untold, to: store)
    #expect(try await held(store)?.counts == .untold)
    _ = try await commit(told, to: store)
    let changes = try await commit(untold, to: store)

    #expect(try await held(store)?.counts == told.counts)
    #expect(changes.posts == [])
  }

  @Test func `a post that only is not told is no news`() async throws {
    let store = try await SQLiteFeedStore(.memory)
    _ = try await commit(Samples.post(1, own: .liked), to: store)

    let changes = try await store.storePosts(
      [Samples.post(1, untold: .liked)], account: Samples.account, now: Samples.now)

    #expect(changes.isEmpty)
    #expect(try await held(store)?.own == .liked)
  }
}
