import Doubles
import FeedDomain
import Testing
import UseCases

/// The queue of podcasts: what it asks of the store, the service and the player, and what it shows.
@MainActor @Suite struct PodcastsInteractorTests {
  private static let first = Episode.sample("1")
  private static let second = Episode.sample("2", title: "Low Water")

  private let presenter = Spy<PodcastsScene.SceneState>()
  private let store = FakeEpisodes([
    QueuedEpisode(Self.first, position: 754), QueuedEpisode(Self.second),
  ])

  private func reader(_ podcasts: StubPodcasts) -> (FeedReader, PodcastsInteractor) {
    let reader = FeedReader([], podcasts: podcasts, episodes: store)
    return (
      reader,
      PodcastsInteractor(reader.session, actions: reader.actions, presenter: presenter)
    )
  }

  private var titles: [String]? { presenter.last?.episodes?.map(\.episode.title) }

  @Test func `the queue is shown in order, with played episodes last`() async {
    let (_, interactor) = reader(StubPodcasts([Self.first, Self.second]))
    await interactor.handle(.open)
    #expect(titles == ["The Pier at Night", "Low Water"])
    #expect(presenter.last?.files[Self.first.post] == .missing)

    await interactor.handle(.togglePlayed(Self.first.post))
    #expect(titles == ["Low Water", "The Pier at Night"])
    #expect(presenter.last?.episodes?.last == QueuedEpisode(Self.first, isPlayed: true))
    await interactor.handle(.togglePlayed(Self.first.post))
    #expect(titles == ["The Pier at Night", "Low Water"])
  }

  @Test func `files are downloaded one at a time, with their progress`() async {
    let podcasts = StubPodcasts([Self.first, Self.second], isInstant: false)
    let (_, interactor) = reader(podcasts)
    await interactor.handle(.open)
    await interactor.handle(.toggleDownload(Self.first.post), .toggleDownload(Self.second.post))

    let half = ByteTransferProgress(receivedBytes: 1_000_000, totalBytes: 4_000_000)
    #expect(await eventually { presenter.last?.downloads[Self.first.post] == .running(half) })
    #expect(presenter.last?.downloads[Self.second.post] == .waiting)
    #expect(await podcasts.started == [Self.first.post])

    await podcasts.finishDownload()
    #expect(await eventually { presenter.last?.downloads[Self.second.post] == .running(half) })
    #expect(presenter.last?.downloads[Self.first.post] == nil)
    #expect(
      presenter.last?.files[Self.first.post]
        == .complete(path: "/podcasts/old/1", bytes: 4_000_000))
    await podcasts.finishDownload()
    #expect(await eventually { presenter.last?.downloads == [:] })
  }

  @Test func `the download key stops a download and resumes it`() async {
    let podcasts = StubPodcasts([Self.first, Self.second], isInstant: false)
    let (_, interactor) = reader(podcasts)
    await interactor.handle(.open, .toggleDownload(Self.first.post))
    #expect(await eventually { await podcasts.started == [Self.first.post] })
    await interactor.handle(.toggleDownload(Self.first.post))
    #expect(presenter.last?.downloads == [:])
    await podcasts.finishDownload()
    #expect(await eventually { presenter.last?.files[Self.first.post] == .missing })

    await interactor.handle(.toggleDownload(Self.first.post))
    #expect(await eventually { await podcasts.started == [Self.first.post, Self.first.post] })
    await podcasts.finishDownload()
    #expect(await eventually { presenter.last?.files[Self.first.post] != .missing })
  }

  @Test func `a failed download gives its reason, and the next one begins`() async {
    let podcasts = StubPodcasts([Self.first, Self.second])
    await podcasts.fail(Self.first.post, .notPublic)
    let (_, interactor) = reader(podcasts)
    await interactor.handle(.open)
    await interactor.handle(.toggleDownload(Self.first.post), .toggleDownload(Self.second.post))

    #expect(
      await eventually { presenter.last?.downloads == [Self.first.post: .failed(.notPublic)] })
    #expect(await eventually { presenter.last?.files[Self.second.post] != .missing })
  }

  @Test func `an episode is played from the last position or from a chapter`() async {
    let podcasts = StubPodcasts([Self.first, Self.second])
    let (reader, interactor) = reader(podcasts)
    await interactor.handle(.open)
    await interactor.handle(.play(Self.first.post, from: nil))
    await interactor.handle(.play(Self.first.post, from: 90), .toggleDownload(Self.second.post))
    #expect(await eventually { presenter.last?.files[Self.second.post] != .missing })
    await interactor.handle(.play(Self.second.post, from: nil))

    func playback(_ post: Post.ID, _ source: SceneEffect.VideoAddressOrFile, _ start: Int)
      -> SceneEffect
    {
      .playEpisode(
        SceneEffect.EpisodePlayback(
          account: reader.session.account.id, post: post, source: source, start: start))
    }
    #expect(
      presenter.effects == [
        playback(Self.first.post, .address("https://old.example/1.mp3"), 754),
        playback(Self.first.post, .address("https://old.example/1.mp3"), 90),
        playback(Self.second.post, .ownFile(path: "/podcasts/old/2"), 0),
      ])
  }

  @Test func `the player's position is stored, and its end marks the episode as played`()
    async throws
  {
    let (reader, interactor) = reader(StubPodcasts([Self.first, Self.second]))
    await interactor.handle(.open)
    let queue = reader.session.podcasts
    try await queue.recordPlaybackPosition(
      PlaybackPosition(position: 1_200, duration: 3_723, isFinished: false), of: Self.first.post)
    #expect(presenter.last?.episodes?.first?.position == 1_200)
    try await queue.recordPlaybackPosition(
      PlaybackPosition(position: 3_720, duration: 3_723, isFinished: true), of: Self.first.post)
    #expect(presenter.last?.episodes?.last == QueuedEpisode(Self.first, isPlayed: true))
  }

  @Test func `removing an episode deletes its file, and undo lists the episode again`() async {
    let podcasts = StubPodcasts([Self.first, Self.second])
    let (_, interactor) = reader(podcasts)
    await interactor.handle(.open, .remove(Self.first.post))
    #expect(titles == ["Low Water"])
    #expect(podcasts.removed == [Self.first.post])

    await interactor.handle(.undo)
    #expect(presenter.last?.episodes?.last == QueuedEpisode(Self.first, position: 754))
  }

  @Test func `an action after a removal is undone before the episode comes back`() async {
    let (reader, interactor) = reader(StubPodcasts([Self.first, Self.second]))
    await interactor.handle(.open, .remove(Self.first.post))
    reader.actions.performChange(.mark(Post.ID("old/a"), .bookmarked, true))

    await interactor.handle(.undo)
    #expect(titles == ["Low Water"])
    #expect(reader.actions.newestUndoableAction == 0)
    await interactor.handle(.undo)
    #expect(titles == ["Low Water", "The Pier at Night"])
  }

  @Test func `an earlier read of the queue that ends later is not shown`() async throws {
    let (reader, interactor) = reader(StubPodcasts([Self.first, Self.second]))
    await interactor.handle(.open)
    let queue = reader.session.podcasts
    await store.holdNextRead()
    let late = Task { try await queue.loadEpisodes() }
    #expect(await eventually { await store.isHoldingRead })

    await interactor.handle(.remove(Self.first.post))
    #expect(titles == ["Low Water"])
    await store.releaseRead()
    try await late.value

    #expect(titles == ["Low Water"])
  }

  @Test func `an entry is queued once, and one without audio is refused`() async {
    let third = Episode.sample("3", title: "Fog")
    let (reader, interactor) = reader(StubPodcasts([Self.first, third]))
    await interactor.handle(.open)
    let queue = reader.session.podcasts
    #expect(await queue.addEpisode(of: third.post) == .episodeQueued(isNew: true))
    #expect(titles == ["The Pier at Night", "Low Water", "Fog"])
    #expect(await queue.addEpisode(of: third.post) == .episodeQueued(isNew: false))
    #expect(await queue.addEpisode(of: Post.ID("old/9")) == .noEpisode)
    #expect(await queue.addEpisode(of: Post.ID("gone/9")) == .episodeNotQueued(.notFound))
  }

  @Test func `unsubscribing from a feed removes its episodes, and undo lists them again`()
    async throws
  {
    let podcasts = StubPodcasts([Self.first, Self.second])
    let (reader, interactor) = reader(podcasts)
    await interactor.handle(.open)
    let list = FeedListInteractor(
      reader.session, actions: reader.actions, presenter: Spy<FeedListScene.SceneState>())
    await list.handle(.open, .leave(Subscription.ID("old")))
    #expect(await eventually { titles == [] })
    #expect(podcasts.removed.count == 2)

    await list.handle(.undo)
    #expect(await eventually { titles?.count == 2 })
  }

  @Test func `a store error while loading the queue is reported`() async {
    let (_, interactor) = reader(StubPodcasts([Self.first]))
    await store.fail(.busy)
    await interactor.handle(.open)
    #expect(presenter.effects == [.say(.storeFailed(.busy))])
  }

  @Test func `signing out stops the downloads`() async {
    let podcasts = StubPodcasts([Self.first, Self.second], isInstant: false)
    let (reader, interactor) = reader(podcasts)
    await interactor.handle(.open)
    await interactor.handle(.toggleDownload(Self.first.post), .toggleDownload(Self.second.post))
    #expect(await eventually { await podcasts.started.count == 1 })
    reader.session.markSessionOver()
    await podcasts.finishDownload()
    #expect(reader.session.podcasts.downloads == [:])
    #expect(await podcasts.started == [Self.first.post])
  }
}
