import Doubles
import FeedDomain
import Testing
import Threads

@testable import FeedServices

/// A token that runs out is renewed once, however many need it, and nothing is lost.
@Suite struct TokenRenewerTests {
  @Test func `thirty requests with an expired token renew it once, and all are sent again`() async {
    let gate = AsyncGate()
    let tokenStore = FakeTokenStore("old", gate: gate)
    let fixture = ClientFixture(token: Secret("old"), renewal: tokenStore.renewal()) { request in
      HTTPReply(status: request.headers["Authorization"] == "Bearer new-1" ? 200 : 401)
    }

    let statuses = await withTaskGroup(of: Result<HTTPReply, FeedError>.self) { group in
      for number in 1...30 {
        group.addTask { await fixture.result(of: HTTPRequest(.post, "/\(number)")) }
      }
      // The renewal takes until all of them know that they need one; several would all be let go
      // on.
      while fixture.transport.requests.count < 30 { await Task.yield() }
      for _ in 1...30 { gate.open() }
      return await group.reduce(into: []) { $0.append($1) }
    }

    #expect(statuses == Array(repeating: .success(HTTPReply(status: 200)), count: 30))
    #expect(tokenStore.renewals == ["old"])
    #expect(tokenStore.stored == "new-1")
    let later = await fixture.result(of: HTTPRequest(.get, "/later"))
    #expect(later == .success(HTTPReply(status: 200)))
    #expect(fixture.transport.requests.count == 61)
  }

  @Test func `a token that another process renewed is read from the store, not renewed again`()
    async
  {
    let tokenStore = FakeTokenStore("theirs")
    let fixture = ClientFixture(token: Secret("old"), renewal: tokenStore.renewal()) { request in
      HTTPReply(status: request.headers["Authorization"] == "Bearer theirs" ? 200 : 401)
    }

    let result = await fixture.result(of: HTTPRequest(.get, "/"))

    #expect(result == .success(HTTPReply(status: 200)))
    #expect(tokenStore.renewals == [])
  }

  @Test func `a refused renewal does not sign out if another process renewed meanwhile`() async {
    let tokenStore = FakeTokenStore("old", error: .signedOut, meanwhile: "theirs")
    let fixture = ClientFixture(token: Secret("old"), renewal: tokenStore.renewal()) { request in
      HTTPReply(status: request.headers["Authorization"] == "Bearer theirs" ? 200 : 401)
    }

    let result = await fixture.result(of: HTTPRequest(.get, "/"))

    #expect(result == .success(HTTPReply(status: 200)))
  }

  @Test(arguments: [FeedError.signedOut, .unreachable])
  func `a failed renewal is the error of the request, and keeps the stored token`(error: FeedError)
    async
  {
    let tokenStore = FakeTokenStore("old", error: error)
    let fixture = ClientFixture(token: Secret("old"), renewal: tokenStore.renewal()) { _ in
      HTTPReply(status: 401)
    }

    let result = await fixture.result(of: HTTPRequest(.get, "/"))

    #expect(result == .failure(error))
    #expect(tokenStore.stored == "old")
  }

  @Test func `a renewed token is stored before it is used`() async {
    let tokenStore = FakeTokenStore("old")
    let fixture = ClientFixture(token: Secret("old"), renewal: tokenStore.renewal()) { request in
      let isNew = request.headers["Authorization"] == "Bearer new-1"
      // Whoever is killed here has the token that this request was sent with.
      #expect(!isNew || tokenStore.stored == "new-1")
      return HTTPReply(status: isNew ? 200 : 401)
    }

    let result = await fixture.result(of: HTTPRequest(.get, "/"))

    #expect(result == .success(HTTPReply(status: 200)))
  }

  @Test func `a renewed token that cannot be stored is used anyway, as the old one is invalid`()
    async
  {
    let tokenStore = FakeTokenStore("old", keepsNothing: true)
    let fixture = ClientFixture(token: Secret("old"), renewal: tokenStore.renewal()) { request in
      HTTPReply(status: request.headers["Authorization"] == "Bearer new-1" ? 200 : 401)
    }

    let result = await fixture.result(of: HTTPRequest(.get, "/"))
    let next = await fixture.result(of: HTTPRequest(.get, "/next"))

    #expect([result, next] == Array(repeating: .success(HTTPReply(status: 200)), count: 2))
    #expect(tokenStore.renewals == ["old"])
  }

  @Test func `a store that is full does not stop a token renewal`() async throws {
    let account = SignedInAccount(
      Account(service: .bluesky, person: Person.ID("1"), handle: "ada"), token: Secret("old"))
    let keeping = AccountTokenStorage(
      store: FakeCredentials([account], failure: .full), lockFile: nil, world: PassingWorld())
    let renewal = keeping.tokenRenewer(of: account) { spent throws(FeedError) in
      Secret("after \(spent.revealed)")
    }

    let fresh = try await renewal.replacementToken(for: account.token)

    #expect(fresh.token.revealed == "after old")
  }

  @Test func `a renewed token that is refused signs the account out instead of renewing again`()
    async
  {
    let tokenStore = FakeTokenStore("old")
    let fixture = ClientFixture(token: Secret("old"), renewal: tokenStore.renewal()) { _ in
      HTTPReply(status: 401)
    }

    let result = await fixture.result(of: HTTPRequest(.get, "/"))

    #expect(result == .failure(.signedOut))
    #expect(tokenStore.renewals == ["old"])
    #expect(fixture.transport.requests.count == 2)
  }

  @Test func `cancelling a request does not lose the token being renewed`() async {
    let gate = AsyncGate()
    let tokenStore = FakeTokenStore("old", gate: gate)
    let fixture = ClientFixture(token: Secret("old"), renewal: tokenStore.renewal()) { request in
      HTTPReply(status: request.headers["Authorization"] == "Bearer new-1" ? 200 : 401)
    }
    let asking = Task { await fixture.result(of: HTTPRequest(.get, "/")) }
    await gate.reached()

    asking.cancel()
    gate.open()
    _ = await asking.value

    #expect(tokenStore.stored == "new-1")
  }

  @Test func `two processes that need a token at once renew it once`() async {
    let directory = ScratchFile()
    let gate = AsyncGate()
    let tokenStore = FakeTokenStore("old", gate: gate)
    let world = PatientWorld()
    let stages = (1...2).map { _ in
      let lock = TokenRenewalLock(path: directory.path, world: world)
      return ClientFixture(token: Secret("old"), renewal: tokenStore.renewal(lock: lock)) {
        request in
        HTTPReply(status: request.headers["Authorization"] == "Bearer new-1" ? 200 : 401)
      }
    }

    let results = await withTaskGroup(of: Result<HTTPReply, FeedError>.self) { group in
      for fixture in stages { group.addTask { await fixture.result(of: HTTPRequest(.get, "/")) } }
      // One renews until the other waits for it, or does the same.
      while world.waits == 0, tokenStore.arrivals < 2 { await Task.yield() }
      for _ in 1...2 { gate.open() }
      return await group.reduce(into: []) { $0.append($1) }
    }

    #expect(results == Array(repeating: .success(HTTPReply(status: 200)), count: 2))
    #expect(tokenStore.renewals == ["old"])
    #expect(directory.mode == 0o600)
  }
}

/// Where a token is kept, and the service that renews it.
private final class FakeTokenStore: Sendable {
  private struct State {
    var stored: String
    var renewals: [String] = []
    var arrivals = 0
  }

  private let state: LockedValue<State>
  private let error: FeedError?
  private let meanwhile: String?
  private let gate: AsyncGate?
  private let keepsNothing: Bool

  init(
    _ stored: String, error: FeedError? = nil, meanwhile: String? = nil, gate: AsyncGate? = nil,
    keepsNothing: Bool = false
  ) {
    self.keepsNothing = keepsNothing
    state = LockedValue(State(stored: stored))
    self.error = error
    self.meanwhile = meanwhile
    self.gate = gate
  }

  var stored: String { state.withLock { $0.stored } }
  var renewals: [String] { state.withLock { $0.renewals } }
  /// How many have come to renew it.
  var arrivals: Int { state.withLock { $0.arrivals } }

  func renewal(lock: TokenRenewalLock? = nil) -> TokenRenewer {
    TokenRenewer(
      lock: lock, stored: { Secret(self.stored) },
      storeToken: { token in
        if self.keepsNothing { return }
        self.state.withLock { $0.stored = token.revealed }
      },
      renew: { spent throws(FeedError) in try await self.renew(spent) })
  }

  private func renew(_ spent: Secret) async throws(FeedError) -> Secret {
    state.withLock { $0.arrivals += 1 }
    await gate?.pass()
    // Whatever asks a service is called off with the task in which it asks.
    if Task.isCancelled { throw .cancelled }
    let count = state.withLock { state in
      state.renewals.append(spent.revealed)
      if let meanwhile { state.stored = meanwhile }
      return state.renewals.count
    }
    if let error { throw error }
    return Secret("new-\(count)")
  }
}

/// A world in which waiting takes no time that anybody could run out of.
final class PatientWorld: World {
  let now = Timestamp(milliseconds: 0)
  private let count = LockedValue(0)

  /// How often somebody has waited.
  var waits: Int { count.withLock { $0 } }

  func sleep(for duration: Duration) async throws(CancellationError) {
    count.withLock { $0 += 1 }
    await Task.yield()
  }
  func randomKey() -> String { "key" }
  func randomFraction() -> Double { 0 }
}

/// Holds work back until the test lets it go on, and tells that it has come there.
private final class AsyncGate: Sendable {
  private let arrivals = AsyncStream.makeStream(of: Void.self)
  private let departures = AsyncStream.makeStream(of: Void.self)

  func pass() async {
    arrivals.continuation.yield()
    for await _ in departures.stream { return }
  }

  func reached() async { for await _ in arrivals.stream { return } }
  func open() { departures.continuation.yield() }
}
