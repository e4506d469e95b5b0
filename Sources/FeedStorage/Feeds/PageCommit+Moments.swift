internal import FeedDomain

/// Where the rows of a home stand among those of all homes.
extension PageCommit {
  /// Gives what is new its moment; when something was boosted nobody tells, so that stands at what
  /// follows it, as a gap does.
  func setMoments() throws(SQLiteError) {
    for (entry, post) in zip(entries, posts).reversed() where entry.boostedBy == nil {
      try rows.setMoment(-(post / PostTable.perMoment), of: entry.id)
    }
    for entry in entries.reversed() where entry.boostedBy != nil {
      guard let position = try rows.position(of: entry.id) else { continue }
      var neighbour = try rows.moment(below: position)
      if neighbour == nil { neighbour = try rows.moment(above: position) }
      try rows.setMoment(neighbour ?? 0, of: entry.id)
    }
    try rows.setMomentsOfGaps()
  }
}

extension RowTable {
  /// Gives an entry a moment, where it has none.
  fileprivate func setMoment(_ moment: Int64, of entry: FeedEntry.ID) throws(SQLiteError) {
    try connection.run(
      "UPDATE feed_row SET moment = ? WHERE feed = ? AND entry = ? AND moment IS NULL",
      .integer(moment), .integer(feed), .text(entry.rawValue))
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
