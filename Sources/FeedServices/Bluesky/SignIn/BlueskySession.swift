internal import FeedDomain

/// What opens an account, as it is kept: its two tokens, where it lives, and the feeds that the
/// reader had pinned when signing in.
struct BlueskySession: Equatable, Sendable {
  /// Opens the account for two hours or so.
  let access: Secret
  /// Is traded for a new pair, once.
  let refresh: Secret
  /// The server where the account lives, as "https://example.org".
  let server: String
  var feeds: [SavedFeed] = []

  /// A feed or a list that the reader has pinned.
  struct SavedFeed: Equatable, Sendable {
    /// The address of its record.
    let id: String
    let name: String
  }

  init(access: Secret, refresh: Secret, server: String, feeds: [SavedFeed] = []) {
    self.access = access
    self.refresh = refresh
    self.server = server
    self.feeds = feeds
  }

  /// What a server answers when signing in or renewing; nil where the tokens are missing. The
  /// account may live elsewhere than where it was asked for, or have moved.
  init?(reply json: JSON, at server: String, feeds: [SavedFeed] = []) {
    guard let access = json["accessJwt"].filledString, let refresh = json["refreshJwt"].filledString
    else { return nil }
    self.init(
      access: Secret(access), refresh: Secret(refresh),
      server: DIDDocument(json["didDoc"])?.server ?? server, feeds: feeds)
  }

  /// Reads what was kept; nil where it is none of ours.
  init?(_ secret: Secret) {
    guard let json = try? JSON(Array(secret.revealed.utf8)),  // Somebody else's is no JSON.
      let access = json["access"].filledString, let refresh = json["refresh"].filledString,
      let server = json["server"].filledString
    else { return nil }
    let feeds = json["feeds"].array.compactMap { feed -> SavedFeed? in
      guard let id = feed["id"].filledString, let name = feed["name"].filledString else {
        return nil
      }
      return SavedFeed(id: id, name: name)
    }
    self.init(access: Secret(access), refresh: Secret(refresh), server: server, feeds: feeds)
  }

  /// How it is kept.
  var secret: Secret {
    let json: JSON = [
      "access": .string(access.revealed), "refresh": .string(refresh.revealed),
      "server": .string(server),
      "feeds": .array(feeds.map { ["id": .string($0.id), "name": .string($0.name)] }),
    ]
    return Secret(json.encodedText)
  }

  /// The streams it offers as tabs.
  var streams: [StreamTab] {
    let pinned = feeds.map { Feed.list(id: $0.id, name: $0.name) }
    return ([.home, .photos] + pinned + [.likes, .bookmarks]).map { .feed($0) }
  }
}
