import PictureSamples
import ServiceRig
import TerminalRig
import Testing

/// The real program at a server of Mastodon's family.
struct MastodonStories {
  /// What some posts come with: red on the left, blue on the right.
  private static let picture = JPEGSample.bytes(Raster("RB").enlarged(64))

  let server: PretendMastodon

  init() throws { try self.init(isLive: false) }

  init(isLive: Bool, showsFilms: Bool = false) throws {
    server = try PretendMastodon(
      picture: Self.picture, isLive: isLive, showsFilms: showsFilms)
  }

  @Test func `a pasted code signs in, and a like, boost, bookmark and reply are sent`() async throws
  {
    let home = try TemporaryHome.furnished()
    let session = try await TerminalSession.start(home: home)
    try await session.chooseMastodon()
    await session.type(server.origin)
    try await session.press(.enter, untilContains: "Open this address in a browser")
    #expect(await session.screenText.contains("\(server.origin)/oauth/authorize"))

    let code = try await allow(in: session)
    await session.paste("urn:ietf:wg:oauth:2.0:oob?code=\(code)\n")
    try await session.press(.enter, untilContains: "Post 1499")
    try await session.waitUntil(contains: "up to date")
    try await session.type("l", untilContains: "♥ 1")
    await session.type("b")
    await session.type("B")
    try await session.waitForDelivery()
    try await session.type("R", untilContains: "Reply")
    try await session.type("Well said", untilContains: "Well said")
    try await session.press(.control("s"), untilLacks: "^S")
    try await session.waitForDelivery()
    try await session.quitCleanly()
    #expect(server.likes == ["1499"])
    #expect(server.boosts == ["1499"])
    #expect(server.bookmarks == ["1499"])
    #expect(server.written.map(\.text) == ["@ada Well said"])
    #expect(server.written.map(\.reply) == ["1499"])
  }

  @Test func `a refused like is undone with the server's message`() async throws {
    let home = try TemporaryHome.furnished()
    try await signIn(in: home)
    let session = try await TerminalSession.reopened(in: home)
    try await session.selectPost("Post \(server.modest)")

    try await session.type("l", untilSays: "Too modest")
    #expect(server.likes == [])
    #expect(try await home.run("tweetie outbox --json").output == "")
    #expect(try await session.quit() == .exited(0))
  }

  @Test func `the command line signs in with a token, reads, and signs out`() async throws {
    let home = try TemporaryHome.furnished()

    try await signIn(in: home)
    let feed = try await home.run("tweetie feed home -n 2 --json")
    #expect(feed.output.contains("Post 1499"))
    #expect(feed.output.contains("Post 1498"))
    // A token from the server's settings can only be revoked there; it is forgotten here.
    #expect(try await home.run("setsid -w tweetie logout").code == 0)

    #expect(try await home.run("tweetie feed").code == 3)
    #expect(home.files.allSatisfy { home.text(of: $0)?.contains(PretendMastodon.token) != true })
  }

  @Test func `login asks for the code, and logout revokes the token`() async throws {
    let home = try TemporaryHome.furnished()
    let login = try await TerminalSession.start(
      ["login", "mastodon", "--server", server.origin], home: home)
    try await login.waitUntil(contains: "Code:")
    #expect(await login.screenText.contains("/oauth/authorize"))
    await login.type("\(try await allow(in: login))\r")
    #expect(try await login.exitStatus() == .exited(0))
    #expect(server.isTokenGood)

    #expect(try await home.run("setsid -w tweetie logout sol").code == 0)

    #expect(!server.isTokenGood)
  }

  @Test func `a wrong token and an unreachable server are reported`() async throws {
    let home = try TemporaryHome.furnished()

    let token = try await home.run(
      "echo wrong | tweetie login mastodon --server \(server.origin) --token-stdin")
    let nowhere = try await home.run(
      "echo x | tweetie login mastodon --server http://127.0.0.1:1 --token-stdin")

    #expect(token.code == 1)
    #expect(token.errors.contains("The service did not accept it."))
    #expect(nowhere.code == 4)
    #expect(nowhere.errors.contains("Check its name and the network."))
    #expect(try await home.run("tweetie accounts --json").output == "")
  }

  @Test func `a rejected token is asked for again over the stream`() async throws {
    let home = try TemporaryHome.furnished()
    try await signIn(in: home)
    let session = try await TerminalSession.reopened(in: home)
    try await session.waitUntil(contains: "Post 1499")
    server.spoilToken()

    try await session.type("r", untilContains: "Your session at Mastodon has ended.")
    #expect(await session.screenText.contains(server.origin))
    #expect(await session.screenText.contains("a token"))
    server.makeToken()
    server.post(1)
    await session.type(PretendMastodon.token)
    try await session.press(.enter, untilContains: "1 new")
    #expect(await session.screenText.contains("Post 1499"))
    #expect(try await session.quit() == .exited(0))
  }

  @Test func `two accounts are used at once, each with its reading position and outbox`()
    async throws
  {
    let home = try TemporaryHome.furnished()
    try await signIn(in: home)
    let session = try await TerminalSession.reopened(in: home)
    try await session.waitUntil(contains: "Post 1499")
    try await session.selectPost("Post 1497")

    // The other account is added over the first.
    try await session.type("a", untilContains: "in use")
    try await session.type("A", untilContains: "Where do you want to sign in?")
    try await session.press(.enter, untilContains: "User name")
    try await session.signIn()
    try await session.waitUntil(contains: "@tweetieuser")

    // What fails to be sent there waits, while one goes back.
    home.setFaults("like=unreachable")
    try await session.type("l", untilContains: "◷ 1")
    try await session.type("a", untilContains: "1 waiting")
    await session.press(.down)
    try await session.press(.enter, until: "the first account where it was") { screen in
      screen.text(ofRow: 0).contains("@sol")
        && screen.rows.contains { $0.hasPrefix("▌") && $0.contains("Post 1497") }
    }
    await session.type("l")
    try await session.waitForDelivery()
    #expect(server.likes == ["1497"])

    // Signing out of one leaves the other.
    try await session.type("a", untilContains: "in use")
    try await session.type("S", untilContains: "Sign out of @sol@127.0.0.1")
    try await session.press(.enter, until: "the stream of the other") {
      $0.text(ofRow: 0).contains("@tweetieuser   Home")
    }
    try await session.quitCleanly()
    let accounts = try await home.run("tweetie accounts --json").output
    #expect(accounts.contains("tweetieuser"))
    #expect(!accounts.contains("sol"))
  }
}

extension MastodonStories {
  /// Signs in with a token that was made in the server's settings.
  func signIn(in home: TemporaryHome) async throws {
    server.makeToken()
    let login = try await home.run(
      "echo \(PretendMastodon.token) | tweetie login mastodon --server \(server.origin) --token-stdin"
    )
    #expect(login.code == 0, "\(login.errors)")
    #expect(login.output == "Signed in as @sol.\n")
  }

  /// Allows in a browser what the address on the screen asks for, and returns the code that is shown
  /// there.
  func allow(in session: TerminalSession) async throws -> String {
    let beginning = "\(server.origin)/oauth/authorize"
    let address = await session.read {
      $0.address(from: beginning, to: "code_challenge_method=S256")
    }
    return try #require(server.allow(address))
  }

  /// Opens the program where somebody has signed in.
  func open(in home: TemporaryHome) async throws -> TerminalSession {
    try await signIn(in: home)
    let session = try await TerminalSession.reopened(in: home)
    try await session.waitUntil(contains: "up to date")
    return session
  }
}

extension VirtualScreen {
  /// An address that may go over several rows.
  func address(from beginning: String, to end: String) -> String {
    let whole = rows.map { $0.filter { $0 != " " } }.joined()
    guard let start = whole.firstRange(of: beginning),
      let last = whole[start.upperBound...].firstRange(of: end)
    else { return "" }
    return String(whole[start.lowerBound..<last.upperBound])
  }
}

extension TerminalSession {
  /// Goes from the built-in service's fields to Mastodon's.
  func chooseMastodon() async throws {
    try await waitUntil(contains: "^O other services")
    try await press(.control("o"), untilContains: "Where do you want to sign in?")
    press(.down)
    try await press(.enter, untilContains: "such as mastodon.social")
  }
}
