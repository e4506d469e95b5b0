internal import FeedDomain

extension BlueskyConnection {
  private static let answering = "app.bsky.feed.threadgate"
  private static let quoting = "app.bsky.feed.postgate"

  /// Says who may answer a post and quote it, before it is there: nobody should be quicker.
  func gate(_ draft: Draft, as key: String) async throws(FeedError) {
    let post = JSON.string("at://\(me.rawValue)/app.bsky.feed.post/\(key)")
    let moment = JSON.string(ISODate.text(world.now))
    if let answerers = draft.remarks[.answerers].flatMap(Answerers.init) {
      let rules = answerers.blueskyRule.map { rule -> [JSON] in
        [["$type": .string("\(Self.answering)#\(rule)")]]
      }
      try await put(
        [
          "$type": .string(Self.answering), "post": post, "allow": .array(rules ?? []),
          "createdAt": moment,
        ], as: key, in: Self.answering)
    }
    if draft.remarks[.isUnquotable] == "true" {
      try await put(
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
