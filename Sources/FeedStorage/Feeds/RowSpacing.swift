/// Finds positions between rows, so that nothing that is held has to move.
extension RowTable {
  /// How far apart rows that follow each other are put.
  static let step: Int64 = 1 << 20
  /// How far above what follows a gap is put: room for a million rows.
  static let gapRoom: Int64 = 1 << 40

  /// To which of its neighbours a run of rows is put closest, leaving the room at the other.
  enum Edge { case upper, lower }

  /// That many ascending positions between two neighbours; nil is the end of the stream.
  func free(
    _ count: Int, between upper: Int64?, and lower: Int64?, at edge: Edge
  ) throws(SQLiteError) -> [Int64] {
    let count = Int64(count)
    guard count > 0 else { return [] }
    switch (upper, lower) {
    case (nil, nil): return (0..<count).map { $0 * Self.step }
    case (nil, let lower?): return (0..<count).map { lower - (count - $0) * Self.step }
    case (let upper?, nil): return (0..<count).map { upper + ($0 + 1) * Self.step }
    case (let upper?, let lower?):
      guard lower - upper > count else {
        return try free(
          Int(count), between: try raise(upper, by: count + 1), and: lower, at: edge)
      }
      let step = min(Self.step, (lower - upper) / (count + 1))
      return (0..<count).map {
        edge == .upper ? upper + ($0 + 1) * step : lower - (count - $0) * step
      }
    }
  }

  /// Moves a row and all above it up, and returns where it is now: what happens when the same
  /// place was inserted at again and again.
  private func raise(_ position: Int64, by rows: Int64) throws(SQLiteError) -> Int64 {
    let top = try top() ?? position
    // By more than they span, so that none meets another on the way.
    let distance = position - top + rows * Self.step
    try connection.run(
      "UPDATE feed_row SET position = position - ? WHERE feed = ? AND position <= ?",
      .integer(distance), .integer(feed), .integer(position))
    try connection.run(
      """
      UPDATE feed SET
        place_position = place_position - iif(place_position <= ?1, ?2, 0),
        last_read_position = last_read_position - iif(last_read_position <= ?1, ?2, 0)
      WHERE id = ?3
      """, .integer(position), .integer(distance), .integer(feed))
    return position - distance
  }
}
