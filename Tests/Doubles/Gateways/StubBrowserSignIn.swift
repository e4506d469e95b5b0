package import FeedDomain

/// A sign-in of one person in a browser, or with a token.
package struct StubBrowserSignIn: SignInGateway, ServiceDirectory {
  package static let approval = PendingSignInApproval(
    url: "https://social.example/authorize", ticket: Secret("ticket"))

  package let methods = [
    SignInMethod(.browser, fields: [.server]), SignInMethod(.token, fields: [.server, .token]),
  ]

  package init() {}

  package func signInMethod(of account: SignedInAccount) -> SignInMethod { methods[1] }

  package func beginSignIn(_ way: SignInMethod, _ answers: SignInAnswers) async throws(FeedError)
    -> SignInStepResult
  {
    .approval(Self.approval)
  }

  package func finishSignIn(
    _ approval: PendingSignInApproval, answer: Secret
  ) async throws(FeedError) -> SignedInAccount {
    guard approval == Self.approval, answer.revealed == "code" else { throw .invalidCredentials }
    return .sample
  }

  package func signOut(_ account: SignedInAccount) async throws(FeedError) {}
  package func signInGateway(to service: Service) -> (any SignInGateway)? { self }
  package func connection(for account: SignedInAccount) -> ServiceConnection? { nil }
}
