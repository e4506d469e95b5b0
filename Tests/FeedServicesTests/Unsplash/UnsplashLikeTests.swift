import Doubles
import FeedDomain
import Testing

@testable import FeedServices

/// Whether photos can be liked at Unsplash: only a clear answer says that they cannot.
@Suite struct UnsplashLikeTests {
  private func marks(
    whenAsked answer: @escaping @Sendable () throws(TransportError) -> HTTPReply
  ) async throws -> Post.UserPostMarks? {
    let stub = StubNetwork { request throws(TransportError) in
      switch WebAddress(request.url)?.path {
      case "/oauth/token": .json(["access_token": "t"])
      case "/me": .json(["username": "mirre"])
      case "/photos": try answer()
      default: .json([])
      }
    }
    let signIn = UnsplashSignIn(
      network: stub.network, host: StubNetwork.home, signInHost: StubNetwork.home)
    let approval = try await signIn.approval(way: 1, [.key: Secret("k"), .secret: Secret("s")])
    let account = try await signIn.finishSignIn(approval, answer: Secret("abc"))
    let services = UnsplashGatewayFactory(
      network: stub.network, host: StubNetwork.home, signInHost: StubNetwork.home, accounts: .none)
    return services.connection(for: account)?.marks
  }

  @Test(
    arguments: [
      (HTTPReply(status: 429), true), (HTTPReply(status: 500), true),
      (HTTPReply(status: 403, body: Array("Rate Limit Exceeded".utf8)), true),
      (.json(["errors": ["No"]], status: 403), false), (HTTPReply(status: 404), false),
      (HTTPReply(status: 405), false), (HTTPReply(status: 410), false),
      (.json([["id": "a"]]), false), (.json([]), true),
      (.json([["id": "a", "liked_by_user": false]]), true),
    ] as [(HTTPReply, Bool)])
  func `likes are offered unless the reply shows that they are not available`(
    reply: HTTPReply, areOffered: Bool
  ) async throws {
    let marks = try await marks { reply }

    #expect(marks?.contains(.liked) == areOffered)
  }

  @Test func `likes are offered if the check gets no reply`() async throws {
    let marks = try await marks { () throws(TransportError) in throw .timedOut }

    #expect(marks?.contains(.liked) == true)
  }
}
