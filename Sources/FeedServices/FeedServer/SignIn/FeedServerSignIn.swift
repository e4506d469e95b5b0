internal import FeedDomain

/// A gateway that signs in to feed servers: with the name and password for Google Reader's API, or
/// with a token of Miniflux.
struct FeedServerSignIn: SignInGateway {
  let network: NetworkContext
  let cacheFolder: String?
  /// The path of the program's state folder, in which downloaded podcast episodes have a folder;
  /// nil if the program stores nothing on disk.
  var stateFolder: String?
  let articles: @Sendable (_ folder: String?) -> any EntryArticleStore

  let methods = [
    SignInMethod(.apiPassword, fields: [.server, .user, .password]),
    SignInMethod(.token, fields: [.server, .token]),
  ]

  func signInMethod(of account: SignedInAccount) -> SignInMethod {
    FeedServerAccountSecret(account.token)?.user.isEmpty == true ? methods[1] : methods[0]
  }

  func beginSignIn(_ way: SignInMethod, _ answers: SignInAnswers) async throws(FeedError)
    -> SignInStepResult
  {
    guard let name = TypedServerAddress(answers[.server]) else { throw .notFound }
    let found: (token: FeedServerAccountSecret, handle: String)
    if way.kind == .token {
      guard !answers[.token].isEmpty else { throw .invalidCredentials }
      found = try await signInToMinifluxWithToken(name, key: answers[.token])
    } else {
      let (user, password) = (answers[.user], answers.secretAnswer(.password).revealed)
      guard !user.isEmpty, !password.isEmpty else { throw .invalidCredentials }
      found = try await signInToGoogleReader(name, user, password)
    }
    var token = found.token
    let account = Account(
      service: .feedServer, person: Self.oneself, handle: found.handle, server: token.base)
    let calls = FeedServerConnection.makeFeedServerAPIClient(
      of: token, client: serviceClient(token),
      cache: entryCache(of: account.id, folder: nil), now: { [network] in network.world.now })
    token.list.subscriptions = try await calls.fetchSubscriptions()
    token.refreshedAt = network.world.now
    return .signedIn(SignedInAccount(account, token: token.secret))
  }

  /// The person id of the account's user at a feed server; a feed server has no other people.
  static let oneself = Person.ID("user/-")

  /// Returns the stored secret of a feed server account with the new password or token that a
  /// command printed in place of the old; nil if the stored secret cannot be parsed.
  func accountTokenHoldingCommandSecret(of account: SignedInAccount, holding secret: Secret)
    -> Secret?
  {
    guard var token = FeedServerAccountSecret(account.token) else { return nil }
    let text = secret.revealed.trimmingBlanks
    if token.user.isEmpty {
      token.auth = text
    } else if token.password != text {
      (token.password, token.auth) = (text, nil)
    }
    return token.secret
  }

  func signOut(_ account: SignedInAccount) async throws(FeedError) {
    entryCache(of: account.account.id, folder: cacheFolder).deleteEntryCache()
    articles(FeedServerEntryCache.articleFolderPath(of: account.account.id, in: cacheFolder))
      .deleteAllArticles()
    EpisodeFileStore(
      folder: EpisodeFileStore.episodeFolderPath(of: account.account.id, in: stateFolder),
      client: network.pictureClient(at: ""), log: network.log
    ).deleteAllFiles()
  }

  private func entryCache(of account: Account.ID, folder: String?) -> FeedServerEntryCache {
    FeedServerEntryCache(folder: folder, account: account, now: { [network] in network.world.now })
  }

  private func serviceClient(_ token: FeedServerAccountSecret) -> ServiceClient {
    network.serviceClient(
      at: token.base, token: token.secret,
      requestRules: FeedServerConnection.apiRequestRules(of: token.api))
  }
}

// MARK: - Google Reader's API

extension FeedServerSignIn {
  /// Signs in at the first address where a server with Google Reader's API answers, and returns the
  /// account's secret with the user name; throws if the server refuses, or if none answers.
  private func signInToGoogleReader(
    _ name: TypedServerAddress, _ user: String, _ password: String
  ) async throws(FeedError) -> (FeedServerAccountSecret, String) {
    var refusal: FeedError?
    for base in FeedServerBaseAddressFinder.baseAddressesToTry(of: name) {
      let login = GoogleReaderLoginClient(network: network, base: base)
      switch try await login.attemptLogin(user, password) {
      case .signedIn(let auth, let base):
        let token = FeedServerAccountSecret(
          api: .googleReader, base: base, user: user, password: password, auth: auth)
        try await verifyTokenWithServer(token)
        return (token, user)
      case .refused(.invalidCredentials, let isMiniflux):
        if isMiniflux, let token = try await signInToMinifluxWithPassword(base, user, password) {
          return (token, user)
        }
        throw .invalidCredentials
      case .refused(let error, _):
        throw error
      case .apiIsOff: refusal = .misconfigured(Self.apiIsOff)
      case .noServer: continue
      }
    }
    throw refusal
      ?? .misconfigured("No server of the Google Reader API answers at \(name.host).")
  }

  private static let apiIsOff =
    "The server's API is switched off. Its administrator allows it: in FreshRSS under"
    + " Administration, Authentication."

  /// Checks a new token by a call to the feed server; throws if the call fails, as some web servers
  /// drop the header that contains the token.
  private func verifyTokenWithServer(_ token: FeedServerAccountSecret) async throws(FeedError) {
    do throws(FeedError) {
      _ = try await serviceClient(token).sendRequest(
        HTTPRequest(.get, "/reader/api/0/user-info?output=json"))
    } catch {
      guard error == .signedOut else { throw error }
      throw .misconfigured(
        "The password is right, but the web server before the feed server drops the header"
          + " “Authorization”.")
    }
  }
}

// MARK: - Miniflux

extension FeedServerSignIn {
  private func signInToMinifluxWithToken(
    _ name: TypedServerAddress, key: String
  ) async throws(FeedError) -> (FeedServerAccountSecret, String) {
    let base = FeedServerBaseAddressFinder.minifluxBaseAddress(of: name)
    let token = FeedServerAccountSecret(
      api: .miniflux, base: base, user: "", password: "", auth: key)
    do throws(FeedError) {
      return (token, try await fetchUserName(token))
    } catch {
      switch error {
      case .signedOut: throw .invalidCredentials
      case .notFound, .badReply, .tooLarge:
        throw .misconfigured(
          "No Miniflux answers at \(name.host), or its administrator has switched off the API.")
      default: throw error
      }
    }
  }

  /// Signs in at Miniflux's own API with an account's name and password, and returns the account's
  /// secret; nil if the server refuses them.
  private func signInToMinifluxWithPassword(
    _ base: String, _ user: String, _ password: String
  ) async throws(FeedError) -> FeedServerAccountSecret? {
    let token = FeedServerAccountSecret(api: .miniflux, base: base, user: user, password: password)
    do throws(FeedError) {
      _ = try await fetchUserName(token)
      return token
    } catch {
      switch error {
      case .signedOut, .notFound, .refused, .badReply, .tooLarge: return nil
      default: throw error
      }
    }
  }

  private func fetchUserName(_ token: FeedServerAccountSecret) async throws(FeedError) -> String {
    try await serviceClient(token).requestJSON(HTTPRequest(.get, "/v1/me")) {
      json, _ throws(FeedError) in
      guard let name = json["username"].nonEmptyString, json["id"].int != nil else {
        throw .badReply
      }
      return name
    }
  }
}

// MARK: - Addresses

/// A namespace for functions that make the base addresses at which a feed server with a typed name
/// may answer.
enum FeedServerBaseAddressFinder {
  private static let script = "/api/greader.php"
  /// The endings that are cut off a feed server's typed address, as people copy addresses from a
  /// browser or another program's settings.
  private static let ends = [
    "/accounts/ClientLogin", "/reader/api/0", "/reader", "/check/compatibility", "/api/fever.php",
    "/v1", "/i", "/p/i", "/api",
  ]

  /// Returns the base addresses at which to look for a typed feed server, the likeliest first.
  static func baseAddressesToTry(of name: TypedServerAddress) -> [String] {
    var path = pathWithoutAPISuffix(name.path)
    if path.hasSuffix("/greader.php") { return [name.origin + path] }
    if path.hasSuffix("/api/greader.php/") { path.removeLast() }
    let bases = [path, path + script, path + "/p" + script].map { name.origin + $0 }
    return path == name.path ? bases : bases + [name.address]
  }

  static func minifluxBaseAddress(of name: TypedServerAddress) -> String {
    name.origin + pathWithoutAPISuffix(name.path)
  }

  private static func pathWithoutAPISuffix(_ path: String) -> String {
    var path = path
    if let script = path.firstRange(of: "/greader.php/") {
      path = String(path[..<path.index(before: script.upperBound)])
    }
    while let end = ends.first(where: { path.hasSuffix($0) }) { path.removeLast(end.count) }
    return path
  }
}

/// A client that signs in to Google Reader's API with a name and password, and gets a token.
struct GoogleReaderLoginClient: Sendable {
  enum LoginOutcome: Equatable {
    /// An outcome of a sign-in to Google Reader's API: accepted, with the token and the server's
    /// base address, which a redirect can change.
    case signedIn(auth: String, base: String)
    case refused(FeedError, isMiniflux: Bool)
    case apiIsOff
    /// An outcome of a sign-in to Google Reader's API: no server answered at the address, or
    /// another program answered.
    case noServer
  }

  let network: NetworkContext
  let base: String

  func attemptLogin(_ user: String, _ password: String) async throws(FeedError) -> LoginOutcome {
    let reply = try await sendLoginRequest(at: base, user, password)
    if let moved = redirectedBaseAddress(reply) {
      return try await GoogleReaderLoginClient(network: network, base: moved)
        .attemptLoginWithoutRedirect(
          user, password)
    }
    return loginOutcome(of: reply, at: base)
  }

  /// Returns a new token for the name and password of a known feed server account; throws
  /// `signedOut` if the server refuses them.
  func fetchAuthToken(_ user: String, _ password: String) async throws(FeedError) -> String {
    switch try await attemptLogin(user, password) {
    case .signedIn(let auth, _): return auth
    case .refused(.invalidCredentials, _): throw .signedOut
    case .refused(let error, _): throw error
    case .apiIsOff: throw .serverFailed(503)
    case .noServer: throw .badReply
    }
  }

  private func attemptLoginWithoutRedirect(_ user: String, _ password: String)
    async throws(FeedError)
    -> LoginOutcome
  {
    loginOutcome(of: try await sendLoginRequest(at: base, user, password), at: base)
  }

  private func sendLoginRequest(
    at base: String, _ user: String, _ password: String
  ) async throws(FeedError) -> HTTPReply {
    var request = HTTPRequest(
      .post, base + "/accounts/ClientLogin",
      body: .form([
        ("Email", user), ("Passwd", password), ("accountType", "HOSTED_OR_GOOGLE"),
        ("service", "reader"), ("client", "tweetie"),
      ]), isRepeatable: true)
    request.headers["Accept"] = "*/*"
    return try await network.serviceClient(at: base, requestRules: TokenlessRequestRules())
      .fetchReplyOfAnyStatus(
        to: request)
  }

  private func loginOutcome(of reply: HTTPReply, at base: String) -> LoginOutcome {
    let login = GoogleReaderLoginReply(reply)
    let isScript = base.hasSuffix("/greader.php")
    switch reply.status {
    case 200..<300:
      if let auth = login.auth { return .signedIn(auth: auth, base: base) }
      return login.error == nil ? .noServer : .refused(loginRefusalError(reply), isMiniflux: false)
    case 401, 403:
      let isMiniflux = reply.body.first { $0 > 0x20 } == UInt8(ascii: "{")
      // A web server's own request for a password does not count as a feed server.
      let isKnown = isScript || isMiniflux || login.error != nil || !isWebPage(reply)
      return isKnown ? .refused(loginRefusalError(reply), isMiniflux: isMiniflux) : .noServer
    case 400 where isScript: return .refused(.invalidCredentials, isMiniflux: false)
    case 503 where isScript && !isWebPage(reply): return .apiIsOff
    case 429: return .refused(.rateLimited(until: nil), isMiniflux: false)
    case 500...: return .refused(.serverFailed(reply.status), isMiniflux: false)
    default: return .noServer
    }
  }

  private func loginRefusalError(_ reply: HTTPReply) -> FeedError {
    switch reply.headers["X-BQ-LoginErrorReason"] {
    case "YearSubscriptionExpired"?: .limited(.subscriptionEnded)
    case "FreeTrialExpired"?: .limited(.trialEnded)
    default: rejectedApplicationError(reply) ?? .invalidCredentials
    }
  }

  /// Returns the error for a reply of Inoreader that refuses the program, not the password, since
  /// Inoreader requires programs to be registered; nil for other replies.
  private func rejectedApplicationError(_ reply: HTTPReply) -> FeedError? {
    guard reply.status == 403, !isWebPage(reply) else { return nil }
    let text = String(decoding: reply.body.prefix(200), as: UTF8.self).trimmingBlanks
    return text.contains("AppId") ? .refused(text) : nil
  }

  private func isWebPage(_ reply: HTTPReply) -> Bool {
    reply.body.first { $0 > 0x20 } == UInt8(ascii: "<")
  }

  /// Returns the base address to which a feed server redirects the sign-in; nil unless the new
  /// address is https at the same host, apart from "www.", since the password is sent to it.
  private func redirectedBaseAddress(_ reply: HTTPReply) -> String? {
    let end = "/accounts/ClientLogin"
    guard reply.isRedirect, let old = WebAddress(base), let target = reply.headers["Location"],
      let new = WebAddress(target, relativeTo: WebAddress(base + end)), new.isSecure,
      new.text.hasSuffix(end)
    else { return nil }
    func hostWithoutWWW(_ host: String) -> String {
      host.hasPrefix("www.") ? String(host.dropFirst(4)) : host
    }
    guard hostWithoutWWW(old.host) == hostWithoutWWW(new.host) else { return nil }
    return String(new.text.dropLast(end.count))
  }
}
