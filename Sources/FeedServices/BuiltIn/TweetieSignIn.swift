internal import FeedDomain

/// Signing in to the built-in service.
struct TweetieSignIn: SignInGateway {
  let line: SimulatedLine

  let ways = [SignInWay(.password, fields: [.user, .password])]
  let visitor: SignInAnswers? = [
    .user: Secret(TweetieServer.visitor.user), .password: TweetieServer.visitor.password,
  ]

  func begin(_ way: SignInWay, _ answers: SignInAnswers) async throws(FeedError) -> SignInStep {
    let credentials = Credentials(user: answers[.user], password: answers.secret(.password))
    return .signedIn(
      try await line.call(.signIn) { server throws(FeedError) in
        try await server.signIn(credentials)
      })
  }

  func signOut(_ account: SignedInAccount) async throws(FeedError) {
    try await line.call(.signOut) { server throws(FeedError) in
      try await server.signOut(account.token)
    }
  }
}
