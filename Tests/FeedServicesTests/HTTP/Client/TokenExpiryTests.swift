import Doubles
import FeedDomain
import Testing
import Threads

@testable import FeedServices

/// Tokens that run out again and again, at a service that trades each of them but once.
@Suite struct TokenExpiryTests {
  @Test func `a token that expires a thousand times is renewed once each time`() async {
    let service = TokenService()
    let fixture = ClientFixture(
      token: Secret("1"), renewal: service.renewal(), answer: service.answer)

    for _ in 1...1_000 {
      service.expire()
      #expect(await service.asked(by: [fixture, fixture, fixture, fixture]) == .allServed)
    }

    #expect(service.trades == 1_000)
    #expect(service.refusals == 0)
  }

  @Test func `two processes renew a token five hundred times without signing out`() async {
    let file = ScratchFile()
    let world = PatientWorld()
    let service = TokenService()
    let stages = (1...2).map { _ in
      ClientFixture(
        token: Secret("1"),
        renewal: service.renewal(lock: TokenRenewalLock(path: file.path, world: world)),
        answer: service.answer)
    }

    for _ in 1...500 {
      service.expire()
      #expect(await service.asked(by: stages) == .allServed)
    }

    #expect(service.trades == 500)
    #expect(service.refusals == 0)
  }

  @Test func `a process with a token two renewals old continues with the stored one`() async {
    let service = TokenService()
    let stages = (1...2).map { _ in
      ClientFixture(token: Secret("1"), renewal: service.renewal(), answer: service.answer)
    }
    for _ in 1...2 {
      service.expire()
      #expect(await service.asked(by: [stages[0]]) == .allServed)
    }

    // The one that it finds there has run out as well.
    service.expire()
    #expect(await service.asked(by: [stages[1]]) == .allServed)

    #expect(service.trades == 3)
    #expect(service.refusals == 0)
  }
}

/// A service that knows its tokens by numbers, and where the newest of them is kept.
private final class TokenService: Sendable {
  private struct State {
    var newest = 1
    var isExpired = false
    var stored = 1
    var trades = 0
    var refusals = 0
  }

  enum ExpiryDecision: Equatable {
    case allServed
    case notServed(Int)
  }

  private let state = LockedValue(State())

  var trades: Int { state.withLock { $0.trades } }
  /// How often somebody came with a token that had been traded before.
  var refusals: Int { state.withLock { $0.refusals } }

  func expire() { state.withLock { $0.isExpired = true } }

  func answer(_ request: HTTPRequest) -> HTTPReply {
    state.withLock { state in
      let isGood =
        !state.isExpired && request.headers["Authorization"] == "Bearer \(state.newest)"
      return HTTPReply(status: isGood ? 200 : 401)
    }
  }

  func renewal(lock: TokenRenewalLock? = nil) -> TokenRenewer {
    TokenRenewer(
      lock: lock, stored: { Secret(String(self.state.withLock { $0.stored })) },
      storeToken: { token in self.state.withLock { $0.stored = Int(token.revealed) ?? 0 } },
      renew: { spent throws(FeedError) in try await self.trade(spent) })
  }

  /// Has each of them ask for something at the same time.
  func asked(by stages: [ClientFixture]) async -> ExpiryDecision {
    await withTaskGroup(of: Bool.self) { group in
      for (number, fixture) in stages.enumerated() {
        group.addTask {
          await fixture.result(of: HTTPRequest(.post, "/\(number)"))
            == .success(HTTPReply(status: 200))
        }
      }
      let failed = await group.reduce(into: 0) { $0 += $1 ? 0 : 1 }
      return failed == 0 ? .allServed : .notServed(failed)
    }
  }

  private func trade(_ spent: Secret) async throws(FeedError) -> Secret {
    // Others come meanwhile.
    await Task.yield()
    let fresh = state.withLock { state -> Int? in
      guard spent.revealed == String(state.newest), state.isExpired else {
        state.refusals += 1
        return nil
      }
      state.newest += 1
      state.trades += 1
      state.isExpired = false
      return state.newest
    }
    guard let fresh else { throw .signedOut }
    return Secret(String(fresh))
  }
}
