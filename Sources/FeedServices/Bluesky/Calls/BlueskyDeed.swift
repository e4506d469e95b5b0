/// What one writes down about a post or a person, and what tells that one has.
struct BlueskyDeed: Sendable {
  let collection: String
  /// The field of a view that holds the address of one's own record.
  let mark: String

  static let like = BlueskyDeed(collection: "app.bsky.feed.like", mark: "like")
  static let repost = BlueskyDeed(collection: "app.bsky.feed.repost", mark: "repost")
  static let follow = BlueskyDeed(collection: "app.bsky.graph.follow", mark: "following")
  static let block = BlueskyDeed(collection: "app.bsky.graph.block", mark: "blocking")

  /// The key of one's own record, where we are the one who writes it: the same for the same
  /// subject, so that it can be taken back without asking, and is never there twice.
  func key(for subject: String) -> String { RecordKey.key(for: "\(collection) \(subject)") }
}
