import TerminalRig
import Testing

struct SignOutStories {
  /// Drops everything that was never sent.
  private static let dropAll =
    "for id in $(tweetie outbox | cut -d' ' -f1); do tweetie outbox drop $id; done"

  @Test func `signing out on the command line erases all data of the account`() async throws {
    let home = try await homeWithTraces()
    let token = try #require(home.token)

    let kept = try await home.run("setsid -w tweetie logout")
    #expect(kept.code == 1)
    #expect(kept.output.contains("Saved as a draft."))
    let logout = try await home.run("\(Self.dropAll); setsid -w tweetie logout")

    #expect(logout.code == 0)
    #expect(logout.output.contains("Signed out of @tweetieuser"))
    try await expectNoTrace(of: token, in: home)
    #expect(try await home.run("tweetie feed").code == 3)
  }

  @Test func `signing out at the user's own profile asks once, and erases all data of the account`()
    async throws
  {
    let home = try await homeWithTraces()
    let token = try #require(home.token)
    home.setFaults("publish=unreachable")
    let session = try await TerminalSession.reopened(in: home)
    try await session.write("Never to be delivered")
    try await session.type("P", untilContains: "This is you.")

    try await session.type("S", untilContains: "Sign out of @tweetieuser?")
    #expect(await session.screenText.contains("Never to be delivered"))
    try await session.type("S", untilSays: "Signed out. Nothing of the account is left here.")
    #expect(await session.screenText.contains("User name"))
    #expect(try await session.quitBySignal() == .exited(0))
    #expect(await session.damage == [])
    try await expectNoTrace(of: token, in: home)
  }

  @Test func `Esc at the sign-out question keeps the account signed in`() async throws {
    let home = try TemporaryHome.furnished()
    let session = try await TerminalSession.signedIn(in: home)
    try await session.type("P", untilContains: "This is you.")
    try await session.type("S", untilContains: "Sign out of @tweetieuser?")

    try await session.press(.escape, untilLacks: "Sign out of @tweetieuser?")
    #expect(await session.screenText.contains("This is you."))
    #expect(try await home.run("tweetie accounts").output.contains("tweetieuser"))
  }

  @Test func `a window that was open stores and sends nothing after a sign-out elsewhere`()
    async throws
  {
    let home = try TemporaryHome.furnished()
    let session = try await TerminalSession.signedIn(in: home)
    try await session.type("c", untilContains: "New post")
    try await session.type("Half written", until: "what was written, and that it is kept") {
      screen in
      screen.text.contains("Half written") && screen.text.contains("saved")
    }

    #expect(try await home.run("\(Self.dropAll); setsid -w tweetie logout").code == 0)
    try await session.type(", and more", until: "what was written, and that one was signed out") {
      screen in
      screen.text.contains("Half written, and more") && screen.text.contains("was signed out")
    }
    try await session.press(.control("s"), untilSays: "signed out")
    #expect(await session.screenText.contains("Half written, and more"))

    #expect(try await session.quitBySignal() == .exited(0))
    let search = try await home.run("grep -rlaF -e 'Half written' -e tweetieuser \"$HOME\"")
    #expect(search.output == "")
  }

  @Test func `an idle window shows the sign-in after a sign-out elsewhere`()
    async throws
  {
    let home = try TemporaryHome.furnished()
    let session = try await TerminalSession.signedIn(in: home)

    #expect(try await home.run("setsid -w tweetie logout").code == 0)

    try await session.waitUntil(contains: "User name")
    #expect(try await session.quitBySignal() == .exited(0))
  }

  @Test func `unsent items keep the account signed in until the user confirms`() async throws {
    let home = try TemporaryHome.furnished()
    let session = try await TerminalSession.signedIn(in: home)
    home.setFaults("publish=unreachable")
    try await session.write("Still on its way")
    _ = try await session.quit()

    let unasked = try await home.run("setsid -w tweetie logout")
    #expect(unasked.code == 1)
    #expect(unasked.output.contains("Still on its way"))
    let asked = try await TerminalSession.start(["logout"], home: home)
    try await asked.waitUntil(contains: "Sign out of @tweetieuser? (y/n)")
    #expect(await asked.screenText.contains("Still on its way"))
    await asked.type("n\r")

    #expect(try await asked.exitStatus() == .exited(1))
    #expect(try await home.run("tweetie outbox").output.contains("Still on its way"))
  }
}

extension SignOutStories {
  /// A home where somebody has read, liked, written, failed and begun to write.
  private func homeWithTraces() async throws -> TemporaryHome {
    let home = try TemporaryHome.furnished()
    let session = try await TerminalSession.signedIn(in: home)
    try await session.type("l", untilContains: "♥ 4")
    try await session.write("Nobody shall know this")
    try await session.press(.enter, untilContains: "opinions about letter-spacing")
    try await session.press(.escape, untilContains: "Enter open")
    try await session.type("c", untilContains: "New post")
    await session.type("Nor that, half written")
    try await session.press(.escape, untilLacks: "New post")
    try await session.waitForDelivery()
    #expect(try await session.quit() == .exited(0))
    return home
  }

  /// Looks for what must be gone in every byte of every file.
  private func expectNoTrace(of token: String, in home: TemporaryHome) async throws {
    #expect(!token.isEmpty)
    let own = ["tweetieuser", "Nobody shall know", "half written", "Never to be"]
    let traces = own + [token, "eighty-one"]
    let words = traces.map { "-e '\($0)'" }.joined(separator: " ")
    let search = try await home.run("grep -rlaF \(words) \"$HOME\"")
    #expect(search.output == "")
    #expect(search.code == 1)
  }
}

extension TemporaryHome {
  /// The token of the account that is signed in.
  fileprivate var token: String? {
    let accounts = text(of: path + "/state/tweetie/accounts") ?? ""
    return accounts.split(separator: "\n").first { $0.hasPrefix("token=") }
      .map { String($0.dropFirst("token=".count)) }
  }
}
