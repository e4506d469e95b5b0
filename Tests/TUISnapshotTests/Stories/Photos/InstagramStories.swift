import ServiceRig
import TerminalRig
import Testing

/// The real program at Instagram.
struct InstagramStories {
  private static let secrets = [PretendInstagramState.token, PretendInstagramState.laterToken]

  let server: PretendInstagram

  init() throws {
    server = try PretendInstagram(PretendInstagramState(picture: PhotoServiceStories.picture))
  }

  func open(pictures: String = "off", more: String = "") async throws -> TerminalSession {
    let home = try server.home("instagram", pictures: pictures, more: more)
    try await home.signIn(to: "instagram", with: PretendInstagramState.token)
    return try await home.openStream()
  }

  @Test func `a pasted token shows the user's own media, and a like is refused`() async throws {
    let home = try server.home("instagram", more: "[log]\nnetwork = debug")
    let session = try await TerminalSession.start(home: home)
    try await session.choose("Instagram")
    try await session.type("not-the-token\r", untilContains: "The service did not accept it.")
    await session.press(.control("u"))
    await session.paste(PretendInstagramState.token)
    try await session.press(.enter, until: "the media") { screen in
      screen.text.contains("▣ Stall 1060") && screen.text(ofRow: 0).contains("@lantern.room")
    }

    try await session.type("l", untilSays: "Instagram does not let apps like photos.")
    try await session.quitCleanly()
    #expect(server.requests.allSatisfy { $0.method == "GET" })
    #expect(
      server.requests.allSatisfy { request in
        Self.secrets.allSatisfy { !request.target.contains($0) }
      })
    #expect(try await home.files(with: Self.secrets) == "")
  }

  @Test func `media are loaded to the last page, each once`() async throws {
    let session = try await open()
    try await session.makeList()

    try await session.goToTheEnd()

    #expect(await session.screenText.contains("Medium 1001."))
    #expect(try await session.quit() == .exited(0))
    #expect(try await session.home.heldPhotos(of: "photos") == (1001...1060).reversed())
  }

  @Test func `an album's pictures are shown one by one, with the album's statistics`() async throws
  {
    let session = try await open()
    await session.press(.right)
    try await session.press(.enter, until: "the first of two") {
      $0.text(ofRow: 0).contains("Photo 1 of 2")
    }
    try await session.type("]", until: "the second of two") {
      $0.text(ofRow: 0).contains("Photo 2 of 2")
    }

    try await session.type("i", until: "what is counted") { screen in
      ["Accounts reached  284", "Saved             3", "512"].allSatisfy {
        screen.text.contains($0)
      }
    }
    #expect(server.requests.contains { $0.path == "/v25.0/1059/insights" })
    #expect(server.requests.contains { $0.path == "/v25.0/1059-2" })
    #expect(try await session.quit() == .exited(0))
  }

  @Test func `a photo without permitted statistics shows the reason`() async throws {
    server.change { $0.mayCount = false }
    let session = try await open()
    try await session.press(.enter, untilContains: "Photo by lantern.room")

    try await session.type("i", until: "why there are none") { $0.text.contains(/Statistics +\S/) }
    #expect(try await session.quit() == .exited(0))
  }

  @Test func `comments are read, answered and hidden, and the user's profile is shown`()
    async throws
  {
    let session = try await open()
    try await session.makeList()
    try await session.press(.enter, untilContains: "Where is this?")
    try await session.type("j", until: "the comment") { screen in
      screen.rows.contains { $0.hasPrefix("▌") && $0.contains("reader.example") }
    }
    try await session.answer("In Ghent")
    #expect(server.held.comments.map(\.parent) == ["51"])
    #expect(server.held.comments.map(\.text) == ["@reader.example In Ghent"])

    await session.type("H")
    try await session.waitForDelivery()
    #expect(server.held.hidden == ["51"])
    try await session.leave(to: " @lantern.room")
    try await session.type("P", until: "the profile") { screen in
      screen.text.contains("Lantern Room") && screen.text.contains("312 followers")
        && screen.text.contains("60 posts")
    }
    #expect(try await session.quit() == .exited(0))
  }

  @Test func `pictures with expired addresses are requested at new addresses`() async throws {
    let session = try await open(pictures: "symbols")
    try await session.waitUntil("red beside blue") { screen in
      screen.shows(.rgb(254, 0, 0)) && screen.shows(.rgb(0, 0, 254))
    }
    server.change { $0.season = "summer" }

    // Further down hang some that came with the old addresses and were not fetched yet.
    await session.type("jjjjj")

    try await session.waitUntil("a picture at its new address") { [server] in
      let asked = Set(server.requests.map(\.path))
      return (1036...1050).contains { id in
        asked.contains("/v25.0/\(id)") && asked.contains("/pictures/summer/\(id).jpg")
      }
    }
    #expect(try await session.quit() == .exited(0))
  }

  @Test func `an expired token is asked for again over the stream`() async throws {
    let session = try await open()
    server.change { $0.tokens = ["another-token"] }

    try await session.type("r", untilContains: "Your session at Instagram has ended.")
    try await session.type("another-token\r", until: "the same stream") { screen in
      screen.text.contains("▣ Stall 1060") && screen.text(ofRow: 0).contains("up to date")
    }
    #expect(try await session.quit() == .exited(0))
  }

  @Test func `a token that is a week old is renewed, and the new one stored`() async throws {
    let home = try server.home("instagram", more: "[log]\nnetwork = debug")
    try await home.signIn(to: "instagram", with: PretendInstagramState.token)
    // As if it had been pasted eight days ago.
    let ago = "$(( $(date +%s) - 8 * 86400 ))000"
    let aged = try await home.run(
      "sed -i -E \"s/(obtained[^0-9]+)[0-9]+/\\\\1\(ago)/\" \"$HOME\"/state/tweetie/accounts")
    #expect(aged.code == 0, "\(aged.errors)")

    #expect(try await home.run("tweetie feed photos -n 1").code == 0)
    server.change { $0.tokens = [PretendInstagramState.laterToken] }

    #expect(try await home.run("tweetie feed photos -n 1").output.contains("Medium 1060."))
    #expect(server.requests.filter { $0.path == "/refresh_access_token" }.count == 1)
    #expect(try await home.files(with: Self.secrets) == "")
  }
}
