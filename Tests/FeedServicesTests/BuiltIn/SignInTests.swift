import Doubles
import FeedDomain
import FeedServices
import Testing

@Suite struct SignInTests {
  @Test(arguments: [("tweetieuser", "wrong"), ("somebody", "tweetie123"), ("", "")])
  func `anything else is invalid`(_ user: String, _ password: String) async {
    let services = BuiltInServices(world: PassingWorld(), settings: ServiceSettings(latency: .zero))
    let credentials = Credentials(user: user, password: Secret(password))

    let refusal = await failure { try await services.signIn(to: .tweetie)!.signIn(credentials) }

    #expect(refusal == .invalidCredentials)
  }

  @Test func `a token nobody issued is signed out`() async throws {
    let visit = try await Visit()
    let forged = SignedInAccount(visit.account.account, token: Secret("forged"))
    let connection = visit.services.connection(for: forged)!

    #expect(await failure { try await connection.feeds.page(of: .home, .latest) } == .signedOut)
    let like = PendingChange.mark(Post.ID("1"), .liked, true)
    let sent = await failure {
      try await connection.publishing!.send(like, key: OutboxItem.ID("k"))
    }
    #expect(sent == .signedOut)
  }

  @Test func `signing out makes the token worthless, and can be repeated`() async throws {
    let visit = try await Visit()
    let gateway = visit.services.signIn(to: .tweetie)!

    try await gateway.signOut(visit.account)
    try await gateway.signOut(visit.account)

    #expect(await failure { try await visit.latest() } == .signedOut)
  }

  @Test func `a call takes its time and can be called off`() async throws {
    let visit = try await Visit(settings: ServiceSettings(latency: .milliseconds(350)))

    _ = try await visit.latest()
    let cancelled = Task { await failure { try await visit.latest() } }
    cancelled.cancel()

    #expect(visit.world.slept.suffix(2).reduce(.zero, +) <= .milliseconds(470))
    #expect(visit.world.slept.suffix(2).reduce(.zero, +) >= .milliseconds(230))
    #expect(await cancelled.value == .cancelled)
  }

  @Test func `whoever looks around waits neither for the sign-in nor for the first page`()
    async throws
  {
    let visit = try await Visit(settings: ServiceSettings(opensAtOnce: true))

    _ = try await visit.latest()
    let first = visit.world.slept
    _ = try await visit.latest()

    #expect(first == [])
    #expect(visit.world.slept.count == 2)
  }

  @Test func `other services are not spoken to`() async throws {
    let visit = try await Visit()

    #expect(visit.services.signIn(to: .mastodon) == nil)
    #expect(visit.connection.draftLimits?.characters == 500)
    #expect(visit.connection.streams.first == .feed(.home))
  }
}
