/// An emoji with which people answered a post.
public struct Reaction: Hashable, Sendable {
  /// The emoji itself, or the name of one of the server's own.
  public let name: String
  /// How many gave it.
  public let count: Int
  /// Whether the reader did.
  public let isOwn: Bool
  /// The picture of one of the server's own; nil for any other.
  public let picture: String?

  package init(_ name: String, count: Int, isOwn: Bool = false, picture: String? = nil) {
    self.name = name.bounded(.name)
    (self.count, self.isOwn, self.picture) = (count, isOwn, picture)
  }
}

extension Post.Content {
  /// The same with other reactions.
  public func with(_ reactions: [Reaction]) -> Post.Content {
    changed(self) { $0.reactions = reactions }
  }
}
