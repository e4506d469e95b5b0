import Doubles
import FeedDomain
import Testing
import UseCases

@testable import Console

/// The queue of podcasts on the command line.
struct CommandLinePodcastTests {
  private static let first = Episode.sample(
    "1", chapters: [Episode.EpisodeChapter(start: 754, title: "Lamps")],
    transcript: "https://old.example/1.vtt")
  private static let second = Episode.sample("2", title: "Low Water", seconds: nil)

  private let podcasts = StubPodcasts([Self.first, Self.second])
  private let store = FakeEpisodes([QueuedEpisode(Self.first, position: 754)])

  private func fixture() -> CommandFixture {
    var fixture = CommandFixture()
    fixture.service.podcasts = podcasts
    fixture.episodes = store
    fixture.readStates = FakeReadStates()
    fixture.accounts = FakeCredentials([
      SignedInAccount(
        Account(service: .rss, person: Person.ID(""), handle: "feeds"), token: Secret("list"))
    ])
    return fixture
  }

  @Test func `podcasts prints the queue with the position of each episode`() async throws {
    let fixture = fixture()
    #expect(try await fixture.run("podcasts") == .done)
    #expect(
      fixture.output.text
        == "1  The Pier at Night\n   Harbour Talk · 12:34 of 1:02:03\n")
  }

  @Test func `podcasts list with JSON has chapters, transcript and file`() async throws {
    let fixture = fixture()
    #expect(try await fixture.run("podcasts", "list", "--json") == .done)
    let line = fixture.output.text
    for part in [
      #""number":1"#, #""id":"old/1""#, #""duration":3723"#, #""position":754"#,
      #""played":false"#, #""file":null"#, #""chapters":[{"start":754,"title":"Lamps"}]"#,
      #""transcript_url":"https://old.example/1.vtt""#,
    ] { #expect(line.contains(part), "\(part) in \(line)") }
  }

  @Test func `podcasts add takes the id of an entry, and refuses one without audio or video`()
    async throws
  {
    let fixture = fixture()
    #expect(try await fixture.run("podcasts", "add", "old/2") == .done)
    #expect(fixture.output.text == "Added to your podcasts.\n")
    #expect(try await store.queuedEpisodes(account: Account.ID("rss:feeds")).count == 2)

    #expect(try await fixture.run("podcasts", "add", "old/9") == .failed)
    #expect(fixture.errors.text.contains("There is no audio or video in this entry."))
  }

  @Test func `podcasts download prints the title, or the reason of a failure`() async throws {
    let fixture = fixture()
    #expect(try await fixture.run("podcasts", "download", "1") == .done)
    #expect(fixture.output.text == "Downloaded: The Pier at Night\n")

    await podcasts.fail(Self.second.post, .diskFull)
    _ = try await store.addEpisode(QueuedEpisode(Self.second), account: Account.ID("rss:feeds"))
    #expect(try await fixture.run("podcasts", "download", "2") == .failed)
    #expect(fixture.errors.text == "tweetie: The disk is nearly full.\n")
  }

  @Test func `podcasts play starts at the stored position, and stores where playback stopped`()
    async throws
  {
    var fixture = fixture()
    fixture.player = .stopped(PlaybackPosition(position: 1_200, duration: 3_723, isFinished: false))
    #expect(try await fixture.run("podcasts", "play") == .done)
    #expect(await fixture.opened.addresses == ["https://old.example/1.mp3 from 754"])
    #expect(fixture.output.text == "20:00 of 1:02:03\n")
    #expect(try await store.queuedEpisodes(account: Account.ID("rss:feeds"))[0].position == 1_200)

    fixture.player = .failed(.notInstalled("mpv"))
    #expect(try await fixture.run("podcasts", "play", "1") == .failed)
    #expect(fixture.errors.text.contains("mpv is not installed."))
  }

  @Test func `episodes are marked and removed by id or number`() async throws {
    let fixture = fixture()
    #expect(try await fixture.run("podcasts", "played", "1") == .done)
    #expect(try await store.queuedEpisodes(account: Account.ID("rss:feeds"))[0].isPlayed)
    #expect(try await fixture.run("podcasts", "unplayed", "old/1") == .done)
    #expect(try await !store.queuedEpisodes(account: Account.ID("rss:feeds"))[0].isPlayed)
    #expect(try await fixture.run("podcasts", "remove", "7") == .failed)
    #expect(fixture.errors.text == "tweetie: The podcast queue has no episode 7.\n")
    #expect(try await fixture.run("podcasts", "remove", "1") == .done)
    #expect(try await store.queuedEpisodes(account: Account.ID("rss:feeds")) == [])
    #expect(podcasts.removed == [Self.first.post])
  }
}
