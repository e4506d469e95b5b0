import Glibc
import TerminalRig
import Testing

struct KillingStories {
  @Test func `after the supervisor's fork, locks held by two threads do not block`() async throws {
    let run = try await TemporaryHome.furnished().run("timeout 30 ForkDouble")

    #expect(run.code == 0)
    #expect(run.output == "Both have it.\n")
  }

  @Test func `a post queued before a kill is delivered once after the next start`() async throws {
    let home = try TemporaryHome.furnished()
    let first = try await TerminalSession.signedIn(in: home)
    home.setFaults("publish=hang")
    try await first.write("Outlives its writer")
    try await first.waitUntil(contains: "up to date")

    await first.kill9()

    #expect(try await first.exitStatus() == .exited(128 + SIGKILL))
    #expect(await first.damage == [])
    #expect(await first.screenText.contains("Your terminal has been restored."))
    #expect(try await home.run("tweetie outbox").output.contains("Outlives its writer"))
    home.setFaults("")
    let second = try await TerminalSession.reopened(in: home)
    try await second.waitForDelivery()
    #expect(try await second.quit() == .exited(0))
    #expect(try await home.ownPosts("Outlives") == 1)
  }

  @Test func `a post whose answer was lost is not sent twice`() async throws {
    let home = try TemporaryHome.furnished()
    let first = try await TerminalSession.signedIn(in: home)
    home.setFaults("publish=lost-reply")
    try await first.write("Said once")
    home.setFaults("")

    await first.kill9()
    _ = try await first.exitStatus()

    let second = try await TerminalSession.reopened(in: home)
    try await second.waitForDelivery()
    _ = try await second.quit()
    #expect(try await home.ownPosts("Said once") == 1)
  }

  /// Every run is killed somewhere else on a post's way from the key to the service.
  @Test(arguments: [0, 1, 2, 5, 9, 14, 22, 35])
  func `a program killed at any moment of sending neither loses nor doubles a post`(
    after milliseconds: Int
  ) async throws {
    let home = try TemporaryHome.furnished()
    let first = try await TerminalSession.signedIn(in: home)
    try await first.type("c", untilContains: "New post")
    await first.type("Written in a storm")
    // What was typed a moment ago may be lost; that which is on disk may not.
    try await first.press(.escape, untilLacks: "New post")
    try await first.type("c", untilContains: "Written in a storm")

    await first.press(.control("s"))
    // The moment is what is tested here, not something the test relies on.
    try await Task.sleep(for: .milliseconds(milliseconds))
    await first.kill9()

    _ = try await first.exitStatus()
    #expect(await first.damage == [])
    let second = try await TerminalSession.reopened(in: home)
    try await second.waitForDelivery()
    let isDraft = try await home.run("tweetie outbox").output.contains("Written in a storm")
    let published = try await home.ownPosts("in a storm")
    #expect(published + (isDraft ? 1 : 0) == 1)
  }

  /// From the moment it has taken the terminal, and while it asks the service and stores.
  @Test(arguments: [0, 1, 3, 6, 12])
  func `a program killed while opening restores the terminal, and reopens at the same post`(
    after milliseconds: Int
  ) async throws {
    let home = try TemporaryHome.furnished()
    _ = try await TerminalSession.signedIn(in: home).quit()
    let session = try await TerminalSession.start(home: home)
    try await session.waitUntil("a first frame") { $0.isAlternate }
    try await Task.sleep(for: .milliseconds(milliseconds))

    await session.kill9()

    #expect(try await session.exitStatus() == .exited(128 + SIGKILL))
    #expect(await session.damage == [])
    let second = try await TerminalSession.reopened(in: home)
    #expect(try await second.quit() == .exited(0))
  }

  @Test func `the store is intact after program and supervisor were killed`() async throws {
    let home = try TemporaryHome.furnished()
    let session = try await TerminalSession.signedIn(in: home)
    home.setFaults("publish=hang")
    try await session.write("Before the lights went out")

    await session.kill9Everything()

    #expect(try await session.exitStatus() == .killed(signal: SIGKILL))
    home.setFaults("")
    #expect(try await home.run("tweetie outbox send").code == 0)
    #expect(try await home.ownPosts("lights went out") == 1)
  }

  @Test func `the client ends when its supervisor is killed`() async throws {
    let session = try await TerminalSession.signedIn(in: .furnished())

    await session.signal(SIGKILL)

    // The end is when the last holder of the terminal has let go of it.
    #expect(try await session.exitStatus() == .killed(signal: SIGKILL))
  }

  @Test func `the client restores the terminal for the shell when its supervisor is killed`()
    async throws
  {
    let session = try await TerminalSession.start(
      ["-c", "'\(ProgramLocation.tweetie)' --demo; read line"], executable: "/bin/sh",
      home: .furnished())
    try await session.waitUntil(contains: "♡")

    // Below the shell, the first is the supervisor.
    await session.kill9()

    try await session.waitUntil("the screen as it was") { !$0.isAlternate }
    try await session.quitCleanly(with: "\n")
  }

  /// An interactive shell takes the line back in the same moment; dash leaves it as it finds it, and
  /// bash edits in modes of its own. Which of the two is quicker differs from time to time.
  @Test(arguments: [["/bin/sh", "-i"], ["/bin/bash", "--norc", "-i"]])
  func `after its supervisor was killed, the client leaves an interactive shell usable`(
    shell: [String]
  ) async throws {
    let session = try await TerminalSession.start(
      Array(shell.dropFirst()), executable: shell[0],
      environment: ["PS1": "shell% ", "TWEETIE": ProgramLocation.tweetie], home: .furnished())
    try await session.waitUntil(contains: "shell%")
    let before = await session.modes

    for turn in 1...12 {
      try await session.type("\"$TWEETIE\" --demo\r", until: "a stream") {
        $0.isAlternate && $0.text.contains("♡")
      }
      let taken = await session.modes
      await session.kill9()
      try await session.waitUntil("the shell's screen") { !$0.isAlternate }
      // The modes follow the bytes.
      try await look {
        _ = try await session.home.run("true")
        return await session.modes != taken
      }
      try await session.type("echo $((\(turn) * 1000 + 7))\r", untilContains: "\(turn)007")
    }

    #expect(await session.modes == before)
    try await session.quitCleanly(with: "exit\r")
  }

  @Test func `two windows deliver a queued post once`() async throws {
    let home = try TemporaryHome.furnished()
    let first = try await TerminalSession.signedIn(in: home)
    home.setFaults("publish=hang")
    try await first.write("Seen by two windows")
    await first.kill9()
    _ = try await first.exitStatus()
    home.setFaults("")

    async let one = TerminalSession.reopened(in: home)
    async let other = TerminalSession.reopened(in: home)
    let windows = try await [one, other]
    for window in windows { try await window.waitForDelivery() }

    for window in windows { #expect(try await window.quit() == .exited(0)) }
    #expect(try await home.run("tweetie outbox --json").output == "")
    #expect(try await home.ownPosts("two windows") == 1)
  }

  @Test func `a draft changed in two windows is kept in both versions, with a message`()
    async throws
  {
    let home = try TemporaryHome.furnished()
    let first = try await TerminalSession.signedIn(in: home)
    let second = try await TerminalSession.reopened(in: home)
    func drafts() async throws -> String { try await home.run("tweetie outbox").output }
    try await first.type("c", untilContains: "New post")
    await first.type("Hello")
    try await look { try await drafts().contains("Hello") }

    try await second.type("c", untilContains: "Hello")
    await second.type(" you")
    try await look { try await drafts().contains("Hello you") }
    await first.type(" me")
    try await first.waitUntil(
      says: "Another window changed or sent this draft. Yours is kept as a separate draft.")
    await second.type(" two")
    try await look { try await drafts().contains("Hello you two") }
    // What was told with its first letter is stored whole a moment later.
    try await look { try await drafts().contains("Hello me") }

    #expect(try await drafts().contains("Hello me"))
    for window in [first, second] {
      try await window.press(.escape, untilLacks: "New post")
      #expect(try await window.quit() == .exited(0))
    }
  }
}

extension TerminalSession {
  /// Looks into the outbox until nothing waits any more, and goes back.
  func waitForDelivery() async throws {
    type("O")
    // Drafts may be left there, which nobody sends.
    let leftovers = ["Nothing is waiting to be sent.", "Saved as a draft."]
    try await waitUntil("nothing waits") { screen in
      let states = screen.text.replacing(leftovers[0], with: "")
      return leftovers.contains { screen.text.contains($0) }
        && ![" waiting", " refused"].contains { states.contains($0) }
    }
    // What is listed may change once more before the key is heard.
    try await press(.escape, until: "the outbox is closed") {
      !$0.text(ofRow: 0).contains("Outbox")
    }
  }
}

extension TemporaryHome {
  /// How many posts of one's own with those words the service has.
  func ownPosts(_ words: String) async throws -> Int {
    let feed = try await run("tweetie feed @tweetieuser -n 100 --json")
    return feed.lines.count { $0.contains(words) }
  }
}
