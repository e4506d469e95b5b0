/// A stream that somebody computes for others.
public struct FoundFeed: Hashable, Sendable {
  /// As the service knows it.
  public let id: String
  /// What it is called.
  public let name: String
  /// Who computes it, by their handle.
  public let author: String
  /// What it is, in its author's words.
  public let words: String
  /// How many like it; nil where that is not told.
  public let likes: Int?
  /// Whether the reader does.
  public var isLiked: Bool
  /// Whether it is among the reader's streams.
  public var isPinned: Bool

  /// A feed.
  public init(
    id: String, name: String, author: String, words: String, likes: Int? = nil,
    isLiked: Bool = false, isPinned: Bool = false
  ) {
    (self.id, self.name) = (id, name.bounded(.name))
    (self.author, self.words) = (author.bounded(.name), words.bounded(.summary))
    (self.likes, self.isLiked, self.isPinned) = (likes, isLiked, isPinned)
  }
}
