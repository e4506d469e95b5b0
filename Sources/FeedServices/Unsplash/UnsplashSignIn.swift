internal import FeedDomain

/// A gateway for signing in to Unsplash: with an application's key alone, or in the browser with
/// the key and secret of the user's own application.
struct UnsplashSignIn: SignInGateway {
  private static let page = "https://unsplash.com/oauth/applications"
  /// The redirect address of a browser sign-in at which Unsplash shows the authorization code on a
  /// page.
  private static let redirect = "urn:ietf:wg:oauth:2.0:oob"
  private static let scopes = [
    "public", "read_user", "write_likes", "read_collections", "write_collections",
  ]

  let network: NetworkContext
  let host: String
  /// The address of Unsplash's server for signing in; no other server is sent the application's
  /// secret.
  let signInHost: String

  let methods = [
    SignInMethod(.key, fields: [.key], page: page),
    SignInMethod(.browser, fields: [.key, .secret], page: page),
  ]

  func signInMethod(of account: SignedInAccount) -> SignInMethod {
    UnsplashAccountSecret(account.token)?.tokenGrant == nil ? methods[0] : methods[1]
  }

  func beginSignIn(_ way: SignInMethod, _ answers: SignInAnswers) async throws(FeedError)
    -> SignInStepResult
  {
    let access = Secret(answers[.key])
    guard !access.revealed.isEmpty else { throw .invalidCredentials }
    guard way.kind == .browser else {
      return .signedIn(try await fetchKeyOnlyAccount(with: access))
    }
    let consumer = Secret(answers[.secret])
    guard !consumer.revealed.isEmpty else { throw .invalidCredentials }
    let ticket = UnsplashPendingSignIn(
      access: access, consumer: consumer, state: network.world.randomKey())
    let query: WebAddressQuery = [
      "client_id": access.revealed, "redirect_uri": Self.redirect, "response_type": "code",
      "state": ticket.state,
    ]
    // Unsplash joins scopes with "+", which a query would encode.
    let scopes = Self.scopes.joined(separator: "+")
    return .approval(
      PendingSignInApproval(
        url: "\(signInHost)/oauth/authorize?\(query.text)&scope=\(scopes)", ticket: ticket.secret))
  }

  func finishSignIn(
    _ approval: PendingSignInApproval, answer: Secret
  ) async throws(FeedError) -> SignedInAccount {
    guard let ticket = UnsplashPendingSignIn(approval.ticket) else { throw .refused(nil) }
    guard let code = ticket.authorizationCode(in: answer.revealed) else {
      throw .invalidCredentials
    }
    let token = try await exchangeCodeForToken(for: code, ticket)
    let client = network.serviceClient(
      at: host, token: token, requestRules: UnsplashRequestRules(isPersonal: true))
    let handle = try await client.requestJSON(HTTPRequest(.get, "/me")) {
      json, _ throws(FeedError) in
      guard let handle = json["username"].nonEmptyString else { throw .badReply }
      return handle
    }
    let calls = UnsplashOptionalCalls(client: client)
    let tokenGrant = UnsplashAccountSecret.UnsplashPersonAuthorization(
      token: token, handle: handle, hasLikes: try await calls.fetchWhetherLikesAreReported(),
      collections: try await calls.fetchPersonCollectionsIfAvailable(of: handle) ?? [])
    let topics = try await calls.fetchTopicsIfAvailable() ?? []
    let account = Account(service: .unsplash, person: Person.ID(handle), handle: handle)
    let key = UnsplashAccountSecret(access: ticket.access, topics: topics, tokenGrant: tokenGrant)
    return SignedInAccount(account, token: key.secret)
  }

  /// Returns the secret to store for an Unsplash account whose new key a command printed; nil if
  /// the account was signed in by browser, which no command can do.
  func accountTokenHoldingCommandSecret(of account: SignedInAccount, holding secret: Secret)
    -> Secret?
  {
    guard var key = UnsplashAccountSecret(account.token), key.tokenGrant == nil else { return nil }
    key.access = Secret(secret.revealed.trimmingBlanks)
    return key.secret
  }

  /// Does nothing, as Unsplash has no call to end an authorization; the user ends it in Unsplash's
  /// settings.
  func signOut(_ account: SignedInAccount) async throws(FeedError) {}

  private func fetchKeyOnlyAccount(with access: Secret) async throws(FeedError) -> SignedInAccount {
    let client = network.serviceClient(
      at: host, token: access, requestRules: UnsplashRequestRules())
    let topics: [UnsplashAccountSecret.UnsplashTopic]
    do throws(FeedError) {
      topics = try await self.fetchTopics(client)
    } catch {
      throw error == .signedOut ? .invalidCredentials : error
    }
    let account = Account(
      service: .unsplash, person: UnsplashConnection.guestID, handle: UnsplashConnection.guestHandle
    )
    return SignedInAccount(
      account, token: UnsplashAccountSecret(access: access, topics: topics).secret)
  }

  /// Fetches Unsplash's topics; empty if the server has no topics, in which case a request for
  /// photos checks whether the key is valid.
  private func fetchTopics(_ client: ServiceClient) async throws(FeedError)
    -> [UnsplashAccountSecret.UnsplashTopic]
  {
    do throws(FeedError) {
      return UnsplashAccountSecret.parsedTopics(
        try await fetchJSONArray("/topics?per_page=8", client))
    } catch {
      guard error == .notFound else { throw error }
      _ = try await fetchJSONArray("/photos?per_page=1", client)
      return []
    }
  }

  private func fetchJSONArray(_ path: String, _ client: ServiceClient) async throws(FeedError)
    -> JSON
  {
    try await client.requestJSON(HTTPRequest(.get, path)) { json, _ throws(FeedError) in
      guard json.isArray else { throw .badReply }
      return json
    }
  }

  private func exchangeCodeForToken(
    for code: String, _ ticket: UnsplashPendingSignIn
  ) async throws(FeedError) -> Secret {
    let form = [
      ("client_id", ticket.access.revealed), ("client_secret", ticket.consumer.revealed),
      ("redirect_uri", Self.redirect), ("code", code), ("grant_type", "authorization_code"),
    ]
    let client = network.serviceClient(at: signInHost, requestRules: BearerTokenRequestRules())
    let request = HTTPRequest(.post, "/oauth/token", body: .form(form))
    do throws(FeedError) {
      return try await client.requestJSON(request) { json, _ throws(FeedError) in
        guard let token = json["access_token"].nonEmptyString else { throw .badReply }
        return Secret(token)
      }
    } catch {
      switch error {
      // The code has expired or was mistyped, or the secret is another application's.
      case .refused, .signedOut: throw .invalidCredentials
      default: throw error
      }
    }
  }
}

/// A pending Unsplash sign-in, until the user comes back from the browser.
struct UnsplashPendingSignIn: Equatable, Sendable {
  let access: Secret
  let consumer: Secret
  /// The random text that the redirect address of an Unsplash sign-in must contain, so that a
  /// forged address is recognised.
  let state: String
}

extension UnsplashPendingSignIn {
  init?(_ secret: Secret) {
    let json = secret.json
    guard let access = json["access"].nonEmptyString,
      let consumer = json["consumer"].nonEmptyString,
      let state = json["state"].nonEmptyString
    else { return nil }
    self.init(access: Secret(access), consumer: Secret(consumer), state: state)
  }

  var secret: Secret {
    Secret(json: [
      "access": .string(access.revealed), "consumer": .string(consumer.revealed),
      "state": .string(state),
    ])
  }

  /// Returns the authorization code in the user's answer to an Unsplash sign-in: the code alone, or
  /// a redirect address that contains it. nil if there is no code, or for another sign-in's
  /// address.
  func authorizationCode(in answer: String) -> String? {
    let answer = answer.trimmingBlanks
    guard answer.contains("=") else {
      return answer.isEmpty || answer.contains("://") ? nil : answer
    }
    let fields = FormEncodedReply(String(answer.split(separator: "?").last ?? "")).fields
    // The page that shows the code has no state.
    let page = answer.split(separator: "?").first
    let isUntold = fields["state"] == nil && page?.hasSuffix("/oauth/authorize/native") == true
    guard fields["state"] == state || isUntold else { return nil }
    return fields["code"].flatMap { $0.isEmpty ? nil : $0 }
  }
}

struct UnsplashAccountFactsRefresh: AccountRefreshGateway {
  let key: UnsplashAccountSecret
  let calls: UnsplashOptionalCalls
  let world: any World
  let storedFacts: AccountFactsEditor<UnsplashAccountSecret>

  let mayWait = true

  func refreshAccountFactsIfOld() async throws(FeedError) {
    let now = world.now
    guard key.refreshedAt?.isStaleAfterDay(at: now) ?? true else { return }
    let topics = try await calls.fetchTopicsIfAvailable()
    let collections: [UnsplashAccountSecret.UnsplashCollection]?
    var hasLikes = false
    if let tokenGrant = key.tokenGrant {
      collections = try await calls.fetchPersonCollectionsIfAvailable(of: tokenGrant.handle)
      // Likes that were missing once are checked again at the next sign-in alone.
      if tokenGrant.hasLikes { hasLikes = try await calls.fetchWhetherLikesAreReported() }
    } else {
      collections = nil
    }
    // Both calls have failed.
    guard topics != nil || collections != nil else { throw .unreachable }
    try await storedFacts.updateAccountFacts { [hasLikes] key in
      if let topics { key.topics = topics }
      if let collections { key.tokenGrant?.collections = collections }
      if !hasLikes { key.tokenGrant?.hasLikes = false }
      key.refreshedAt = now
    }
  }
}
