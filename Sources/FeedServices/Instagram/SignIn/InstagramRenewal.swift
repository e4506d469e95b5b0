internal import FeedDomain

/// Trades a token for one that lives longer, while the old one is still good.
///
/// The old one stays good to its own end, so nothing that is under way is disturbed; a token that
/// cannot be traded today is traded another day.
actor InstagramRenewal {
  /// How long until a token that could not be traded is tried again.
  private static let patience = Duration.seconds(86_400)

  private let token: InstagramToken
  private let renewal: TokenRenewal?
  private let world: any World
  private var triedAt: Timestamp?

  /// Without a renewal there is nowhere to keep a new token, and none is asked for.
  init(_ token: InstagramToken, renewal: TokenRenewal?, world: any World) {
    (self.token, self.renewal, self.world) = (token, renewal, world)
  }

  /// Trades the token where it is time to.
  func renewIfRipe() async {
    let now = world.now
    guard let renewal, token.isRipe(at: now),
      triedAt.map({ now.since($0) >= Self.patience }) ?? true
    else { return }
    triedAt = now
    // It is good for weeks yet, and is tried again tomorrow.
    _ = try? await renewal.token(insteadOf: token.secret)
  }

  static func trade(
    _ kept: Secret, at host: String, stage: ServiceStage
  ) async throws(FeedError) -> Secret {
    guard let token = InstagramToken(kept) else { throw .signedOut }
    let client = stage.client(at: host, dialect: InstagramDialect())
    // This call alone takes the token in its address, which no log shows.
    let query: WebQuery = [
      "grant_type": "ig_refresh_token", "access_token": token.access.revealed,
    ]
    let now = stage.world.now
    return try await client.json(HTTPRequest(.get, "/refresh_access_token?\(query.text)")) {
      json, _ throws(FeedError) in
      guard let fresh = json["access_token"].filledString else { throw .badReply }
      let life = json["expires_in"].count.flatMap { $0 > 0 ? Duration.seconds($0) : nil }
      return InstagramToken(
        access: Secret(fresh), obtainedAt: now, expiresAt: life.map(now.advanced)
      ).secret
    }
  }
}
