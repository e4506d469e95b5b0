internal import FeedDomain

/// A gateway for signing in to Mastodon-family servers: in the browser, or with an access token.
struct MastodonSignIn: SignInGateway {
  let network: NetworkContext
  var accounts = AccountTokenStorage.none

  let methods = [
    SignInMethod(.browser, fields: [.server]), SignInMethod(.token, fields: [.server, .token]),
  ]

  func signInMethod(of account: SignedInAccount) -> SignInMethod {
    // An account from a browser sign-in has an application.
    MastodonAccountSecret(account.token)?.application == nil ? methods[1] : methods[0]
  }

  func storedTokenBelongsToOthers(_ account: SignedInAccount) -> Bool {
    MastodonAccountSecret(account.token)?.tokenBelongsToOtherAccount == true
  }

  func beginSignIn(_ way: SignInMethod, _ answers: SignInAnswers) async throws(FeedError)
    -> SignInStepResult
  {
    guard let name = TypedServerAddress(answers[.server]) else { throw .notFound }
    let server = try await MastodonServerFinder(network: network).findServer(name)
    guard way.kind == .token else {
      let application = MastodonBrowserSignIn(
        network: network, server: server, hasOtherAccount: accounts.hasAccount(at: server.address))
      return .approval(try await application.preparePendingSignInApproval())
    }
    let token = MastodonAccountSecret(
      access: Secret(answers[.token]), application: nil, server: server)
    return .signedIn(try await fetchAccount(with: token))
  }

  func finishSignIn(
    _ approval: PendingSignInApproval, answer: Secret
  ) async throws(FeedError) -> SignedInAccount {
    guard let ticket = MastodonPendingSignIn(approval.ticket) else { throw .refused(nil) }
    guard let code = ticket.authorizationCode(in: answer.revealed) else {
      throw .invalidCredentials
    }
    var proof = [("grant_type", "authorization_code")] + ticket.application.form
    proof += [("redirect_uri", ticket.redirect), ("code", code)]
    if let verifier = ticket.verifier { proof.append(("code_verifier", verifier.revealed)) }
    let grant = try await exchangeProofForTokenGrant(from: ticket.server, for: proof)
    return try await fetchAccount(
      with: MastodonAccountSecret(
        grant: grant, application: ticket.application, server: ticket.server))
  }

  /// Returns the secret to store for a Mastodon account whose access token a command printed; nil
  /// if the account was signed in by browser, since no command can print its token.
  func accountTokenHoldingCommandSecret(of account: SignedInAccount, holding secret: Secret)
    -> Secret?
  {
    guard var token = MastodonAccountSecret(account.token), token.application == nil else {
      return nil
    }
    token.grant = MastodonTokenGrant(access: Secret(secret.revealed.trimmingBlanks))
    return token.secret
  }

  func signOut(_ account: SignedInAccount) async throws(FeedError) {
    // A token made in the server's settings can only be revoked there. The token may have been
    // renewed since the account was opened.
    let kept = accounts.storedToken(of: account.account.id) ?? account.token
    guard let token = MastodonAccountSecret(kept), let application = token.application else {
      return
    }
    let form = application.form + [("token", token.access.revealed)]
    do throws(FeedError) {
      // Mitra also requires the token itself in the header.
      _ = try await network.serviceClient(
        at: token.server.address, token: token.access, requestRules: MastodonRequestRules()
      )
      .sendRequest(
        HTTPRequest(.post, "/oauth/revoke", body: .form(form), isRepeatable: true))
    } catch {
      switch error {
      // The token is already invalid, or the server is gone.
      case .signedOut, .refused, .notFound: return
      default: throw error
      }
    }
  }

  private func exchangeProofForTokenGrant(
    from server: MastodonServer, for proof: [(String, String)]
  ) async throws(FeedError) -> MastodonTokenGrant {
    do throws(FeedError) {
      return try await .exchangeProofForTokenGrant(from: server, for: proof, network: network)
    } catch {
      switch error {
      // The code has expired, or was mistyped.
      case .refused, .signedOut: throw .invalidCredentials
      default: throw error
      }
    }
  }

  /// Fetches the person to whom a Mastodon access token belongs; returns the signed-in account,
  /// with facts about its server.
  private func fetchAccount(with token: MastodonAccountSecret) async throws(FeedError)
    -> SignedInAccount
  {
    let client = network.serviceClient(
      at: token.server.address, token: token.access, requestRules: MastodonRequestRules())
    let path = MastodonAPIPath("/api/v1/accounts/verify_credentials").text
    let reader = MastodonJSONReader(
      software: token.server.software, me: nil, now: network.world.now)
    var kept = token
    let person: Person
    do throws(FeedError) {
      (person, kept.postingDefaults) = try await client.requestJSON(HTTPRequest(.get, path)) {
        json, _ throws(FeedError) in
        guard let person = reader.parsedPerson(json) else { throw .badReply }
        return (person, PostingDefaults(mastodon: json["source"]))
      }
    } catch {
      // snac refuses invalid tokens with 422 instead of 401.
      guard error == .signedOut || (token.server.software == .snac && error.isRefusal) else {
        throw error
      }
      throw .invalidCredentials
    }
    // A server that does not tell its lists is no obstacle to the sign-in.
    let request = HTTPRequest(.get, "/api/v1/lists")
    let lists = try? await client.requestJSON(request) { json, _ in json }
    if let lists { kept.server.readListNamesAndIDs(from: lists) }
    // A server that told no facts before the sign-in is asked when the account is opened.
    let lacksFacts = kept.server.software == .mastodon && kept.server.version.isEmpty
    kept.refreshedAt = lacksFacts ? nil : network.world.now
    let account = Account(
      service: .mastodon, person: person.id, handle: person.handle, server: kept.server.address)
    return SignedInAccount(account, token: kept.secret)
  }
}

/// A pending Mastodon sign-in, which waits for the user's approval in the browser.
struct MastodonPendingSignIn: Equatable, Sendable {
  let application: MastodonOAuthApplication
  let redirect: String
  /// The PKCE verifier of a Mastodon sign-in; nil if the server does not support PKCE.
  let verifier: Secret?
  /// The random text that the redirect address of this Mastodon sign-in must contain; nil if the
  /// server shows the authorization code on a page.
  let state: String?
  let server: MastodonServer
}

extension MastodonPendingSignIn {
  init?(_ secret: Secret) {
    let json = secret.json
    guard let application = MastodonOAuthApplication(json["application"]),
      let redirect = json["redirect"].nonEmptyString,
      let server = MastodonServer(stored: json["server"])
    else { return nil }
    self.init(
      application: application, redirect: redirect,
      verifier: json["verifier"].nonEmptyString.map { Secret($0) },
      state: json["state"].nonEmptyString, server: server)
  }

  var secret: Secret {
    Secret(json: [
      "application": application.json, "redirect": .string(redirect),
      "verifier": JSON(text: verifier?.revealed),
      "state": JSON(text: state), "server": server.json,
    ])
  }

  /// Returns the authorization code in the text that the user pasted for a Mastodon sign-in: the
  /// code alone, or a redirect address that contains it. nil if there is no code, or for another
  /// sign-in's address.
  func authorizationCode(in answer: String) -> String? {
    // Blanks in the answer come from line breaks in a terminal or mail.
    let answer = answer.filter { !$0.isWhitespace }
    let items = answer.split { "?&#".contains($0) }
    guard let field = Self.queryField("code", in: items) else {
      return answer.contains("://") ? nil : items.first.map(String.init)
    }
    guard state == nil || Self.queryField("state", in: items) == state else { return nil }
    return field.isEmpty ? nil : field
  }

  private static func queryField(_ name: String, in items: [Substring]) -> String? {
    items.first { $0.hasPrefix("\(name)=") }
      .map { WebAddressQuery.percentDecoded(String($0.dropFirst(name.utf8.count + 1))) }
  }
}

struct MastodonBrowserSignIn: Sendable {
  /// The redirect address that makes a Mastodon server show the authorization code on a page, for a
  /// browser on another machine.
  private static let codePageRedirect = "urn:ietf:wg:oauth:2.0:oob"
  /// The redirect address on this machine for a Mastodon sign-in. Nothing answers at the address;
  /// the user copies the authorization code from the address of the failing page.
  private static let localRedirect = "http://localhost"

  let network: NetworkContext
  let server: MastodonServer
  /// True if another account of this Mastodon server is signed in, so that the browser must ask for
  /// a login instead of using that account's session.
  var hasOtherAccount = false

  func preparePendingSignInApproval() async throws(FeedError) -> PendingSignInApproval {
    let client = network.serviceClient(at: server.address, requestRules: MastodonRequestRules())
    let proof = try await makePKCEPairIfSupported(client)
    do throws(FeedError) {
      return makePendingSignInApproval(
        try await registerApplication(client, Self.codePageRedirect), Self.codePageRedirect, proof)
    } catch {
      // Older versions of Pixelfed require an address for the redirect.
      switch error {
      case .refused, .serverFailed:
        return makePendingSignInApproval(
          try await registerApplication(client, Self.localRedirect), Self.localRedirect, proof)
      default: throw error
      }
    }
  }

  private func registerApplication(
    _ client: ServiceClient, _ redirect: String
  ) async throws(FeedError) -> MastodonOAuthApplication {
    let form = [
      ("client_name", "Tweetie"), ("redirect_uris", redirect),
      // snac reads the scopes from the field `scope`.
      ("scopes", server.software.scopes), ("scope", server.software.scopes),
    ]
    let request = HTTPRequest(.post, "/api/v1/apps", body: .form(form))
    return try await client.requestJSON(request) { json, _ throws(FeedError) in
      guard let application = MastodonOAuthApplication(json) else { throw .badReply }
      return application
    }
  }

  private func makePKCEPairIfSupported(_ client: ServiceClient) async throws(FeedError)
    -> PKCEVerifierAndChallenge?
  {
    do throws(FeedError) {
      let request = HTTPRequest(.get, "/.well-known/oauth-authorization-server")
      return try await client.requestJSON(request) { json, _ in
        guard json["code_challenge_methods_supported"].array.contains("S256") else { return nil }
        return PKCEVerifierAndChallenge()
      }
    } catch {
      switch error {
      // Most servers have no such page.
      case .notFound, .badReply, .tooLarge, .refused, .limited, .serverFailed, .signedOut:
        return nil
      case .unreachable, .untrusted, .invalidCredentials, .rateLimited, .membersOnly,
        .misconfigured,
        .missingLibrary, .endless, .cancelled, .outcomeUnknown, .storeFailed:
        throw error
      }
    }
  }

  private func makePendingSignInApproval(
    _ application: MastodonOAuthApplication, _ redirect: String, _ proof: PKCEVerifierAndChallenge?
  ) -> PendingSignInApproval {
    var query = [
      ("response_type", "code"), ("client_id", application.id), ("redirect_uri", redirect),
      ("scope", server.software.scopes),
    ]
    let state = redirect == Self.localRedirect ? network.world.randomKey() : nil
    if hasOtherAccount { query.append(("force_login", "true")) }
    if let state { query.append(("state", state)) }
    if let proof {
      query += [("code_challenge", proof.challenge), ("code_challenge_method", "S256")]
    }
    let ticket = MastodonPendingSignIn(
      application: application, redirect: redirect, verifier: proof?.proof.verifier,
      state: state, server: server)
    return PendingSignInApproval(
      url: server.address + MastodonAPIPath("/oauth/authorize", query: query).text,
      endsAtAddress: redirect == Self.localRedirect, ticket: ticket.secret)
  }
}

/// A pair of a PKCE verifier and its challenge for a Mastodon sign-in; computed away from the main
/// actor, as a library is loaded for it.
private struct PKCEVerifierAndChallenge: Sendable {
  let proof: PKCECodeVerifier
  let challenge: String

  init?() {
    let proof = PKCECodeVerifier()
    guard let challenge = proof.challenge else { return nil }
    (self.proof, self.challenge) = (proof, challenge)
  }
}
