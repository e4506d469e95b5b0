internal import FeedDomain

/// Makes this program known to a server, so that the person can let it in.
struct MastodonRegistration: Sendable {
  /// The server shows the code for itself, for a browser on another machine than this.
  private static let codePage = "urn:ietf:wg:oauth:2.0:oob"
  /// Where nobody listens: the code is in the address of the page that cannot be loaded.
  private static let nowhere = "http://localhost"

  let stage: ServiceStage
  let server: MastodonServer
  /// Whether somebody of this program is known there already: a browser that is still signed in
  /// would lead to the same account again.
  var isKnown = false

  /// What the person has to allow.
  func approval() async throws(FeedError) -> SignInApproval {
    let client = stage.client(at: server.address, dialect: MastodonDialect())
    let proof = try await proof(client)
    do throws(FeedError) {
      return approval(try await register(client, Self.codePage), Self.codePage, proof)
    } catch {
      // Older versions of Pixelfed want an address to send the browser to.
      switch error {
      case .refused, .serverFailed:
        return approval(try await register(client, Self.nowhere), Self.nowhere, proof)
      default: throw error
      }
    }
  }

  private func register(
    _ client: ServiceClient, _ redirect: String
  ) async throws(FeedError) -> MastodonApplication {
    let form = [
      ("client_name", "Tweetie"), ("redirect_uris", redirect),
      // snac calls it by the other name.
      ("scopes", server.software.scopes), ("scope", server.software.scopes),
    ]
    let request = HTTPRequest(.post, "/api/v1/apps", body: .form(form))
    return try await client.json(request) { json, _ throws(FeedError) in
      guard let application = MastodonApplication(json) else { throw .badReply }
      return application
    }
  }

  /// A proof, where the server can check one.
  private func proof(_ client: ServiceClient) async throws(FeedError) -> ProofAndChallenge? {
    do throws(FeedError) {
      let request = HTTPRequest(.get, "/.well-known/oauth-authorization-server")
      return try await client.json(request) { json, _ in
        guard json["code_challenge_methods_supported"].array.contains("S256") else { return nil }
        return ProofAndChallenge()
      }
    } catch {
      switch error {
      // Most servers have no such page.
      case .notFound, .badReply, .refused, .serverFailed, .signedOut: return nil
      case .unreachable, .untrusted, .invalidCredentials, .rateLimited, .misconfigured,
        .missingLibrary, .endless, .cancelled, .outcomeUnknown:
        throw error
      }
    }
  }

  private func approval(
    _ application: MastodonApplication, _ redirect: String, _ proof: ProofAndChallenge?
  ) -> SignInApproval {
    var query = [
      ("response_type", "code"), ("client_id", application.id), ("redirect_uri", redirect),
      ("scope", server.software.scopes),
    ]
    let state = redirect == Self.nowhere ? stage.world.randomKey() : nil
    if isKnown { query.append(("force_login", "true")) }
    if let state { query.append(("state", state)) }
    if let proof {
      query += [("code_challenge", proof.challenge), ("code_challenge_method", "S256")]
    }
    let ticket = MastodonTicket(
      application: application, redirect: redirect, verifier: proof?.proof.verifier,
      state: state, server: server)
    return SignInApproval(
      url: server.address + MastodonPath("/oauth/authorize", query: query).text,
      endsAtAddress: redirect == Self.nowhere, ticket: ticket.secret)
  }
}

/// A proof and what it is asked with; computed once, away from the main actor, because that loads a
/// library.
private struct ProofAndChallenge: Sendable {
  let proof: CodeProof
  let challenge: String

  init?() {
    let proof = CodeProof()
    guard let challenge = proof.challenge else { return nil }
    (self.proof, self.challenge) = (proof, challenge)
  }
}
