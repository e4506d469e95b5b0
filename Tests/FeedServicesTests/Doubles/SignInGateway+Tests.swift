import FeedDomain

extension SignInGateway {
  /// The approval that a sign-in waits for; fails if it does not wait for one.
  func approval(way: Int = 0, _ answers: SignInAnswers) async throws(FeedError)
    -> PendingSignInApproval
  {
    guard case .approval(let approval) = try await beginSignIn(methods[way], answers) else {
      throw .badReply
    }
    return approval
  }

  /// The account that a sign-in leads to at once; fails if it waits for an approval.
  func account(way: Int = 0, _ answers: SignInAnswers) async throws(FeedError) -> SignedInAccount {
    guard case .signedIn(let account) = try await beginSignIn(methods[way], answers) else {
      throw .badReply
    }
    return account
  }
}
