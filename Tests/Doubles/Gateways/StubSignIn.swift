package import FeedDomain

/// A gateway that signs in one person, and records sign-outs.
package actor StubSignIn: SignInGateway, Holdable {
  private var failures: [FeedError] = []
  package var gate = CallGate()
  package private(set) var signedOut: [Account.ID] = []
  /// The number of times that the data shared by the service's accounts was deleted.
  package private(set) var forgotten = 0
  /// The request budget of the last sign-in.
  package private(set) var budget: RequestBudget?
  private var feeds: [FeedCandidate] = []
  private var rejected: [RejectedImportEntry] = []
  /// The values of all forms that were sent.
  package private(set) var submitted: [SignInAnswers] = []

  package init() {}

  /// The feeds that any typed page names, and the lines that no list can add.
  package func offer(_ feeds: [FeedCandidate] = [], rejecting rejected: [RejectedImportEntry] = [])
  {
    (self.feeds, self.rejected) = (feeds, rejected)
  }

  package func feedCandidates(for answers: SignInAnswers) -> [FeedCandidate] { feeds }

  package func rejectedImportEntries(for answers: SignInAnswers) -> [RejectedImportEntry] {
    rejected
  }

  package func fail(_ error: FeedError) { failures.append(error) }
  package func forget() { forgotten += 1 }

  package nonisolated let methods = [SignInMethod(.password, fields: [.user, .password])]

  package func beginSignIn(_ way: SignInMethod, _ answers: SignInAnswers) async throws(FeedError)
    -> SignInStepResult
  {
    budget = RequestBudget.current
    submitted.append(answers)
    await passGate()
    if !failures.isEmpty { throw failures.removeFirst() }
    return .signedIn(.sample)
  }

  package func signOut(_ account: SignedInAccount) async throws(FeedError) {
    await passGate()
    if !failures.isEmpty { throw failures.removeFirst() }
    signedOut.append(account.account.id)
  }
}
