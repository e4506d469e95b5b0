import Doubles
import FeedDomain
import Testing

@testable import FeedServices

/// What a log gets of the services, and what never comes into it.
@Suite struct SecretRedactionTests {
  private let log = LogSpy()
  private let services: AllServices

  init() {
    let world = PassingWorld()
    services = AllServices(
      builtIn: DemoServiceDirectory(
        world: world, log: log, settings: SimulatedServerSettings(latency: .zero),
        folder: DemoFolder.path),
      transport: StubTransport { _ throws(TransportError) in throw .notConnected }, world: world,
      log: log)
  }

  private func signedIn() async throws -> SignedInAccount {
    let gateway = try #require(services.signInGateway(to: .tweetie))
    return try await gateway.signIn(
      Credentials(user: "tweetieuser", password: Secret("tweetie123")))
  }

  @Test func `the log has each call's kind, outcome and duration`() async throws {
    let connection = try #require(services.connection(for: try await signedIn()))

    _ = try await connection.feeds.feedPage(of: .tag("secret"), .latest)
    _ = try await connection.feeds.foundPosts(matching: "secret", after: nil)

    #expect(
      log.facts == [
        "signin: done, 0 ms", "page of tag, latest: done, 0 ms", "search: done, 0 ms",
      ])
  }

  @Test func `a wrong password is logged without the user name, and not as a failure`() async throws
  {
    let gateway = try #require(services.signInGateway(to: .tweetie))

    await #expect(throws: FeedError.invalidCredentials) {
      try await gateway.signIn(Credentials(user: "ada", password: Secret("wrong")))
    }

    #expect(log.facts == ["signin: invalid credentials, 0 ms"])
    #expect(log.failures == [])
  }

  @Test func `a failed call is logged once`() async throws {
    let forged = try await signedIn().replacingToken(with: Secret("forged"))
    let connection = try #require(services.connection(for: forged))

    await #expect(throws: FeedError.signedOut) {
      try await connection.feeds.conversation(of: Post.ID("1"))
    }

    #expect(log.failures == ["conversation: signed out, 0 ms"])
  }

  @Test func `passwords and tokens of a sign-in are concealed in the log`()
    async throws
  {
    let account = try await signedIn()
    _ = services.connection(for: account.replacingToken(with: Secret("another")))

    #expect(
      log.concealed.filter { !$0.revealed.isEmpty } == [
        Secret("tweetie123"), account.token, Secret("another"),
      ])
  }

  @Test func `the pending sign-in and the browser's code are concealed in the log`() async throws {
    let gateway = SecretMaskingSignInGateway(gateway: BrowserSignIn(), log: log)

    let approval = try await gateway.approval([:])
    let account = try await gateway.finishSignIn(approval, answer: Secret("code"))

    #expect(
      log.concealed.filter { !$0.revealed.isEmpty } == [
        Secret("ticket"), Secret("code"), account.token,
      ])
  }

  @Test func `signing out leaves no line in the log, even if it fails`() async throws {
    let gateway = SecretMaskingSignInGateway(gateway: BrowserSignIn(), log: log)
    log.writeLogLine(.network, .info, "GET https://example.social/api/v1/statuses/5")

    await #expect(throws: FeedError.self) { try await gateway.signOut(BrowserSignIn.account) }

    #expect(log.facts == [])
  }

  @Test func `the masking gateway passes on the special behaviour of its gateway`() {
    let gateway = SecretMaskingSignInGateway(gateway: BrowserSignIn(), log: log)

    #expect(gateway.methods == BrowserSignIn().methods)
    #expect(gateway.signInMethod(of: BrowserSignIn.account).kind == .token)
    #expect(gateway.storedTokenBelongsToOthers(BrowserSignIn.account))
    #expect(
      gateway.accountTokenHoldingCommandSecret(of: BrowserSignIn.account, holding: Secret("new"))
        == Secret("new"))
  }
}

/// A way in through the browser, and none out.
private struct BrowserSignIn: SignInGateway {
  static let account = SignedInAccount(
    Account(service: .tweetie, person: Person.ID("a"), handle: "ada"), token: Secret("token"))

  let methods = [SignInMethod(.browser, fields: []), SignInMethod(.token, fields: [.token])]

  func signInMethod(of account: SignedInAccount) -> SignInMethod { methods[1] }
  func storedTokenBelongsToOthers(_ account: SignedInAccount) -> Bool { true }

  func beginSignIn(_ way: SignInMethod, _ answers: SignInAnswers) async throws(FeedError)
    -> SignInStepResult
  {
    .approval(PendingSignInApproval(url: "https://example.social", ticket: Secret("ticket")))
  }

  func finishSignIn(
    _ approval: PendingSignInApproval, answer: Secret
  ) async throws(FeedError) -> SignedInAccount {
    Self.account
  }

  func accountTokenHoldingCommandSecret(of account: SignedInAccount, holding secret: Secret)
    -> Secret?
  {
    secret
  }

  func signOut(_ account: SignedInAccount) async throws(FeedError) {
    throw .refused("Ada may not leave")
  }
}
