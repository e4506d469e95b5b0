internal import FeedDomain

/// Signing in with a browser: the server shows a page of its own, and no password is told to anybody
/// else.
///
/// The page ends at an address of this machine where nobody listens, as the browser may be on another
/// one: that address is brought back.
struct BlueskyBrowserSignIn: Sendable {
  private static let redirect = "http://127.0.0.1/"

  let stage: ServiceStage
  let hosts: BlueskyHosts

  /// What the person has to allow; `badReply` where their server lets nobody in like that.
  func approval(at door: BlueskyDoor, hint: String) async throws(FeedError) -> SignInApproval {
    let server = try await AuthorizationServer.of(door.server, reach: door.reach, stage: stage)
    guard let server else { throw .badReply }
    guard let key = SigningKey() else { throw .missingLibrary(.crypto) }
    let scope = "atproto transition:generic" + (server.hasChats ? " transition:chat.bsky" : "")
    // A program without a page of its own is known by what it asks for.
    let application: WebQuery = ["redirect_uri": Self.redirect, "scope": scope]
    let permit = BlueskyPermit(
      key: key, application: "http://localhost?\(application.text)", tokens: server.tokens,
      revocation: server.revocation)
    let proof = CodeProof()
    let state = stage.world.randomKey()
    guard let challenge = proof.challenge else { throw .missingLibrary(.crypto) }
    let form = [
      ("client_id", permit.application), ("response_type", "code"), ("scope", scope),
      ("redirect_uri", Self.redirect), ("state", state), ("code_challenge", challenge),
      ("code_challenge_method", "S256"), ("login_hint", hint),
    ]
    let client = stage.client(
      at: server.door, token: key.secret, dialect: BlueskyDoorDialect(world: stage.world))
    let request = HTTPRequest(.post, server.door, body: .form(form), reach: door.reach)
    let known = try await client.json(request) { json, _ throws(FeedError) in
      guard let known = json["request_uri"].filledString else { throw .badReply }
      return known
    }
    let query: WebQuery = ["client_id": permit.application, "request_uri": known]
    let ticket = BlueskyBrowserTicket(
      permit: permit, issuer: server.issuer, verifier: proof.verifier, state: state)
    let mark = server.page.contains("?") ? "&" : "?"
    return SignInApproval(
      url: server.page + mark + query.text, endsAtAddress: true, ticket: ticket.secret)
  }

  /// Whose account it is, and what opens it.
  func session(
    for ticket: BlueskyBrowserTicket, answer: String
  ) async throws(FeedError) -> (person: String, session: BlueskySession) {
    let code = try ticket.code(in: answer)
    let grant = try await ticket.permit.grant(
      for: [
        ("grant_type", "authorization_code"), ("code", code), ("redirect_uri", Self.redirect),
        ("code_verifier", ticket.verifier.revealed),
      ], stage: stage)
    // Whoever lets people in could claim anybody's account: it must be theirs to open.
    let document = try await BlueskyIdentity(stage: stage, hosts: hosts).document(of: grant.person)
    guard let home = document.server,
      try await AuthorizationServer.of(home, reach: hosts.reach, stage: stage)?.issuer
        == ticket.issuer
    else { throw .invalidCredentials }
    let session = BlueskySession(
      access: grant.access, refresh: grant.refresh, home: BlueskyHome(server: home),
      permit: ticket.permit)
    return (grant.person, session)
  }
}

/// What is needed to go on when the person comes back from the browser.
struct BlueskyBrowserTicket: Equatable, Sendable {
  let permit: BlueskyPermit
  let issuer: String
  let verifier: Secret
  /// Comes back with the address.
  let state: String
}

extension BlueskyBrowserTicket {
  init?(_ secret: Secret) {
    let json = secret.kept
    guard let permit = BlueskyPermit(kept: json["permit"]),
      let issuer = json["issuer"].filledString, let verifier = json["verifier"].filledString,
      let state = json["state"].filledString
    else { return nil }
    self.init(permit: permit, issuer: issuer, verifier: Secret(verifier), state: state)
  }

  var secret: Secret {
    Secret(keeping: [
      "permit": permit.kept, "issuer": .string(issuer), "verifier": .string(verifier.revealed),
      "state": .string(state),
    ])
  }

  /// The code in the address that was brought back, which must be of the same attempt and of the
  /// same server.
  func code(in answer: String) throws(FeedError) -> String {
    // It has no blanks in it, but for where a terminal or a mail has broken a line.
    let parts = answer.filter { !$0.isWhitespace }.split(separator: "?", maxSplits: 1)
    let fields = parts.count == 2 ? FormReply(String(parts[1])).fields : [:]
    guard fields["state"] == state, fields["iss"] == issuer else { throw .invalidCredentials }
    if let code = fields["code"], !code.isEmpty { return code }
    // The person, or the server, said no.
    throw .refused(fields["error_description"])
  }
}

/// Who lets people in for the server where an account lives, and where that is asked (RFC 8414).
struct AuthorizationServer: Equatable, Sendable {
  /// Its name, which is its address.
  let issuer: String
  /// Where the browser is sent.
  let page: String
  /// Where is told beforehand what the person will be asked.
  let door: String
  /// Where a code is traded for tokens, and those for others.
  let tokens: String
  /// Where tokens are made worthless; nil where nowhere.
  let revocation: String?
  /// Whether it lets programs read private messages.
  let hasChats: Bool

  /// Nil where it is another, or does not do what is needed.
  init?(_ json: JSON, issuer: String) {
    guard json["issuer"].string == issuer,
      json["dpop_signing_alg_values_supported"].array.contains("ES256"),
      json["code_challenge_methods_supported"].array.contains("S256"),
      let page = json["authorization_endpoint"].webAddress,
      let door = json["pushed_authorization_request_endpoint"].webAddress,
      let tokens = json["token_endpoint"].webAddress
    else { return nil }
    (self.issuer, self.page, self.door, self.tokens) = (issuer, page, door, tokens)
    revocation = json["revocation_endpoint"].webAddress
    hasChats = json["scopes_supported"].array.contains("transition:chat.bsky")
  }

  /// Finds who lets people in at a server; nil where nobody does in a browser.
  ///
  /// Both are a stranger's word where the name was mistyped.
  static func of(
    _ server: String, reach: HTTPRequest.Reach, stage: ServiceStage
  ) async throws(FeedError) -> AuthorizationServer? {
    let issuer = try await ask(
      server, "/.well-known/oauth-protected-resource", reach: reach, stage: stage
    ) { $0["authorization_servers"].array.first?.webAddress }
    // Where people sign in for several servers there is no account.
    let named = issuer ?? server
    return try await ask(
      named, "/.well-known/oauth-authorization-server", reach: reach, stage: stage
    ) { AuthorizationServer($0, issuer: named) }
  }

  @_semantics("optimize.sil.specialize.generic.never")
  private static func ask<Value: Sendable>(
    _ server: String, _ path: String, reach: HTTPRequest.Reach, stage: ServiceStage,
    _ read: @Sendable (JSON) -> Value?
  ) async throws(FeedError) -> Value? {
    var request = HTTPRequest(.get, path, reach: reach)
    request.maximumBytes = 256 << 10
    let client = stage.client(at: server, dialect: BlueskyDialect())
    do throws(FeedError) {
      return try await client.json(request) { json, _ in read(json) }
    } catch {
      switch error {
      case .notFound, .badReply, .refused, .signedOut: return nil
      default: throw error
      }
    }
  }
}

/// What a browser led to: who may use an account's tokens, and where they are traded.
struct BlueskyPermit: Equatable, Sendable {
  /// Shows with every request that the tokens are ours.
  let key: SigningKey
  /// This program, as the server knows it.
  let application: String
  /// Where tokens are traded.
  let tokens: String
  /// Where they are made worthless; nil where nowhere.
  let revocation: String?
}

extension BlueskyPermit {
  /// Reads what was kept; nil where there is none.
  init?(kept json: JSON) {
    guard let key = json["key"].filledString.map({ SigningKey(Secret($0)) }),
      let application = json["application"].filledString, let tokens = json["tokens"].webAddress
    else { return nil }
    self.init(
      key: key, application: application, tokens: tokens,
      revocation: json["revocation"].webAddress)
  }

  var kept: JSON {
    [
      "key": .string(key.secret.revealed), "application": .string(application),
      "tokens": .string(tokens), "revocation": revocation.map { .string($0) } ?? .null,
    ]
  }

  /// Trades something for tokens.
  func grant(
    for proof: [(String, String)], stage: ServiceStage
  ) async throws(FeedError) -> BlueskyGrant {
    let client = stage.client(
      at: tokens, token: key.secret, dialect: BlueskyDoorDialect(world: stage.world))
    let form = HTTPBody.form(proof + [("client_id", application)])
    return try await client.json(HTTPRequest(.post, tokens, body: form)) {
      json, _ throws(FeedError) in
      guard let grant = BlueskyGrant(json) else { throw .badReply }
      return grant
    }
  }

  /// Makes the tokens worthless.
  func revoke(_ token: Secret, stage: ServiceStage) async throws(FeedError) {
    guard let revocation else { return }
    let client = stage.client(
      at: revocation, token: key.secret, dialect: BlueskyDoorDialect(world: stage.world))
    let form: [(String, String)] = [("token", token.revealed), ("client_id", application)]
    _ = try await client.send(
      HTTPRequest(.post, revocation, body: .form(form), isRepeatable: true))
  }
}

/// What somebody who lets people in gives: whose account it opens, and two tokens.
struct BlueskyGrant: Equatable, Sendable {
  let person: String
  let access: Secret
  let refresh: Secret

  /// Nil where it is none, or where anybody could use it.
  init?(_ json: JSON) {
    guard json["token_type"].string?.lowercased() == "dpop",
      let person = json["sub"].filledString, BlueskyName.isDID(person),
      let access = json["access_token"].filledString,
      let refresh = json["refresh_token"].filledString
    else { return nil }
    self.person = person
    (self.access, self.refresh) = (Secret(access), Secret(refresh))
  }
}
