internal import FeedDomain

/// Streams that others compute, and which of them are among the reader's.
struct BlueskyFoundFeeds: Sendable {
  let connection: BlueskyConnection

  func feeds(matching words: String?) async throws(FeedError) -> [FoundFeed] {
    let pinned = Set(
      try await preferences.all().preference(.savedFeeds)?["items"].array.compactMap { item in
        item["pinned"].bool == true ? item["value"].string : nil
      } ?? [])
    let method =
      words == nil
      ? "app.bsky.feed.getSuggestedFeeds" : "app.bsky.unspecced.getPopularFeedGenerators"
    return try await connection.get(method, [("limit", "50"), ("query", words)]) {
      json throws(FeedError) in
      guard json["feeds"].isArray else { throw .badReply }
      return json["feeds"].array.compactMap { feed in
        guard let id = feed["uri"].filledString, let name = feed["displayName"].words else {
          return nil
        }
        return FoundFeed(
          id: id, name: name, author: feed["creator"]["handle"].string ?? "",
          words: feed["description"].string ?? "", likes: feed["likeCount"].count,
          isLiked: feed["viewer"]["like"].filledString != nil, isPinned: pinned.contains(id))
      }
    }
  }

  func pin(_ act: Act, key: OutboxItem.ID) async throws(FeedError) {
    let isList = ATAddress(act.target)?.collection == "app.bsky.graph.list"
    try await preferences.change(.savedFeeds, "items") { items in
      guard let place = items.firstIndex(where: { $0["value"].string == act.target }) else {
        guard act.isDone else { return items }
        return items + [
          [
            "id": .string(RecordKey.key(forPost: key)), "type": isList ? "list" : "feed",
            "value": .string(act.target), "pinned": .bool(true),
          ]
        ]
      }
      var items = items
      items[place] = items[place].setting("pinned", .bool(act.isDone))
      return items
    }
  }

  func like(_ act: Act) async throws(FeedError) {
    let view = try await connection.get("app.bsky.feed.getFeedGenerator", [("feed", act.target)]) {
      json throws(FeedError) in
      guard let view = BlueskyView(json["view"]) else { throw .badReply }
      return view
    }
    try await BlueskyRepository(connection: connection).write(
      .like, act.isDone, about: act.target,
      own: view.json["viewer"]["like"].filledString.flatMap(ATAddress.init),
      subject: view.reference.json)
  }

  private var preferences: BlueskyPreferences { BlueskyPreferences(connection: connection) }
}
