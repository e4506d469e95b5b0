internal import FeedDomain

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
