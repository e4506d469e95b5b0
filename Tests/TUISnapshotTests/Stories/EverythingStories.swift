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

  @Test
  func `a post that two accounts see is shown once, and liked once by the account that sees it`()
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
    try await session.type("l", untilContains: "♥ 1")
    try await session.waitForDelivery()
    #expect(inOrder.map(\.likes) == [["1499"], []])

    // The key says from which.
    try await session.type("@", untilContains: "on this post.")
    await session.type("l")
    try await session.waitForDelivery()
    #expect(inOrder.map(\.likes) == [["1499"], ["1499"]])

    // What is opened is opened as whoever acts.
    try await session.press(.enter, untilContains: "Conversation")
    try await session.type("R", untilContains: "^S send")
    try await session.type("Aye", untilContains: "Aye")
    try await session.press(.control("s"), untilLacks: "^S send")
    try await session.waitForDelivery()
    #expect(inOrder.map { $0.written.map(\.text) } == [[], ["@ada Aye"]])
    try await session.quitCleanly()
  }

  @Test func `a service that is down has an error line, and posts of the others are shown`()
    async throws
  {
    let home = try await furnished()
    let session = try await everything(in: home)
    two.server.breakOnce()
    one.server.post(1)

    try await session.type("r", until: "a line for one, what is new of the other") { screen in
      screen.text.contains("\(two.server.name): ") && screen.text.contains("1 new")
    }
    try await session.type("r", until: "all answer") { !$0.text.contains("\(two.server.name): ") }
    try await session.quitCleanly()
  }

  @Test
  func `notifications of all accounts are listed together, and replied to by the right account`()
    async throws
  {
    let home = try await furnished()
    let session = try await everything(in: home)

    try await session.type("n", until: "notices of all accounts") { screen in
      screen.text(ofRow: 0).contains("Notifications of all accounts")
        && ["S +", "O +", "T "].allSatisfy { sign in
          screen.rows.contains { $0.dropFirst(2).hasPrefix(sign) }
        }
    }
    try await session.type("@", until: "those of the one in front") {
      !$0.text(ofRow: 0).contains("of all accounts")
    }
    try await session.type("@", untilContains: "Notifications of all accounts")
    // What was written to an account at a server is answered from there.
    try await session.selectNotice("replied to you", "mentioned you")
    try await session.press(.enter, untilContains: "Conversation")
    await session.type("l")
    try await session.waitForDelivery()
    #expect(inOrder.map(\.likes).joined().count == 1)
    try await session.quitCleanly()
  }

  @Test func `Everything can be a column with the keyboard focus, and is restored after a restart`()
    async throws
  {
    let wide = WindowSize(columns: 200, rows: 50)
    let home = try await furnished()
    let session = try await everything(in: home, size: wide)
    try await session.type("|", untilContains: "is a column now")
    try await session.type("1", until: "home, and everything beside it") { screen in
      screen.text(ofRow: 1).contains("━ Home") && screen.text(ofRow: 1).contains("─ Everything")
        && screen.rows.contains { $0.dropFirst(90).contains("Post 1499") }
    }

    // What is done there is done by the account that sees the post.
    try await session.press(.control("n"), until: "the keys in the column") {
      $0.text(ofRow: 1).contains("━ Everything")
    }
    try await session.type("j", until: "the second post of the column") { screen in
      screen.rows.contains { $0.dropFirst(90).contains("▌") && $0.contains("Post 1498") }
    }
    await session.type("l")
    try await session.waitForDelivery()
    // What lay over the column had its title.
    try await session.waitUntil("the column after the outbox") {
      $0.text(ofRow: 1).contains("━ Everything")
    }
    #expect([one.server, two.server].map(\.likes).filter { $0 == ["1498"] }.count == 1)
    try await session.quitCleanly()

    let again = try await TerminalSession.start(
      ["--account", "tweetieuser"], size: wide, home: home)
    try await again.waitUntil("the column again, with what both see") { screen in
      screen.text(ofRow: 1).contains("─ Everything")
        && screen.rows.count { $0.dropFirst(90).contains("Post 1499") } == 1
    }
    try await again.quitCleanly()
  }

  @Test
  func `the catch-up of all accounts continues after a restart, and misses no post`()
    async throws
  {
    let home = try await furnished(catchUp: "1s", secondsAgo: 1_000)
    let session = try await everything(in: home)
    // All is read that is there.
    await session.type("g")
    for server in [one.server, two.server] { server.post(12) }
    try await session.type("r", untilContains: "K catches up")
    let missed = try await this(home, misses: [one.server, two.server])
    #expect(missed.count == 24)

    try await session.type("K", untilContains: "by person · ")
    try await session.type("vv", untilContains: "by time · ")
    await session.type("jjj")
    var left = missed
    try await look {
      left = try await this(home, misses: [one.server, two.server])
      return left.count != missed.count
    }
    #expect(try await session.quit() == .exited(0))
    left = try await this(home, misses: [one.server, two.server])
    #expect(left.isStrictSubset(of: missed) && !left.isEmpty)

    let again = try await TerminalSession.start(
      ["--account", "tweetieuser"], size: WindowSize(columns: 90, rows: 40), home: home)
    try await again.waitUntil(contains: "up to date")
    try await again.type("@", untilContains: "K catches up")
    // What was read stays read; what came above the user and was not is not, while what came late,
    // below them, is read where they go on.
    let now = try await this(home, misses: [one.server, two.server])
    #expect(now.isSubset(of: left))
    func above(_ posts: Set<String>) -> Set<String> { posts.filter { $0.suffix(4) >= "1507" } }
    #expect(above(now) == above(left) && !above(left).isEmpty, "\(left.subtracting(now).sorted())")
    try await again.type("K", untilContains: "by time · ")
    try await again.type("A", untilContains: "all read")
    try await again.type("q", untilLacks: "Catch-up")
    #expect(try await this(home, misses: [one.server, two.server]).isEmpty)
    try await again.quitCleanly()
  }

  /// What of the servers' posts was not read, by their accounts and ids.
  private func this(
    _ home: TemporaryHome, misses servers: [PretendMastodon]
  ) async throws -> Set<String> {
    var missed: [String] = []
    for server in servers {
      let printed = try await home.run(
        "tweetie catch-up --json --offline --account sol@\(server.name)")
      missed += printed.output.split(separator: "\n").compactMap { line in
        line.firstRange(of: "\"post\":{\"id\":\"").map { found in
          server.name + " " + String(line[found.upperBound...].prefix { $0 != "\"" })
        }
      }
    }
    #expect(Set(missed).count == missed.count)
    return Set(missed)
  }

  @Test func `Everything can be a tab, and is restored at the same post`() async throws {
    let home = try await furnished()
    let session = try await everything(in: home)
    try await session.type("t", untilContains: "is a tab now")
    try await session.selectPost("Post 1497")
    #expect(try await session.quit() == .exited(0))

    let again = try await TerminalSession.start(["--account", "tweetieuser"], home: home)
    try await again.waitUntil("everything, at the same post") { screen in
      screen.text(ofRow: 0).contains("Everything")
        && screen.rows.contains { $0.hasPrefix("▌") && $0.contains("Post 1497") }
    }
    try await again.type("1", untilContains: "Home")
    try await again.quitCleanly()
  }

  @Test func `feed everything prints each post with the accounts that see it`() async throws {
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

  @Test func `catch-up everything prints the missed posts of all accounts`() async throws {
    let home = try await furnished()

    let text = try await home.run("tweetie catch-up everything --since 1h --order time")
    #expect(text.code == 0)
    #expect(text.output.split(separator: "\n").count { $0.contains("Post 1499") } == 1)
    #expect(text.output.split(separator: "\n").count { $0.contains("Post 1498") } == 2)

    two.server.breakOnce()
    let partly = try await home.run("tweetie catch-up everything --since 1h --json")
    #expect(partly.code == 0)
    #expect(partly.errors.contains(two.server.name))
    let posts = partly.output.split(separator: "\n").filter { $0.contains("Post 1498") }
    for server in [one.server, two.server] {
      #expect(
        posts.contains { $0.contains("\"account\":\"mastodon:\(server.origin):sol\"") })
    }
  }

  /// A home in which three accounts are signed in; both servers have a post of a third one's.
  private func furnished(
    catchUp: String = "off", secondsAgo: Int = 125
  ) async throws -> TemporaryHome {
    let home = try TemporaryHome.furnished(catchUp: catchUp)
    _ = try await TerminalSession.signedIn(in: home).quit()
    for (place, story) in [one, two].enumerated() {
      story.server.write(newestAt: time(nil) - secondsAgo - place, every: 60)
      story.server.share("1499", at: "https://elsewhere.example/@ada/1499")
      try await story.signIn(in: home)
    }
    return home
  }

  private func everything(
    in home: TemporaryHome, size: WindowSize = WindowSize(columns: 90, rows: 40)
  ) async throws -> TerminalSession {
    let session = try await TerminalSession.start(
      ["--account", "tweetieuser"], size: size, home: home)
    try await session.waitUntil(contains: "@tweetieuser   Home")
    try await session.waitUntil(contains: "up to date")
    try await session.type("@", until: "everything of three accounts") { screen in
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
      try await type("j", until: "another notice") { marked($0) != before }
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
