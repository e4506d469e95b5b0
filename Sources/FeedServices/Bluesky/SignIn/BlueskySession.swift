internal import FeedDomain

/// What opens an account: its two tokens, and where it lives.
struct BlueskySession: Equatable, Sendable {
  /// Opens the account for two hours or so.
  let access: Secret
  /// Is traded for a new pair, once.
  let refresh: Secret
  /// Where the account lives.
  var home: BlueskyHome
  /// Opens the account anew where the tokens are refused; nil where nothing does but the person.
  var password: Secret?
  /// Whom the tokens were given to, where a browser led to them; nil where anybody can use them.
  var permit: BlueskyPermit?

  /// A feed or a list that the reader has pinned.
  struct SavedFeed: Equatable, Sendable {
    /// The address of its record.
    let id: String
    let name: String
  }

  init(
    access: Secret, refresh: Secret, home: BlueskyHome, password: Secret? = nil,
    permit: BlueskyPermit? = nil
  ) {
    (self.access, self.refresh, self.home) = (access, refresh, home)
    (self.password, self.permit) = (password, permit)
  }

  /// What a server answers when signing in or renewing; nil where the tokens are missing. The
  /// account may live elsewhere than where it was asked for, or have moved.
  init?(reply json: JSON, at home: BlueskyHome, password: Secret? = nil) {
    guard let access = json["accessJwt"].filledString, let refresh = json["refreshJwt"].filledString
    else { return nil }
    self.init(
      access: Secret(access), refresh: Secret(refresh), home: home, password: password)
    if let server = DIDDocument(json["didDoc"])?.server { self.home.server = server }
  }

  /// Reads what was kept; nil where it is none of ours.
  init?(_ secret: Secret) {
    let json = secret.kept
    guard let access = json["access"].filledString, let refresh = json["refresh"].filledString,
      let home = BlueskyHome(kept: json)
    else { return nil }
    self.init(
      access: Secret(access), refresh: Secret(refresh), home: home,
      password: json["password"].filledString.map { Secret($0) },
      permit: BlueskyPermit(kept: json["permit"]))
    // Tokens that are bound to a key are worth nothing without it.
    if json["permit"].isObject, permit == nil { return nil }
  }

  var secret: Secret {
    var tokens: [JSON.Member] = [
      .init(name: "access", value: .string(access.revealed)),
      .init(name: "refresh", value: .string(refresh.revealed)),
    ]
    if let permit { tokens.append(.init(name: "permit", value: permit.kept)) }
    let rest = password.map { BlueskyEntry(password: $0, home: home).members } ?? home.members
    return Secret(keeping: .object(tokens + rest))
  }
}

/// Where an account lives, and the feeds that the reader has pinned.
struct BlueskyHome: Equatable, Sendable {
  /// The server, as "https://example.org".
  var server: String
  var feeds: [BlueskySession.SavedFeed] = []
  /// When the feeds were looked at last; nil where an earlier version kept them.
  var seenAt: Timestamp?

  /// The streams it offers as tabs.
  var streams: [StreamTab] {
    let pinned = feeds.map { Feed.list(id: $0.id, name: $0.name.bounded(.name)) }
    return ([.home, .photos] + pinned + [.likes, .bookmarks]).map { .feed($0) }
  }
}

/// What opens an account anew each time: its password, which a command of the person's gives.
///
/// Neither the password nor the tokens it is traded for are ever kept.
struct BlueskyEntry: Equatable, Sendable {
  let password: Secret
  let home: BlueskyHome
}

extension BlueskyEntry {
  /// Reads it, also out of a session that was opened with it; nil where there is none.
  init?(_ secret: Secret) {
    let json = secret.kept
    guard let password = json["password"].filledString, let home = BlueskyHome(kept: json) else {
      return nil
    }
    self.init(password: Secret(password), home: home)
  }

  var secret: Secret { Secret(keeping: .object(members)) }

  var members: [JSON.Member] {
    [.init(name: "password", value: .string(password.revealed))] + home.members
  }
}

extension BlueskyHome {
  /// Reads what was kept; nil where it is none of ours.
  init?(kept json: JSON) {
    guard let server = json["server"].filledString else { return nil }
    let feeds = json["feeds"].array.compactMap { feed -> BlueskySession.SavedFeed? in
      guard let id = feed["id"].filledString, let name = feed["name"].filledString else {
        return nil
      }
      return BlueskySession.SavedFeed(id: id, name: name)
    }
    self.init(server: server, feeds: feeds, seenAt: json["seen_at"].moment)
  }

  var members: [JSON.Member] {
    let names: [JSON] = feeds.map { ["id": .string($0.id), "name": .string($0.name)] }
    return [
      .init(name: "server", value: .string(server)), .init(name: "feeds", value: .array(names)),
      .init(name: "seen_at", value: JSON(moment: seenAt)),
    ]
  }
}

extension BlueskyHome {
  /// Reads it from what opens the account, whether by tokens or by a password; nil where it is none
  /// of ours.
  init?(token: Secret) {
    guard let home = BlueskySession(token)?.home ?? BlueskyEntry(token)?.home else { return nil }
    self = home
  }
}

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

/// Looks again at which feeds and lists the reader has pinned.
struct BlueskyUpkeep: UpkeepGateway {
  let account: Account.ID
  let home: BlueskyHome
  /// Asks in the account's name.
  let client: ServiceClient
  let world: any World
  let accounts: AccountKeeping

  let mayWait = true

  func lookAgain() async throws(FeedError) {
    let now = world.now
    guard home.seenAt?.isStale(at: now) ?? true,
      let feeds = try await PinnedFeeds(client: client).names(knowing: home.feeds)
    else { return }
    try await client.keep(about: account, in: accounts) { kept in
      guard var home = BlueskyHome(token: kept) else { return nil }
      home.feeds = feeds
      home.seenAt = now
      guard var session = BlueskySession(kept) else {
        // It was not opened yet, or holds a stand-in.
        return BlueskyEntry(kept).map { BlueskyEntry(password: $0.password, home: home).secret }
      }
      session.home = home
      return session.secret
    }
  }
}

/// The feeds and lists that the reader has pinned, with their names.
struct PinnedFeeds: Sendable {
  private static let most = 20

  let client: ServiceClient

  /// Nil where the server does not tell which they are. Those whose names it does not tell go by the
  /// names that are known.
  func names(
    knowing known: [BlueskySession.SavedFeed] = []
  ) async throws(FeedError) -> [BlueskySession.SavedFeed]? {
    let ids = try await ask("app.bsky.actor.getPreferences") {
      $0["preferences"].isArray ? Self.pinned(in: $0) : nil
    }
    guard let ids else { return nil }
    var names = try await feedNames(ids.filter { $0.contains("/app.bsky.feed.generator/") })
    for list in ids where list.contains("/app.bsky.graph.list/") {
      names[list] = try await ask("app.bsky.graph.getList", [("list", list), ("limit", "1")]) {
        $0["list"]["name"].filledString
      }
    }
    return ids.compactMap { id in
      let name = names[id] ?? known.first { $0.id == id }?.name
      return name.map { BlueskySession.SavedFeed(id: id, name: $0) }
    }
  }

  private func feedNames(_ ids: [String]) async throws(FeedError) -> [String: String] {
    guard !ids.isEmpty else { return [:] }
    let names = try await ask("app.bsky.feed.getFeedGenerators", ids.map { ("feeds", $0) }) {
      json -> [String: String] in
      let pairs = json["feeds"].array.compactMap { feed in
        feed["uri"].filledString.flatMap { id in
          feed["displayName"].filledString.map { (id, $0) }
        }
      }
      return Dictionary(pairs) { first, _ in first }
    }
    return names ?? [:]
  }

  /// What a server answers; nil where it does not.
  @_semantics("optimize.sil.specialize.generic.never")
  private func ask<Value: Sendable>(
    _ method: String, _ query: [(String, String?)] = [], _ read: @Sendable (JSON) -> Value?
  ) async throws(FeedError) -> Value? {
    do throws(FeedError) {
      let request = HTTPRequest(.get, XRPC(method, query).path)
      return try await client.json(request) { json, _ in read(json) }
    } catch {
      guard error == .cancelled else { return nil }
      throw error
    }
  }

  private static func pinned(in json: JSON) -> [String] {
    let saved = json["preferences"].array.last {
      $0["$type"] == "app.bsky.actor.defs#savedFeedsPrefV2"
    }
    var seen: Set<String> = []
    let ids = (saved?["items"].array ?? []).compactMap { item -> String? in
      guard item["pinned"].bool == true, let id = item["value"].filledString,
        ATAddress(id) != nil, seen.insert(id).inserted
      else { return nil }
      return id
    }
    return Array(ids.prefix(most))
  }
}
