internal import FeedDomain

/// Signing in to Unsplash with the key of an application, which looks in nobody's name.
struct UnsplashSignIn: SignInGateway {
  let stage: ServiceStage
  let host: String

  let ways = [
    SignInWay(.key, fields: [.key], page: "https://unsplash.com/oauth/applications")
  ]

  func begin(_ way: SignInWay, _ answers: SignInAnswers) async throws(FeedError) -> SignInStep {
    let access = Secret(answers[.key])
    guard !access.revealed.isEmpty else { throw .invalidCredentials }
    let client = stage.client(at: host, token: access, dialect: UnsplashDialect())
    let topics: [UnsplashKey.Topic]
    do throws(FeedError) {
      topics = try await client.json(HTTPRequest(.get, "/topics?per_page=8")) {
        json, _ throws(FeedError) in
        guard json.isArray else { throw .badReply }
        return UnsplashKey.topics(json)
      }
    } catch {
      throw error == .signedOut ? .invalidCredentials : error
    }
    let account = Account(
      service: .unsplash, person: UnsplashConnection.nobody, handle: UnsplashConnection.handle)
    let key = UnsplashKey(access: access, topics: topics)
    return .signedIn(SignedInAccount(account, token: key.secret))
  }

  /// A key is nobody's, and is made worthless where it was made.
  func signOut(_ account: SignedInAccount) async throws(FeedError) {}
}
