internal import FeedDomain

/// An operation that inserts a fetched page into a stored stream.
struct PageInsertion {
  let connection: SQLiteConnection
  let feed: Int64
  /// True if the stream is a home timeline, whose rows also have a position in the merged home
  /// timeline.
  let isHome: Bool
  /// The fetched page, with each entry once.
  let page: FeedPage
  let posts: [PostTable.StoredPostResult]
  /// The database row ids of the page's unread posts; empty for accounts without a read state for
  /// each entry.
  let unread: Set<Int64>

  private var entries: [FeedEntry] { page.entries }
  var rows: FeedRowTable { FeedRowTable(connection: connection, feed: feed) }
  var feeds: FeedTable { FeedTable(connection: connection) }

  /// Inserts the fetched page into the stored stream; returns true if rows were added, removed or
  /// moved.
  func insertPage(at placement: PagePlacement) throws(SQLiteError) -> Bool {
    let positions = try zip(entries, posts).map { entry, post throws(SQLiteError) in
      // A post that was not stored before has no row.
      post.isNew ? nil : try rows.rowPosition(of: entry.id)
    }
    let isTouched = try updateStoredEntryRows(positions)
    let isMoved =
      switch placement {
      case .top: try insertPageAtTop(positions)
      case .above(let entry): try insertPage(above: entry, positions)
      case .bottom: try insertPageAtBottom(positions)
      case .replacingAll: try replaceAllRowsWithPage()
      case .below(let entry): try insertPage(below: entry, positions)
      case .gapFromAbove(let gap): try fillGapWithPage(gap, fromAbove: positions)
      case .gapFromBelow(let gap): try fillGapWithPage(gap, fromBelow: positions)
      }
    if let last = entries.last, let older = page.older,
      let position = try rows.rowPosition(of: last.id)
    {
      try rows.setOlderCursor(older, at: position)
    }
    return isTouched || isMoved
  }

  /// Updates the rows of those entries of the fetched page that are stored already; returns true if
  /// one of them now looks different on the screen.
  private func updateStoredEntryRows(_ positions: [Int64?]) throws(SQLiteError) -> Bool {
    var isChanged = false
    for (index, position) in positions.enumerated() {
      guard let position else { continue }
      if try rows.updateEntry(entries[index], post: posts[index].id, at: position) {
        isChanged = true
      }
    }
    return isChanged
  }

  private func insertPage(above entry: FeedEntry.ID, _ positions: [Int64?]) throws(SQLiteError)
    -> Bool
  {
    let isHeld = positions.contains { $0 != nil }
    guard !isHeld, let top = try rows.topRowPosition(), try rows.rowPosition(of: entry) == top
    else {
      // Another process has inserted rows above, so only entries both in the page and stored show
      // where the page belongs.
      return isHeld ? try insertPageAtTop(positions) : false
    }
    return try insertEntries(Array(entries.indices), between: nil, and: top, at: .lower)
  }

  /// Inserts the fetched page as the stream's newest one, above a new gap if posts are missing;
  /// returns true if rows changed.
  private func insertPageAtTop(_ positions: [Int64?]) throws(SQLiteError) -> Bool {
    guard let top = try rows.topRowPosition() else {
      return try appendEntries(Array(entries.indices))
    }
    let pageMerge = PageMergePlan(positions)
    guard !pageMerge.anchors.isEmpty else {
      // A page without new entries gives no reason to insert a gap.
      guard !pageMerge.newEntriesAbove.isEmpty else { return false }
      return try insertEntriesAboveNewGap(pageMerge.newEntriesAbove, on: top)
    }
    var isChanged = try insertEntries(pageMerge.newEntriesAbove, between: nil, and: top, at: .lower)
    if try insertEntriesBetweenAnchors(pageMerge) { isChanged = true }
    if try insertEntriesBelowLastAnchor(pageMerge) { isChanged = true }
    return isChanged
  }

  /// Inserts new entries above the stored rows of a stream, with a gap between if older posts
  /// follow the fetched page; returns true if rows changed.
  private func insertEntriesAboveNewGap(_ new: [Int], on top: Int64) throws(SQLiteError) -> Bool {
    guard let older = page.older else {
      return try insertEntries(new, between: nil, and: top, at: .lower)
    }
    var edge = top
    if try rows.isGapRow(at: top) {
      // The rows above the gap at the top were deleted, so the new gap takes its place.
      edge = try rows.rowPositionBelow(top) ?? top + FeedRowTable.gapRoom
      try rows.deleteRow(at: top)
    }
    let gap = edge - FeedRowTable.gapRoom
    try rows.insertGap(try feeds.reserveGapNumber(in: feed), older: older, at: gap)
    return try insertEntries(new, between: nil, and: gap, at: .lower)
  }

  private func insertPageAtBottom(_ positions: [Int64?]) throws(SQLiteError) -> Bool {
    try appendEntries(positions.indices.filter { positions[$0] == nil })
  }

  /// Inserts a fetched page of older posts below an entry of a stream: after the last row, into the
  /// gap there, or among stored rows. Returns true if rows changed.
  private func insertPage(below entry: FeedEntry.ID, _ positions: [Int64?]) throws(SQLiteError)
    -> Bool
  {
    // Another process may have deleted the entry; then the position of the page is unknown.
    guard let upper = try rows.rowPosition(of: entry) else { return false }
    guard let next = try rows.rowPositionBelow(upper) else {
      return try insertPageAtBottom(positions)
    }
    if try rows.isGapRow(at: next) { return try fillGapWithPage(from: next, positions) }
    let pageMerge = PageMergePlan(positions) { $0 > upper }
    if !pageMerge.anchors.isEmpty { return try insertPageWithoutGap(pageMerge, below: upper) }
    let isChanged = try insertEntries(
      pageMerge.newEntriesAbove, between: upper, and: next, at: .upper)
    guard isChanged, let last = pageMerge.newEntriesAbove.last, let older = page.older,
      let edge = try rows.rowPosition(of: entries[last].id)
    else { return isChanged }
    // The service has more posts between these rows than were stored.
    let free = try rows.findOrMakeFreeRowPositions(
      1, between: edge, and: try rows.rowPositionBelow(edge), at: .upper)
    try rows.insertGap(try feeds.reserveGapNumber(in: feed), older: older, at: free[0])
    return true
  }

  /// Replaces all rows of the stream by the fetched page; the reading position stays at its entry.
  /// Returns true if the entries differ.
  private func replaceAllRowsWithPage() throws(SQLiteError) -> Bool {
    let before = try rows.allEntryIDs()
    try rows.deleteAllFeedRows()
    _ = try appendEntries(Array(entries.indices))
    try feeds.markAllReplacedRowsRead(in: feed)
    return before != entries.map(\.id)
  }

  /// Appends new entries of the fetched page below the stream's last row, and stores the cursor of
  /// the next page; returns true if there were any.
  private func appendEntries(_ new: [Int]) throws(SQLiteError) -> Bool {
    try feeds.setOlderCursor(page.older, feed)
    return try insertEntries(new, between: try rows.bottomRowPosition(), and: nil, at: .upper)
  }

  /// Inserts the new entries of a fetched page between its entries that are stored already, and
  /// deletes the gaps there, which the page fills. Returns true if rows changed.
  func insertEntriesBetweenAnchors(_ pageMerge: PageMergePlan) throws(SQLiteError) -> Bool {
    var isChanged = false
    for (number, anchor) in pageMerge.anchors.enumerated().dropFirst() {
      let upper = pageMerge.anchors[number - 1].position
      if try rows.deleteGaps(between: upper, and: anchor.position) { isChanged = true }
      let new = pageMerge.following[number - 1]
      let neighbour = try rows.rowPositionAbove(anchor.position)
      if try insertEntries(new, between: neighbour, and: anchor.position, at: .lower) {
        isChanged = true
      }
    }
    return isChanged
  }

  /// Inserts the new entries of a fetched page below its last entry that is stored already: into a
  /// gap there, or after the stream's last row. Returns true if rows changed.
  func insertEntriesBelowLastAnchor(_ pageMerge: PageMergePlan) throws(SQLiteError) -> Bool {
    guard let anchor = pageMerge.anchors.last, let new = pageMerge.following.last else {
      return false
    }
    guard let next = try rows.rowPositionBelow(anchor.position) else {
      return try appendEntries(new)
    }
    guard !new.isEmpty else { return false }
    guard try rows.isGapRow(at: next) else {
      return try insertEntries(new, between: anchor.position, and: next, at: .lower)
    }
    try moveGapBelowNewEntries(next, below: new)
    return true
  }

  /// Inserts new entries at the upper edge of a gap, a mark of posts that were not fetched, which
  /// then begins below them; deletes the gap if the page is the end of the stream.
  func moveGapBelowNewEntries(_ gap: Int64, below new: [Int]) throws(SQLiteError) {
    let free = try rows.findOrMakeFreeRowPositions(
      new.count + 1, between: gap, and: try rows.rowPositionBelow(gap), at: .upper)
    // Making room may have moved the gap itself, which is the row right above the room.
    let gap = try rows.rowPositionAbove(free[0]) ?? gap
    if let older = page.older {
      try rows.setOlderCursor(older, at: gap)
      try rows.moveRow(at: gap, to: free[new.count])
    } else {
      try rows.deleteRow(at: gap)
    }
    try insertEntries(new, at: free)
  }

  func insertEntries(
    _ new: [Int], between upper: Int64?, and lower: Int64?,
    at edge: FeedRowTable.NeighbourOfInsertedRows
  ) throws(SQLiteError) -> Bool {
    try insertEntries(
      new, at: try rows.findOrMakeFreeRowPositions(new.count, between: upper, and: lower, at: edge))
    return !new.isEmpty
  }

  private func insertEntries(_ new: [Int], at positions: [Int64]) throws(SQLiteError) {
    for (index, position) in zip(new, positions) {
      try rows.insertEntry(
        entries[index], post: posts[index].id, moment: sortTime(ofEntry: index),
        isUnread: unread.contains(posts[index].id), at: position)
    }
  }
}

extension PageInsertion {
  /// Returns the time by which an entry of the fetched page is sorted in the merged home timeline;
  /// nil for boosts, whose time is unknown, and outside home timelines.
  func sortTime(ofEntry index: Int) -> Int64? {
    isHome && !entries[index].isBoost ? -(posts[index].id / PostTable.perMoment) : nil
  }

  /// Gives each boost of the fetched page, and each gap in the home timeline, the time of the row
  /// below, by which rows are sorted in the merged home timeline; the time of the row above if
  /// there is none below.
  func setSortTimesOfBoostsAndGaps() throws(SQLiteError) {
    for entry in entries.reversed() where entry.isBoost {
      guard let position = try rows.rowPositionIfSortTimeUnknown(of: entry.id) else { continue }
      var neighbour = try rows.sortTime(below: position)
      if neighbour == nil { neighbour = try rows.sortTime(above: position) }
      try rows.setSortTime(neighbour ?? 0, at: position)
    }
    try rows.setSortTimesOfGaps()
  }
}

extension FeedRowTable {
  fileprivate func rowPositionIfSortTimeUnknown(of entry: FeedEntry.ID) throws(SQLiteError)
    -> Int64?
  {
    try connection.queryNumber(
      "SELECT position FROM feed_row WHERE feed = ? AND entry = ? AND moment IS NULL",
      .integer(feed), .text(entry.rawValue))
  }

  fileprivate func setSortTime(_ moment: Int64, at position: Int64) throws(SQLiteError) {
    try connection.executeSQL(
      "UPDATE feed_row SET moment = ? WHERE feed = ? AND position = ?", .integer(moment),
      .integer(feed), .integer(position))
  }

  fileprivate func sortTime(below position: Int64) throws(SQLiteError) -> Int64? {
    try connection.queryNumber(
      """
      SELECT moment FROM feed_row WHERE feed = ? AND position > ? AND moment IS NOT NULL
      ORDER BY position LIMIT 1
      """, .integer(feed), .integer(position))
  }

  fileprivate func sortTime(above position: Int64) throws(SQLiteError) -> Int64? {
    try connection.queryNumber(
      """
      SELECT moment FROM feed_row WHERE feed = ? AND position < ? AND moment IS NOT NULL
      ORDER BY position DESC LIMIT 1
      """, .integer(feed), .integer(position))
  }

  /// Gives each gap in a home timeline the time of the entry below, by which rows are sorted in the
  /// merged home timeline; the time of the row above if there is none below.
  fileprivate func setSortTimesOfGaps() throws(SQLiteError) {
    let gaps = try connection.queryRows(
      "SELECT position FROM feed_row INDEXED BY gap WHERE feed = ? AND gap IS NOT NULL",
      .integer(feed)
    ) { $0.integerValue(0) }
    for gap in gaps {
      var neighbour = try connection.queryNumber(
        """
        SELECT moment FROM feed_row WHERE feed = ? AND position > ? AND entry IS NOT NULL
        ORDER BY position LIMIT 1
        """, .integer(feed), .integer(gap))
      if neighbour == nil { neighbour = try sortTime(above: gap) }
      try connection.executeSQL(
        "UPDATE feed_row SET moment = ?1 WHERE feed = ?2 AND position = ?3 AND moment IS NOT ?1",
        .integer(orNull: neighbour), .integer(feed), .integer(gap))
    }
  }
}

extension PageInsertion {
  func fillGapWithPage(_ gap: TimelineGap.ID, fromAbove positions: [Int64?]) throws(SQLiteError)
    -> Bool
  {
    guard let edge = try rows.rowPosition(ofGap: gap) else { return false }
    return try fillGapWithPage(from: edge, positions)
  }

  /// Fills a gap in a stored stream, where posts were not fetched, with a fetched page, from the
  /// gap's upper edge downwards; returns true if rows changed.
  func fillGapWithPage(from edge: Int64, _ positions: [Int64?]) throws(SQLiteError) -> Bool {
    let pageMerge = PageMergePlan(positions) { $0 > edge }
    if !pageMerge.anchors.isEmpty { return try insertPageWithoutGap(pageMerge, below: edge - 1) }
    // The page ends before the rows below the gap, so the gap becomes smaller, or is deleted at the
    // end of the stream.
    if pageMerge.newEntriesAbove.isEmpty, page.older == (try rows.olderCursor(at: edge)) {
      return false
    }
    try moveGapBelowNewEntries(edge, below: pageMerge.newEntriesAbove)
    return true
  }

  /// Inserts a fetched page below a row of the stream, joined to the stored rows without a gap;
  /// returns true if rows changed.
  func insertPageWithoutGap(_ pageMerge: PageMergePlan, below upper: Int64) throws(SQLiteError)
    -> Bool
  {
    guard let first = pageMerge.anchors.first else { return false }
    var isChanged = try rows.deleteGaps(between: upper, and: first.position)
    let neighbour = try rows.rowPositionAbove(first.position)
    if try insertEntries(
      pageMerge.newEntriesAbove, between: neighbour, and: first.position, at: .lower)
    {
      isChanged = true
    }
    if try insertEntriesBetweenAnchors(pageMerge) { isChanged = true }
    if try insertEntriesBelowLastAnchor(pageMerge) { isChanged = true }
    return isChanged
  }

  func fillGapWithPage(_ gap: TimelineGap.ID, fromBelow positions: [Int64?]) throws(SQLiteError)
    -> Bool
  {
    guard let edge = try rows.rowPosition(ofGap: gap) else { return false }
    let pageMerge = PageMergePlan(positions) { $0 < edge }
    let lower = try rows.rowPositionBelow(edge)
    guard let first = pageMerge.anchors.first, let last = pageMerge.anchors.last else {
      let isChanged = try insertEntries(
        pageMerge.newEntriesAbove, between: edge, and: lower, at: .lower)
      if page.hasNewer { return isChanged }
      if let edge = try rows.rowPosition(ofGap: gap) { try rows.deleteRow(at: edge) }
      return true
    }
    // The page reaches the rows above the gap, so its entries below the anchors fill the gap.
    _ = try insertEntries(
      pageMerge.newEntriesAbove, between: try rows.rowPositionAbove(first.position),
      and: first.position,
      at: .lower)
    _ = try insertEntriesBetweenAnchors(pageMerge)
    _ = try insertEntries(pageMerge.following.last ?? [], between: edge, and: lower, at: .lower)
    _ = try rows.deleteGaps(between: last.position, and: lower ?? .max)
    return true
  }
}
