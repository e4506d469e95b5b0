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
    (self.name, self.count, self.isOwn, self.picture) = (name, count, isOwn, picture)
  }
}

extension [Reaction] {
  /// The same once the reader gave that one, or took it back.
  public func giving(_ name: String, _ isGiven: Bool) -> [Reaction] {
    guard let place = firstIndex(where: { $0.name == name }) else {
      return isGiven ? self + [Reaction(name, count: 1, isOwn: true)] : self
    }
    let held = self[place]
    guard held.isOwn != isGiven else { return self }
    var all = self
    let count = held.count + (isGiven ? 1 : -1)
    if count > 0 {
      all[place] = Reaction(name, count: count, isOwn: isGiven, picture: held.picture)
    } else {
      all.remove(at: place)
    }
    return all
  }
}

extension Post.Content {
  /// The same with other reactions.
  public func with(_ reactions: [Reaction]) -> Post.Content {
    changed(self) { $0.reactions = reactions }
  }
}
