internal import FeedDomain

/// What a server gives to whom it lets in: a token, and where tokens run out, what it is traded for.
struct MastodonGrant: Equatable, Sendable {
  let access: Secret
  /// Is traded for a new grant; nil where the token lasts.
  var refresh: Secret?
}

extension MastodonGrant {
  /// Asks a server for one, with what makes it believe us.
  static func from(
    _ server: MastodonServer, for proof: [(String, String)], stage: ServiceStage
  ) async throws(FeedError) -> MastodonGrant {
    let form = proof + [("scope", server.software.scopes)]
    let request = HTTPRequest(.post, "/oauth/token", body: .form(form))
    return try await stage.client(at: server.address, dialect: MastodonDialect()).json(request) {
      json, _ throws(FeedError) in
      guard let access = json["access_token"].filledString else { throw .badReply }
      let refresh = json["refresh_token"].filledString
      return MastodonGrant(access: Secret(access), refresh: refresh.map { Secret($0) })
    }
  }
}
