internal import FeedDomain

/// Signing in to Instagram with a token that was made in the dashboard of one's own application.
struct InstagramSignIn: SignInGateway {
  let stage: ServiceStage
  /// Where it is asked, with the version of its interface.
  let base: String

  let ways = [
    SignInWay(.token, fields: [.token], page: "https://developers.facebook.com/apps/")
  ]

  func begin(_ way: SignInWay, _ answers: SignInAnswers) async throws(FeedError) -> SignInStep {
    let access = Secret(answers[.token])
    guard !access.revealed.isEmpty else { throw .invalidCredentials }
    let token = InstagramToken(access: access, obtainedAt: stage.world.now)
    let client = stage.client(at: base, token: token.secret, dialect: InstagramDialect())
    let path = InstagramPath("me", fields: InstagramReader.personFields)
    do throws(FeedError) {
      let person = try await client.json(HTTPRequest(.get, path.text)) {
        json, _ throws(FeedError) in
        guard let person = InstagramReader.person(json) else { throw .badReply }
        return person
      }
      let account = Account(service: .instagram, person: person.id, handle: person.handle)
      return .signedIn(SignedInAccount(account, token: token.secret))
    } catch {
      throw error == .signedOut ? .invalidCredentials : error
    }
  }

  func token(of account: SignedInAccount, holding secret: Secret) -> Secret? {
    guard let token = InstagramToken(account.token) else { return nil }
    let access = Secret(secret.revealed.trimmingBlanks)
    return InstagramToken(access: access, obtainedAt: token.obtainedAt).secret
  }

  /// Instagram has no call for it: a token ends in the dashboard, or with its sixty days.
  func signOut(_ account: SignedInAccount) async throws(FeedError) {}
}
