import PictureSamples
import ServiceRig
import TerminalRig
import Testing

/// The real program at servers that speak Mastodon's language, each with its accent.
struct MastodonFamilyStories {
  @Test(arguments: MastodonAccent.allCases)
  func `a user signs in, reads, acts, posts and signs out at each Mastodon-compatible server`(
    accent: MastodonAccent
  )
    async throws
  {
    let picture = JPEGSample.bytes(Raster("RB").enlarged(64))
    let server = try PretendMastodon(accent, picture: picture)
    let home = try TemporaryHome.furnished(pictures: "symbols")
    let session = try await TerminalSession.start(home: home)
    let newest = accent == .pixelfed ? 1498 : 1499

    // By code.
    try await session.chooseMastodon()
    try await session.type(server.origin + "\r", untilContains: "Open this address in a browser")
    let end = ["mastodon": "code_challenge_method=S256", "pixelfed": "read%20write%20follow"]
    let address = await session.read {
      $0.address(
        from: "\(server.origin)/oauth/authorize", to: end[accent.rawValue] ?? "read%20write")
    }
    try await session.type(
      try #require(server.allow(address)) + "\r", until: "home and its pictures"
    ) { screen in
      screen.text.contains("Post \(newest)") && screen.text.contains("Post 1498 #fog")
        && screen.shows(.rgb(254, 0, 0)) && screen.shows(.rgb(0, 0, 254))
    }
    try await session.waitUntil(contains: "up to date")
    try await session.type("V", untilSays: "Pictures are hidden.")

    // What one does arrives, and what is refused is taken back.
    try await session.type("lbB", untilContains: "♥ 1")
    try await session.waitForDelivery()
    let top = accent.id(newest)
    #expect(server.likes == [top] && server.boosts == [top] && server.bookmarks == [top])
    try await session.type("R", untilContains: "Reply to @ada")
    await session.type("Fog and ferries")
    let file = home.path + "/quay.jpg"
    home.write(CameraPhoto.bytes, to: file)
    try await session.attach(file, as: "A quay in the fog")
    try await session.press(.control("s"), untilLacks: "^S")
    try await session.waitForDelivery()
    #expect(server.written.map(\.text) == ["@ada Fog and ferries"])
    #expect(server.written.map(\.reply) == [top])
    #expect(server.pictures.map(\.words) == ["A quay in the fog"])

    // Who likes it, and one of them.
    try await session.waitUntil("the post, still selected") { screen in
      screen.rows.contains { $0.hasPrefix("▌ Post \(newest)") }
    }
    try await session.type("L", until: "the likers") { screen in
      screen.text(ofRow: 0).hasPrefix(" Likes") && screen.text.contains("2 people")
    }
    try await session.selectPost("ada")
    try await session.press(.enter, until: "the profile with its posts") { screen in
      screen.text.contains("3 followers") && screen.text.contains("You follow them.")
        && screen.text.contains("Post 1498 #fog")
    }
    for scene in [" Likes", " @sol"] {
      try await session.press(.escape, until: "“\(scene)” again") {
        $0.text(ofRow: 0).hasPrefix(scene)
      }
    }

    // A tag, and what happened.
    try await session.type("/", untilContains: "Type to search the posts you have")
    try await session.type("#fog\r", until: "the tag") { screen in
      screen.rows.contains { $0.dropFirst(2).hasPrefix("#fog") }
    }
    try await session.type("g\r", until: "the stream of the tag") { screen in
      screen.text(ofRow: 0).contains("#fog") && screen.text.contains("Post 1498 #fog")
        && !screen.text.contains("Post 1499")
    }
    try await session.type("n", until: "the notices") { screen in
      screen.text(ofRow: 0).hasPrefix(" Notifications")
        && screen.text.contains("ada and noor liked your post")
        && screen.text.contains("ada mentioned you") && screen.text.contains("noor follows you")
    }
    try await session.quitCleanly()

    // Back to the first of five hundred posts, each once.
    let feed = try await home.run("tweetie feed home -n 600 --json")
    let numbers = (1000..<1500).reversed().filter { accent != .pixelfed || $0 % 10 == 8 }
    #expect(feed.postNumbers == numbers)

    #expect(try await home.run("setsid -w tweetie logout sol").code == 0)
    #expect(!server.isTokenGood)
    #expect(home.files.allSatisfy { home.text(of: $0)?.contains(PretendMastodon.token) != true })
  }

  @Test(arguments: MastodonAccent.allCases)
  func `a token signs in on the command line, and a refused like is undone`(accent: MastodonAccent)
    async throws
  {
    let server = try PretendMastodon(accent)
    server.makeToken()
    let home = try TemporaryHome.furnished()

    let login = try await home.run(
      "echo \(PretendMastodon.token) | tweetie login mastodon --server \(server.origin) --token-stdin"
    )
    #expect(login.output == "Signed in as @sol.\n", "\(login.errors)")
    let like = try await home.run("tweetie like \"\(server.modest)\"")
    #expect(like.code == 1)
    #expect(like.errors.hasPrefix("tweetie: "))
    #expect(server.likes.isEmpty)
    #expect(try await home.run("tweetie outbox --json").output == "")
    server.spoilToken()
    #expect(try await home.run("tweetie feed").code == 3)
  }

  @Test(arguments: MastodonAccent.allCases.filter { $0 != .pixelfed })
  func `an edit keeps warning, sensitivity and picture of a post`(accent: MastodonAccent)
    async throws
  {
    let server = try PretendMastodon(accent)
    let home = try await signedIn(at: server)
    home.write(CameraPhoto.bytes, to: home.path + "/quay.jpg")

    let posted = try await home.run(
      "tweetie post Fog --media \(home.path)/quay.jpg --alt 'A quay' --warning tea --sensitive")
    #expect(posted.code == 0, "\(posted.errors)")
    let id = try #require(server.writtenIDs.first)
    let edited = try await home.run("tweetie post --edit \"\(id)\" 'Fog and ferries'")

    #expect(edited.code == 0, "\(edited.errors)")
    #expect(
      server.writings == [
        .init("Fog and ferries", warning: "tea", isSensitive: true, pictures: ["A quay"])
      ])
  }

  @Test(arguments: MastodonAccent.allCases.filter { $0 != .pixelfed })
  func `a poll for followers is refused at a server that would show it to everybody`(
    accent: MastodonAccent
  ) async throws {
    let server = try PretendMastodon(accent)
    let home = try await signedIn(at: server)
    home.write(CameraPhoto.bytes, to: home.path + "/quay.jpg")
    let isOpen = accent == .snac

    let poll = try await home.run(
      "tweetie post 'Rye?' --poll yes --poll no --visibility followers")
    let covered = try await home.run(
      "tweetie post Fog --media \(home.path)/quay.jpg --alt 'A quay' --sensitive")

    #expect(poll.code == (isOpen ? 1 : 0), "\(poll.errors)")
    #expect(covered.code == (isOpen ? 1 : 0), "\(covered.errors)")
    #expect(poll.errors.contains("Polls on this server are public") == isOpen)
    #expect(covered.errors.contains("covers pictures only with a content warning") == isOpen)
    #expect(server.answers.first == (isOpen ? nil : ["yes", "no"]))
    #expect(server.audiences == (isOpen ? [] : ["private", "public"]))
    if isOpen {
      #expect(try await home.run("tweetie post 'Rye?' --poll yes --poll no").code == 0)
      #expect(server.answers == [["yes", "no"]])
    }
  }

  @Test func `a list with overlapping pages is read to its end`() async throws {
    let server = try PretendMastodon(.gotosocial)
    server.overlapPages()
    let home = try await signedIn(at: server)

    let feed = try await home.run("tweetie feed home -n 600 --json")

    #expect(feed.postNumbers == Array((1000..<1500).reversed()))
  }

  @Test func `a post published to everybody by mistake is reported, and deleted with a key`()
    async throws
  {
    let server = try PretendMastodon(.mastodon)
    let home = try await signedIn(at: server)
    server.tellEverybody()
    let posted = try await home.run("tweetie post Fog --visibility followers --warning tea")
    #expect(posted.code == 5)
    #expect(posted.errors.contains("The content warning is missing."))
    #expect(posted.errors.hasSuffix("tweetie delete own-0\n"))
    #expect(try await home.run("setsid -w tweetie delete own-0").code == 0)
    #expect(server.written.isEmpty)

    let session = try await TerminalSession.start(home: home)
    try await session.waitUntil(contains: "Post 1499")
    try await session.type("c", untilContains: "New post")
    await session.type("Ferries")
    await session.press(.control("o"))
    try await session.press(.control("o"), untilContains: "followers only")
    try await session.press(
      .control("s"), untilContains: "Your post is more public than requested.")
    try await session.waitUntil(contains: "You asked for: followers only.")
    #expect(server.written.map(\.text) == ["Ferries"])
    try await session.type("D", untilLacks: "more open")
    try await session.waitForDelivery()
    #expect(server.written.isEmpty)
    try await session.quitCleanly()
  }

  private func signedIn(at server: PretendMastodon) async throws -> TemporaryHome {
    server.makeToken()
    let home = try TemporaryHome.furnished()
    let login = try await home.run(
      "echo \(PretendMastodon.token) | tweetie login mastodon --server \(server.origin) --token-stdin"
    )
    #expect(login.code == 0, "\(login.errors)")
    return home
  }
}
