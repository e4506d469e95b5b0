import Doubles
import FeedDomain
import ServiceRig
import Testing

@testable import FeedServices

/// The way in and out.
extension BlueskyEndToEndTests {
  @Test func `a password signs in, and signing out revokes the tokens`() async throws {
    let account = try await signIn()
    let connection = try #require(services.connection(for: account))
    let page = try await connection.feeds.feedPage(of: .home, .latest)
    let wasOpen = server.isOpen

    try await services.signInGateway(to: .bluesky)?.signOut(account)

    #expect(account.account.handle == "sol.example.com")
    #expect(page.entries.count == 50)
    #expect(wasOpen)
    #expect(!server.isOpen)
    await #expect(throws: FeedError.signedOut) {
      _ = try await connection.feeds.feedPage(of: .home, .latest)
    }
  }

  @Test func `an account is reopened at its own server while the public directory is unreachable`()
    async throws
  {
    let account = try await signIn()
    try store.saveAccountAndMakeActive(account)
    server.endSession()
    // Nobody answers who would know.
    let services = AllServices.forTests(
      over: CurlTransport.forTests(["https_proxy": "http://127.0.0.1:1"]), world: world,
      accounts: AccountTokenStorage(store: store, lockFile: nil, world: world))
    let gateway = try #require(services.signInGateway(to: .bluesky))
    let answers: SignInAnswers = [
      .user: Secret("@sol.example.com"), .password: Secret(PretendBluesky.password),
    ]

    let again = try await gateway.account(answers)

    #expect(again.account == account.account)
    #expect(server.isOpen)
  }

  @Test func `a wrong password is rejected, and a code sent by mail completes the sign-in`()
    async throws
  {
    let gateway = try #require(services.signInGateway(to: .bluesky))
    await #expect(throws: FeedError.invalidCredentials) {
      try await gateway.account(way: 1, answers(user: "sol.example.com", password: "wrong"))
    }
    server.wantCode()
    let approval = try await gateway.approval(way: 1, answers(user: "sol@example.com"))

    let account = try await gateway.finishSignIn(approval, answer: Secret(PretendBluesky.code))

    #expect(account.account.person.rawValue == PretendBluesky.did)
    await #expect(throws: FeedError.invalidCredentials) {
      _ = try await gateway.finishSignIn(approval, answer: Secret("wrong"))
    }
  }

  @Test func `an expired access token is renewed without failing a request`() async throws {
    let connection = try await signedIn()
    server.spendToken()

    let page = try await connection.feeds.feedPage(of: .home, .latest)
    server.spendToken()
    let outcome = try await connection.publishing?.sendChange(.mark(post, .liked, true), key: key)

    #expect(page.entries.count == 50)
    #expect(outcome != nil)
    #expect(server.renewals == 2)
    #expect(server.records.count == 1)
    let kept = try #require(store.storedAccounts().first.flatMap { BlueskyAccountSecret($0.token) })
    #expect(kept.refresh.revealed == "refresh-3")
  }

  @Test func `a refresh of account facts stores the pinned feeds and the time`() async throws {
    _ = try await signedIn()
    let account = try #require(store.storedAccounts().first)
    var session = try #require(BlueskyAccountSecret(account.token))
    let feeds = session.home.feeds
    session.home.feeds = []
    session.home.refreshedAt = nil
    let before = SignedInAccount(account.account, token: session.secret)
    try store.saveAccountAndMakeActive(before)
    let connection = try #require(services.connection(for: before))

    try await connection.upkeep?.refreshAccountFactsIfOld()

    let kept = try #require(store.storedAccounts().first.flatMap { BlueskyAccountSecret($0.token) })
    #expect(!feeds.isEmpty)
    #expect(kept.home.feeds == feeds)
    #expect(kept.home.refreshedAt == world.now)
    #expect(kept.access == session.access)
  }

  @Test
  func `pinned feeds are stored beside the placeholder for a password that a command provides`()
    async throws
  {
    _ = try await signedIn()
    let account = try #require(store.storedAccounts().first)
    var session = try #require(BlueskyAccountSecret(account.token))
    let feeds = session.home.feeds
    session.home.feeds = []
    session.home.refreshedAt = nil
    session.password = Secret("canary")
    let source = SecretSource(
      command: "pass show sol",
      record: BlueskyPasswordFromCommand(password: .standIn, home: session.home).secret)
    let opened = SignedInAccount(account.account, token: session.secret, source: source)
    try store.saveAccountAndMakeActive(opened)
    let connection = try #require(services.connection(for: opened))

    try await connection.upkeep?.refreshAccountFactsIfOld()

    let kept = try #require(store.storedAccounts().first)
    let record = try #require(kept.source?.record)
    #expect(!feeds.isEmpty)
    #expect(BlueskyPasswordFromCommand(record)?.home.feeds == feeds)
    #expect(BlueskyPasswordFromCommand(record)?.home.refreshedAt == world.now)
    #expect(BlueskyPasswordFromCommand(record)?.password == .standIn)
    #expect(!record.revealed.contains("canary"))
    #expect(BlueskyAccountSecret(kept.token)?.password == Secret("canary"))
    let locked = SignedInAccount(account.account, token: source.record, source: source)
    #expect(services.connection(for: locked)?.upkeep == nil)
  }
}
