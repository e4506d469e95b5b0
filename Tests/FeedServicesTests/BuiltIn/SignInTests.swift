import Doubles
import FeedDomain
import FeedServices
import Testing

@Suite struct SignInTests {
  @Test(arguments: [("tweetieuser", "wrong"), ("somebody", "tweetie123"), ("", "")])
  func `a sign-in with a wrong user or password is refused`(_ user: String, _ password: String)
    async
  {
    let services = DemoServiceDirectory(
      world: PassingWorld(), settings: SimulatedServerSettings(latency: .zero))
    let credentials = Credentials(user: user, password: Secret(password))

    let refusal = await failure {
      try await services.signInGateway(to: .tweetie)!.signIn(credentials)
    }

    #expect(refusal == .invalidCredentials)
  }

  @Test func `a forged token is treated as signed out`() async throws {
    let session = try await DemoSession()
    let forged = SignedInAccount(session.account.account, token: Secret("forged"))
    let connection = session.services.connection(for: forged)!

    #expect(await failure { try await connection.feeds.feedPage(of: .home, .latest) } == .signedOut)
    let like = PendingChange.mark(Post.ID("1"), .liked, true)
    let sent = await failure {
      try await connection.publishing!.sendChange(like, key: OutboxItem.ID("k"))
    }
    #expect(sent == .signedOut)
  }

  @Test func `signing out revokes the token, and can be repeated`() async throws {
    let session = try await DemoSession()
    let gateway = session.services.signInGateway(to: .tweetie)!

    try await gateway.signOut(session.account)
    try await gateway.signOut(session.account)

    #expect(await failure { try await session.latest() } == .signedOut)
  }

  @Test func `a call takes the configured latency and can be cancelled`() async throws {
    let session = try await DemoSession(
      settings: SimulatedServerSettings(latency: .milliseconds(350)))

    _ = try await session.latest()
    let cancelled = Task { await failure { try await session.latest() } }
    cancelled.cancel()

    #expect(session.world.slept.suffix(2).reduce(.zero, +) <= .milliseconds(470))
    #expect(session.world.slept.suffix(2).reduce(.zero, +) >= .milliseconds(230))
    #expect(await cancelled.value == .cancelled)
  }

  @Test func `sign-in and first page have no latency if the service opens at once`()
    async throws
  {
    let session = try await DemoSession(settings: SimulatedServerSettings(opensAtOnce: true))

    _ = try await session.latest()
    let first = session.world.slept
    _ = try await session.latest()

    #expect(first == [])
    #expect(session.world.slept.count == 2)
  }

  @Test func `the demo directory offers no sign-in to other services`() async throws {
    let session = try await DemoSession()

    #expect(session.services.signInGateway(to: .mastodon) == nil)
    #expect(session.connection.draftLimits?.characters == 500)
    #expect(session.connection.streams.first == .feed(.home))
  }
}
