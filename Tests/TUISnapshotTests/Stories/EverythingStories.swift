import Glibc
import ServiceRig
import TerminalRig
import Testing

/// The real program with accounts at the built-in service and at two servers, read together.
struct EverythingStories {
  private let one: MastodonStories
  private let two: MastodonStories

  init() throws { (one, two) = (try MastodonStories(), try MastodonStories()) }

  /// Who acts where both servers' accounts see a post and the one in front does not: the first of them.
  private var inOrder: [PretendMastodon] {
    [one.server, two.server].sorted { $0.origin < $1.origin }
  }

  @Test func `a post that two accounts see is there once, and liked once, by the right one`()
    async throws
  {
    let home = try await furnished()
    let session = try await everything(in: home)
    try await session.waitUntil("what both see once, what each sees by itself") { screen in
      screen.rows.count { $0.contains("Post 1499") } == 1
        && screen.rows.count { $0.contains("Post 1498") } == 2
    }
    // Both signs stand before it, and one before any other.
    #expect(await session.signs(above: "Post 1499").count == 2)
    #expect(await session.signs(above: "Post 1498").count == 1)

    try await session.selectPost("Post 1499")
    await session.type("l")
    try await session.waitUntil(contains: "♥ 1")
    try await session.waitForDelivery()
    #expect(inOrder.map(\.likes) == [["1499"], []])

    // The key says from which.
    await session.type("@")
    try await session.waitUntil(contains: "acts on this post now")
    await session.type("l")
    try await session.waitForDelivery()
    #expect(inOrder.map(\.likes) == [["1499"], ["1499"]])

    // What is opened is opened as whoever acts.
    await session.press(.enter)
    try await session.waitUntil(contains: "Conversation")
    await session.type("R")
    try await session.waitUntil(contains: "^S send")
    await session.type("Aye")
    try await session.waitUntil(contains: "Aye")
    await session.press(.control("s"))
    try await session.waitUntil(lacks: "^S send")
    try await session.waitForDelivery()
    #expect(inOrder.map { $0.written.map(\.text) } == [[], ["@ada Aye"]])
    #expect(try await session.quit() == .exited(0))
    #expect(await session.damage == [])
  }

  @Test func `a service that is down is a line, and the others go on`() async throws {
    let home = try await furnished()
    let session = try await everything(in: home)
    two.server.breakOnce()
    one.server.post(1)

    await session.type("r")

    try await session.waitUntil("a line for one, what is new of the other") { screen in
      screen.text.contains("\(two.server.name): ") && screen.text.contains("1 new")
    }
    await session.type("r")
    try await session.waitUntil("all answer") { !$0.text.contains("\(two.server.name): ") }
    #expect(try await session.quit() == .exited(0))
    #expect(await session.damage == [])
  }

  @Test func `what happened to all of them stands together, and is answered by the right one`()
    async throws
  {
    let home = try await furnished()
    let session = try await everything(in: home)

    await session.type("n")
    try await session.waitUntil("notices of all accounts") { screen in
      screen.text(ofRow: 0).contains("Notifications of all accounts")
        && ["S +", "O +", "T "].allSatisfy { sign in
          screen.rows.contains { $0.dropFirst(2).hasPrefix(sign) }
        }
    }
    await session.type("@")
    try await session.waitUntil("those of the one in front") {
      !$0.text(ofRow: 0).contains("of all accounts")
    }
    await session.type("@")
    try await session.waitUntil(contains: "Notifications of all accounts")
    // What was written to an account at a server is answered from there.
    try await session.selectNotice("replied to you", "mentioned you")
    await session.press(.enter)
    try await session.waitUntil(contains: "Conversation")
    await session.type("l")
    try await session.waitForDelivery()
    #expect(inOrder.map(\.likes).joined().count == 1)
    #expect(try await session.quit() == .exited(0))
    #expect(await session.damage == [])
  }

  @Test func `it is a tab where one begins again`() async throws {
    let home = try await furnished()
    let session = try await everything(in: home)
    await session.type("t")
    try await session.waitUntil(contains: "is a tab now")
    try await session.selectPost("Post 1497")
    #expect(try await session.quit() == .exited(0))

    let again = try await TerminalSession.start(["--account", "tweetieuser"], home: home)
    try await again.waitUntil("everything, at the same post") { screen in
      screen.text(ofRow: 0).contains("Everything")
        && screen.rows.contains { $0.hasPrefix("▌") && $0.contains("Post 1497") }
    }
    await again.type("1")
    try await again.waitUntil(contains: "Home")
    #expect(try await again.quit() == .exited(0))
    #expect(await again.damage == [])
  }

  @Test func `the command line prints it, with who sees each post`() async throws {
    let home = try await furnished()

    let text = try await home.run("tweetie feed everything -n 6")
    #expect(text.code == 0)
    #expect(text.output.contains("Post 1499"))

    let json = try await home.run("tweetie feed everything -n 60 --offline --json")
    let shared = json.output.split(separator: "\n").filter { $0.contains("Post 1499") }
    #expect(shared.count == 1)
    #expect(shared.first?.contains("\"seen_by\"") == true)
    for server in [one.server, two.server] {
      #expect(shared.first?.contains("mastodon:\(server.origin):sol") == true)
    }

    two.server.breakOnce()
    let partly = try await home.run("tweetie feed everything -n 6")
    #expect(partly.code == 0)
    #expect(partly.errors.contains(two.server.name))
    #expect(partly.output.contains("Post 1499"))
  }

  /// A home in which three accounts are signed in; both servers have a post of a third one's.
  private func furnished() async throws -> TemporaryHome {
    let home = try TemporaryHome.furnished()
    _ = try await TerminalSession.signedIn(in: home).quit()
    for (place, story) in [one, two].enumerated() {
      story.server.write(newestAt: time(nil) - 125 - place, every: 60)
      story.server.share("1499", at: "https://elsewhere.example/@ada/1499")
      try await story.signIn(in: home)
    }
    return home
  }

  private func everything(in home: TemporaryHome) async throws -> TerminalSession {
    let session = try await TerminalSession.start(
      ["--account", "tweetieuser"], size: WindowSize(columns: 90, rows: 40), home: home)
    try await session.waitUntil(contains: "@tweetieuser   Home")
    try await session.waitUntil(contains: "up to date")
    await session.type("@")
    try await session.waitUntil("everything of three accounts") { screen in
      // While a service is still being asked, asking it again does nothing.
      screen.text(ofRow: 0).contains("Everything") && screen.text(ofRow: 0).contains("up to date")
        && screen.text.contains("Post 1499")
        && screen.rows.count { $0.contains("Post 1498") } == 2
    }
    return session
  }
}

extension PretendMastodon {
  /// What it is called where its account is named.
  fileprivate var name: String { String(origin.split(separator: "/").last ?? "") }
}

extension TerminalSession {
  /// Goes down to what was said at one of the servers, in one of these ways.
  fileprivate func selectNotice(_ ways: String...) async throws {
    @Sendable func isThere(_ screen: VirtualScreen) -> Bool {
      screen.rows.contains { row in
        row.hasPrefix("▌") && ["S @", "O @"].contains(String(row.dropFirst(2).prefix(3)))
          && ways.contains { row.contains($0) }
      }
    }
    @Sendable func marked(_ screen: VirtualScreen) -> String? {
      screen.rows.first { $0.hasPrefix("▌") }
    }
    for _ in 0..<20 where !read(isThere) {
      let before = read(marked)
      type("j")
      try await waitUntil("another notice") { marked($0) != before }
    }
    try await waitUntil("it is selected", isThere)
  }

  /// The signs of accounts in the line above a text.
  fileprivate func signs(above text: String) -> String {
    read { screen in
      guard let row = screen.rows.firstIndex(where: { $0.contains(text) }), row > 0 else {
        return ""
      }
      let words = screen.rows[row - 1].split(separator: " ")
      return words.first { $0.allSatisfy { "SOT".contains($0) } }.map(String.init) ?? ""
    }
  }
}
