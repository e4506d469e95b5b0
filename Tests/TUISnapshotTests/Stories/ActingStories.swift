import TerminalRig
import Testing

struct ActingStories {
  /// What waits to be sent, without drafts.
  private static let waiting = "tweetie outbox --json | grep -v '\"draft\"'"

  @Test func `a key without effect shows the reason, or clears the reason of another key`()
    async throws
  {
    let home = try TemporaryHome.furnished()
    let session = try await TerminalSession.signedIn(in: home)
    try await session.type("S", untilContains: "This works only in Accounts (a).")

    try await session.type("}", until: "the hints again") {
      !$0.text.contains("This works only in Accounts (a).") && $0.text.contains("Enter open")
    }
    try await session.type("X", untilContains: "Open a profile first (p).")
    #expect(try await session.quit() == .exited(0))
  }

  @Test func `a like shows before the service has answered`() async throws {
    let home = try TemporaryHome.furnished()
    let session = try await TerminalSession.signedIn(in: home)
    home.setFaults("like=hang")
    try await session.waitUntil(contains: "↩ 1    ↻      ♡ 3")

    try await session.type("l", untilContains: "↩ 1    ↻      ♥ 4")
    #expect(try await session.quit() == .exited(0))
    // It waited for its answer and goes on waiting.
    #expect(try await home.run("tweetie outbox").output.contains("like "))
  }

  // That the thumb goes up is told by the scene's own test: here it may have come down again before
  // a busy machine looks.
  @Test func `the liked heart stays after the like animation has ended`() async throws {
    let session = try await TerminalSession.signedIn(in: .furnished())

    try await session.type("l", until: "a heart, and no thumb") {
      $0.text.contains("♥ 4") && !$0.text.contains("👍")
    }
  }

  @Test func `a like that the service refuses is undone with the reason`() async throws {
    let home = try TemporaryHome.furnished(latency: "20ms")
    let session = try await TerminalSession.signedIn(in: home)
    try await session.selectPost("I am a very modest post")

    try await session.type("l", untilSays: "The like was undone: This post does not accept likes")
    try await session.waitUntil(lacks: "👍")
    #expect(try await home.run("tweetie outbox --json").output == "")
    let modest = try await home.run("tweetie feed -n 9 --json | grep -F 'very modest'")
    #expect(modest.output.contains(#""liked":false"#))
  }

  @Test func `a like survives a restart and is sent once`() async throws {
    let home = try TemporaryHome.furnished()
    let first = try await TerminalSession.signedIn(in: home)
    home.setFaults("like=unreachable")
    try await first.type("l", untilContains: "♥ 4")
    _ = try await first.quit()
    home.setFaults("")

    let second = try await TerminalSession.reopened(in: home)

    try await second.waitUntil(contains: "♥ 4")
    _ = try await second.quit()
    #expect(
      try await home.run("tweetie outbox send >/dev/null; tweetie outbox --json").output == "")
    #expect(try await home.run("tweetie feed likes -n 3").output.contains("eighty-one"))
  }

  @Test func `like, unlike and like become one like in the outbox`() async throws {
    let home = try TemporaryHome.furnished()
    let session = try await TerminalSession.signedIn(in: home)
    home.setFaults("like=unreachable")

    await session.type("lll")
    _ = try await session.quit()

    #expect(try await home.run("tweetie outbox").output.contains("like "))
    #expect(try await home.run("tweetie outbox --json | wc -l").output == "1\n")
  }

  @Test func `a sent reply is shown below its post`() async throws {
    let home = try TemporaryHome.furnished()
    let session = try await TerminalSession.signedIn(in: home)
    try await session.press(.enter, untilContains: "opinions about letter-spacing")

    try await session.type("R", untilContains: "Reply to @")
    await session.type("What a lovely tram!")
    try await session.press(.control("s"), until: "the reply in the conversation") { screen in
      screen.text.contains("What a lovely tram!") && !screen.text.contains("Reply to @")
    }
    try await session.waitForDelivery()
    let own = try await home.run("tweetie feed @tweetieuser --json | grep -F 'lovely tram'")
    #expect(own.output.contains(#""reply_to":"#))
  }

  @Test func `pasted control characters do not send a post`() async throws {
    let home = try TemporaryHome.furnished()
    let session = try await TerminalSession.signedIn(in: home)
    try await session.type("c", untilContains: "New post")

    await session.paste("one\n\u{13}two\r\nthree\u{1B}[2J\u{3}\u{1B}")

    try await session.waitUntil(contains: "three")
    let screen = await session.screenText
    #expect(screen.contains("New post") && screen.contains("one") && screen.contains("two"))
    try await session.press(.escape, untilLacks: "New post")
    #expect(try await home.run(Self.waiting).output == "")
    #expect(try await home.ownPosts("three") == 0)
    #expect(await session.audit.findings == [])
  }

  @Test func `a long text pasted without bracketed paste is inserted in full`()
    async throws
  {
    let home = try TemporaryHome.furnished()
    let session = try await TerminalSession.signedIn(in: home)
    let page = (1...1000).map { "The line of that number is \($0).\r" }.joined()

    try await session.type("c" + page + "The end.", untilContains: "The end.")
    #expect(await session.screenText.contains("The line of that number is 1000."))
    try await session.press(.escape, untilLacks: "New post")
    #expect(try await session.quit() == .exited(0))
    let kept = try await home.run("tweetie outbox --json")
    #expect(
      kept.output.contains("number is 1.") && kept.output.contains("number is 1000."),
      "\(kept.output.prefix(300)) … \(kept.output.suffix(300))")
  }

  @Test func `a draft that was left is offered again after a restart`() async throws {
    let home = try TemporaryHome.furnished()
    let session = try await TerminalSession.signedIn(in: home)
    try await session.type("c", untilContains: "New post")
    await session.type("half a thought")
    try await session.press(.escape, untilLacks: "New post")
    _ = try await session.quit()

    let later = try await TerminalSession.reopened(in: home)
    try await later.type("c", untilContains: "half a thought")
  }

  @Test func `text typed before the compose page is open is inserted there`() async throws {
    let session = try await TerminalSession.signedIn(in: .furnished())

    try await session.type("cquick fingers", untilContains: "quick fingers")
    #expect(await session.screenText.contains("New post"))
  }

  @Test func `a key typed before a conversation is open takes effect in it`() async throws {
    let session = try await TerminalSession.signedIn(in: .furnished())

    try await session.type("\rR", untilContains: "Reply to @")
  }

  @Test func `a post undone in time is a draft again`() async throws {
    let home = try TemporaryHome.furnished(undo: "1h")
    let session = try await TerminalSession.signedIn(in: home)
    try await session.write("Said in haste")

    await session.type("U")

    // The draft is on disk before the post is out of the outbox.
    try await look { try await home.run(Self.waiting).output == "" }
    try await session.type("c", untilContains: "Said in haste")
    #expect(try await home.ownPosts("in haste") == 0)
    #expect(try await home.run(Self.waiting).output == "")
  }

  @Test func `quitting keeps a post that could still be undone in the outbox`() async throws {
    let home = try TemporaryHome.furnished(undo: "1h")
    let session = try await TerminalSession.signedIn(in: home)
    try await session.write("Said and left")

    #expect(try await session.quit() == .exited(0))

    #expect(try await home.run("tweetie outbox send").code == 0)
    #expect(try await home.ownPosts("and left") == 1)
  }

  @Test func `Esc closes one scene at a time`() async throws {
    let session = try await TerminalSession.signedIn(in: .furnished())
    try await session.press(.enter, untilContains: "opinions about letter-spacing")
    try await session.type("L", until: "the likers") {
      $0.text(ofRow: 0).hasPrefix(" Likes") && !$0.selection.isEmpty
    }
    try await session.type("?", untilContains: "Open the selected item")

    try await session.press(.escape, untilLacks: "Open the selected item")
    try await session.waitUntil("the likers again") { $0.text(ofRow: 0).hasPrefix(" Likes") }
    try await session.press(.escape, untilContains: "opinions about letter-spacing")
    try await session.waitUntil("the conversation again") {
      $0.text(ofRow: 0).hasPrefix(" Conversation")
    }
    try await session.press(.escape, until: "the stream") { $0.text(ofRow: 0).contains("Home") }
  }
}

extension TerminalSession {
  /// Goes down until the post with those words is selected.
  func selectPost(_ words: String) async throws {
    try await waitUntil("a selection") { !$0.selection.isEmpty }
    for _ in 0..<40 {
      if isSelected(words) { return }
      try await goToNextPost()
    }
    try await waitUntil("“\(words)” selected") { $0.rows.contains { $0.isSelected(words) } }
  }

  /// Goes to the next post, and waits until that is selected: whatever else changes meanwhile, as
  /// the count at the top does, is no answer to the key.
  func goToNextPost() async throws {
    let before = read(\.selection)
    try await type("j", until: "another selection") { $0.selection != before }
  }

  private func isSelected(_ words: String) -> Bool {
    read { $0.rows.contains { $0.isSelected(words) } }
  }
}

extension StringProtocol {
  /// Whether it is a selected row that begins so, with a picture of its author before it or without.
  fileprivate func isSelected(_ words: String) -> Bool {
    hasPrefix("▌") && dropFirst().drop { $0 == " " }.hasPrefix(words)
  }
}
