import Doubles
import FeedDomain
import Testing

@testable import FeedStorage

/// The queue of podcasts, in the database that stays.
struct EpisodeStoreTests {
  private static let account = Account.ID("rss:feeds")
  private static let other = Account.ID("feedserver:me")
  private static let first = Episode.sample(
    "1", page: "https://old.example/1",
    chapters: [
      Episode.EpisodeChapter(start: 0, title: "Hello"),
      Episode.EpisodeChapter(start: 754, title: "Lamps"),
    ], transcript: "https://old.example/1.vtt")

  @Test func `queued episodes are stored in order with all facts`()
    async throws
  {
    let folder = ScratchFolder()
    let file = DatabaseLocation.file(folder["outbox.db"])
    var outbox = try await SQLiteOutbox(file)
    var store = SQLitePodcastQueueStore(outbox)
    let second = Episode.sample("2", seconds: nil)
    #expect(try await store.addEpisode(QueuedEpisode(Self.first), account: Self.account))
    #expect(try await store.addEpisode(QueuedEpisode(second), account: Self.account))
    #expect(try await !store.addEpisode(QueuedEpisode(Self.first), account: Self.account))
    try await store.setPlayingPosition(754, in: Self.first.post, account: Self.account)
    try await store.setPlayingPosition(3, in: second.post, account: Self.account)
    try await store.setEpisodePlayed(true, second.post, account: Self.account)
    await outbox.closeDatabase()

    outbox = try await SQLiteOutbox(file)
    store = SQLitePodcastQueueStore(outbox)
    #expect(
      try await store.queuedEpisodes(account: Self.account) == [
        QueuedEpisode(Self.first, position: 754), QueuedEpisode(second, isPlayed: true),
      ])
    #expect(try await store.queuedEpisodes(account: Self.other) == [])
    await outbox.closeDatabase()
  }

  @Test func `an episode added again keeps its place and position, and gets new facts`()
    async throws
  {
    let store = SQLitePodcastQueueStore(try await SQLiteOutbox(.memory))
    _ = try await store.addEpisode(QueuedEpisode(Self.first), account: Self.account)
    try await store.setPlayingPosition(60, in: Self.first.post, account: Self.account)
    let renamed = Episode.sample("1", title: "The Pier at Dawn", seconds: nil)

    #expect(try await !store.addEpisode(QueuedEpisode(renamed), account: Self.account))

    let queued = try #require(try await store.queuedEpisodes(account: Self.account).first)
    #expect(queued.episode.title == "The Pier at Dawn" && queued.position == 60)
    #expect(queued.episode.seconds == Self.first.seconds && queued.episode.chapters == [])
  }

  @Test func `the player's duration is stored for an episode without one`() async throws {
    let store = SQLitePodcastQueueStore(try await SQLiteOutbox(.memory))
    let silent = Episode.sample("2", seconds: nil)
    for episode in [Self.first, silent] {
      _ = try await store.addEpisode(QueuedEpisode(episode), account: Self.account)
      try await store.setEpisodeDurationIfUnknown(99, of: episode.post, account: Self.account)
    }
    #expect(
      try await store.queuedEpisodes(account: Self.account).map(\.episode.seconds) == [3_723, 99])
  }

  @Test func `removing a feed's episodes returns them, and they can be added again`() async throws {
    let outbox = try await SQLiteOutbox(.memory)
    let store = SQLitePodcastQueueStore(outbox)
    let elsewhere = Episode(
      Post.ID("sea/1"), of: Person.ID("sea"), title: "Waves", show: "Sea",
      address: "https://sea.example/1.ogg", createdAt: Timestamp(milliseconds: 0))
    for episode in [Self.first, elsewhere] {
      _ = try await store.addEpisode(QueuedEpisode(episode, position: 5), account: Self.account)
    }

    let removed = try await store.removeFeedEpisodes(of: Person.ID("old"), account: Self.account)

    #expect(removed == [QueuedEpisode(Self.first, position: 5)])
    #expect(try await store.queuedEpisodes(account: Self.account).map(\.id) == [elsewhere.post])
    _ = try await store.addEpisode(removed[0], account: Self.account)
    #expect(try await store.queuedEpisodes(account: Self.account).last == removed[0])
    try await store.removeEpisode(elsewhere.post, account: Self.account)
    #expect(try await store.queuedEpisodes(account: Self.account).count == 1)
  }

  @Test func `signing out erases the episode queue of the account only`() async throws {
    let outbox = try await SQLiteOutbox(.memory)
    let store = SQLitePodcastQueueStore(outbox)
    for account in [Self.account, Self.other] {
      _ = try await store.addEpisode(QueuedEpisode(Self.first), account: account)
    }
    try await outbox.eraseOutboxData(of: Self.account)

    #expect(try await store.queuedEpisodes(account: Self.account) == [])
    #expect(try await store.queuedEpisodes(account: Self.other).count == 1)
  }

  @Test func `an episode of a removed account is refused`() async throws {
    let outbox = SQLiteOutbox(opening: .memory, isGone: { $0 == Self.account })
    let store = SQLitePodcastQueueStore(outbox)
    await #expect(throws: StoreError.signedOut) {
      try await store.addEpisode(QueuedEpisode(Self.first), account: Self.account)
    }
  }
}
