import Doubles
import FeedDomain
import Testing

@testable import FeedServices

/// Episodes among the entries of web feeds, with what the feed tells of them.
@Suite struct SyndicationPodcastTests {
  private static let feed = """
    <rss version="2.0" xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd"
      xmlns:podcast="https://podcastindex.org/namespace/1.0"
      xmlns:psc="http://podlove.org/simple-chapters"><channel><title>Harbour Talk</title>
    <item><guid>1</guid><title>The Pier at Night</title><link>https://home.example/1</link>
    <enclosure url="/1.mp3" type="audio/mpeg" length="9"/>
    <itunes:duration>1:02:03</itunes:duration>
    <podcast:chapters url="/1.json" type="application/json+chapters"/>
    <podcast:transcript url="/1.vtt" type="text/vtt"/>
    <psc:chapters><psc:chapter start="00:00:00.000" title="Hello"/>
    <psc:chapter start="12:34" title="Lamps  and &amp; ropes"/></psc:chapters></item>
    <item><guid>2</guid><title>Words only</title></item></channel></rss>
    """

  private func podcasts(
    _ feed: String = feed
  ) async throws -> (SyndicationFixture, any EpisodeFileGateway, [Post.ID]) {
    let fixture = SyndicationFixture { request in
      HTTPReply(status: 200, body: Array(feed.utf8), url: request.url)
    }
    try await fixture.signIn()
    let connection = try fixture.connection()
    let page = try await connection.feeds.feedPage(of: .home, .latest)
    return (fixture, try #require(connection.podcasts), page.entries.map(\.post.id))
  }

  @Test func `an episode has its duration, chapters and transcript, also after a restart`()
    async throws
  {
    let (fixture, podcasts, posts) = try await podcasts()
    var episodes: [Episode] = []
    for post in posts {
      if let episode = try await podcasts.episode(post) { episodes.append(episode) }
    }
    let episode = try #require(episodes.first)

    #expect(episodes.count == 1)
    #expect(episode.title == "The Pier at Night" && episode.show == "Harbour Talk")
    #expect(episode.address == "\(StubNetwork.home)/1.mp3" && !episode.isFilm)
    #expect(episode.seconds == 3_723 && episode.page == "https://home.example/1")
    #expect(
      episode.chapters == [
        Episode.EpisodeChapter(start: 0, title: "Hello"),
        Episode.EpisodeChapter(start: 754, title: "Lamps and & ropes"),
      ])
    #expect(episode.transcript == "\(StubNetwork.home)/1.vtt")
    #expect(episode.chapterFile == "\(StubNetwork.home)/1.json")
    let again = try #require(try fixture.connection().podcasts)
    #expect(try await again.episode(episode.post) == episode)
    await #expect(throws: FeedError.notFound) { try await podcasts.episode(Post.ID("x/y")) }
  }

  @Test func `without a podcast folder no episode is downloaded`() async throws {
    let (_, podcasts, posts) = try await podcasts()
    let first = try await podcasts.episode(posts[0])
    let second = try await podcasts.episode(posts[1])
    let episode = try #require(first ?? second)
    await #expect(throws: EpisodeDownloadError.noFolder) {
      try await podcasts.downloadEpisode(episode) { _ in }
    }
    #expect(podcasts.episodeFileState(of: episode) == .missing)
  }

  @Test func `a JSON feed's duration in seconds is read`() async throws {
    let (_, podcasts, posts) = try await podcasts(
      """
      {"version":"https://jsonfeed.org/version/1.1","title":"Fog","items":[{"id":"1",
      "title":"Horns","attachments":[{"url":"https://home.example/h.ogg",
      "mime_type":"audio/ogg","duration_in_seconds":61.5}]}]}
      """)
    let episode = try await podcasts.episode(try #require(posts.first))
    #expect(episode?.seconds == 61 && episode?.address == "https://home.example/h.ogg")
  }
}
