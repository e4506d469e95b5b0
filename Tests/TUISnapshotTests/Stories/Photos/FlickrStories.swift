import ServiceRig
import TerminalRig
import Testing

/// The real program at Flickr, which checks every signature.
struct FlickrStories {
  private static let secrets = [
    PretendFlickrState.secret, PretendFlickrState.tokenSecret, "req-secret",
    PretendFlickrState.key,
  ]

  let server: PretendFlickr

  init() throws {
    server = try PretendFlickr(PretendFlickrState(picture: PhotoServiceStories.picture))
  }

  /// The program, open for whoever has but a key.
  func openAsGuest(pictures: String = "off", more: String = "") async throws -> TerminalSession {
    let home = try server.home("flickr", pictures: pictures, more: more)
    try await home.signIn(to: "flickr", with: PretendFlickrState.key)
    return try await home.openStream()
  }

  /// The program, open for somebody who signed in by the code that a browser shows.
  func open(more: String = "") async throws -> TerminalSession {
    let home = try server.home("flickr", more: more)
    let session = try await TerminalSession.start(home: home)
    try await session.choose("Flickr")
    await session.type(PretendFlickrState.key)
    await session.press(.tab)
    try await session.type(
      PretendFlickrState.secret + "\r", untilContains: "Open this address in a browser")
    let address = await session.read { [server] in $0.address(from: server.origin) }
    let code = try #require(server.change { $0.allow(address) })
    try await session.type(code + "\r", untilContains: "▣ Photo 1001.")
    return session
  }

  @Test func `a code from the browser signs in, and every request is signed`() async throws {
    let session = try await open(more: "[log]\nnetwork = debug\noutbox = debug")

    try await session.type("l", untilContains: "♥ 2")
    try await session.waitForDelivery()
    #expect(server.held.likes == ["1001"])
    try await session.type("3", until: "what contacts posted") { screen in
      screen.text.contains("Photo 1003.") && !screen.text.contains("Photo 1001.")
    }
    try await session.type("4", until: "what was liked") { screen in
      screen.text.contains("♥ 2") && !screen.text.contains("Photo 1002.")
    }
    await session.type("l")
    try await session.waitForDelivery()

    #expect(server.held.likes == [])
    try await session.quitCleanly()
    let calls = server.requests.filter { $0.path == "/services/rest/" }
    #expect(!calls.isEmpty)
    #expect(
      calls.allSatisfy { $0.header("Authorization")?.contains("oauth_signature=") == true })
    #expect(try await session.home.files(with: Self.secrets) == "")
  }

  @Test func `a wrong secret and a wrong code are reported, and the right ones sign in`()
    async throws
  {
    let home = try server.home("flickr")
    let session = try await TerminalSession.start(home: home)
    try await session.choose("Flickr")
    await session.type(PretendFlickrState.key)
    await session.press(.tab)
    try await session.type("not-the-secret\r", untilContains: "The service did not accept it.")
    await session.press(.control("u"))
    try await session.type(
      PretendFlickrState.secret + "\r", untilContains: "Open this address in a browser")
    let address = await session.read { [server] in $0.address(from: server.origin) }
    #expect(server.change { $0.allow(address) } != nil)
    try await session.type("999-999-999\r", untilContains: "The service did not accept this code.")

    await session.press(.control("u"))
    try await session.type(PretendFlickrState.code + "\r", untilContains: "▣ Photo 1001.")
    #expect(try await session.quit() == .exited(0))
  }

  @Test func `a refused like is undone with Flickr's message`() async throws {
    let session = try await open()
    try await session.makeList()
    try await session.type("j", until: "the second photo") { screen in
      screen.rows.contains { $0.hasPrefix("▌ Photo 1002.") }
    }

    try await session.type("l", untilSays: "The like was undone: Too modest")
    #expect(server.held.likes == [])
    #expect(try await session.quit() == .exited(0))
  }

  @Test
  func `after a revoked authorization public photos are still shown, and a like asks to sign in`()
    async throws
  {
    let session = try await open()
    server.change { $0.isAllowed = false }
    await session.type("r")
    try await session.waitUntil("it is asked as anybody may ask") { [server] in
      server.requests.last { $0.method == "GET" }?.query["api_key"] == PretendFlickrState.key
    }
    try await session.waitUntil(contains: "up to date")
    #expect(await session.screenText.contains("▣ Photo 1001."))

    try await session.type("l", untilContains: "Your session at Flickr has ended.")
    #expect(try await session.quitBySignal() == .exited(0))
  }
}
