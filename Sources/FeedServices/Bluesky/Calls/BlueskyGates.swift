internal import FeedDomain

/// Who may answer a post and quote it.
struct BlueskyGates: Sendable {
  private static let answering = "app.bsky.feed.threadgate"
  private static let quoting = "app.bsky.feed.postgate"

  let connection: BlueskyConnection

  /// Says so before the post is there: nobody should be quicker.
  func gate(_ draft: Draft, as key: String) async throws(FeedError) {
    let repository = BlueskyRepository(connection: connection)
    let post = JSON.string("at://\(connection.me.rawValue)/app.bsky.feed.post/\(key)")
    let moment = JSON.string(ISODate.text(connection.world.now))
    if let answerers = draft.remarks[.answerers].flatMap(Answerers.init) {
      let rules = answerers.blueskyRule.map { rule -> [JSON] in
        [["$type": .string("\(Self.answering)#\(rule)")]]
      }
      try await repository.put(
        [
          "$type": .string(Self.answering), "post": post, "allow": .array(rules ?? []),
          "createdAt": moment,
        ], as: key, in: Self.answering)
    }
    if draft.remarks[.isUnquotable] == "true" {
      try await repository.put(
        [
          "$type": .string(Self.quoting), "post": post, "createdAt": moment,
          "embeddingRules": [["$type": .string("\(Self.quoting)#disableRule")]],
          "detachedEmbeddingUris": [],
        ], as: key, in: Self.quoting)
    }
  }
}

extension Answerers {
  /// The rule by which they may; nil where nobody may.
  fileprivate var blueskyRule: String? {
    switch self {
    case .followers: "followerRule"
    case .followed: "followingRule"
    case .mentioned: "mentionRule"
    case .nobody: nil
    }
  }
}
