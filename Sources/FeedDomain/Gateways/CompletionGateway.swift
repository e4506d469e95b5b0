/// What a service knows of words that somebody begins to type.
public protocol CompletionGateway: Sendable {
  /// Tags that begin like this, or are talked about where it is empty; without "#".
  func tags(matching beginning: String) async throws(FeedError) -> [String]
  /// The words between colons that stand for pictures of its own, without the colons.
  func emojiNames() async throws(FeedError) -> [String]
}

extension CompletionGateway {
  /// Most have none but everybody's.
  public func emojiNames() async throws(FeedError) -> [String] { [] }
}
