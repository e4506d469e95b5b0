internal import FeedDomain

/// A browser sign-in to Bluesky, in which the server's page takes the password. The page redirects
/// to an address of this machine at which nothing listens, as the browser may run elsewhere: the
/// user copies that address into Tweetie.
struct BlueskyBrowserSignIn: Sendable {
  private static let redirect = "http://127.0.0.1/"

  let network: NetworkContext
  let hosts: BlueskyPublicServers

  /// Prepares a browser sign-in at a Bluesky server: returns the address of the sign-in page and
  /// the state to keep; throws `badReply` if the server has no browser sign-in.
  func preparePendingSignInApproval(at authServer: BlueskySignInServer, hint: String)
    async throws(FeedError)
    -> PendingSignInApproval
  {
    let server = try await AuthorizationServer.fetchAuthorizationServer(
      authServer.server, reach: authServer.allowedHosts, network: network)
    guard let server else { throw .badReply }
    guard let key = SigningKey() else { throw .missingLibrary(.crypto) }
    let scope = "atproto transition:generic" + (server.hasChats ? " transition:chat.bsky" : "")
    // A client without a public page is identified by its redirect address and scopes.
    let application: WebAddressQuery = ["redirect_uri": Self.redirect, "scope": scope]
    let oauth = BlueskyOAuthClient(
      key: key, application: "http://localhost?\(application.text)", tokens: server.tokens,
      revocation: server.revocation)
    let proof = PKCECodeVerifier()
    let state = network.world.randomKey()
    guard let challenge = proof.challenge else { throw .missingLibrary(.crypto) }
    let form = [
      ("client_id", oauth.application), ("response_type", "code"), ("scope", scope),
      ("redirect_uri", Self.redirect), ("state", state), ("code_challenge", challenge),
      ("code_challenge_method", "S256"), ("login_hint", hint),
    ]
    let client = network.serviceClient(
      at: server.pushEndpoint, token: key.secret,
      requestRules: BlueskyAuthServerRequestRules(world: network.world))
    let request = HTTPRequest(
      .post, server.pushEndpoint, body: .form(form), allowedHosts: authServer.allowedHosts)
    let known = try await client.requestJSON(request) { json, _ throws(FeedError) in
      guard let known = json["request_uri"].nonEmptyString else { throw .badReply }
      return known
    }
    let query: WebAddressQuery = ["client_id": oauth.application, "request_uri": known]
    let ticket = BlueskyPendingBrowserSignIn(
      oauth: oauth, issuer: server.issuer, verifier: proof.verifier, state: state)
    let mark = server.page.contains("?") ? "&" : "?"
    return PendingSignInApproval(
      url: server.page + mark + query.text, endsAtAddress: true, ticket: ticket.secret)
  }

  /// Exchanges the authorization code in the address that the user copied for tokens; returns the
  /// Bluesky account's DID and its session.
  func exchangeCodeForTokens(
    for ticket: BlueskyPendingBrowserSignIn, answer: String
  ) async throws(FeedError) -> (person: String, session: BlueskyAccountSecret) {
    let code = try ticket.authorizationCode(in: answer)
    let grant = try await ticket.oauth.exchangeProofForTokenGrant(
      for: [
        ("grant_type", "authorization_code"), ("code", code), ("redirect_uri", Self.redirect),
        ("code_verifier", ticket.verifier.revealed),
      ], network: network)
    // A malicious authorization server could claim any account, so the account's own server must
    // name the same one.
    let document = try await BlueskyIdentityResolver(network: network, hosts: hosts)
      .fetchDIDDocument(
        of: grant.person)
    guard let home = document.server,
      try await AuthorizationServer.fetchAuthorizationServer(
        home, reach: hosts.allowedHosts, network: network)?.issuer
        == ticket.issuer
    else { throw .invalidCredentials }
    let session = BlueskyAccountSecret(
      access: grant.access, refresh: grant.refresh, home: BlueskyServerAndPinnedFeeds(server: home),
      oauth: ticket.oauth)
    return (grant.person, session)
  }
}

/// A pending browser sign-in to Bluesky, stored until the user comes back from the browser.
struct BlueskyPendingBrowserSignIn: Equatable, Sendable {
  let oauth: BlueskyOAuthClient
  let issuer: String
  let verifier: Secret
  /// The random text that the redirect address of a Bluesky sign-in must contain, as a protection
  /// against forged addresses.
  let state: String
}

extension BlueskyPendingBrowserSignIn {
  init?(_ secret: Secret) {
    let json = secret.json
    guard let oauth = BlueskyOAuthClient(stored: json["permit"]),
      let issuer = json["issuer"].nonEmptyString, let verifier = json["verifier"].nonEmptyString,
      let state = json["state"].nonEmptyString
    else { return nil }
    self.init(oauth: oauth, issuer: issuer, verifier: Secret(verifier), state: state)
  }

  var secret: Secret {
    Secret(json: [
      "permit": oauth.json, "issuer": .string(issuer), "verifier": .string(verifier.revealed),
      "state": .string(state),
    ])
  }

  /// Returns the authorization code in the redirect address of a Bluesky sign-in; throws if the
  /// address belongs to another sign-in attempt or server, or says that the user refused.
  func authorizationCode(in answer: String) throws(FeedError) -> String {
    // Blanks in the answer come from line breaks in a terminal or mail.
    let parts = answer.filter { !$0.isWhitespace }.split(separator: "?", maxSplits: 1)
    let fields = parts.count == 2 ? FormEncodedReply(String(parts[1])).fields : [:]
    guard fields["state"] == state, fields["iss"] == issuer else { throw .invalidCredentials }
    if let code = fields["code"], !code.isEmpty { return code }
    // The user or the server has refused.
    throw .refused(fields["error_description"])
  }
}

struct AuthorizationServer: Equatable, Sendable {
  /// The name of a Bluesky authorization server, which is its web address.
  let issuer: String
  /// The address of the page of a Bluesky server at which the user signs in with a browser.
  let page: String
  /// The address at a Bluesky server to which a browser sign-in is announced (a pushed
  /// authorization request).
  let pushEndpoint: String
  /// The address at a Bluesky server at which authorization codes and refresh tokens are exchanged
  /// for tokens.
  let tokens: String
  let revocation: String?
  let hasChats: Bool

  /// Creates a Bluesky authorization server from its metadata; nil if they name another issuer, or
  /// if a required feature is missing.
  init?(_ json: JSON, issuer: String) {
    guard json["issuer"].string == issuer,
      json["dpop_signing_alg_values_supported"].array.contains("ES256"),
      json["code_challenge_methods_supported"].array.contains("S256"),
      let page = json["authorization_endpoint"].webAddress,
      let pushEndpoint = json["pushed_authorization_request_endpoint"].webAddress,
      let tokens = json["token_endpoint"].webAddress
    else { return nil }
    (self.issuer, self.page, self.pushEndpoint, self.tokens) = (issuer, page, pushEndpoint, tokens)
    revocation = json["revocation_endpoint"].webAddress
    hasChats = json["scopes_supported"].array.contains("transition:chat.bsky")
  }

  /// Fetches the metadata of the authorization server that a Bluesky server names, or of the server
  /// itself if it names none; nil if there is no browser sign-in. Both servers may be a stranger's
  /// if their name was mistyped.
  static func fetchAuthorizationServer(
    _ server: String, reach: HTTPRequest.AllowedHosts, network: NetworkContext
  ) async throws(FeedError) -> AuthorizationServer? {
    let issuer = try await fetchMetadataDocument(
      server, "/.well-known/oauth-protected-resource", reach: reach, network: network
    ) { $0["authorization_servers"].array.first?.webAddress }
    // A server that signs in people for several others has no resource metadata of its own.
    let named = issuer ?? server
    return try await fetchMetadataDocument(
      named, "/.well-known/oauth-authorization-server", reach: reach, network: network
    ) { AuthorizationServer($0, issuer: named) }
  }

  @_semantics("optimize.sil.specialize.generic.never")
  private static func fetchMetadataDocument<Value: Sendable>(
    _ server: String, _ path: String, reach: HTTPRequest.AllowedHosts, network: NetworkContext,
    _ read: @Sendable (JSON) -> Value?
  ) async throws(FeedError) -> Value? {
    var request = HTTPRequest(.get, path, allowedHosts: reach)
    request.maximumBytes = 256 << 10
    let client = network.serviceClient(at: server, requestRules: BlueskyRequestRules())
    do throws(FeedError) {
      return try await client.requestJSON(request) { json, _ in read(json) }
    } catch {
      switch error {
      case .notFound, .badReply, .tooLarge, .refused, .signedOut: return nil
      default: throw error
      }
    }
  }
}

struct BlueskyOAuthClient: Equatable, Sendable {
  /// The private key that signs every request with the tokens of a browser sign-in to Bluesky.
  let key: SigningKey
  /// The OAuth client id of Tweetie at Bluesky servers, a web address.
  let application: String
  /// The address at a Bluesky server at which authorization codes and refresh tokens are exchanged
  /// for tokens.
  let tokens: String
  /// The address at which Bluesky tokens are revoked; nil if the server cannot revoke tokens.
  let revocation: String?
}

extension BlueskyOAuthClient {
  init?(stored json: JSON) {
    guard let key = json["key"].nonEmptyString.map({ SigningKey(Secret($0)) }),
      let application = json["application"].nonEmptyString, let tokens = json["tokens"].webAddress
    else { return nil }
    self.init(
      key: key, application: application, tokens: tokens,
      revocation: json["revocation"].webAddress)
  }

  var json: JSON {
    [
      "key": .string(key.secret.revealed), "application": .string(application),
      "tokens": .string(tokens), "revocation": JSON(text: revocation),
    ]
  }

  func exchangeProofForTokenGrant(
    for proof: [(String, String)], network: NetworkContext
  ) async throws(FeedError) -> BlueskyTokenGrant {
    let client = network.serviceClient(
      at: tokens, token: key.secret,
      requestRules: BlueskyAuthServerRequestRules(world: network.world))
    let form = HTTPBody.form(proof + [("client_id", application)])
    return try await client.requestJSON(HTTPRequest(.post, tokens, body: form)) {
      json, _ throws(FeedError) in
      guard let grant = BlueskyTokenGrant(json) else { throw .badReply }
      return grant
    }
  }

  func revokeToken(_ token: Secret, network: NetworkContext) async throws(FeedError) {
    guard let revocation else { return }
    let client = network.serviceClient(
      at: revocation, token: key.secret,
      requestRules: BlueskyAuthServerRequestRules(world: network.world))
    let form: [(String, String)] = [("token", token.revealed), ("client_id", application)]
    _ = try await client.sendRequest(
      HTTPRequest(.post, revocation, body: .form(form), isRepeatable: true))
  }
}

/// A grant of tokens in a reply of a Bluesky authorization server: the account, an access token and
/// a refresh token.
struct BlueskyTokenGrant: Equatable, Sendable {
  let person: String
  let access: Secret
  let refresh: Secret

  /// Creates the grant of Bluesky tokens from a server's reply; nil if the account or a token is
  /// missing, or if the tokens are not bound to a key.
  init?(_ json: JSON) {
    guard json["token_type"].string?.lowercased() == "dpop",
      let person = json["sub"].nonEmptyString, BlueskyLoginName.isDID(person),
      let access = json["access_token"].nonEmptyString,
      let refresh = json["refresh_token"].nonEmptyString
    else { return nil }
    self.person = person
    (self.access, self.refresh) = (Secret(access), Secret(refresh))
  }
}
