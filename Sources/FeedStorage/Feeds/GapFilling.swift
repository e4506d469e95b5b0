internal import FeedDomain

/// Pages that go into a gap; where another process closed it meanwhile, nothing is moved.
extension PageCommit {
  /// Fills a gap downwards from its upper edge.
  func fill(_ gap: Gap.ID, fromAbove positions: [Int64?]) throws(SQLiteError) -> Bool {
    guard let edge = try rows.position(ofGap: gap) else { return false }
    return try fill(from: edge, positions)
  }

  /// Fills the gap at that position downwards from its upper edge.
  func fill(from edge: Int64, _ positions: [Int64?]) throws(SQLiteError) -> Bool {
    let weave = Weave(positions) { $0 > edge }
    if !weave.anchors.isEmpty { return try hang(weave, below: edge - 1) }
    // It does not reach what is held below: the gap is smaller now, or gone at the stream's end.
    if weave.leading.isEmpty, page.older == (try rows.older(at: edge)) { return false }
    try sink(edge, below: weave.leading)
    return true
  }

  /// Hangs a page below a row on what is held of it there: nothing is missing in between.
  func hang(_ weave: Weave, below upper: Int64) throws(SQLiteError) -> Bool {
    guard let first = weave.anchors.first else { return false }
    var isChanged = try rows.removeGaps(between: upper, and: first.position)
    let neighbour = try rows.above(first.position)
    if try insert(weave.leading, between: neighbour, and: first.position, at: .lower) {
      isChanged = true
    }
    if try fillBetweenAnchors(weave) { isChanged = true }
    if try fillBelowAnchors(weave) { isChanged = true }
    return isChanged
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
