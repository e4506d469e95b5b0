extension Post {
  /// The same post, with the action done or undone and its count moved by one.
  ///
  /// Doing what is done already changes nothing: liking twice is liking once.
  public func marked(_ action: OwnActions, _ isDone: Bool) -> Post {
    guard own.contains(action) != isDone else { return told(own, of: action) }
    let step = isDone ? 1 : -1
    return with(
      counts: Counts(
        replies: counts.replies,
        boosts: counts.boosts.map { max(0, $0 + (action.contains(.boosted) ? step : 0)) },
        likes: counts.likes.map { max(0, $0 + (action.contains(.liked) ? step : 0)) }),
      own: isDone ? own.union(action) : own.subtracting(action)
    ).told(isDone ? own.union(action) : own.subtracting(action), of: action)
  }

  /// The same post with other counts and actions, as the service tells them.
  public func with(counts: Counts, own: OwnActions) -> Post {
    var copy = self
    copy.counts = counts
    copy.own = own
    return copy
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
