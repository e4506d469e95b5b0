import ServiceRig
import TerminalRig
import Testing

/// What was printed can be printed again without a line, and people are found by their handles.
struct FetchedStories {
  @Test func `posts of the built-in service are printed offline as they were online`() async throws
  {
    let home = try await TemporaryHome.signedIn()

    try await home.expectHeld("", count: 120)
    try await home.expectPosts(by: "haruka", "haruka@kyoto.example")
    #expect(try await home.run("tweetie feed '#tram'").output.contains("#tram"))
  }

  @Test(arguments: MastodonAccent.allCases)
  func `posts of each Mastodon-compatible server are printed offline as they were online`(
    accent: MastodonAccent
  ) async throws {
    let server = try PretendMastodon(accent)
    server.makeToken()
    let home = try TemporaryHome.furnished()
    let login = try await home.run(
      "echo \(PretendMastodon.token) | tweetie login mastodon --server \(server.origin)"
        + " --token-stdin")
    #expect(login.code == 0, "\(login.errors)")

    // Pixelfed tells posts with pictures alone.
    try await home.expectHeld("", count: accent == .pixelfed ? 50 : 120)
    try await home.expectPosts(by: "ada", "ada@\(server.origin.dropFirst("http://".count))")
  }

  @Test func `posts of Bluesky are printed offline as they were online`() async throws {
    let server = try PretendBluesky()
    let home = try TemporaryHome.furnished()
    try await server.signIn(in: home)

    try await home.expectHeld("", count: 120)
    try await home.expectPosts(by: "mira.example.com")
  }

  @Test func `posts of Unsplash are printed offline as they were online`() async throws {
    let server = try PretendUnsplash(PretendUnsplashState())
    let home = try server.home("unsplash")
    try await home.signIn(to: "unsplash", with: PretendUnsplashState.key)

    try await home.expectHeld("", count: PretendUnsplashState.count)
    try await home.expectPosts(by: "ada")
  }

  @Test func `posts of Flickr are printed offline as they were online`() async throws {
    let server = try PretendFlickr(PretendFlickrState())
    let home = try server.home("flickr")
    try await home.signIn(to: "flickr", with: PretendFlickrState.key)

    try await home.expectHeld("", count: PretendFlickrState.count)
    try await home.expectPosts(by: "Juno", "juno-pages")
  }

  @Test func `posts of Instagram are printed offline as they were online`() async throws {
    let server = try PretendInstagram(PretendInstagramState())
    let home = try server.home("instagram")
    try await home.signIn(to: "instagram", with: PretendInstagramState.token)

    try await home.expectHeld("", count: PretendInstagramState.count)
    try await home.expectPosts(by: "lantern.room")
  }
}

extension TemporaryHome {
  /// Expects that a stream prints that many posts, and the same ones again without a line.
  fileprivate func expectHeld(_ stream: String, count: Int) async throws {
    let online = try await run("tweetie feed \(stream) -n 120 --json")
    let offline = try await run("tweetie feed \(stream) -n 120 --json --offline")

    #expect(online.lines.count == count + 1, "\(online.errors)")
    #expect(online.output == offline.output)
    #expect(online.code == 0 && offline.code == 0)
  }

  /// Expects that each of these handles is somebody with posts, and that another is nobody's.
  fileprivate func expectPosts(by handles: String...) async throws {
    for handle in handles {
      let feed = try await run("tweetie feed '@\(handle)' -n 120 --json")
      let offline = try await run("tweetie feed '@\(handle)' -n 120 --json --offline")
      #expect(feed.code == 0 && !feed.output.isEmpty, "\(handle): \(feed.errors)")
      #expect(feed.output == offline.output, "\(handle): \(offline.errors)")
    }
    let nobody = try await run("tweetie feed @nobody-is-called-so")
    #expect(nobody.code == 1)
    #expect(nobody.errors == "tweetie: There is nobody called @nobody-is-called-so.\n")
  }
}
