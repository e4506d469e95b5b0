import TerminalRig
import Testing

/// Several posts, written on one page and sent one after the other.
struct ThreadStories {
  private static let words = ["First of three", "Second of three", "Third of three"]

  @Test func `a refused post in a thread keeps the rest in the outbox, to be edited and sent`()
    async throws
  {
    let home = try TemporaryHome.furnished(faults: "publish=slow:1,publish=refused:1")
    let session = try await TerminalSession.signedIn(in: home)
    try await session.writeThread(Self.words)

    try await session.type("O", until: "the refused post, and that it is the second") { screen in
      screen.text.contains("Post 2 of 3") && screen.text.contains("1 refused")
    }
    #expect(try await home.numbers(of: Self.words) == [1, 0, 0])
    try await session.press(.enter, until: "the rest of the thread on the page") { screen in
      screen.text.contains("Second of three") && screen.text.contains("Third of three")
        && screen.text.contains("2/3")
    }
    try await session.type(", mended", untilContains: "Second of three, mended")
    try await session.press(.control("s"), until: "the outbox again") { !$0.text.contains("2/3") }

    try await session.press(.escape, until: "the stream") { $0.text(ofRow: 0).contains("Home") }
    try await session.waitForDelivery()
    #expect(try await session.quit() == .exited(0))
    #expect(try await home.numbers(of: Self.words) == [1, 1, 1])
    try await home.expectChain(Self.words)
  }

  @Test func `the rest of a refused thread can be withdrawn to a draft`() async throws {
    let home = try TemporaryHome.furnished(faults: "publish=slow:1,publish=refused:1")
    let session = try await TerminalSession.signedIn(in: home)
    try await session.writeThread(Self.words)
    try await session.type("O", untilContains: "1 refused")

    try await session.type("w", untilContains: "Saved as a draft.")
    #expect(try await session.quit() == .exited(0))
    #expect(try await home.numbers(of: Self.words) == [1, 0, 0])
    let kept = try await home.run("tweetie outbox --json").output
    #expect(kept.contains(#""thread":["Third of three"]"#), "\(kept)")
  }

  /// What goes wrong with the second post while the program is killed.
  @Test(arguments: ["hang", "lost-reply"])
  func `a kill in the middle of a thread neither loses nor doubles a post`(
    fault: String
  ) async throws {
    let home = try TemporaryHome.furnished(faults: "publish=slow:1,publish=\(fault):1")
    let first = try await TerminalSession.signedIn(in: home)
    try await first.writeThread(Self.words)
    try await look { try await home.run(Self.middle).output != "" }

    await first.kill9()

    _ = try await first.exitStatus()
    #expect(await first.damage == [])
    home.setFaults("")
    let second = try await TerminalSession.reopened(in: home)
    try await second.waitForDelivery()
    #expect(try await second.quit() == .exited(0))
    #expect(try await home.numbers(of: Self.words) == [1, 1, 1])
    try await home.expectChain(Self.words)
  }

  /// Tells whether the second post is on the wire, or may have been.
  private static let middle =
    #"tweetie outbox --json | grep '"text":"Second of three"' | grep -v '"state":"queued"'"#

  @Test func `a piped thread is posted in order, and printed post by post`() async throws {
    let home = try TemporaryHome.furnished()
    let login = "echo tweetie123 | tweetie login tweetie --user tweetieuser --password-stdin"
    #expect(try await home.run(login).code == 0)

    let run = try await home.run(
      "printf '%s\\n---\\n%s\\n---\\n%s\\n' '\(Self.words.joined(separator: "' '"))' | tweetie post --thread"
    )

    #expect(run.code == 0, "\(run.errors)")
    #expect(run.lines.count { $0.hasPrefix("Posted: ") } == 3, "\(run.output)")
    #expect(try await home.numbers(of: Self.words) == [1, 1, 1])
    try await home.expectChain(Self.words)
  }

  @Test func `a refused post of a piped thread is named, and the rest stays in the outbox`()
    async throws
  {
    let home = try TemporaryHome.furnished(faults: "publish=slow:1,publish=refused:1")
    let login = "echo tweetie123 | tweetie login tweetie --user tweetieuser --password-stdin"
    #expect(try await home.run(login).code == 0)

    let run = try await home.run(
      "printf '%s\\n---\\n%s\\n---\\n%s\\n' '\(Self.words.joined(separator: "' '"))' | tweetie post --thread"
    )

    #expect(run.code == 1)
    #expect(run.lines.count { $0.hasPrefix("Posted: ") } == 1, "\(run.output)")
    #expect(run.errors.hasPrefix("tweetie: Post 2 of 3: "), "\(run.errors)")
    let kept = try await home.run("tweetie outbox --json").output
    #expect(kept.contains(#""thread":["Third of three"]"#), "\(kept)")
  }

  @Test func `a thread that was left is restored as a whole`() async throws {
    let home = try TemporaryHome.furnished()
    let first = try await TerminalSession.signedIn(in: home)
    try await first.typeThread(Self.words)
    try await first.press(.escape, untilLacks: "New post")
    #expect(try await first.quit() == .exited(0))

    let second = try await TerminalSession.reopened(in: home)
    try await second.type("c", until: "all three posts") { screen in
      Self.words.allSatisfy(screen.text.contains)
    }
    #expect(try await home.numbers(of: Self.words) == [0, 0, 0])
  }
}

extension TerminalSession {
  /// Writes a thread and sends it.
  fileprivate func writeThread(_ words: [String]) async throws {
    try await typeThread(words)
    try await press(.control("s"), untilLacks: "New post")
  }

  /// Writes a thread.
  fileprivate func typeThread(_ words: [String]) async throws {
    try await type("c", untilContains: "New post")
    for (number, words) in words.enumerated() {
      if number > 0 {
        try await press(.alt("n"), untilContains: "\(number + 1)/\(number + 1)")
      }
      try await type(words, untilContains: words)
    }
  }
}

extension TemporaryHome {
  /// How many posts of one's own there are with each of these words.
  fileprivate func numbers(of words: [String]) async throws -> [Int] {
    let feed = try await run("tweetie feed @tweetieuser -n 100 --json")
    return words.map { words in feed.lines.count { $0.contains(words) } }
  }

  /// Each post answers the one before.
  fileprivate func expectChain(_ words: [String]) async throws {
    let feed = try await run("tweetie feed @tweetieuser -n 100 --json")
    let posts = words.compactMap { words in feed.lines.first { $0.contains(words) } }
    for (post, answer) in zip(posts, posts.dropFirst()) {
      let id = post.split(separator: "\"").dropFirst(3).first.map(String.init) ?? "none"
      #expect(post.hasPrefix(#"{"id":"\#(id)""#))
      #expect(answer.contains(#""reply_to":"\#(id)""#), "\(answer)")
    }
  }
}
