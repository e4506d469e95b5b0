extension Post {
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
