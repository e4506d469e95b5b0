import Doubles
import FeedDomain
import Testing

@testable import FeedServices

/// Codes and addresses from the browser are accepted for their own sign-in attempt alone.
@Suite struct SignInCodeTests {
  @Test(
    arguments: [
      // The page that shows the code is told no state, but must not have another one.
      ("abc", "abc"), ("https://unsplash.com/oauth/authorize/native?code=abc", "abc"),
      ("https://unsplash.com/oauth/authorize/native?code=abc&state=x", nil),
      ("https://x.example/?code=abc", nil), ("?code=abc", nil), ("code=abc&state=s", "abc"),
      ("https://x.example/?code=abc&state=s", "abc"),
    ] as [(String, String?)])
  func `an Unsplash callback address must name the state of its sign-in attempt`(
    answer: String, code: String?
  ) {
    let ticket = UnsplashPendingSignIn(access: Secret("k"), consumer: Secret("s"), state: "s")

    #expect(ticket.authorizationCode(in: answer) == code)
  }

  @Test(
    arguments: [
      ("123-456-789", "123456789"), ("https://x.example/?oauth_verifier=123456789", nil),
      ("oauth_verifier=123456789", nil), ("oauth_token=t&oauth_verifier=1", "1"),
    ] as [(String, String?)])
  func `a Flickr callback address must name the token of its sign-in attempt`(
    answer: String, code: String?
  ) {
    #expect(FlickrSignIn.signInCode(in: answer, for: "t") == code)
  }

  @Test(arguments: ["", "oauth_callback_confirmed=false&"])
  func `a Flickr request token without confirmed callback is a bad reply`(confirmed: String) async {
    let stub = StubNetwork { _ in
      HTTPReply(
        status: 200, body: Array("\(confirmed)oauth_token=t&oauth_token_secret=s".utf8))
    }
    let signIn = FlickrSignIn(network: stub.network, host: StubNetwork.home)

    let error = await failure {
      try await signIn.beginSignIn(signIn.methods[0], [.key: Secret("k"), .secret: Secret("s")])
    }

    #expect(error == .badReply)
  }
}
