import Doubles
import FeedDomain
import ServiceRig
import Testing
import Threads

@testable import FeedServices

/// Answers from the browser, at a server that accepts a code once and checks its PKCE verifier.
@Suite struct MastodonSignInAnswerTests {
  private let server: PretendMastodon
  private let log = LogSpy()
  private let signIn: MastodonSignIn

  init() throws {
    server = try PretendMastodon()
    signIn = MastodonSignIn(
      network: .forTests(log: log))
  }

  private func approval() async throws -> PendingSignInApproval {
    let approval = try await signIn.approval([.server: Secret(server.origin)])
    #expect(server.allow(approval.url) == PretendMastodon.code)
    return approval
  }

  private func error(of approval: PendingSignInApproval, _ answer: String) async -> FeedError? {
    await failure { _ = try await signIn.finishSignIn(approval, answer: Secret(answer)) }
  }

  @Test(arguments: [
    "the-code", " the-code", "the-code ", "\tthe-code\r\n", "\u{a0}the-code\u{3000}", "the-\ncode",
    "the-code&state=x", "code=the-code", "?code=the-code", "#code=the-code", "code=the%2Dcode",
    "urn:ietf:wg:oauth:2.0:oob?code=the-code", "http://localhost/?code=the-code",
    "http://localhost/?state=x&code=the-code#top", "http://local\n  host/?code=the-\n  code",
    "https://example.org/authorize/native?code=the-code",
  ])
  func `a sign-in code is found in any pasted form`(answer: String) async throws {
    let approval = try await approval()

    #expect(await error(of: approval, answer) == nil)
    #expect(server.isTokenGood)
    #expect(!log.facts.joined().contains(PretendMastodon.code))
  }

  @Test(arguments: [
    "", " ", "\n", "the-cod", "the-code-", "THE-CODE", "\"the-code\"", "code=", "?code=&state=x",
    "http://localhost/", "http://localhost/?error=access_denied", "http://localhost/the-code",
    "http://localhost/?xcode=the-code", "error=access_denied", "code=the-code%0D%0AX-Evil:1",
    "the-code\u{0}", "the-code\u{200b}",
  ])
  func `a wrong answer is rejected, and the right code still works afterwards`(
    answer: String
  ) async throws {
    let approval = try await approval()

    #expect(await error(of: approval, answer) == .invalidCredentials)
    #expect(!server.isTokenGood)
    #expect(await error(of: approval, PretendMastodon.code) == nil)
    #expect(server.isTokenGood)
  }

  @Test func `a code works once, and only for the attempt that it was shown for`() async throws {
    let first = try await approval()
    let second = try await approval()

    #expect(await error(of: first, PretendMastodon.code) == .invalidCredentials)
    #expect(!server.isTokenGood)
    #expect(await error(of: second, PretendMastodon.code) == nil)
    #expect(await error(of: second, PretendMastodon.code) == .invalidCredentials)
    #expect(!log.facts.joined().contains(PretendMastodon.code))
  }
}
