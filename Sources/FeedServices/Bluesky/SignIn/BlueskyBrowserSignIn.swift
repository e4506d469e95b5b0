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
