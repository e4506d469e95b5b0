import Doubles
import FeedDomain
import Terminal
import Testing
import UseCases

@testable import Preferences
@testable import Scenes
@testable import Words

/// The scene with the queue of podcasts, from keys to requests and from states to the screen.
@MainActor @Suite struct PodcastsTests {
  private static let first = Episode.sample(
    "1", page: "https://old.example/1",
    chapters: [
      Episode.EpisodeChapter(start: 0, title: "Hello"),
      Episode.EpisodeChapter(start: 754, title: "Lamps"),
    ], transcript: "https://old.example/1.vtt")
  private static let second = Episode.sample("2", title: "Low Water", seconds: nil)
  private static let third = Episode.sample("3", title: "Fog Signals", seconds: 60)

  private let interactor = Spy<PodcastsScene.SceneRequest>()
  private let navigator = NavigatorSpy()
  private let view: PagedListView<PodcastsContent>
  private let presenter:
    ScenePresenter<PodcastsScene.SceneState, PagedListViewModel<EpisodeChapterOrLinkRow>>

  init() {
    let content = PodcastsContent(
      wording: Wording(), keys: KeyMap.defaults, world: FakeWorld())
    view = PagedListView(content, interactor: interactor)
    presenter = ScenePresenter { content.viewModel(of: $0) }
    view.navigator = navigator
    presenter.display = view
    view.sceneDidAppear()
  }

  private var state: PodcastsScene.SceneState {
    var state = PodcastsScene.SceneState([
      QueuedEpisode(Self.first, position: 754), QueuedEpisode(Self.second),
      QueuedEpisode(Self.third, isPlayed: true),
    ])
    state.files = [Self.first.post: .complete(path: "/p/1.mp3", bytes: 43_000_000)]
    state.downloads = [
      Self.second.post: .running(
        ByteTransferProgress(receivedBytes: 12_000_000, totalBytes: 48_000_000))
    ]
    return state
  }

  @Test func `the key for all says that episodes are marked as played one at a time`() {
    presenter.present(state)
    #expect(KeyMap.defaults.command(for: "A", claimed: view.priorityCommands) == .markAll)

    #expect(view.handleEvent(.command(.markAll)))

    #expect(navigator.messages.map(\.text) == ["Episodes are marked one at a time (h)."])
    #expect(interactor.values == [.open])
  }

  @Test func `the queue shows durations, positions, downloads and played episodes`() {
    presenter.present(state)
    #expect(
      view.drawn(rows: 8, columns: 64).text == """
        ▌ The Pier at Night                            12:34 of 1:02:03
        ▌ Harbour Talk · 2h · downloaded, 43.0 MB

          Low Water
          Harbour Talk · 2h · downloading, 25 % of 48.0 MB

          Fog Signals                                              1:00
          Harbour Talk · 2h · played
        """)
    #expect(view.header.leftText == [StyledSpan("Podcasts", .barStrong)])
    #expect(view.header.rightText == [StyledSpan("2 unplayed", .barFaint)])
  }

  @Test func `the details of an episode list its chapters and links`() {
    var open = state
    open.episodeWithOpenDetails = Self.first.post
    presenter.present(open)
    let text = view.drawn(rows: 30, columns: 64).text
    #expect(text.contains("  Hello "))
    #expect(text.contains("Lamps") && text.contains("12:34"))
    #expect(text.contains("Transcript: https://old.example/1.vtt"))
    #expect(text.contains("Page: https://old.example/1"))
  }

  @Test func `a failed download says why and which key tries again`() {
    var failed = state
    failed.downloads = [Self.second.post: .failed(.folderFull(limit: 10_737_418_240))]
    presenter.present(failed)
    let text = view.drawn(rows: 20, columns: 64).text
    #expect(text.contains("⚠ Your podcasts take up 10737.4 MB. Remove some first."))
    #expect(text.contains("tries again."))
  }

  @Test func `an empty queue says how to fill it`() {
    presenter.present(PodcastsScene.SceneState([]))
    let text = view.drawn(rows: 8, columns: 64).text
    #expect(text.contains("There are no podcasts yet."))
    #expect(text.contains("In a stream, $ adds the audio or video of an entry."))
  }

  @Test func `each key of the podcasts sends its request or opens a page`() {
    presenter.present(state)
    let post = Self.first.post
    for command: Command in [.open, .savePhoto, .details, .toggleRead, .delete, .undo] {
      #expect(view.handleEvent(.command(command)))
    }
    #expect(
      interactor.values == [
        .open, .play(post, from: nil), .toggleDownload(post), .toggleDetails(post),
        .togglePlayed(post), .remove(post), .undo,
      ])
    view.command(.openLink)
    #expect(navigator.browsed.map(\.address) == ["https://old.example/1"])
    view.command(.profile)
    #expect(navigator.routes == [.profile(Person.ID("old"))])
  }

  @Test func `a chapter is played from its start, and a link is opened`() {
    var open = state
    open.episodeWithOpenDetails = Self.first.post
    presenter.present(open)
    _ = view.drawn(rows: 30, columns: 64)
    view.command(.down, .down, .open)
    #expect(interactor.values.last == .play(Self.first.post, from: 754))
    view.command(.down, .open)
    #expect(navigator.browsed.map(\.address) == ["https://old.example/1.vtt"])
  }

  @Test func `an episode's playback is passed to the navigator`() {
    let playback = SceneEffect.EpisodePlayback(
      account: Account.ID("rss:feeds"), post: Self.first.post, source: .ownFile(path: "/p/1.mp3"),
      start: 754)
    presenter.perform(.playEpisode(playback))
    presenter.perform(.say(.episodeQueued(isNew: true)))
    #expect(navigator.playbacks == [playback])
    #expect(navigator.messages.map(\.text) == ["Added to your podcasts."])
  }

  @Test func `each state is a view model`() {
    let shown = Spy<PagedListViewModel<EpisodeChapterOrLinkRow>>()
    presenter.display = shown

    presenter.present(PodcastsScene.SceneState())
    presenter.present(state)
    var open = state
    open.episodeWithOpenDetails = Self.first.post
    presenter.present(open)

    #expect(shown.values.map(\.remark) == ["", "2 unplayed", "2 unplayed"])
    #expect(shown.values[0].rows.isEmpty && shown.values[0].notice == nil)
    let rows = shown.values[1].rows
    #expect(rows.map(\.title) == ["The Pier at Night", "Low Water", "Fog Signals"])
    #expect(rows.map(\.time) == ["12:34 of 1:02:03", "", "1:00"])
    #expect(rows.map(\.isBusy) == [false, true, false])
    #expect(rows.map(\.isPlayed) == [false, false, true])
    #expect(shown.values[2].rows.count == rows.count + 5)
    #expect(shown.values[2].rows[2].title == "Lamps")
  }
}
