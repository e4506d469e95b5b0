import ServiceRig
import TerminalRig
import Testing

/// What is fetched before one leaves is there where there is no network.
struct FetchStories {
  @Test func `after fetch, posts, a conversation and pictures are available without the server`()
    async throws
  {
    var server: PretendMastodon? = try PretendMastodon(picture: CameraPhoto.bytes)
    let origin = try #require(server?.origin)
    server?.makeToken()
    let home = try TemporaryHome.furnished()
    let login = try await home.run(
      "echo \(PretendMastodon.token) | tweetie login mastodon --server \(origin) --token-stdin")
    #expect(login.code == 0, "\(login.errors)")
    let answered = try await home.run("tweetie feed -n 1 --json")
    let id = try #require(
      answered.output.split(separator: "\"").dropFirst(3).first.map(String.init))
    #expect(try await home.run("tweetie reply \(id) 'So do I.'").code == 0)
    let before = server?.requests.count ?? 0

    let fetch = try await home.run("tweetie fetch --threads --pictures")

    #expect(fetch.code == 0, "\(fetch.errors)")
    #expect(
      fetch.output.hasPrefix("Ready: 200 posts, 20 pictures, 1 conversation, "), "\(fetch.output)")
    // What is newer, that nothing is above that, four pages below, a conversation, and the pictures.
    let asked = (server?.requests ?? []).dropFirst(before).map(\.target)
    #expect(asked.count { $0.contains("/timelines/") } == 6, "\(asked)")
    #expect(asked.count { $0.contains("/context") } == 1)
    #expect(asked.count { $0.hasPrefix("/media/") } == 20)
    server = nil

    let feed = try await home.run("tweetie feed -n 200 --json --offline")
    #expect(feed.output.split(separator: "\n").count == 200)
    let thread = try await home.run("tweetie thread \(id) --offline")
    #expect(thread.output.contains("So do I."), "\(thread.errors)")
    let session = try await TerminalSession.start(home: home)
    try await session.waitUntil(contains: "Post 1499")
    try await session.quitCleanly()
  }
}
