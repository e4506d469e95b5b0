internal import FeedDomain

/// A sign-in gateway that keeps secrets out of the log; signing out removes their traces.
struct RedactingSignIn: SignInGateway {
  let gateway: any SignInGateway
  let log: any Log
  /// Called with the account that signs out.
  var onSignOut: @Sendable (Account.ID) -> Void = { _ in }

  var ways: [SignInWay] { gateway.ways }
  var visitor: SignInAnswers? { gateway.visitor }

  func way(of account: SignedInAccount) -> SignInWay { gateway.way(of: account) }
  func belongsToOtherAccount(_ account: SignedInAccount) -> Bool {
    gateway.belongsToOtherAccount(account)
  }

  func begin(_ way: SignInWay, _ answers: SignInAnswers) async throws(FeedError) -> SignInStep {
    for field in SignInField.allCases where field.isSecret { log.conceal(answers.secret(field)) }
    let step = try await gateway.begin(way, answers)
    switch step {
    case .signedIn(let account): log.conceal(account.token)
    case .approval(let approval): log.conceal(approval.ticket)
    }
    return step
  }

  func finish(
    _ approval: SignInApproval, answer: Secret
  ) async throws(FeedError) -> SignedInAccount {
    log.conceal(answer)
    let account = try await gateway.finish(approval, answer: answer)
    log.conceal(account.token)
    return account
  }

  func token(of account: SignedInAccount, holding secret: Secret) -> Secret? {
    gateway.token(of: account, holding: secret)
  }

  func signOut(_ account: SignedInAccount) async throws(FeedError) {
    // Lines about other accounts go as well: nobody can tell whose an address was.
    defer {
      log.forget()
      onSignOut(account.account.id)
    }
    try await gateway.signOut(account)
  }
}
