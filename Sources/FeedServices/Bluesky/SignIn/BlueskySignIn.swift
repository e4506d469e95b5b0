internal import FeedDomain

/// A gateway for signing in to Bluesky: with an app password, in the browser, or with the account's
/// own password and a mailed code.
struct BlueskySignIn: SignInGateway {
  private static let passwordPage = "https://bsky.app/settings/app-passwords"

  let network: NetworkContext
  let hosts: BlueskyPublicServers
  let accounts: AccountTokenStorage

  /// The sign-in forms of Bluesky. The form with a server's name is for people with an e-mail
  /// address at a private server; otherwise the server is looked up.
  let methods = [
    SignInMethod(.appPassword, fields: [.user, .password], page: Self.passwordPage),
    SignInMethod(.appPassword, fields: [.server, .user, .password], page: Self.passwordPage),
    SignInMethod(.browser, fields: [.user]),
  ]

  func signInMethod(of account: SignedInAccount) -> SignInMethod {
    BlueskyAccountSecret(account.token)?.oauth == nil ? methods[0] : methods[2]
  }

  func beginSignIn(_ way: SignInMethod, _ answers: SignInAnswers) async throws(FeedError)
    -> SignInStepResult
  {
    let told = answers[.server]
    guard let name = BlueskyLoginName(answers[.user]) else {
      throw told.isEmpty ? .notFound : .invalidCredentials
    }
    let authServer: BlueskySignInServer
    if told.isEmpty {
      authServer = try await self.findSignInServer(of: name)
    } else {
      guard let server = TypedServerAddress(told) else { throw .notFound }
      authServer = BlueskySignInServer(server: server.origin, allowedHosts: .anywhere)
    }
    guard way.kind != .browser else {
      return .approval(
        try await browser.preparePendingSignInApproval(at: authServer, hint: name.text))
    }
    let ticket = BlueskyPendingPasswordSignIn(
      authServer: authServer, name: name.text, password: answers.secretAnswer(.password))
    return try await attemptSignIn(with: ticket, code: nil)
  }

  /// Returns the Bluesky server of a person from the public directory, or that of the last session
  /// if the directory does not list the person, since a private server need not be public.
  private func findSignInServer(of name: BlueskyLoginName) async throws(FeedError)
    -> BlueskySignInServer
  {
    do throws(FeedError) {
      let server = try await BlueskyIdentityResolver(network: network, hosts: hosts)
        .findServerAddress(
          of: name)
      return BlueskySignInServer(server: server, allowedHosts: hosts.allowedHosts)
    } catch {
      guard error != .cancelled,
        let home = accounts.storedToken(at: .bluesky, of: name.text).flatMap(
          BlueskyServerAndPinnedFeeds.init(token:))
      else { throw error }
      return BlueskySignInServer(server: home.server, allowedHosts: .anywhere)
    }
  }

  private var browser: BlueskyBrowserSignIn { BlueskyBrowserSignIn(network: network, hosts: hosts) }

  /// Completes a Bluesky sign-in with the mailed code, or with the address at which the browser
  /// ended; returns the account.
  func finishSignIn(
    _ approval: PendingSignInApproval, answer: Secret
  ) async throws(FeedError) -> SignedInAccount {
    if let ticket = BlueskyPendingBrowserSignIn(approval.ticket) {
      return try await fetchSignedInAccount(for: ticket, answer.revealed)
    }
    guard let ticket = BlueskyPendingPasswordSignIn(approval.ticket) else { throw .refused(nil) }
    let code = answer.revealed.trimmingBlanks
    guard !code.isEmpty,
      case .signedIn(let account) = try await attemptSignIn(with: ticket, code: code)
    else { throw .invalidCredentials }
    return account
  }

  /// Returns the secret of a Bluesky account for a password that a command printed; nil for an
  /// account from a browser sign-in, which no command can repeat.
  func accountTokenHoldingCommandSecret(of account: SignedInAccount, holding secret: Secret)
    -> Secret?
  {
    guard BlueskyAccountSecret(account.token)?.oauth == nil else { return nil }
    return BlueskyServerAndPinnedFeeds(token: account.token).map {
      BlueskyPasswordFromCommand(password: secret, home: $0).secret
    }
  }

  func signOut(_ account: SignedInAccount) async throws(FeedError) {
    // The tokens may have been renewed since the account was opened.
    let token = accounts.storedToken(of: account.account.id) ?? account.token
    guard let session = BlueskyAccountSecret(token) else { return }
    do throws(FeedError) {
      try await endSession(session)
    } catch {
      switch error {
      // The token is already invalid, or the server is gone.
      case .signedOut, .invalidCredentials, .refused, .notFound: return
      default: throw error
      }
    }
  }

  private func endSession(_ session: BlueskyAccountSecret) async throws(FeedError) {
    if let oauth = session.oauth {
      return try await oauth.revokeToken(session.refresh, network: network)
    }
    var request = HTTPRequest(
      .post, XRPCPath("com.atproto.server.deleteSession").path, isRepeatable: true)
    request.headers["Authorization"] = "Bearer \(session.refresh.revealed)"
    _ = try await network.serviceClient(
      at: session.home.server, requestRules: BlueskyRequestRules()
    )
    .sendRequest(request)
  }

  private func attemptSignIn(
    with ticket: BlueskyPendingPasswordSignIn, code: String?
  ) async throws(FeedError) -> SignInStepResult {
    let requestRules = BlueskyPasswordSignInRequestRules()
    let client = network.serviceClient(at: ticket.authServer.server, requestRules: requestRules)
    let entered: BlueskySignInReply
    do throws(FeedError) {
      entered = try await client.requestJSON(ticket.signInRequest(code: code)) {
        json, _ throws(FeedError) in
        try BlueskySignInReply(json, at: ticket.authServer.server)
      }
    } catch {
      guard let message = requestRules.codeRequest, code == nil else { throw error }
      return .approval(PendingSignInApproval(url: "", message: message, ticket: ticket.secret))
    }
    let session = try await addingPinnedFeeds(entered.session)
    return .signedIn(SignedInAccount(entered.account, token: session.secret))
  }

  private func fetchSignedInAccount(
    for ticket: BlueskyPendingBrowserSignIn, _ answer: String
  ) async throws(FeedError) -> SignedInAccount {
    let (person, session) = try await browser.exchangeCodeForTokens(for: ticket, answer: answer)
    let request = HTTPRequest(.get, XRPCPath("com.atproto.server.getSession").path)
    let handle = try await sessionClient(of: session).requestJSON(request) {
      json, _ throws(FeedError) in
      guard json["did"].string == person else { throw .badReply }
      return json.blueskyHandle ?? person
    }
    let account = Account(service: .bluesky, person: Person.ID(person), handle: handle)
    return SignedInAccount(account, token: try await addingPinnedFeeds(session).secret)
  }

  private func addingPinnedFeeds(_ session: BlueskyAccountSecret) async throws(FeedError)
    -> BlueskyAccountSecret
  {
    var session = session
    session.home.feeds =
      try await BlueskyPinnedFeedCalls(client: sessionClient(of: session)).fetchPinnedFeeds() ?? []
    session.home.refreshedAt = network.world.now
    return session
  }

  private func sessionClient(of session: BlueskyAccountSecret) -> ServiceClient {
    network.serviceClient(
      at: session.home.server, token: session.secret,
      requestRules: BlueskyRequestRules(world: network.world))
  }

  private struct BlueskySignInReply: Sendable {
    let account: Account
    let session: BlueskyAccountSecret

    init(_ json: JSON, at server: String) throws(FeedError) {
      guard let did = json["did"].nonEmptyString, BlueskyLoginName.isDID(did),
        let session = BlueskyAccountSecret(
          reply: json, at: BlueskyServerAndPinnedFeeds(server: server))
      else { throw .badReply }
      self.session = session
      account = Account(
        service: .bluesky, person: Person.ID(did), handle: json.blueskyHandle ?? did)
    }
  }
}

struct BlueskySignInServer: Equatable, Sendable {
  let server: String
  /// The hosts that a Bluesky sign-in may contact: public ones only if a person's DID document
  /// named the server, which must not lead into the user's own network.
  let allowedHosts: HTTPRequest.AllowedHosts
}

/// A pending Bluesky sign-in with a password, in memory until the user enters the mailed code.
struct BlueskyPendingPasswordSignIn: Equatable, Sendable {
  let authServer: BlueskySignInServer
  let name: String
  let password: Secret
}

extension BlueskyPendingPasswordSignIn {
  init?(_ secret: Secret) {
    let json = secret.json
    guard let server = json["server"].nonEmptyString, let name = json["name"].nonEmptyString,
      let password = json["password"].string
    else { return nil }
    let reach: HTTPRequest.AllowedHosts = json["public"].bool == true ? .publicHosts : .anywhere
    self.init(
      authServer: BlueskySignInServer(server: server, allowedHosts: reach), name: name,
      password: Secret(password))
  }

  var secret: Secret {
    Secret(json: [
      "server": .string(authServer.server),
      "public": .bool(authServer.allowedHosts == .publicHosts),
      "name": .string(name), "password": .string(password.revealed),
    ])
  }

  func signInRequest(code: String?) -> HTTPRequest {
    let fields = JSON.object(withoutNulls: [
      "identifier": .string(name), "password": .string(password.revealed),
      "authFactorToken": JSON(text: code),
    ])
    return HTTPRequest(
      .post, XRPCPath("com.atproto.server.createSession").path, body: .jsonBody(fields),
      allowedHosts: authServer.allowedHosts)
  }
}

struct BlueskyIdentityResolver: Sendable {
  let network: NetworkContext
  let hosts: BlueskyPublicServers

  func findServerAddress(of name: BlueskyLoginName) async throws(FeedError) -> String {
    switch name {
    case .mail: return hosts.entryway
    case .did(let did): return try await serverAddress(in: fetchDIDDocument(of: did))
    case .handle(let handle):
      let document = try await fetchDIDDocument(of: fetchDID(of: handle))
      // A server must not get the password by claiming somebody else's handle.
      guard document.handles.contains(handle) else { throw .notFound }
      return try serverAddress(in: document)
    }
  }

  func fetchDIDDocument(of did: String) async throws(FeedError) -> DIDDocument {
    var request = HTTPRequest(
      .get, try didDocumentAddress(of: did), allowedHosts: hosts.allowedHosts)
    request.maximumBytes = 256 << 10
    let document = try await network.serviceClient(
      at: hosts.directory, requestRules: BlueskyRequestRules()
    )
    .requestJSON(
      request
    ) { json, _ in DIDDocument(json) }
    guard let document, document.id == did else { throw .notFound }
    return document
  }

  private func fetchDID(of handle: String) async throws(FeedError) -> String {
    let call = XRPCPath("com.atproto.identity.resolveHandle", [("handle", handle)])
    let client = network.serviceClient(at: hosts.resolver, requestRules: BlueskyRequestRules())
    let did = try await client.requestJSON(HTTPRequest(.get, call.path)) { json, _ in
      json["did"].nonEmptyString
    }
    guard let did, BlueskyLoginName.isDID(did) else { throw .notFound }
    return did
  }

  private func didDocumentAddress(of did: String) throws(FeedError) -> String {
    if did.hasPrefix("did:plc:") { return "\(hosts.directory)/\(did)" }
    let host = WebAddressQuery.percentDecoded(String(did.dropFirst("did:web:".utf8.count)))
    guard did.hasPrefix("did:web:"), !host.contains("/"), let server = TypedServerAddress(host)
    else {
      throw .notFound
    }
    return "\(server.origin)/.well-known/did.json"
  }

  private func serverAddress(in document: DIDDocument) throws(FeedError) -> String {
    guard let server = document.server else { throw .notFound }
    return server
  }
}
