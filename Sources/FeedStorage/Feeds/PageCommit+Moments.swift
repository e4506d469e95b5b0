internal import FeedDomain

/// Where the rows of a home stand among those of all homes.
extension PageCommit {
  /// When an entry came up; nil for what was boosted, when that was nobody tells.
  func moment(ofEntry index: Int) -> Int64? {
    isHome && entries[index].boostedBy == nil ? -(posts[index].id / PostTable.perMoment) : nil
  }

  /// Has what was boosted stand at what follows it, as a gap does.
  func setMomentsOfBoosts() throws(SQLiteError) {
    for entry in entries.reversed() where entry.boostedBy != nil {
      guard let position = try rows.positionWithoutMoment(of: entry.id) else { continue }
      var neighbour = try rows.moment(below: position)
      if neighbour == nil { neighbour = try rows.moment(above: position) }
      try rows.setMoment(neighbour ?? 0, at: position)
    }
    try rows.setMomentsOfGaps()
  }
}

extension RowTable {
  /// Where an entry is that has no moment yet.
  fileprivate func positionWithoutMoment(of entry: FeedEntry.ID) throws(SQLiteError) -> Int64? {
    try connection.number(
      "SELECT position FROM feed_row WHERE feed = ? AND entry = ? AND moment IS NULL",
      .integer(feed), .text(entry.rawValue))
  }

  fileprivate func setMoment(_ moment: Int64, at position: Int64) throws(SQLiteError) {
    try connection.run(
      "UPDATE feed_row SET moment = ? WHERE feed = ? AND position = ?", .integer(moment),
      .integer(feed), .integer(position))
  }

  fileprivate func moment(below position: Int64) throws(SQLiteError) -> Int64? {
    try connection.number(
      """
      SELECT moment FROM feed_row WHERE feed = ? AND position > ? AND moment IS NOT NULL
      ORDER BY position LIMIT 1
      """, .integer(feed), .integer(position))
  }

  fileprivate func moment(above position: Int64) throws(SQLiteError) -> Int64? {
    try connection.number(
      """
      SELECT moment FROM feed_row WHERE feed = ? AND position < ? AND moment IS NOT NULL
      ORDER BY position DESC LIMIT 1
      """, .integer(feed), .integer(position))
  }

  /// Puts every gap where what follows it is.
  fileprivate func setMomentsOfGaps() throws(SQLiteError) {
    let gaps = try connection.rows(
      "SELECT position FROM feed_row INDEXED BY gap WHERE feed = ? AND gap IS NOT NULL",
      .integer(feed)
    ) { $0.integer(0) }
    for gap in gaps {
      var neighbour = try connection.number(
        """
        SELECT moment FROM feed_row WHERE feed = ? AND position > ? AND entry IS NOT NULL
        ORDER BY position LIMIT 1
        """, .integer(feed), .integer(gap))
      if neighbour == nil { neighbour = try moment(above: gap) }
      try connection.run(
        "UPDATE feed_row SET moment = ?1 WHERE feed = ?2 AND position = ?3 AND moment IS NOT ?1",
        .integer(orNull: neighbour), .integer(feed), .integer(gap))
    }
  }
}
