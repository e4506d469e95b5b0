import TerminalRig
import Testing

/// A visitor whose name and words try everything that has ever misled a terminal.
struct HostileStories {
  @Test func `a post with control sequences stays within its own cells`() async throws {
    let home = try TemporaryHome.furnished()
    let session = try await TerminalSession.signedIn(in: home)
    try await session.findVisitor()

    let screen = await session.screenText
    #expect(screen.contains("@visitor@anything."))
    // The top and the bottom line are whole, and no title was set.
    #expect(await session.read { $0.text(ofRow: 0) }.hasPrefix(" @tweetieuser   Home  Photos"))
    #expect(await session.read { $0.text(ofRow: 23) }.contains("Enter open"))
    #expect(await session.read { $0.title } == "")
    try await session.press(.enter, until: "the conversation") {
      !$0.text(ofRow: 0).contains("Home")
    }
    try await session.type("R", untilContains: "Reply to @visitor")
    try await session.press(.escape, untilLacks: "Reply to @visitor")
    try await session.quitCleanly()
  }

  @Test func `a post with control sequences is drawn as on a fresh screen`() async throws {
    let home = try TemporaryHome.furnished()
    let session = try await TerminalSession.signedIn(in: home)
    try await session.findVisitor()
    let afterScrolling = await session.reading

    await session.press(.control("l"))
    try await session.type("?", untilContains: "Open the selected item")
    try await session.press(.escape, untilLacks: "Open the selected item")

    #expect(await session.reading == afterScrolling)
  }

  @Test func `a post with control sequences is printed without control characters`() async throws {
    let home = try TemporaryHome.furnished()
    try await home.signInByPipe()

    let onTerminal = try await TerminalSession.start(["feed", "-n", "80"], home: home)
    let piped = try await home.run("tweetie feed -n 80")
    let json = try await home.run("tweetie feed -n 80 --json")

    try await onTerminal.expectCleanExit()
    for run in [piped, json] {
      #expect(run.output.contains("visitor@anything.example"))
      #expect(run.output.unicodeScalars.allSatisfy { $0 == "\n" || isHarmless($0) })
    }
  }

  /// Neither a control nor an invisible character that turns or hides text.
  private func isHarmless(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case ..<0x20, 0x7F..<0xA0, 0xAD, 0x200B, 0x200E...0x200F, 0x2028...0x202E, 0x2066...0x2069,
      0xFEFF, 0xFFF9...0xFFFB, 0xE0000...0xE007F:
      false
    default: true
    }
  }
}

extension TerminalSession {
  /// Reads down to the visitor's post.
  fileprivate func findVisitor() async throws {
    for _ in 0..<60 {
      if screenText.contains("@visitor@") && screenText.contains("Your screen is mine") { return }
      try await goToNextPost()
    }
    try await waitUntil(contains: "Your screen is mine")
  }
}
