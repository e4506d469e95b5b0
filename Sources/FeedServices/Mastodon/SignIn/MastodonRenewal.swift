internal import FeedDomain

/// Trades a token that has run out for a new one, at servers whose tokens do.
struct MastodonRenewal: Sendable {
  let stage: ServiceStage

  /// What opens the account instead; `signedOut` where the server wants the person.
  func token(insteadOf spent: Secret) async throws(FeedError) -> Secret {
    guard var token = MastodonToken(spent), let application = token.application,
      let refresh = token.grant.refresh
    else { throw .signedOut }
    let proof = [("grant_type", "refresh_token"), ("refresh_token", refresh.revealed)]
    do throws(FeedError) {
      token.grant = try await .from(
        token.server, for: proof + application.form, stage: stage)
    } catch {
      switch error {
      case .refused, .notFound, .signedOut: throw .signedOut
      default: throw error
      }
    }
    // Where no other is given, this one is good for another time.
    token.grant.refresh = token.grant.refresh ?? refresh
    return token.secret
  }
}
