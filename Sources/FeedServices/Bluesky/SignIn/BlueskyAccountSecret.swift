internal import FeedDomain

/// A session of a signed-in Bluesky account, as stored: its tokens and its server.
struct BlueskyAccountSecret: Equatable, Sendable {
  let access: Secret
  /// The Bluesky refresh token, which is exchanged once for a new pair of tokens.
  let refresh: Secret
  var home: BlueskyServerAndPinnedFeeds
  /// The password with which a new Bluesky session is opened when both tokens are refused; nil if
  /// the user must sign in.
  var password: Secret?
  /// The OAuth client with the key to which the tokens of a browser sign-in to Bluesky are bound;
  /// nil for tokens of a password.
  var oauth: BlueskyOAuthClient?

  struct PinnedFeed: Equatable, Sendable {
    let id: String
    let name: String
  }

  init(
    access: Secret, refresh: Secret, home: BlueskyServerAndPinnedFeeds, password: Secret? = nil,
    oauth: BlueskyOAuthClient? = nil
  ) {
    (self.access, self.refresh, self.home) = (access, refresh, home)
    (self.password, self.oauth) = (password, oauth)
  }

  /// Creates a Bluesky session from the reply to a sign-in or renewal of tokens; nil if the reply
  /// has no tokens. A server named in the reply becomes the home server, since the account may have
  /// moved.
  init?(reply json: JSON, at home: BlueskyServerAndPinnedFeeds, password: Secret? = nil) {
    guard let access = json["accessJwt"].nonEmptyString,
      let refresh = json["refreshJwt"].nonEmptyString
    else { return nil }
    self.init(access: Secret(access), refresh: Secret(refresh), home: home, password: password)
    if let server = DIDDocument(json["didDoc"])?.server { self.home.server = server }
  }

  init?(_ secret: Secret) {
    let json = secret.json
    guard let access = json["access"].nonEmptyString, let refresh = json["refresh"].nonEmptyString,
      let home = BlueskyServerAndPinnedFeeds(stored: json)
    else { return nil }
    self.init(
      access: Secret(access), refresh: Secret(refresh), home: home,
      password: json["password"].nonEmptyString.map { Secret($0) },
      oauth: BlueskyOAuthClient(stored: json["permit"]))
    // Tokens bound to a key are useless without the key.
    if json["permit"].isObject, oauth == nil { return nil }
  }

  var secret: Secret {
    let tokens = JSON.object(withoutNulls: [
      "access": .string(access.revealed), "refresh": .string(refresh.revealed),
      "permit": oauth?.json ?? .null,
    ])
    let rest =
      password.map { BlueskyPasswordFromCommand(password: $0, home: home).members } ?? home.members
    return Secret(json: .object(tokens.members + rest))
  }
}

/// A Bluesky account's server, with the account's pinned feeds, as stored.
struct BlueskyServerAndPinnedFeeds: Equatable, Sendable {
  var server: String
  var feeds: [BlueskyAccountSecret.PinnedFeed] = []
  /// The time when a Bluesky account's pinned feeds were fetched; nil if an earlier version of
  /// Tweetie stored them.
  var refreshedAt: Timestamp?

  var streams: [AccountStreamTab] {
    let pinned = feeds.map { Feed.list(id: $0.id, name: $0.name.shortened(to: .name)) }
    return ([.home, .photos] + pinned + [.likes, .bookmarks]).map { .feed($0) }
  }
}

/// A Bluesky password that a command of the user's prints, with which the account signs in at each
/// start. Neither the password nor its tokens are stored.
struct BlueskyPasswordFromCommand: Equatable, Sendable {
  let password: Secret
  let home: BlueskyServerAndPinnedFeeds
}

extension BlueskyPasswordFromCommand {
  /// Creates the secret with a Bluesky password from an account's secret, also from that of a
  /// session opened with the password; nil if there is no password.
  init?(_ secret: Secret) {
    let json = secret.json
    guard let password = json["password"].nonEmptyString,
      let home = BlueskyServerAndPinnedFeeds(stored: json)
    else { return nil }
    self.init(password: Secret(password), home: home)
  }

  var secret: Secret { Secret(json: .object(members)) }

  var members: [JSON.JSONMember] {
    [.init(name: "password", value: .string(password.revealed))] + home.members
  }
}

extension BlueskyServerAndPinnedFeeds {
  init?(stored json: JSON) {
    guard let server = json["server"].nonEmptyString else { return nil }
    let feeds = json["feeds"].array.compactMap { feed -> BlueskyAccountSecret.PinnedFeed? in
      guard let id = feed["id"].nonEmptyString, let name = feed["name"].nonEmptyString else {
        return nil
      }
      return BlueskyAccountSecret.PinnedFeed(id: id, name: name)
    }
    self.init(server: server, feeds: feeds, refreshedAt: json["seen_at"].moment)
  }

  var members: [JSON.JSONMember] {
    let names: [JSON] = feeds.map { ["id": .string($0.id), "name": .string($0.name)] }
    return [
      .init(name: "server", value: .string(server)), .init(name: "feeds", value: .array(names)),
      .init(name: "seen_at", value: JSON(moment: refreshedAt)),
    ]
  }
}

extension BlueskyServerAndPinnedFeeds {
  /// Creates the record of an account's server from a Bluesky secret with tokens or with a
  /// password; nil if the secret has neither.
  init?(token: Secret) {
    guard let home = BlueskyAccountSecret(token)?.home ?? BlueskyPasswordFromCommand(token)?.home
    else {
      return nil
    }
    self = home
  }
}

/// A renewer of a Bluesky account's tokens: with the refresh token, which works once, or with a
/// password that a command printed.
struct BlueskyTokenRenewer: Sendable {
  let network: NetworkContext
  let account: Account

  /// Returns new tokens for a refused Bluesky secret; throws `signedOut` if the user must sign in.
  func renewedToken(replacing expired: Secret) async throws(FeedError) -> Secret {
    let passwordSecret = BlueskyPasswordFromCommand(expired)
    guard let session = BlueskyAccountSecret(expired) else {
      guard let passwordSecret else { throw .signedOut }
      return try await fetchNewTokens(for: passwordSecret)
    }
    do throws(FeedError) {
      return try await renewedTokens(replacing: session)
    } catch {
      guard error == .signedOut, let passwordSecret else { throw error }
      return try await fetchNewTokens(for: passwordSecret)
    }
  }

  private func renewedTokens(replacing session: BlueskyAccountSecret) async throws(FeedError)
    -> Secret
  {
    if let oauth = session.oauth {
      return try await renewedTokens(replacing: session, by: oauth)
    }
    var request = HTTPRequest(.post, XRPCPath("com.atproto.server.refreshSession").path)
    request.headers["Authorization"] = "Bearer \(session.refresh.revealed)"
    let client = network.serviceClient(at: session.home.server, requestRules: BlueskyRequestRules())
    return try await client.requestJSON(request) { json, _ throws(FeedError) in
      guard
        let fresh = BlueskyAccountSecret(reply: json, at: session.home, password: session.password)
      else { throw .badReply }
      return fresh.secret
    }
  }

  private func renewedTokens(
    replacing session: BlueskyAccountSecret, by oauth: BlueskyOAuthClient
  ) async throws(FeedError) -> Secret {
    let proof = [("grant_type", "refresh_token"), ("refresh_token", session.refresh.revealed)]
    let grant: BlueskyTokenGrant
    do throws(FeedError) {
      grant = try await oauth.exchangeProofForTokenGrant(for: proof, network: network)
    } catch {
      throw error == .invalidCredentials ? .signedOut : error
    }
    guard grant.person == account.person.rawValue else { throw .signedOut }
    return BlueskyAccountSecret(
      access: grant.access, refresh: grant.refresh, home: session.home, oauth: oauth
    ).secret
  }

  private func fetchNewTokens(for passwordSecret: BlueskyPasswordFromCommand)
    async throws(FeedError)
    -> Secret
  {
    let ticket = BlueskyPendingPasswordSignIn(
      authServer: BlueskySignInServer(server: passwordSecret.home.server, allowedHosts: .anywhere),
      name: account.person.rawValue, password: passwordSecret.password)
    let client = network.serviceClient(
      at: passwordSecret.home.server, requestRules: BlueskyPasswordSignInRequestRules())
    do throws(FeedError) {
      return try await client.requestJSON(ticket.signInRequest(code: nil)) {
        json, _ throws(FeedError) in
        guard
          let fresh = BlueskyAccountSecret(
            reply: json, at: passwordSecret.home, password: passwordSecret.password)
        else { throw .badReply }
        return fresh.secret
      }
    } catch {
      // The user is then asked for another password or for the mailed code.
      throw error == .invalidCredentials ? .signedOut : error
    }
  }
}

/// A gateway that refreshes the list of a Bluesky account's pinned feeds, once a day.
struct BlueskyPinnedFeedRefresh: AccountRefreshGateway {
  let account: Account.ID
  let home: BlueskyServerAndPinnedFeeds
  let client: ServiceClient
  let world: any World
  let accounts: AccountTokenStorage

  let mayWait = true

  func refreshAccountFactsIfOld() async throws(FeedError) {
    let now = world.now
    guard home.refreshedAt?.isStaleAfterDay(at: now) ?? true,
      let feeds = try await BlueskyPinnedFeedCalls(client: client).fetchPinnedFeeds(
        knowing: home.feeds)
    else { return }
    try await client.updateAccountFacts(of: account, in: accounts) { kept in
      guard var home = BlueskyServerAndPinnedFeeds(token: kept) else { return nil }
      home.feeds = feeds
      home.refreshedAt = now
      guard var session = BlueskyAccountSecret(kept) else {
        // The secret is a password whose session was not opened yet, or a placeholder.
        return BlueskyPasswordFromCommand(kept).map {
          BlueskyPasswordFromCommand(password: $0.password, home: home).secret
        }
      }
      session.home = home
      return session.secret
    }
  }
}

/// A client that fetches the user's pinned Bluesky feeds and lists, with their names.
struct BlueskyPinnedFeedCalls: Sendable {
  private static let maximumPinnedFeeds = 20

  let client: ServiceClient

  /// Fetches the ids and names of the user's pinned Bluesky feeds; nil if the server does not list
  /// them. A feed without a name in the reply keeps the known name.
  func fetchPinnedFeeds(
    knowing known: [BlueskyAccountSecret.PinnedFeed] = []
  ) async throws(FeedError) -> [BlueskyAccountSecret.PinnedFeed]? {
    let ids = try await fetchValueOrNilOnFailure("app.bsky.actor.getPreferences") {
      $0["preferences"].isArray ? Self.pinnedFeedIDs(in: $0) : nil
    }
    guard let ids else { return nil }
    var names = try await fetchFeedNames(ids.filter { $0.contains("/app.bsky.feed.generator/") })
    for list in ids where list.contains("/app.bsky.graph.list/") {
      names[list] = try await fetchValueOrNilOnFailure(
        "app.bsky.graph.getList", [("list", list), ("limit", "1")]
      ) {
        $0["list"]["name"].nonEmptyString
      }
    }
    return ids.compactMap { id in
      let name = names[id] ?? known.first { $0.id == id }?.name
      return name.map { BlueskyAccountSecret.PinnedFeed(id: id, name: $0) }
    }
  }

  private func fetchFeedNames(_ ids: [String]) async throws(FeedError) -> [String: String] {
    guard !ids.isEmpty else { return [:] }
    let names = try await fetchValueOrNilOnFailure(
      "app.bsky.feed.getFeedGenerators", ids.map { ("feeds", $0) }
    ) {
      json -> [String: String] in
      let pairs = json["feeds"].array.compactMap { feed in
        feed["uri"].nonEmptyString.flatMap { id in
          feed["displayName"].nonEmptyString.map { (id, $0) }
        }
      }
      return Dictionary(pairs) { first, _ in first }
    }
    return names ?? [:]
  }

  @_semantics("optimize.sil.specialize.generic.never")
  private func fetchValueOrNilOnFailure<Value: Sendable>(
    _ method: String, _ query: [(String, String?)] = [], _ read: @Sendable (JSON) -> Value?
  ) async throws(FeedError) -> Value? {
    do throws(FeedError) {
      let request = HTTPRequest(.get, XRPCPath(method, query).path)
      return try await client.requestJSON(request) { json, _ in read(json) }
    } catch {
      guard error == .cancelled else { return nil }
      throw error
    }
  }

  private static func pinnedFeedIDs(in json: JSON) -> [String] {
    let saved = json["preferences"].array.last {
      $0["$type"] == "app.bsky.actor.defs#savedFeedsPrefV2"
    }
    var seen: Set<String> = []
    let ids = (saved?["items"].array ?? []).compactMap { item -> String? in
      guard item["pinned"].bool == true, let id = item["value"].nonEmptyString,
        ATProtocolAddress(id) != nil, seen.insert(id).inserted
      else { return nil }
      return id
    }
    return Array(ids.prefix(maximumPinnedFeeds))
  }
}
