internal import FeedDomain

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
