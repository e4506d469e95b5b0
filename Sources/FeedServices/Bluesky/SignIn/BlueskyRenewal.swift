internal import FeedDomain

/// Has new tokens of an account: for its old ones, which can be traded but once, or for its password
/// where a command of the person's gave one.
struct BlueskyRenewal: Sendable {
  let stage: ServiceStage
  let account: Account

  /// What opens the account instead; `signedOut` where the server wants the person.
  func token(insteadOf spent: Secret) async throws(FeedError) -> Secret {
    let entry = BlueskyEntry(spent)
    guard let session = BlueskySession(spent) else {
      guard let entry else { throw .signedOut }
      return try await tokens(for: entry)
    }
    do throws(FeedError) {
      return try await tokens(insteadOf: session)
    } catch {
      guard error == .signedOut, let entry else { throw error }
      return try await tokens(for: entry)
    }
  }
}

extension BlueskyRenewal {
  private func tokens(insteadOf session: BlueskySession) async throws(FeedError) -> Secret {
    if let permit = session.permit { return try await tokens(insteadOf: session, by: permit) }
    var request = HTTPRequest(.post, XRPC("com.atproto.server.refreshSession").path)
    request.headers["Authorization"] = "Bearer \(session.refresh.revealed)"
    let client = stage.client(at: session.home.server, dialect: BlueskyDialect())
    return try await client.json(request) { json, _ throws(FeedError) in
      guard let fresh = BlueskySession(reply: json, at: session.home, password: session.password)
      else { throw .badReply }
      return fresh.secret
    }
  }

  private func tokens(
    insteadOf session: BlueskySession, by permit: BlueskyPermit
  ) async throws(FeedError) -> Secret {
    let proof = [("grant_type", "refresh_token"), ("refresh_token", session.refresh.revealed)]
    let grant: BlueskyGrant
    do throws(FeedError) {
      grant = try await permit.grant(for: proof, stage: stage)
    } catch {
      throw error == .invalidCredentials ? .signedOut : error
    }
    guard grant.person == account.person.rawValue else { throw .signedOut }
    return BlueskySession(
      access: grant.access, refresh: grant.refresh, home: session.home, permit: permit
    ).secret
  }

  private func tokens(for entry: BlueskyEntry) async throws(FeedError) -> Secret {
    let ticket = BlueskyTicket(
      door: BlueskyDoor(server: entry.home.server, reach: .anywhere),
      name: account.person.rawValue, password: entry.password)
    let client = stage.client(at: entry.home.server, dialect: SignInDialect())
    do throws(FeedError) {
      return try await client.json(ticket.request(code: nil)) { json, _ throws(FeedError) in
        guard let fresh = BlueskySession(reply: json, at: entry.home, password: entry.password)
        else { throw .badReply }
        return fresh.secret
      }
    } catch {
      // Whoever is told so is asked for another password, or for the code that was mailed.
      throw error == .invalidCredentials ? .signedOut : error
    }
  }
}
