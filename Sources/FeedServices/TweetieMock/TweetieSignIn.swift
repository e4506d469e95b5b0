internal import FeedDomain

/// Signing in to the built-in service.
struct TweetieSignIn: SignInGateway {
  let line: SimulatedLine

  func signIn(_ credentials: Credentials) async throws(FeedError) -> SignedInAccount {
    try await line.call(.signIn) { server throws(FeedError) in
      try await server.signIn(credentials)
    }
  }

  func signOut(_ account: SignedInAccount) async throws(FeedError) {
    try await line.call(.signOut) { server throws(FeedError) in
      try await server.signOut(account.token)
    }
  }
}
