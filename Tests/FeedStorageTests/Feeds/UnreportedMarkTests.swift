import Doubles
import FeedDomain
import FeedStorage
import Testing

/// Marks and counts of a post that a service leaves out keep their stored values.
struct UnreportedMarkTests {
  private func commit(_ post: Post, to store: SQLiteFeedStore) async throws -> StoreChangeSet {
    try await store.mergeFetchedPage(
      FeedPage([FeedEntry(post)], older: nil), into: .home, account: Samples.account, at: .top,
      now: .noon)
  }

  private func held(_ store: SQLiteFeedStore) async throws -> Post? {
    try await store.storedPost(Post.ID("1"), account: Samples.account)
  }

  @Test
  func `a stored like stays if the service leaves it out, and goes if the service reports none`()
    async throws
  {
    let store = try await SQLiteFeedStore(.memory)
    _ = try await commit(Samples.post(1, own: [.liked, .bookmarked]), to: store)

    let changes = try await commit(Samples.post(1, own: [], untold: .liked), to: store)

    #expect(try await held(store)?.userMarks == .liked)
    #expect(changes.posts == [Post.ID("1")])
    _ = try await commit(Samples.post(1), to: store)
    #expect(try await held(store)?.userMarks == [])
  }

  @Test func `a new post has no marks that the service leaves out`() async throws {
    let store = try await SQLiteFeedStore(.memory)

    _ = try await commit(Samples.post(1, untold: .liked), to: store)

    #expect(try await held(store) == Samples.post(1))
  }

  @Test
  func `a stored count stays if the service leaves it out, and an unknown one is not invented`()
    async throws
  {
    let store = try await SQLiteFeedStore(.memory)
    let untold = Samples.post(1).replacingCountsAndMarks(counts: .unknown, marks: [])
    let told = untold.replacingCountsAndMarks(
      counts: Post.PostCounts(replies: 0, boosts: nil, likes: 7), marks: [])

    _ = try await commit(untold, to: store)
    #expect(try await held(store)?.counts == .unknown)
    _ = try await commit(told, to: store)
    let changes = try await commit(untold, to: store)

    #expect(try await held(store)?.counts == told.counts)
    #expect(changes.posts == [])
  }

  @Test func `a post that lacks only known marks is not reported as changed`() async throws {
    let store = try await SQLiteFeedStore(.memory)
    _ = try await commit(Samples.post(1, own: .liked), to: store)

    let changes = try await store.storePosts(
      [Samples.post(1, untold: .liked)], account: Samples.account, now: Samples.now)

    #expect(changes.isEmpty)
    #expect(try await held(store)?.userMarks == .liked)
  }

  @Test(arguments: [Post.PostFetchSource.inStream, .elsewhere, .actionReply])
  func `a post is merged with the version that another process stored a moment before`(
    kind: Post.PostFetchSource
  ) async throws {
    let (folder, states) = (ScratchFolder(), FakeReadStates())
    let account = Account.ID("rss:feeds")
    let store = try await SQLiteFeedStore(.file(folder["cache.db"]), readStates: states)
    let other = try await SQLiteFeedStore(.file(folder["cache.db"]))
    _ = try await other.storePosts([Samples.post(1)], account: account, now: Samples.now)
    await states.interrupt {
      _ = try? await other.storePosts(
        [Samples.post(1, likes: 7, own: .bookmarked)], account: account, now: Samples.now)
    }
    let untold = Samples.post(1, untold: .bookmarked)

    let (posts, changes) = try await store.storePosts(
      [untold.replacingCountsAndMarks(counts: .unknown, marks: [])], fetchedAs: kind,
      account: account, now: Samples.now)

    let kept = try await store.storedPost(Post.ID("1"), account: account)
    #expect(kept?.userMarks == .bookmarked)
    #expect(kept?.counts.likes == 7)
    #expect(posts == [kept])
    #expect(changes.isEmpty)
    await store.closeDatabase()
    await other.closeDatabase()
  }

  @Test func `stored posts are returned in the order of the page, with folds from the store`()
    async throws
  {
    let store = try await SQLiteFeedStore(.memory)
    let folded = changedCopy(Samples.post(1, own: .liked)) { $0.content.foldReason = "Regatta" }
    _ = try await commit(folded, to: store)

    let (posts, _) = try await store.storePosts(
      [Samples.post(2), Samples.post(1, untold: .liked)], fetchedAs: .elsewhere,
      account: Samples.account, now: Samples.now)

    #expect(posts == [Samples.post(2), folded])
    let stored = try await store.storedPosts(
      [Post.ID("1"), Post.ID("2"), Post.ID("3")], account: Samples.account)
    #expect(stored == [Post.ID("1"): folded, Post.ID("2"): Samples.post(2)])
    // A stream's page has the folds of the user's filters as they are now.
    _ = try await store.storePosts(
      [Samples.post(1, untold: .liked)], account: Samples.account, now: Samples.now)
    #expect(try await held(store) == Samples.post(1, own: .liked))
  }
}
