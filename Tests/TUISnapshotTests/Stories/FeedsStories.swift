import ServiceRig
import TerminalRig
import Testing
import Threads

/// The real program with feeds of the web.
struct FeedsStories {
  private static let page =
    "<!DOCTYPE html><html><link rel='alternate' type='application/rss+xml' href='/feed'></html>"
  private static let feed = """
    <?xml version="1.0"?><rss version="2.0"><channel><title>Harbour News</title>
    <item><guid>2</guid><title>The lamps are lit</title><description>&lt;p&gt;All of them,
    &lt;b&gt;tonight&lt;/b&gt;.&lt;/p&gt;</description>
    <pubDate>Fri, 20 Nov 2026 18:00:00 GMT</pubDate></item>
    <item><guid>1</guid><title>Low water</title>
    <pubDate>Fri, 20 Nov 2026 06:00:00 GMT</pubDate></item></channel></rss>
    """

  /// A server with a page, and a feed that says when it did not change.
  private static func server() throws -> LoopbackServer {
    try LoopbackServer { request in
      switch request.path {
      case "/": .reply(200, ["Content-Type": "text/html"], body: Array(page.utf8))
      case "/feed" where request.header("If-None-Match") == "\"1\"": .reply(304)
      case "/feed": .reply(200, ["ETag": "\"1\""], body: Array(feed.utf8))
      default: .reply(404)
      }
    }
  }

  @Test func `a blog is followed, read, bookmarked, and available offline`() async throws {
    var server: LoopbackServer? = try Self.server()
    let origin = try #require(server?.origin)
    let home = try TemporaryHome.furnished(pictures: "off", more: "")
    var session = try await TerminalSession.start(home: home)
    try await session.choose("RSS, Atom")
    try await session.type("\(origin)\r", untilContains: "The lamps are lit")
    #expect(await session.screenText.contains("Harbour News"))
    #expect(await session.screenText.contains("All of them, tonight."))

    // What the service cannot do says so, and what is read stays.
    try await session.type("c", untilContains: "This service is read-only.")
    #expect(await session.screenText.contains("The lamps are lit"))

    await session.type("B")
    try await session.waitForDelivery()
    #expect(try await session.quit() == .exited(0))
    server = nil
    session = try await TerminalSession.start(home: home)
    try await session.waitUntil(contains: "Low water")
    #expect(try await session.quit() == .exited(0))

    let kept = try await home.run("tweetie feed bookmarks")
    #expect(kept.output.contains("The lamps are lit"))
    #expect(!kept.output.contains("Low water"))
    #expect(await session.damage == [])
  }

  @Test func `an excerpt opens as an article from its page, which is available offline`()
    async throws
  {
    let words = String(
      repeating: "The keeper climbed the stairs, lamp by lamp, until the harbour shone. ", count: 9)
    let page =
      "<html><title>Lamps</title><nav><a href=/>Home</a></nav><article><h2>At the pier</h2>"
      + "<p>\(words)</p><p>\(words)</p></article></html>"
    let feed = """
      <rss version="2.0"><channel><title>Harbour News</title><item><guid>1</guid>
      <title>The lamps are lit</title><link>/post</link><description>All of them …</description>
      <pubDate>Fri, 20 Nov 2026 18:00:00 GMT</pubDate></item></channel></rss>
      """
    var server: LoopbackServer? = try LoopbackServer { request in
      switch request.path {
      case "/feed": .reply(200, body: Array(feed.utf8))
      case "/post": .reply(200, ["Content-Type": "text/html"], body: Array(page.utf8))
      default: .reply(404)
      }
    }
    let origin = try #require(server?.origin)
    let home = try TemporaryHome.furnished(pictures: "off", more: "")
    let added = try await home.run("tweetie feeds add \(origin)/feed")
    #expect(added.code == 0, "\(added.errors)")
    var session = try await TerminalSession.start(home: home)
    try await session.waitUntil(contains: "The lamps are lit")
    try await session.type("\r", untilContains: "This is an excerpt.")
    try await session.type("F", untilContains: "At the pier")
    #expect(try await session.quit() == .exited(0))

    server = nil
    session = try await TerminalSession.start(home: home)
    try await session.waitUntil(contains: "The lamps are lit")
    try await session.type("\r", untilContains: "The keeper climbed the stairs")
    try await session.quitCleanly()
  }

  @Test func `a saved link is available offline with its article`()
    async throws
  {
    let words = String(
      repeating: "The keeper climbed the stairs, lamp by lamp, until the harbour shone. ", count: 9)
    let page =
      "<html><title>Lamps</title><article><h2>At the pier</h2><p>\(words)</p><p>\(words)</p>"
      + "</article></html>"
    let feed = """
      <rss version="2.0"><channel><title>Harbour News</title><item><guid>1</guid>
      <title>The lamps are lit</title><link>/post</link><description>All of them …</description>
      <pubDate>Fri, 20 Nov 2026 18:00:00 GMT</pubDate></item></channel></rss>
      """
    var server: LoopbackServer? = try LoopbackServer { request in
      switch request.path {
      case "/feed": .reply(200, body: Array(feed.utf8))
      case "/post": .reply(200, ["Content-Type": "text/html"], body: Array(page.utf8))
      default: .reply(404)
      }
    }
    let origin = try #require(server?.origin)
    let home = try TemporaryHome.furnished(pictures: "off", more: "")
    let added = try await home.run("tweetie feeds add \(origin)/feed")
    #expect(added.code == 0, "\(added.errors)")
    let session = try await TerminalSession.start(home: home)
    try await session.waitUntil(contains: "The lamps are lit")
    try await session.type("&", untilContains: "Saved to read later: The lamps are lit")
    #expect(try await session.quit() == .exited(0))

    server = nil
    let saved = try await home.run("tweetie feed list:Saved --json")
    #expect(saved.code == 0, "\(saved.errors)")
    let start = try #require(saved.output.firstRange(of: #""id":""#)).upperBound
    let id = String(saved.output[start...].prefix { $0 != "\"" })
    #expect(id.hasPrefix("saved/"))
    let shown = try await home.run("tweetie show \(id)")
    #expect(shown.output.contains("The keeper climbed the stairs"))
    #expect(await session.damage == [])
  }

  @Test func `saving a link without a feeds account creates one`()
    async throws
  {
    let server = try LoopbackServer { _ in
      .reply(200, ["Content-Type": "text/html"], body: Array("<title>Lamps</title>".utf8))
    }
    let home = try TemporaryHome.furnished(pictures: "off", more: "")

    let unusable = try await home.run("tweetie save javascript:1")
    let none = try await home.run("tweetie accounts --json")
    let first = try await home.run("tweetie save \(server.origin)/post")
    let second = try await home.run("tweetie save \(server.origin)/other")
    let saved = try await home.run("tweetie feed list:Saved")
    let accounts = try await home.run("tweetie accounts --json")

    #expect(unusable.code != 0 && none.output.isEmpty)
    #expect(first.code == 0, "\(first.errors)")
    #expect(first.errors.contains("Saved links are in the account @feeds"), "\(first.errors)")
    #expect(second.code == 0 && !second.errors.contains("Saved links are"), "\(second.errors)")
    #expect(saved.output.contains("/post") && saved.output.contains("/other"))
    #expect(accounts.output.split(separator: "\n").count == 1)
  }

  @Test func `entries of two feeds are printed offline as they were online`() async throws {
    var server: LoopbackServer? = try LoopbackServer { request in
      switch request.path {
      case "/odd": .reply(200, body: Array(Self.long(from: 1).utf8))
      case "/even": .reply(200, body: Array(Self.long(from: 2).utf8))
      default: .reply(404)
      }
    }
    let origin = try #require(server?.origin)
    let home = try TemporaryHome.furnished(pictures: "off", more: "")
    for name in ["odd", "even"] {
      let added = try await home.run("tweetie feeds add \(origin)/\(name)")
      #expect(added.code == 0, "\(added.errors)")
    }

    let online = try await home.run("tweetie feed -n 120 --json")
    #expect(online.code == 0 && online.output.split(separator: "\n").count == 120)
    server = nil
    let offline = try await home.run("tweetie feed -n 120 --json --offline")
    #expect(offline.output == online.output, "\(offline.errors)")
  }

  @Test
  func `a feed that is gone or unreachable is reported in the full screen and on the command line`()
    async throws
  {
    let isGone = LockedValue(false)
    let server = try LoopbackServer { request in
      switch request.path {
      case "/feed": .reply(200, body: Array(Self.feed.utf8))
      case "/odd":
        isGone.withLock { $0 }
          ? .reply(410) : .reply(200, body: Array(Self.long(from: 1).utf8))
      default: .reply(404)
      }
    }
    let home = try TemporaryHome.furnished(pictures: "off", more: "")
    for name in ["feed", "odd"] {
      let added = try await home.run("tweetie feeds add \(server.origin)/\(name)")
      #expect(added.code == 0, "\(added.errors)")
    }
    let session = try await TerminalSession.start(home: home)
    try await session.waitUntil(contains: "The lamps are lit")
    try await session.waitUntil(contains: "up to date")
    #expect(!(await session.screenText.contains("discontinued")))
    #expect(try await session.quit() == .exited(0))

    isGone.withLock { $0 = true }
    // As if they had been looked at long ago.
    let files = "grep -rl '\"checked\"' \"$HOME\""
    _ = try await home.run("sed -i 's/\"checked\":[^,}]*/\"checked\":null/' $(\(files))")
    let again = try await TerminalSession.start(home: home)
    try await again.waitUntil(contains: "The lamps are lit")
    try await again.type("r", until: "the line, and what the other told") { screen in
      screen.text.contains(" Log 1: discontinued")
        && screen.text.contains("The lamps are lit")
    }
    try await again.quitCleanly()
  }

  /// A feed of 80 entries, two minutes apart, the first of them written in that minute.
  private static func long(from minute: Int) -> String {
    let items = (0..<80).map { index in
      let minutes = minute + index * 2
      let (hour, rest) = (minutes / 60, minutes % 60)
      let time = (hour < 10 ? "0" : "") + "\(hour):" + (rest < 10 ? "0" : "") + "\(rest)"
      return "<item><guid>\(minutes)</guid><title>Entry \(minutes)</title>"
        + "<pubDate>Fri, 20 Nov 2026 \(time):00 GMT</pubDate></item>"
    }
    return "<?xml version=\"1.0\"?><rss version=\"2.0\"><channel><title>Log \(minute)</title>"
      + items.joined() + "</channel></rss>"
  }

  @Test func `the feed list is added to, exported and imported by the command line`() async throws {
    let server = try Self.server()
    let home = try TemporaryHome.furnished(pictures: "off", more: "")

    let added = try await home.run("tweetie feeds add \(server.origin)")
    #expect(added.code == 0, "\(added.errors)")
    #expect(added.output == "Harbour News  \(server.origin)/feed\n")
    #expect(try await home.run("tweetie feeds add \(server.origin)/feed").output == "")
    let wrong = try await home.run("tweetie feeds add \(server.origin)/nowhere")
    #expect(wrong.errors == "tweetie: No feed was found there.\n")
    #expect(wrong.code == 1)
    #expect(try await home.run("tweetie feed | grep -c 'lamps are lit'").output == "1\n")
    _ = try await home.run("tweetie feeds export >$HOME/list.opml")
    let removed = try await home.run("tweetie feeds remove 'harbour news'")
    #expect(removed.code == 0, "\(removed.errors)")
    #expect(try await home.run("tweetie feeds list").output == "")
    #expect(try await home.run("tweetie feeds remove 'harbour news'").code == 1)
    // Where there is no terminal nobody can be asked.
    let withheld = try await home.run("cd $HOME && setsid --wait tweetie feeds import list.opml")
    #expect(withheld.output == "" && withheld.code == 1)
    #expect(
      withheld.errors.contains("\(server.origin)/feed is on this machine or in your network."),
      "\(withheld.errors)")
    let restricted = try await home.run(
      "cd $HOME && tweetie feeds import list.opml", environment: ["TWEETIE_RESTRICTED": "1"])
    #expect(restricted.code == 2 && restricted.output == "")
    let taken = try await home.run("cd $HOME && tweetie feeds import list.opml --trusted")
    #expect(taken.output == "Harbour News  \(server.origin)/feed\n")
    #expect(
      try await home.run("tweetie feeds list --json").output.contains("\"name\":\"Harbour News\""))
  }
}
