internal import FeedDomain

/// Pages that go into a gap; where another process closed it meanwhile, nothing is moved.
extension PageCommit {
  /// Fills a gap downwards from its upper edge.
  func fill(_ gap: Gap.ID, fromAbove positions: [Int64?]) throws(SQLiteError) -> Bool {
    guard let edge = try rows.position(ofGap: gap) else { return false }
    let weave = Weave(positions) { $0 > edge }
    guard let first = weave.anchors.first else {
      // It does not reach what is held below: the gap is smaller now, or gone at the stream's end.
      if weave.leading.isEmpty, page.older == (try rows.older(at: edge)) { return false }
      try sink(edge, below: weave.leading)
      return true
    }
    _ = try rows.removeGaps(between: edge - 1, and: first.position)
    _ = try insert(
      weave.leading, between: try rows.above(first.position), and: first.position, at: .lower)
    _ = try fillBetweenAnchors(weave)
    _ = try fillBelowAnchors(weave)
    return true
  }

  /// Fills a gap upwards from its lower edge.
  func fill(_ gap: Gap.ID, fromBelow positions: [Int64?]) throws(SQLiteError) -> Bool {
    guard let edge = try rows.position(ofGap: gap) else { return false }
    let weave = Weave(positions) { $0 < edge }
    let lower = try rows.below(edge)
    guard let first = weave.anchors.first, let last = weave.anchors.last else {
      let isChanged = try insert(weave.leading, between: edge, and: lower, at: .lower)
      if page.hasNewer { return isChanged }
      if let edge = try rows.position(ofGap: gap) { try rows.remove(edge) }
      return true
    }
    // It reaches what is held above the gap: what is new on this side of it fills the gap.
    _ = try insert(
      weave.leading, between: try rows.above(first.position), and: first.position, at: .lower)
    _ = try fillBetweenAnchors(weave)
    _ = try insert(weave.following.last ?? [], between: edge, and: lower, at: .lower)
    _ = try rows.removeGaps(between: last.position, and: lower ?? .max)
    return true
  }
}
