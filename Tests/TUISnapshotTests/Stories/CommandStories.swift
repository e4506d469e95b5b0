import ServiceRig
import TerminalRig
import Testing

/// The real program on the command line, one command after the other.
struct CommandStories {
  private static let feed = """
    <?xml version="1.0"?><rss version="2.0"><channel><title>Harbour News</title>
    <item><guid>1</guid><title>Low water</title></item></channel></rss>
    """

  /// The value of a name in a line of JSON; empty for none.
  private func value(_ name: String, in json: String) -> String {
    guard let start = json.firstRange(of: "\"\(name)\":\"") else { return "" }
    return String(json[start.upperBound...].prefix { $0 != "\"" })
  }

  @Test func `post prints JSON, delete works once, and an unknown post is an error`()
    async throws
  {
    let home = try await TemporaryHome.signedIn()
    let posted = try await home.run("tweetie post 'Two pots of tea' --json")
    let id = value("id", in: posted.output)
    #expect(posted.code == 0 && !id.isEmpty, "\(posted.output)\(posted.errors)")
    #expect(value("state", in: posted.output) == "sent")

    let marked = try await home.run("tweetie like \(id) nope; tweetie boost \(id)")
    #expect(marked.output == "\(id): Liked.\nBoosted.\n")
    #expect(
      marked.errors == """
        tweetie: nope: There is no post nope.
        tweetie: 1 of 2 failed.

        """)

    #expect(try await home.run("setsid -w tweetie delete \(id)").output == "Deleted.\n")
    for unknown in [id, "nope"] {
      let again = try await home.run("setsid -w tweetie delete \(unknown)")
      #expect(again.code == 1 && again.output == "", "\(again.output)")
      #expect(again.errors == "tweetie: There is no post \(unknown).\n")
    }
  }

  @Test func `mute, block, followers and requests work on the command line`() async throws {
    let home = try await TemporaryHome.signedIn()
    let following = try await home.run("tweetie following --json -n 2")
    let handle = value("handle", in: following.output)
    #expect(following.code == 0 && !handle.isEmpty, "\(following.errors)")

    let done = try await home.run(
      "for c in mute unmute block unblock; do tweetie $c @\(handle); done")
    #expect(
      done.output == """
        Muted @\(handle).
        Unmuted @\(handle).
        Blocked @\(handle).
        Unblocked @\(handle).

        """, "\(done.errors)")
    #expect(try await home.run("tweetie followers @\(handle) --json -n 1").code == 0)
    let requests = try await home.run("tweetie requests")
    #expect(
      requests.code == 1
        && requests.errors.contains("This service does not support follow requests."))
  }

  @Test func `adding feeds keeps the current account, and rejected entries are named`()
    async throws
  {
    let server = try LoopbackServer { request in
      request.path == "/feed" ? .reply(200, body: Array(Self.feed.utf8)) : .reply(404)
    }
    let home = try await TemporaryHome.signedIn()

    let added = try await home.run("tweetie feeds add \(server.origin)/feed")
    #expect(added.code == 0 && added.output.hasPrefix("Harbour News"), "\(added.errors)")
    #expect(added.errors.contains("The current account is still @tweetieuser."))
    #expect(try await home.run("tweetie whoami").output.hasPrefix("@tweetieuser"))
    #expect(try await home.run("tweetie feed --account rss").output.contains("Low water"))

    let list = """
      <opml version='2.0'><body>
      <outline type='rss' text='Fog'/>
      <outline text='Rain' xmlUrl='https://rain.example/feed'/>
      </body></opml>
      """
    home.write(list, to: home.path + "/list.opml")
    let imported = try await home.run("tweetie feeds import \(home.path)/list.opml")
    #expect(imported.code == 1 && imported.output.hasPrefix("Rain"), "\(imported.output)")
    #expect(
      imported.errors == """
        tweetie: line 2 (Fog) has no feed address.
        tweetie: 1 entry of the list was left out.

        """)

    #expect(try await home.run("tweetie use feeds").code == 0)
    #expect(try await home.run("tweetie whoami").output.hasPrefix("@feeds"))
    #expect(
      try await home.run("tweetie use tweetie && tweetie whoami").output.contains("@tweetieuser  "))
  }

  @Test func `a waiting item is dropped by a short id, and a forced logout discards the others`()
    async throws
  {
    let home = try await TemporaryHome.signedIn()
    home.setFaults("any=unreachable")
    let queued = try await home.run("tweetie post 'Tea' --json; tweetie post 'Cake' --json")
    let lines = queued.output.split(separator: "\n").map(String.init)
    let ids = lines.map { value("outbox_id", in: $0) }
    #expect(lines.allSatisfy { value("state", in: $0) == "queued" } && ids.count == 2)

    // The beginning, as far as it is the first one's alone.
    let common = zip(ids[0], ids[1]).prefix { $0 == $1 }.count
    let dropped = try await home.run("tweetie outbox drop \(ids[0].prefix(common + 1))")
    #expect(dropped.output == "Dropped.\n", "\(dropped.errors)")

    let left = try await home.run("tweetie logout --force")
    #expect(left.code == 0 && left.output.contains("Cake"), "\(left.errors)")
    #expect(left.errors.contains("1 unsent change was discarded."))
    #expect(try await home.run("tweetie accounts").output == "")
  }
}
