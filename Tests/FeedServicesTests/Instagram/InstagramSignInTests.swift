import Doubles
import FeedDomain
import Testing
import Threads

@testable import FeedServices

/// Sign-in to Instagram, and the renewal of its token.
@Suite struct InstagramSignInTests {
  private func signIn(
    _ token: String, _ answer: @escaping @Sendable (HTTPRequest) -> HTTPReply
  ) async throws -> (StubNetwork, SignedInAccount) {
    let stub = StubNetwork(answer: answer)
    let signIn = InstagramSignIn(network: stub.network, base: "\(StubNetwork.home)/v25.0")
    let account = try await signIn.account([.token: Secret(token)])
    return (stub, account)
  }

  private func services(_ stub: StubNetwork) -> InstagramGatewayFactory {
    InstagramGatewayFactory(network: stub.network, host: StubNetwork.home, version: .standard) {
      _, _ in
      nil
    }
  }

  @Test func `a token signs in, and its stored account opens a connection`() async throws {
    let me = try ServiceSample.json("Instagram/me")

    let (stub, account) = try await signIn(" canary\n") { _ in .json(me) }
    let connection = try #require(services(stub).connection(for: account))

    #expect(connection.abilities.onlyPerson == account.account.person)
    #expect(stub.asked[0].hasPrefix("GET /v25.0/me?fields=user_id%2Cusername"))
    #expect(stub.transport.requests[0].headers["Authorization"] == "Bearer canary")
    #expect(account.account.handle == "lantern.room.invented")
    #expect(account.account.person == Person.ID("17841400000000001"))
    #expect(
      connection.streams == [
        .feed(.photos), .feed(.list(id: "tagged", name: "@lantern.room.invented")),
      ])
    #expect(connection.marks == .hidden)
    #expect(connection.likeRefusal == .notFromPrograms)
    #expect(connection.draftLimits?.repliesOnly == true)
    #expect(connection.people?.lists == [])
    #expect(connection.places == nil)
    #expect(connection.uploads == nil)
  }

  @Test(
    arguments: [
      ("v25.0", true), ("v26.0", true), ("v9.10", true), ("25.0", false), ("v25", false),
      ("", false),
      ("v", false), ("v.0", false), ("v25.0/", false), ("v25.0.1", false), ("v-1.0", false),
      ("v1234.0", false), ("v٢.0", false),
    ])
  func `an API version is v and two numbers`(text: String, isVersion: Bool) {
    #expect((InstagramAPIVersion(text) != nil) == isVersion)
  }

  @Test func `a configured API version is used in every request`() async throws {
    let me = try ServiceSample.json("Instagram/me")
    let stub = StubNetwork { _ in .json(me) }
    let services = InstagramGatewayFactory(
      network: stub.network, host: StubNetwork.home,
      version: try #require(InstagramAPIVersion("v26.0"))
    ) { _, _ in nil }

    let account = try await services.signIn.account([.token: Secret("canary")])
    let person = account.account.person
    _ = try await services.connection(for: account)?.people?.person(person)

    #expect(stub.asked.count == 2)
    #expect(stub.asked.allSatisfy { $0.hasPrefix("GET /v26.0/me?") })
    #expect(
      stub.transport.requests.allSatisfy { $0.headers["Authorization"] == "Bearer canary" })
  }

  @Test func `an expired or empty token is reported as invalid credentials`() async throws {
    let dead = try ServiceSample.json("Instagram/error_190_expired")

    for token in ["x", " "] {
      await #expect(throws: FeedError.invalidCredentials) {
        _ = try await signIn(token) { _ in .json(dead, status: 400) }
      }
    }
  }

  /// A store of one token, and a service that trades it.
  private struct Trade {
    let stub: StubNetwork
    let kept = LockedValue<[Secret]>([])

    init(answer: @escaping @Sendable (HTTPRequest) -> HTTPReply) {
      stub = StubNetwork(answer: answer)
    }

    func renewal(of token: InstagramAccountSecret) -> InstagramTokenRenewer {
      let fixture = stub.network
      let renewal = TokenRenewer(
        lock: nil, stored: { [kept] in kept.withLock { $0.last } ?? token.secret },
        storeToken: { [kept] token in kept.withLock { $0.append(token) } },
        renew: { token throws(FeedError) in
          try await InstagramTokenRenewer.fetchRenewedToken(
            token, at: StubNetwork.home, network: fixture)
        })
      return InstagramTokenRenewer(token, renewal: renewal, world: stub.world)
    }

    func token(days: Int) -> InstagramAccountSecret {
      InstagramAccountSecret(
        access: Secret("canary"),
        obtainedAt: stub.world.now.timeAdvanced(by: .seconds(-86_400 * days)))
    }
  }

  @Test func `a token seven days old is renewed and stored`() async throws {
    let sample = try ServiceSample.json("Instagram/token_long_lived")
    let trade = Trade { _ in .json(sample) }
    let renewal = trade.renewal(of: trade.token(days: 7))

    await renewal.renewTokenIfDue()

    let kept = try #require(trade.kept.withLock { $0.first })
    #expect(InstagramAccountSecret(kept)?.access == Secret("INVENTED_LONG_LIVED_TOKEN"))
    #expect(InstagramAccountSecret(kept)?.obtainedAt == trade.stub.world.now)
    #expect(
      trade.stub.asked == [
        "GET /refresh_access_token?grant_type=ig_refresh_token&access_token=canary"
      ])
    #expect(!trade.stub.log.facts.joined().contains("canary"))
  }

  @Test func `a renewed token is renewed again after a week`() async throws {
    let sample = try ServiceSample.json("Instagram/token_long_lived")
    let trade = Trade { _ in .json(sample) }
    let renewal = trade.renewal(of: trade.token(days: 7))

    await renewal.renewTokenIfDue()
    trade.stub.world.pass(.seconds(6 * 86_400))
    await renewal.renewTokenIfDue()
    #expect(trade.stub.asked.count == 1)
    trade.stub.world.pass(.seconds(86_400))
    await renewal.renewTokenIfDue()

    #expect(
      trade.stub.asked.last
        == "GET /refresh_access_token?grant_type=ig_refresh_token"
        + "&access_token=INVENTED_LONG_LIVED_TOKEN")
    #expect(trade.kept.withLock { $0.count } == 2)
  }

  @Test func `a token under a week old is not renewed`() async {
    let trade = Trade { _ in .json([:]) }

    await trade.renewal(of: trade.token(days: 6)).renewTokenIfDue()

    #expect(trade.stub.asked == [])
  }

  @Test func `a failed token renewal is retried a day later`() async {
    let trade = Trade { _ in .json(InstagramFixture.failure(1), status: 400) }
    let renewal = trade.renewal(of: trade.token(days: 30))

    await renewal.renewTokenIfDue()
    await renewal.renewTokenIfDue()
    trade.stub.world.pass(.seconds(86_400))
    await renewal.renewTokenIfDue()

    #expect(trade.stub.asked.count == 2)
    #expect(trade.kept.withLock { $0.isEmpty })
  }
}
