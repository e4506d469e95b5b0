/// Tells which pictures of its own a service puts in place of words between colons.
public protocol EmojiGateway: Sendable {
  /// The words, without the colons.
  func emojiNames() async throws(FeedError) -> [String]
}
