import TerminalRig
import Testing

struct FindingStories {
  @Test func `notifications are counted in the top line until they are opened`() async throws {
    let session = try await TerminalSession.signedIn(in: .furnished())
    try await session.waitUntil("the count in the top line") {
      $0.text(ofRow: 0).contains("◆ ")
    }

    try await session.type("n", until: "the notices") { screen in
      screen.text(ofRow: 0).hasPrefix(" Notifications") && screen.text.contains("your post")
    }
    try await session.press(.enter, until: "where the first leads") {
      !$0.text(ofRow: 0).hasPrefix(" Notifications")
    }
    try await session.press(.escape, until: "the notices again") {
      $0.text(ofRow: 0).hasPrefix(" Notifications")
    }
    try await session.press(.escape, until: "the stream without a count") { screen in
      screen.text(ofRow: 0).contains("Home") && !screen.text(ofRow: 0).contains("◆ ")
    }
    #expect(try await session.quit() == .exited(0))
  }

  @Test func `notifications can be read offline, and stay read after a restart`() async throws {
    let home = try TemporaryHome.furnished()
    let first = try await TerminalSession.signedIn(in: home)
    try await first.type("n", untilContains: "your post")
    _ = try await first.quit()
    home.setFaults("notices=unreachable, feed=unreachable")

    let second = try await TerminalSession.reopened(in: home)
    #expect(await !second.read { $0.text(ofRow: 0) }.contains("◆ "))
    try await second.type("n", until: "what was held") { screen in
      screen.text(ofRow: 0).contains("Notifications") && screen.text.contains("your post")
    }
  }

  @Test func `a search finds stored posts at once, and more at the service`() async throws {
    let home = try TemporaryHome.furnished()
    let session = try await TerminalSession.signedIn(in: home)
    try await session.type("/", untilContains: "Type to search the posts you have")

    try await session.type("choir", untilContains: "eventual consistency")
    try await session.press(.enter, until: "the tag from the service") { screen in
      screen.rows.contains { $0.dropFirst(2).hasPrefix("#choir") }
    }

    try await session.type("g\r", until: "the stream of the tag") {
      $0.text(ofRow: 0).contains("#choir") && $0.text.contains("choir")
    }
    #expect(try await session.quit() == .exited(0))
    let found = try await home.run("tweetie search choir --json | wc -l")
    #expect(found.output != "0\n")
  }

  @Test func `a search with terms is completed, corrected and kept as a tab`() async throws {
    let session = try await TerminalSession.signedIn(in: .furnished())
    try await session.type("/", until: "how it is written") { $0.text.contains("from:ada") }

    await session.type("since:yesterdy")
    try await session.press(.enter, untilContains: "since:yesterdy: no such day.")
    await session.type("/")
    try await session.press(.control("u"), until: "how it is written, again") {
      $0.text.contains("from:ada")
    }
    try await session.type("has:po", untilContains: "has:poll")
    await session.press(.tab)
    try await session.press(.enter, until: "what the service found") { screen in
      screen.text(ofRow: 0).contains(" posts") && !screen.text(ofRow: 0).contains("seen before")
    }

    try await session.type("v", untilContains: "by stream")
    try await session.type("v", untilContains: "by person")
    try await session.type("g\r", untilContains: "shows all again")
    try await session.press(.escape, until: "all of it") { !$0.text.contains("shows all again") }
    try await session.type("t", untilContains: "is a tab now")
    try await session.press(.escape, until: "the stream") { $0.text(ofRow: 0).contains("Home") }
    try await session.type("T", until: "the tab among the streams") { screen in
      screen.text.contains("  Streams  ") && screen.text.contains("“has:poll”")
    }
    try await session.press(.escape, until: "the stream again") { !$0.text.contains("  Streams  ") }
    // The last of the tabs is round the corner: the others give way to it.
    try await session.type("\u{1B}[Z", until: "the tab in front, whole") {
      $0.text(ofRow: 0).contains(" “has:poll” ")
    }
    #expect(try await session.quit() == .exited(0))
  }

  @Test func `an offline search says that it covers stored posts only`() async throws {
    let home = try TemporaryHome.furnished()
    let session = try await TerminalSession.signedIn(in: home)
    home.setFaults("search=unreachable, people=unreachable")

    await session.type("/choir")
    try await session.press(.enter, until: "what is held, and why that is all") { screen in
      screen.text(ofRow: 0).contains("Stored posts only")
        && screen.text.contains("eventual consistency")
    }
    #expect(try await home.run("tweetie search choir").code == 4)
    #expect(try await home.run("tweetie search choir --offline").output.contains("canon"))
  }

  @Test func `a command chosen by a few letters in the command list is carried out`() async throws {
    let session = try await TerminalSession.signedIn(in: .furnished())
    try await session.waitUntil(contains: "♡ 3")

    try await session.type(":like or", untilContains: "› Like or unlike")
    try await session.press(.enter, untilContains: "♥ 4")

    try await session.type(":photos", untilContains: "› Read: Photos")
    try await session.press(.enter, until: "the photos") { screen in
      !screen.text.contains("Read: ") && screen.text.contains("▣ ")
    }
  }

  @Test func `the command to go back one scene keeps the first scene open`() async throws {
    let session = try await TerminalSession.signedIn(in: .furnished())

    try await session.type(":go back one\r", untilContains: "Q quits.")
    #expect(try await session.quit() == .exited(0))
  }

  @Test func `the log scene shows lines written while it is open`() async throws {
    let session = try await TerminalSession.signedIn(in: .furnished())
    try await session.type("J", until: "the log") { $0.text(ofRow: 0).hasPrefix(" Log") }

    try await session.type("1", untilContains: "network: info")
    try await session.press(.escape, until: "the stream") { $0.text(ofRow: 0).contains("Home") }
    await session.type("r")
    try await session.type("J", untilContains: "network: page of home")
  }

  @Test func `a vote is shown at once, and sent`() async throws {
    let home = try TemporaryHome.furnished()
    let session = try await TerminalSession.signedIn(in: home)
    try await session.selectPost("Clear until two")

    try await session.type("E", untilContains: "Choose one answer.")
    try await session.press(.enter, until: "one's own answer") { screen in
      screen.text.contains("✓") && !screen.text.contains("One answer")
    }
    try await session.waitForDelivery()
    _ = try await session.quit()
    let voted = try await home.run("tweetie feed -n 20 --json | grep -F 'Clear until two'")
    #expect(voted.output.contains(#""votes":49"#))
  }

  @Test func `a refused vote is undone with the reason`() async throws {
    let home = try TemporaryHome.furnished()
    let session = try await TerminalSession.signedIn(in: home)
    try await session.selectPost("Clear until two")
    home.setFaults("vote=refused")

    try await session.type("E", untilContains: "Choose one answer.")
    try await session.press(.enter, untilSays: "Your vote was not accepted:")
    try await session.waitUntil(lacks: "✓")
  }

  @Test func `quitting during requests writes no failures to the log`() async throws {
    let home = try TemporaryHome.furnished(latency: "20ms")
    let first = try await TerminalSession.signedIn(in: home)
    await first.type("lnQ")
    _ = try await first.exitStatus()
    for _ in 0..<4 {
      let session = try await TerminalSession.start(home: home)
      await session.type("Q")
      _ = try await session.exitStatus()
    }

    #expect(home.text(of: home.path + "/state/tweetie/log") ?? "" == "")
  }

  @Test func `the user's own post is not counted as new`() async throws {
    let home = try TemporaryHome.furnished()
    let session = try await TerminalSession.signedIn(in: home)

    try await session.write("Nothing new to me")
    // What was refreshed can be told from what was not.
    home.setFaults("feed=unreachable")
    try await session.type("r", untilContains: "offline · as of ")
    home.setFaults("")
    try await session.type("r", until: "one's own post, not counted") { screen in
      screen.text(ofRow: 0).contains("up to date") && !screen.text(ofRow: 0).contains(" new ↑")
    }
  }
}
