/// The state of the pretend Bluesky's sign-in by browser.
struct PretendBlueskyAuthServer: Sendable {
  /// A request for authorization that the client announced before the browser opens.
  struct Request: Sendable {
    let form: [String: String]
    let key: WireJSON
    let challenge: CodeChallenge
  }

  var requests: [String: Request] = [:]
  var codes: [String: Request] = [:]
  /// The nonce that every proof of possession (DPoP) must contain.
  var nonce = "nonce-1"
  /// The public key of the client to which tokens are bound; nil if they are not bound.
  var holder: WireJSON?
  /// True if the sign-in by browser is offered.
  var isOffered = true
  /// The ids of the proofs of possession that were used, since each is valid once.
  var proofs: Set<String> = []
}

extension PretendBlueskyState {
  /// Approves or denies the request of the page at an address; returns the address to which the
  /// browser is redirected, nil without such a request.
  mutating func approve(_ address: String, isAllowed: Bool) -> String? {
    let query = WebForm.decoded(String(address.drop { $0 != "?" }.dropFirst()))
    guard address.hasPrefix("\(origin)/oauth/authorize?"),
      let request = door.requests.removeValue(forKey: query["request_uri"] ?? ""),
      request.form["client_id"] == query["client_id"]
    else { return nil }
    let issuer = origin.replacing(":", with: "%3A").replacing("/", with: "%2F")
    let start = "\(request.form["redirect_uri"] ?? "")?iss=\(issuer)"
    let end = "\(start)&state=\(request.form["state"] ?? "")"
    guard isAllowed else {
      return "\(end)&error=access_denied&error_description=The%20user%20said%20no"
    }
    let code = "cod-\(door.codes.count + 1)"
    door.codes[code] = request
    return "\(end)&code=\(code)"
  }

  /// Returns the reply to a request for the sign-in by browser; nil for other requests.
  mutating func browserDoor(_ request: RecordedRequest) -> ScriptedReply? {
    guard door.isOffered else { return nil }
    switch (request.method, request.path) {
    case ("GET", "/.well-known/oauth-protected-resource"):
      return Self.reply([
        "resource": .string(origin), "authorization_servers": .array([.string(origin)]),
      ])
    case ("GET", "/.well-known/oauth-authorization-server"): return Self.reply(serverPage)
    case ("POST", "/oauth/par"): return refusal(request) ?? push(request)
    case ("POST", "/oauth/token"): return refusal(request) ?? trade(request)
    case ("POST", "/oauth/revoke"):
      if request.form["token"] == refresh, refresh != nil {
        access = nil
        refresh = nil
      }
      return refusal(request) ?? Self.reply([:])
    default: return nil
    }
  }

  private var serverPage: WireJSON {
    [
      "issuer": .string(origin),
      "authorization_endpoint": .string("\(origin)/oauth/authorize"),
      "pushed_authorization_request_endpoint": .string("\(origin)/oauth/par"),
      "token_endpoint": .string("\(origin)/oauth/token"),
      "revocation_endpoint": .string("\(origin)/oauth/revoke"),
      "scopes_supported": ["atproto", "transition:generic", "transition:chat.bsky"],
      "dpop_signing_alg_values_supported": ["ES256", "ES256K"],
      "code_challenge_methods_supported": ["S256"],
      "require_pushed_authorization_requests": true,
      "authorization_response_iss_parameter_supported": true,
      "client_id_metadata_document_supported": true,
    ]
  }

  /// Returns the reply that refuses a request's proof; nil if the proof is accepted.
  mutating func refusal(_ request: RecordedRequest, token: String? = nil) -> ScriptedReply? {
    let status = token == nil ? 400 : 401
    guard let proof = HolderCheck(request), proof.fits(request, at: origin, token: token) else {
      return refused("invalid_dpop_proof", status)
    }
    guard proof.claims["nonce"].text == door.nonce else { return refused("use_dpop_nonce", status) }
    guard door.proofs.insert(proof.claims["jti"].text).inserted else {
      return refused("invalid_dpop_proof", status)
    }
    guard token == nil || door.holder == proof.key else {
      return refused("invalid_token", status)
    }
    return nil
  }

  private func refused(_ name: String, _ status: Int) -> ScriptedReply {
    let body: WireJSON = ["error": .string(name), "error_description": .string(name)]
    return .reply(
      status,
      [
        "Content-Type": "application/json", "DPoP-Nonce": door.nonce,
        "WWW-Authenticate": "DPoP error=\"\(name)\"",
      ], body: Array(body.encoded.utf8))
  }

  private mutating func push(_ request: RecordedRequest) -> ScriptedReply {
    let form = request.form
    let scope = form["scope"] ?? ""
    let application = WebForm.decoded(
      String((form["client_id"] ?? "").drop { $0 != "?" }.dropFirst()))
    guard let key = HolderCheck(request)?.key, let challenge = CodeChallenge(form),
      form["client_id"]?.hasPrefix("http://localhost?") == true,
      application["redirect_uri"] == form["redirect_uri"], application["scope"] == scope,
      form["redirect_uri"] == "http://127.0.0.1/", form["response_type"] == "code",
      scope.split(separator: " ").contains("atproto"), form["state"]?.isEmpty == false
    else { return refused("invalid_request", 400) }
    let name = "urn:ietf:params:oauth:request_uri:req-\(door.requests.count + 1)"
    door.requests[name] = .init(form: form, key: key, challenge: challenge)
    let body: WireJSON = ["request_uri": .string(name), "expires_in": 299]
    return .json(body.encoded, status: 201)
  }

  private mutating func trade(_ request: RecordedRequest) -> ScriptedReply {
    let (form, key) = (request.form, HolderCheck(request)?.key)
    switch form["grant_type"] {
    case "authorization_code"?:
      // A code can be traded but once.
      guard let known = door.codes.removeValue(forKey: form["code"] ?? ""), known.key == key,
        known.challenge.isMet(by: form["code_verifier"]),
        known.form["client_id"] == form["client_id"],
        known.form["redirect_uri"] == form["redirect_uri"]
      else { return refused("invalid_grant", 400) }
    case "refresh_token"?:
      guard let refresh, form["refresh_token"] == refresh, door.holder == key else {
        return refused("invalid_grant", 400)
      }
      renewals += 1
    default: return refused("unsupported_grant_type", 400)
    }
    let number = renewals + 1
    access = "bound-access-\(number)"
    refresh = "bound-refresh-\(number)"
    door.holder = key
    return Self.reply([
      "access_token": .string("bound-access-\(number)"),
      "refresh_token": .string("bound-refresh-\(number)"), "token_type": "DPoP",
      "scope": "atproto transition:generic transition:chat.bsky", "expires_in": 3599,
      "sub": .string(PretendBluesky.did),
    ])
  }
}
