extension Post {
  /// The same post with what is held of it, where the service did not tell: the reader's marks, and
  /// where it was taken, which lists leave out.
  public func filled(from held: Post?) -> Post {
    let placed = held.map { with(content.placed(as: $0.content)) } ?? self
    guard !untold.isEmpty else { return placed }
    return placed.with(own: own.union(held?.own.intersection(untold) ?? []), untold: [])
  }

  /// The same post, which bears these marks for certain.
  public func bearing(_ marks: OwnActions) -> Post { told(own.union(marks), of: marks) }

  /// The same post, of which nobody told whether it bears these marks.
  public func untelling(_ marks: OwnActions) -> Post {
    with(own: own.subtracting(marks), untold: untold.union(marks))
  }

  /// The same post with these marks, of which those are known now.
  func told(_ own: OwnActions, of marks: OwnActions) -> Post {
    guard own != self.own || !untold.isDisjoint(with: marks) else { return self }
    return with(own: own, untold: untold.subtracting(marks))
  }

  func with(own: OwnActions, untold: OwnActions) -> Post {
    var copy = self
    copy.own = own
    copy.untold = untold
    return copy
  }
}
