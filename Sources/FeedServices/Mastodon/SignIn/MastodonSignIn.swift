internal import FeedDomain

/// Signing in to a server of the Mastodon family: in the browser, or with a token that was made in
/// the server's settings.
struct MastodonSignIn: SignInGateway {
  let stage: ServiceStage
  var accounts = AccountKeeping.none

  let ways = [
    SignInWay(.browser, fields: [.server]), SignInWay(.token, fields: [.server, .token]),
  ]

  func way(of account: SignedInAccount) -> SignInWay {
    // What was let in by a browser has an application.
    MastodonToken(account.token)?.application == nil ? ways[1] : ways[0]
  }

  func isAnothers(_ account: SignedInAccount) -> Bool {
    MastodonToken(account.token)?.isAnothers == true
  }

  func begin(_ way: SignInWay, _ answers: SignInAnswers) async throws(FeedError) -> SignInStep {
    guard let name = ServerName(answers[.server]) else { throw .notFound }
    let server = try await MastodonDiscovery(stage: stage).server(name)
    guard way.kind == .token else {
      let application = MastodonRegistration(
        stage: stage, server: server, isKnown: accounts.knowsAnybody(at: server.address))
      return .approval(try await application.approval())
    }
    let token = MastodonToken(
      access: Secret(answers[.token]), application: nil, server: server)
    return .signedIn(try await account(token))
  }

  func finish(
    _ approval: SignInApproval, answer: Secret
  ) async throws(FeedError) -> SignedInAccount {
    guard let ticket = MastodonTicket(approval.ticket) else { throw .refused(nil) }
    guard let code = ticket.code(in: answer.revealed) else { throw .invalidCredentials }
    var proof = [("grant_type", "authorization_code")] + ticket.application.form
    proof += [("redirect_uri", ticket.redirect), ("code", code)]
    if let verifier = ticket.verifier { proof.append(("code_verifier", verifier.revealed)) }
    let grant = try await grant(from: ticket.server, for: proof)
    return try await account(
      MastodonToken(grant: grant, application: ticket.application, server: ticket.server))
  }

  /// What a browser led to cannot be told again.
  func token(of account: SignedInAccount, holding secret: Secret) -> Secret? {
    guard let token = MastodonToken(account.token), token.application == nil else { return nil }
    let access = Secret(secret.revealed.trimmingBlanks)
    var told = MastodonToken(access: access, application: nil, server: token.server)
    told.habits = token.habits
    told.seenAt = token.seenAt
    told.isAnothers = token.isAnothers
    return told.secret
  }

  func signOut(_ account: SignedInAccount) async throws(FeedError) {
    // What was made in the server's settings can only be revoked there.
    // It may have been traded for another since the account was opened.
    let kept = accounts.token(of: account.account.id) ?? account.token
    guard let token = MastodonToken(kept), let application = token.application else { return }
    let form = application.form + [("token", token.access.revealed)]
    do throws(FeedError) {
      _ = try await stage.client(at: token.server.address, dialect: MastodonDialect()).send(
        HTTPRequest(.post, "/oauth/revoke", body: .form(form), isRepeatable: true))
    } catch {
      switch error {
      // It is worthless already, or there is nobody left to accept it.
      case .signedOut, .refused, .notFound: return
      default: throw error
      }
    }
  }
}

extension MastodonSignIn {
  private func grant(
    from server: MastodonServer, for proof: [(String, String)]
  ) async throws(FeedError) -> MastodonGrant {
    do throws(FeedError) {
      return try await .from(server, for: proof, stage: stage)
    } catch {
      switch error {
      // A code that has run out, or was mistyped.
      case .refused, .signedOut: throw .invalidCredentials
      default: throw error
      }
    }
  }

  /// Whose token it is, with what else is to be kept.
  private func account(_ token: MastodonToken) async throws(FeedError) -> SignedInAccount {
    let client = stage.client(
      at: token.server.address, token: token.access, dialect: MastodonDialect())
    let path = MastodonPath("/api/v1/accounts/verify_credentials").text
    let reader = MastodonReader(software: token.server.software, me: nil, now: stage.world.now)
    var kept = token
    let person: Person
    do throws(FeedError) {
      (person, kept.habits) = try await client.json(HTTPRequest(.get, path)) {
        json, _ throws(FeedError) in
        guard let person = reader.person(json) else { throw .badReply }
        return (person, DraftHabits(mastodon: json["source"]))
      }
    } catch {
      // snac refuses with 422 what others refuse with 401.
      guard error == .signedOut || (token.server.software == .snac && error.isRefusal) else {
        throw error
      }
      throw .invalidCredentials
    }
    kept.server = await lists(of: token.server, client)
    kept.seenAt = stage.world.now
    let account = Account(
      service: .mastodon, person: person.id, handle: person.handle, server: kept.server.address)
    return SignedInAccount(account, token: kept.secret)
  }

  /// The server with the reader's lists, which nobody needs to have.
  private func lists(of server: MastodonServer, _ client: ServiceClient) async -> MastodonServer {
    do throws(FeedError) {
      return try await client.json(HTTPRequest(.get, "/api/v1/lists")) { json, _ in
        var server = server
        server.note(lists: json)
        return server
      }
    } catch {
      return server
    }
  }
}
