import ServiceRig
import TerminalRig
import Testing

/// The real program at Unsplash.
struct UnsplashStories {
  private static let secrets = [
    PretendUnsplashState.key, PretendUnsplashState.secret, PretendUnsplashState.token,
    PretendUnsplashState.code,
  ]

  let server: PretendUnsplash

  init() throws {
    server = try PretendUnsplash(PretendUnsplashState(picture: PhotoServiceStories.picture))
  }

  /// The program, open for whoever has but a key.
  func openAsGuest(pictures: String = "off", more: String = "") async throws -> TerminalSession {
    let home = try server.home("unsplash", pictures: pictures, more: more)
    try await home.signIn(to: "unsplash", with: PretendUnsplashState.key)
    return try await home.openStream()
  }

  @Test func `a wrong key is reported in the form, and the right one shows the editorial photos`()
    async throws
  {
    let home = try server.home("unsplash", more: "[log]\nnetwork = debug")
    let session = try await TerminalSession.start(home: home)
    try await session.choose("Unsplash")
    try await session.type("not-the-key\r", untilContains: "The service did not accept it.")

    await session.press(.control("u"))
    try await session.type(PretendUnsplashState.key + "\r", until: "the photos and the topic") {
      screen in
      screen.text.contains("▣ Quay 1") && screen.text(ofRow: 0).contains("Street")
    }
    // With a key nobody is signed in.
    try await session.type("l", untilSays: "Sign in to like photos: a key only lets you browse.")
    try await session.quitCleanly()
    #expect(try await home.files(with: Self.secrets) == "")
  }

  @Test func `a user signs in with a code, likes and saves a photo, and undoes both`()
    async throws
  {
    let home = try server.home("unsplash", more: "[log]\nnetwork = debug\noutbox = debug")
    let session = try await TerminalSession.start(home: home)
    try await session.choose("Unsplash")
    try await session.press(.control("t"), untilContains: "Secret")
    await session.type(PretendUnsplashState.key)
    await session.press(.tab)
    try await session.type(
      PretendUnsplashState.secret + "\r", untilContains: "Open this address in a browser")
    // Nobody but the server in the settings is gone to.
    let address = await session.read { [server] in $0.address(from: server.origin) }
    #expect(address.hasPrefix("\(server.origin)/oauth/authorize?client_id="))
    try await session.type(PretendUnsplashState.code + "\r", untilContains: "▣ Quay 1")

    try await session.type("l", untilContains: "♥ 4")
    await session.type("B")
    try await session.waitForDelivery()
    #expect(server.held.likes == ["p1"])
    #expect(server.held.kept == ["p1"])
    #expect(server.requests.filter { $0.method == "POST" && $0.path == "/collections" }.count == 1)

    try await session.type("lB", untilLacks: "♥ 4")
    try await session.waitForDelivery()
    #expect(server.held.likes.isEmpty && server.held.kept == [])
    #expect(try await session.quit() == .exited(0))
    #expect(try await home.files(with: Self.secrets) == "")
  }

  @Test func `photos are loaded to the last page, each once`() async throws {
    let session = try await openAsGuest()
    try await session.makeList()

    try await session.goToTheEnd()

    #expect(await session.screenText.contains("Photo 70."))
    #expect(try await session.quit() == .exited(0))
    #expect(try await session.home.heldPhotos(of: "photos") == Array(1...70))
    let pages = server.requests.filter { $0.path == "/photos" }.compactMap { $0.query["page"] }
    #expect(Set(pages) == ["1", "2", "3"])
  }

  @Test func `at the request limit no further request is sent, and the stream stays`()
    async throws
  {
    let session = try await openAsGuest()
    server.change { $0.remaining = 0 }

    try await session.type("r", until: "why, over what was there") { screen in
      screen.text(ofRow: 0).contains("asked to ") && screen.text.contains("▣ Quay 1")
    }
    let count = server.requests.count
    await session.type("r")
    try await session.type("\r", until: "the photo") { $0.text(ofRow: 0).hasPrefix(" Photo by") }
    #expect(server.requests.count == count)
    #expect(try await session.quit() == .exited(0))
  }
}
