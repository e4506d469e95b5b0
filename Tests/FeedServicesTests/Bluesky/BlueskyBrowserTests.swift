import Doubles
import FeedDomain
import ServiceRig
import Testing
import Threads
import UseCases

@testable import FeedServices

/// Signing in with a browser, over real connections, at a server that checks every proof.
@Suite struct BlueskyBrowserTests {
  let server: PretendBluesky
  let services: BlueskyGatewayFactory
  let world = PassingWorld()
  let store = FakeCredentials()

  init() throws {
    server = try PretendBluesky()
    let origin = server.origin
    services = BlueskyGatewayFactory(
      network: .forTests(world: world),
      hosts: BlueskyPublicServers(
        entryway: origin, resolver: origin, directory: origin, allowedHosts: .anywhere),
      accounts: AccountTokenStorage(store: store, lockFile: nil, world: world))
  }

  private var way: SignInMethod {
    get throws { try #require(services.signIn.methods.first { $0.kind == .browser }) }
  }

  private func approval(_ name: String = "@sol.example.com") async throws -> PendingSignInApproval {
    guard
      case .approval(let approval) = try await services.signIn.beginSignIn(
        way, [.user: Secret(name)])
    else { throw FeedError.badReply }
    return approval
  }

  private func signedIn() async throws -> SignedInAccount {
    let approval = try await approval()
    let end = try #require(server.allow(approval.url))
    let account = try await services.signIn.finishSignIn(approval, answer: Secret(end))
    try store.saveAccountAndMakeActive(account)
    return account
  }

  @Test(arguments: ["@sol.example.com", PretendBluesky.did, "sol@example.com"])
  func `a browser sign-in opens the account, and each request has a new DPoP proof`(name: String)
    async throws
  {
    let approval = try await approval(name)
    #expect(approval.endsAtAddress)
    let end = try #require(server.allow(approval.url))

    let account = try await services.signIn.finishSignIn(approval, answer: Secret(" \(end)\n"))

    #expect(account.account.handle == "sol.example.com")
    #expect(account.account.person.rawValue == PretendBluesky.did)
    #expect(try services.signIn.signInMethod(of: account) == way)
    let connection = try #require(services.connection(for: account))
    #expect(try await connection.feeds.feedPage(of: .home, .latest).entries.count == 50)
    #expect(connection.streams.count == 5)
    let asked = server.requests.filter { $0.header("Authorization") != nil }
    #expect(asked.allSatisfy { $0.header("Authorization")?.hasPrefix("DPoP ") == true })
    #expect(Set(asked.compactMap { $0.header("DPoP") }).count == asked.count)
  }

  @Test
  func `a DPoP nonce is kept for later requests, and a changed one is learnt without a renewal`()
    async throws
  {
    let account = try await signedIn()
    let connection = try #require(services.connection(for: account))
    _ = try await connection.feeds.feedPage(of: .home, .latest)
    let before = server.requests.count
    _ = try await connection.feeds.feedPage(of: .home, .latest)
    #expect(server.requests.count == before + 1)
    server.changeNonce()

    let outcome = try await connection.publishing?.sendChange(
      .mark(Post.ID(PretendBluesky.address(of: 1499)), .liked, true), key: OutboxItem.ID("key"))

    #expect(outcome != nil)
    #expect(server.records.count == 1)
    #expect(server.renewals == 0)
  }

  @Test func `expired OAuth tokens are renewed with the same key, and stored`() async throws {
    let account = try await signedIn()
    let connection = try #require(services.connection(for: account))
    server.spendToken()

    let page = try await connection.feeds.feedPage(of: .home, .latest)

    #expect(page.entries.count == 50)
    #expect(server.renewals == 1)
    let (before, kept) = (
      BlueskyAccountSecret(account.token),
      store.storedAccounts().first.flatMap { BlueskyAccountSecret($0.token) }
    )
    #expect(kept?.refresh.revealed == "bound-refresh-2")
    #expect(kept?.oauth == before?.oauth)
    #expect(kept?.home == before?.home)
  }

  @Test func `revoked OAuth tokens require a new sign-in`() async throws {
    let connection = try #require(services.connection(for: try await signedIn()))
    server.endSession()

    await #expect(throws: FeedError.signedOut) {
      _ = try await connection.feeds.feedPage(of: .home, .latest)
    }
  }

  @Test func `signing out revokes the OAuth tokens`() async throws {
    let account = try await signedIn()
    #expect(server.isOpen)

    try await services.signIn.signOut(account)

    #expect(!server.isOpen)
  }

  @Test func `stolen OAuth tokens are rejected without their signing key`() async throws {
    let account = try await signedIn()
    var session = try #require(BlueskyAccountSecret(account.token))
    let oauth = try #require(session.oauth)
    let other = try #require(SigningKey())
    session.oauth = BlueskyOAuthClient(
      key: other, application: oauth.application, tokens: oauth.tokens,
      revocation: oauth.revocation)
    let stolen = SignedInAccount(account.account, token: session.secret)
    try store.saveAccountAndMakeActive(stolen)
    let connection = try #require(services.connection(for: stolen))

    await #expect(throws: FeedError.signedOut) {
      _ = try await connection.feeds.feedPage(of: .home, .latest)
    }
  }

  @Test func `a sign-in that the user denied in the browser is refused`() async throws {
    let approval = try await approval()
    let end = try #require(server.deny(approval.url))

    await #expect(throws: FeedError.refused("The user said no")) {
      _ = try await services.signIn.finishSignIn(approval, answer: Secret(end))
    }
  }

  @Test(arguments: [
    ("state=", "state=x"), ("iss=", "iss=https%3A%2F%2Fevil.example&x="), ("?", "#"),
    ("code=", "code=&x="), ("http", "hello"),
  ])
  func `a callback address of another attempt or another server is rejected`(
    part: String, wrong: String
  ) async throws {
    let approval = try await approval()
    let end = try #require(server.allow(approval.url))
    let traded = server.requests.count

    let answer =
      wrong == "hello" ? "hello" : end.replacing(part, with: wrong, maxReplacements: 1)
    await #expect(throws: FeedError.self) {
      _ = try await services.signIn.finishSignIn(approval, answer: Secret(answer))
    }

    #expect(server.requests.count == traded)
  }

  @Test func `a callback address completes the sign-in only once`() async throws {
    let approval = try await approval()
    let end = try #require(server.allow(approval.url))
    _ = try await services.signIn.finishSignIn(approval, answer: Secret(end))

    await #expect(throws: FeedError.invalidCredentials) {
      _ = try await services.signIn.finishSignIn(approval, answer: Secret(end))
    }
  }

  @Test func `a server without browser sign-in fails, and the handle is the field to correct`()
    async throws
  {
    server.closeBrowserDoor()

    await #expect(throws: FeedError.badReply) { _ = try await approval() }

    #expect(try way.fieldToCorrect(after: .badReply) == .user)
  }

  @Test func `a browser sign-in's token cannot take a new secret, and is invalid without its key`()
    async throws
  {
    let account = try await signedIn()

    #expect(
      services.signIn.accountTokenHoldingCommandSecret(of: account, holding: Secret("x")) == nil)
    let keyless = account.token.revealed.replacing("\"key\"", with: "\"no\"")
    #expect(BlueskyAccountSecret(Secret(keyless)) == nil)
  }
}
