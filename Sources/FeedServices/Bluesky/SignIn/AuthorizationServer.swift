internal import FeedDomain

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
}

extension AuthorizationServer {
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
