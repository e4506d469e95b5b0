import ServiceRig
import TerminalRig
import Testing

/// A server that is asked too much.
extension MastodonStories {
  @Test(arguments: [PretendMastodon.Plea.retryAfter, .limitReset])
  func `a rate-limited stream is refreshed again at the time the server named`(
    plea: PretendMastodon.Plea
  ) async throws {
    let session = try await open(in: .furnished())
    server.post(3)
    server.pleadForPatience(plea, seconds: 3)

    await session.type("r")

    // Left alone it would be asked again after a minute and a half, when nobody waits any more.
    try await session.waitUntil(contains: "3 new ↑")
    try await session.waitUntil(contains: "up to date")
    try await session.quitCleanly()
  }

  @Test func `a rate limit is shown with its end in every scene`() async throws {
    let session = try await open(in: .furnished())
    server.pleadForPatience(.retryAfter, seconds: 600)

    try await session.type("r", until: "why, and when it is tried again") {
      $0.text(ofRow: 0).contains(/asked to wait until (tomorrow )?\d\d:\d\d/)
    }
    #expect(await session.screenText.contains("Post 1499"))
    for key in ["L", "\r", "n"] {
      try await session.type(key, until: "what cannot be had after \(key)") {
        !$0.text(ofRow: 0).contains("Home") && $0.tellsUntilWhen
      }
      try await session.press(.escape, until: "the stream again") {
        $0.text(ofRow: 0).contains("Home")
      }
    }
    try await session.type("l", untilContains: "◷ 1")
    try await session.type("O", until: "the like in the outbox") {
      $0.text.contains(/Next try at \d\d:\d\d/)
    }

    #expect(try await session.quit() == .exited(0))
    #expect(server.likes == [])
  }

  @Test(arguments: PretendMastodon.Plea.allCases)
  func `the command line prints the end of a rate limit if known, and the next run waits`(
    plea: PretendMastodon.Plea
  ) async throws {
    let home = try TemporaryHome.furnished()
    try await signIn(in: home)
    server.pleadForPatience(plea, seconds: 600)

    let refused = try await home.run("tweetie feed")
    let requests = server.requests.count
    let waiting = try await home.run("tweetie feed -n 1")

    for run in [refused, waiting] {
      #expect(run.code == 1)
      #expect(
        run.errors.contains(/Too many requests. The service asks to wait until \d\d:\d\d\.\n/))
    }
    // The next run of the program waits, too.
    #expect(server.requests.count == requests)
  }
}

extension VirtualScreen {
  /// Whether it tells a moment up to which a service wants to be left alone.
  fileprivate var tellsUntilWhen: Bool {
    text.replacing("\n", with: " ").contains(/asks (Tweetie )?to wait until \d\d:\d\d\./)
  }
}
