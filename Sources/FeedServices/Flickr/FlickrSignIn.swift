internal import FeedDomain

/// A gateway for signing in to Flickr: with an application's key, for reading only, or in the
/// browser, which shows a code at the end.
struct FlickrSignIn: SignInGateway {
  private static let page = "https://www.flickr.com/services/apps/create/"

  let network: NetworkContext
  let host: String

  let methods = [
    SignInMethod(.browser, fields: [.key, .secret], page: page),
    SignInMethod(.key, fields: [.key], page: page),
  ]

  func signInMethod(of account: SignedInAccount) -> SignInMethod {
    FlickrAccountSecret(account.token)?.tokenGrant == nil ? methods[1] : methods[0]
  }

  func beginSignIn(_ way: SignInMethod, _ answers: SignInAnswers) async throws(FeedError)
    -> SignInStepResult
  {
    let key = answers[.key]
    guard !key.isEmpty else { throw .invalidCredentials }
    guard way.kind == .browser else { return .signedIn(try await fetchKeyOnlyAccount(with: key)) }
    let consumer = Secret(answers[.secret])
    guard !consumer.revealed.isEmpty else { throw .invalidCredentials }
    let signer = OAuthSigner(key: key, consumer: consumer)
    let fields = try await requestOAuthTokens(
      "/services/oauth/request_token", signer, extra: [("oauth_callback", "oob")])
    guard fields["oauth_callback_confirmed"] == "true", let token = fields["oauth_token"],
      let secret = fields["oauth_token_secret"]
    else { throw .badReply }
    let ticket = FlickrAccountSecret(
      key: key,
      tokenGrant: FlickrAccountSecret.FlickrTokenGrant(
        consumer: consumer, token: token, secret: Secret(secret)))
    let query: WebAddressQuery = ["oauth_token": token, "perms": "write"]
    return .approval(
      PendingSignInApproval(
        url: "\(host)/services/oauth/authorize?\(query.text)", ticket: ticket.secret))
  }

  func finishSignIn(
    _ approval: PendingSignInApproval, answer: Secret
  ) async throws(FeedError) -> SignedInAccount {
    guard let ticket = FlickrAccountSecret(approval.ticket), let tokenGrant = ticket.tokenGrant
    else {
      throw .refused(nil)
    }
    guard let verifier = Self.signInCode(in: answer.revealed, for: tokenGrant.token) else {
      throw .invalidCredentials
    }
    let signer = OAuthSigner(
      key: ticket.key, consumer: tokenGrant.consumer, token: tokenGrant.token,
      tokenSecret: tokenGrant.secret)
    let fields = try await requestOAuthTokens(
      "/services/oauth/access_token", signer, extra: [("oauth_verifier", verifier)])
    guard let token = fields["oauth_token"], let secret = fields["oauth_token_secret"],
      let person = fields["user_nsid"], let name = fields["username"]
    else { throw .badReply }
    let kept = FlickrAccountSecret(
      key: ticket.key,
      tokenGrant: FlickrAccountSecret.FlickrTokenGrant(
        consumer: tokenGrant.consumer, token: token, secret: Secret(secret)))
    let account = Account(service: .flickr, person: Person.ID(person), handle: name)
    return SignedInAccount(account, token: kept.secret)
  }

  func accountTokenHoldingCommandSecret(of account: SignedInAccount, holding secret: Secret)
    -> Secret?
  {
    guard let token = FlickrAccountSecret(account.token), token.tokenGrant == nil else {
      return nil
    }
    return FlickrAccountSecret(key: secret.revealed.trimmingBlanks).secret
  }

  func signOut(_ account: SignedInAccount) async throws(FeedError) {}

  /// Returns Flickr's sign-in code in the user's answer: digits in groups, or an address that
  /// contains the code. nil if there is no code, or if the address belongs to another sign-in
  /// attempt.
  static func signInCode(in answer: String, for token: String) -> String? {
    let answer = answer.trimmingBlanks
    guard answer.contains("=") else {
      let code = answer.filter { !$0.isWhitespace && $0 != "-" }
      return code.isEmpty || answer.contains("://") ? nil : code
    }
    let fields = FormEncodedReply(String(answer.split(separator: "?").last ?? "")).fields
    guard fields["oauth_token"] == token else { return nil }
    return fields["oauth_verifier"].flatMap { $0.isEmpty ? nil : $0 }
  }

  /// Returns a Flickr account with an application's key alone; throws if Flickr refuses the key.
  private func fetchKeyOnlyAccount(with key: String) async throws(FeedError) -> SignedInAccount {
    let token = FlickrAccountSecret(key: key)
    let account = Account(
      service: .flickr, person: FlickrConnection.guestID, handle: FlickrConnection.guestHandle)
    let requestRules = FlickrRequestRules(world: network.world)
    let connection = FlickrConnection(
      account: account,
      client: network.serviceClient(at: host, token: token.secret, requestRules: requestRules),
      files: network.pictureClient(at: host), world: network.world)
    do throws(FeedError) {
      _ = try await FlickrFeeds(connection: connection).feedPage(of: .trending, .latest)
    } catch {
      throw error == .signedOut ? .invalidCredentials : error
    }
    return SignedInAccount(account, token: token.secret)
  }

  private func requestOAuthTokens(
    _ path: String, _ signer: OAuthSigner, extra: [(String, String)]
  ) async throws(FeedError) -> [String: String] {
    guard MessageDigest.isAvailable else { throw .missingLibrary(.crypto) }
    var request = HTTPRequest(.get, host + path, isRepeatable: false)
    request.headers["Accept"] = "*/*"
    signer.signRequest(
      &request, extra: extra, nonce: network.world.randomKey(), at: network.world.now)
    do throws(FeedError) {
      let client = network.serviceClient(at: host, requestRules: FlickrSignInRequestRules())
      // An empty field counts as missing.
      return FormEncodedReply(try await client.sendRequest(request)).fields.filter {
        !$0.value.isEmpty
      }
    } catch {
      throw error == .signedOut ? .invalidCredentials : error
    }
  }
}

/// A stored secret of a Flickr account: an application's key, and the tokens of a person who signed
/// in.
struct FlickrAccountSecret: Equatable, Sendable {
  struct FlickrTokenGrant: Equatable, Sendable {
    /// The secret of the Flickr application; with the user's token secret, it signs every request.
    let consumer: Secret
    let token: String
    let secret: Secret
  }

  let key: String
  let tokenGrant: FlickrTokenGrant?

  init(key: String, tokenGrant: FlickrTokenGrant? = nil) {
    (self.key, self.tokenGrant) = (key, tokenGrant)
  }

  init?(_ secret: Secret) {
    let json = secret.json
    guard let key = json["key"].nonEmptyString else { return nil }
    var tokenGrant: FlickrTokenGrant?
    if let consumer = json["consumer"].nonEmptyString, let token = json["token"].nonEmptyString,
      let secret = json["secret"].nonEmptyString
    {
      tokenGrant = FlickrTokenGrant(
        consumer: Secret(consumer), token: token, secret: Secret(secret))
    }
    self.init(key: key, tokenGrant: tokenGrant)
  }

  var secret: Secret {
    Secret(json: [
      "key": .string(key), "consumer": JSON(text: tokenGrant?.consumer.revealed),
      "token": JSON(text: tokenGrant?.token), "secret": JSON(text: tokenGrant?.secret.revealed),
    ])
  }
}
