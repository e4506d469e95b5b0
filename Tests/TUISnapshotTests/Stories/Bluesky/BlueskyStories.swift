import PictureSamples
import ServiceRig
import TerminalRig
import Testing

/// The real program at Bluesky.
struct BlueskyStories {
  /// What some posts come with: red on the left, blue on the right.
  private static let picture = JPEGSample.bytes(Raster("RB").enlarged(64))

  /// The post at the top of the home stream.
  static let newest = PretendBluesky.address(of: 1499)

  let server: PretendBluesky

  init() throws { server = try PretendBluesky(picture: Self.picture) }

  @Test func `a handle and an app password sign in at the account's own server`() async throws {
    let authority = TestCertificate.authority()
    let net = try PretendBluesky(behindProxyOf: authority)
    let home = try TemporaryHome.furnished()
    home.write(authority.text, to: home.path + "/authority.pem")
    let way = ["https_proxy": net.proxy, "SSL_CERT_FILE": home.path + "/authority.pem"]
    let session = try await TerminalSession.start(environment: way, home: home)
    try await session.chooseBluesky()

    await session.type("@\(PretendBluesky.handle)")
    await session.press(.tab)
    await session.type(PretendBluesky.password)
    try await session.press(.enter, untilContains: "Post 1499")
    try await session.waitUntil(contains: "up to date")
    #expect(await session.read { $0.text(ofRow: 0) }.contains("@\(PretendBluesky.handle)"))
    try await session.quitCleanly()
    let asked = net.requests.map { "\($0.header("Host") ?? "")\($0.path)" }
    #expect(
      asked.prefix(3) == [
        "public.api.bsky.app/xrpc/com.atproto.identity.resolveHandle",
        "plc.directory/\(PretendBluesky.did)",
        "pds.example.com/xrpc/com.atproto.server.createSession",
      ])
    // Nobody else has seen the password or a token.
    let strangers = net.requests.filter { $0.header("Host") != PretendBluesky.home }
    #expect(strangers.count == 2)
    #expect(strangers.allSatisfy { $0.header("Authorization") == nil && $0.body.isEmpty })
  }

  @Test func `a wrong app password is reported in the form, and the right one signs in`()
    async throws
  {
    let home = try TemporaryHome.furnished()
    let session = try await TerminalSession.start(home: home)
    try await session.chooseBluesky()
    try await session.fillIn(server, password: "wrong-wrong-wrong-wron")

    try await session.waitUntil(contains: "Invalid credentials")
    await session.type(PretendBluesky.password)
    try await session.press(.enter, untilContains: "Post 1499")
    #expect(try await session.quit() == .exited(0))
  }

  @Test func `an account password requires the code sent by mail`() async throws {
    server.wantCode()
    let home = try TemporaryHome.furnished()
    let session = try await TerminalSession.start(home: home)
    try await session.chooseBluesky()
    try await session.fillIn(server, password: PretendBluesky.password)
    try await session.waitUntil(contains: "A sign in code has been sent to your email address")

    try await session.type("\(PretendBluesky.code)\r", untilContains: "Post 1499")
    #expect(try await session.quit() == .exited(0))
  }

  @Test func `secrets stay in the accounts file, and signing out ends the session`() async throws {
    let home = try TemporaryHome.furnished(more: "[log]\nnetwork = debug\noutbox = debug")
    let session = try await TerminalSession.start(home: home)
    try await session.chooseBluesky()
    try await session.fillIn(server, password: PretendBluesky.password)
    try await session.waitUntil(contains: "up to date")
    await session.type("l")
    try await session.waitForDelivery()

    let secrets = "-e \(PretendBluesky.password) -e access-1 -e refresh-1"
    try await session.expectSecrecy(of: secrets, logging: "app.bsky.feed.getTimeline")

    try await session.signOut(as: PretendBluesky.handle)

    #expect(!server.isOpen)
    let last = try #require(server.requests.last)
    #expect(last.path == "/xrpc/com.atproto.server.deleteSession")
    #expect(last.header("Authorization") == "Bearer refresh-1")
    #expect(try await session.quitBySignal() == .exited(0))
    #expect(await session.damage == [])
    let left = try await home.run("grep -rlaF \(secrets) -e 'Post 14' \"$HOME\"")
    #expect(left.output == "")
    #expect(left.code == 1)
  }

  @Test func `the command line signs in, reads, and ends the session`() async throws {
    let home = try TemporaryHome.furnished()

    try await server.signIn(in: home)
    let feed = try await home.run("tweetie feed home -n 2 --json")
    #expect(feed.output.contains("Post 1499"))
    #expect(feed.output.contains("Post 1498"))
    #expect(try await home.run("setsid -w tweetie logout").code == 0)

    #expect(!server.isOpen)
    #expect(try await home.run("tweetie feed").code == 3)
  }
}

extension PretendBluesky {
  /// Signs in on the command line.
  func signIn(in home: TemporaryHome) async throws {
    let login = try await home.run(
      "echo \(Self.password) | tweetie login bluesky --server \(origin) --user \(Self.handle)"
        + " --password-stdin")
    #expect(login.code == 0, "\(login.errors)")
    #expect(login.output == "Signed in as @\(Self.handle).\n")
  }

  /// Opens the program where somebody has signed in.
  func open(
    in home: TemporaryHome, size: WindowSize = .standard
  ) async throws -> TerminalSession {
    try await signIn(in: home)
    let session = try await TerminalSession.reopened(in: home, size: size)
    try await session.waitUntil(contains: "up to date")
    return session
  }
}

extension TerminalSession {
  /// Goes from the built-in service's fields to Bluesky's.
  func chooseBluesky() async throws {
    try await waitUntil(contains: "^O other services")
    try await press(.control("o"), untilContains: "Where do you want to sign in?")
    press(.down)
    press(.down)
    try await press(.enter, untilContains: "App password")
  }

  /// Fills in the fields for a server of one's own.
  fileprivate func fillIn(_ server: PretendBluesky, password: String) async throws {
    try await press(.control("t"), untilContains: "Server")
    type(server.origin)
    press(.tab)
    type(PretendBluesky.handle)
    press(.tab)
    type(password)
    press(.enter)
  }
}
