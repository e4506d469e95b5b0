internal import FeedDomain

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
