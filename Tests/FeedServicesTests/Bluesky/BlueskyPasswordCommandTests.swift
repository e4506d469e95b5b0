import Doubles
import FeedDomain
import Testing
import Threads

@testable import FeedServices

/// Accounts whose password a command yields: each run opens a new session.
@Suite struct BlueskyPasswordCommandTests {
  private let store = FakeCredentials()
  private let account: SignedInAccount

  init() throws {
    let home = BlueskyServerAndPinnedFeeds(server: BlueskyFixture.server, feeds: [])
    account = SignedInAccount(
      Account(service: .bluesky, person: Person.ID("did:plc:x"), handle: "sol.example.com"),
      token: BlueskyPasswordFromCommand(password: Secret("canary"), home: home).secret,
      source: SecretSource(
        command: "pass show sky",
        record: BlueskyPasswordFromCommand(password: .standIn, home: home).secret))
    try store.saveAccountAndMakeActive(account)
  }

  /// A server that lets in whoever has the password, each time with other tokens; the first so many
  /// run out at once, and cannot be traded where it says so.
  private func transport(
    spent: Int = 0, refuses: Bool = false, password: String = "canary"
  ) -> StubTransport {
    let entries = LockedValue(0)
    return StubTransport { request in
      func tokens() -> HTTPReply {
        let number = entries.withLock { count in
          count += 1
          return count
        }
        return .json([
          "did": "did:plc:x", "accessJwt": .string("access-\(number)"),
          "refreshJwt": .string("refresh-\(number)"),
        ])
      }
      if request.url.hasSuffix("createSession") {
        guard request.sentJSON["password"].string == password else {
          return .json(["error": "AuthenticationRequired", "message": "x"], status: 401)
        }
        return tokens()
      }
      if request.url.hasSuffix("refreshSession") {
        guard !refuses else { return .json(["error": "ExpiredToken"], status: 400) }
        return tokens()
      }
      let isGood = (1...9).contains { number in
        number > spent && request.headers["Authorization"] == "Bearer access-\(number)"
      }
      guard isGood else { return .json(["error": "ExpiredToken"], status: 400) }
      return .json(["feed": [], "preferences": [], "views": []])
    }
  }

  private func feeds(_ transport: StubTransport) throws -> any FeedGateway {
    let fixture = NetworkContext.forTests(over: transport)
    let keeping = AccountTokenStorage(
      store: store, lockFile: "/nonexistent/lock", world: fixture.world)
    let services = BlueskyGatewayFactory(network: fixture, accounts: keeping)
    return try #require(services.connection(for: account)).feeds
  }

  private func calls(_ transport: StubTransport, _ method: String) -> [HTTPRequest] {
    transport.requests.filter { $0.url.hasSuffix(method) }
  }

  @Test func `ten requests at once open one session with the password`() async throws {
    let transport = transport()
    let feeds = try feeds(transport)

    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<10 { group.addTask { _ = try await feeds.feedPage(of: .home, .latest) } }
      try await group.waitForAll()
    }

    let entries = calls(transport, "createSession")
    #expect(entries.count == 1)
    #expect(entries[0].sentJSON["identifier"] == "did:plc:x")
    #expect(entries[0].url.hasPrefix(BlueskyFixture.server))
    let strangers = transport.requests.filter { !$0.url.contains("createSession") }
    #expect(strangers.allSatisfy { $0.headers["Authorization"] == "Bearer access-1" })
    #expect(strangers.allSatisfy { !"\($0)".contains("canary") })
  }

  @Test func `expired tokens are renewed without the password, which stays with the account`()
    async throws
  {
    let transport = transport(spent: 1)

    _ = try await feeds(transport).feedPage(of: .home, .latest)

    #expect(calls(transport, "createSession").count == 1)
    #expect(calls(transport, "refreshSession").count == 1)
    let known = try #require(store.storedAccounts().first)
    #expect(BlueskyAccountSecret(known.token)?.access.revealed == "access-2")
    #expect(BlueskyPasswordFromCommand(known.token)?.password.revealed == "canary")
    // What a file would hold of it.
    #expect(known.source == account.source)
  }

  @Test func `tokens whose renewal is refused are replaced by a sign-in with the password`()
    async throws
  {
    let transport = transport(spent: 1, refuses: true)

    _ = try await feeds(transport).feedPage(of: .home, .latest)

    #expect(calls(transport, "refreshSession").count == 1)
    #expect(calls(transport, "createSession").count == 2)
  }

  @Test func `a refused password fails as signed out, after one request`() async throws {
    let transport = transport(password: "changed")

    await #expect(throws: FeedError.signedOut) {
      _ = try await feeds(transport).feedPage(of: .home, .latest)
    }
    #expect(transport.requests.map(\.method) == [.post])
  }

  @Test func `a session opened with the password is reused by later connections of the same run`()
    async throws
  {
    let transport = transport()
    _ = try await feeds(transport).feedPage(of: .home, .latest)

    // As when one goes to another account and back: the account comes from the store.
    let known = try #require(store.storedAccounts().first)
    let fixture = NetworkContext.forTests(over: transport)
    let keeping = AccountTokenStorage(store: store, lockFile: nil, world: fixture.world)
    let services = BlueskyGatewayFactory(network: fixture, accounts: keeping)
    _ = try await services.connection(for: known)?.feeds.feedPage(of: .home, .latest)
    try await services.signIn.signOut(account)

    #expect(calls(transport, "createSession").count == 1)
    let ended = try #require(calls(transport, "deleteSession").first)
    #expect(ended.headers["Authorization"] == "Bearer refresh-1")
  }
}
