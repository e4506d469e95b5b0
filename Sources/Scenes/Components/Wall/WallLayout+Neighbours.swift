/// A direction of movement on a photo wall.
enum WallDirection: CaseIterable {
  case up, down, left, right
}

/// The point that repeated movements on a wall aim for, so that moving back, or past a wide piece,
/// returns to the same column.
struct WallAim: Equatable {
  var column: Int
  var row: Int
}

extension WallLayout {
  /// Returns the index of the visually nearest piece in a direction; nil if there is none.
  func neighbour(of index: Int, _ direction: WallDirection, aim: WallAim) -> Int? {
    let frame = frames[index]
    switch direction {
    case .down:
      return nearest(to: aim.column) {
        $0.rows.lowerBound >= frame.rows.upperBound
      } by: {
        $0.rows.lowerBound
      }
        ?? nearest(to: aim.column) {
          $0.rows.upperBound > frame.rows.upperBound
        } by: {
          -$0.rows.upperBound
        }
    case .up:
      return nearest(to: aim.column) {
        $0.rows.upperBound <= frame.rows.lowerBound
      } by: {
        -$0.rows.upperBound
      }
        ?? nearest(to: aim.column) {
          $0.rows.lowerBound < frame.rows.lowerBound
        } by: {
          $0.rows.lowerBound
        }
    case .left: return beside(frame, step: -1, row: aim.row)
    case .right: return beside(frame, step: 1, row: aim.row)
    }
  }

  /// Returns the point to aim for from a piece. A full-width piece keeps the earlier column.
  func aim(at index: Int, from before: WallAim? = nil) -> WallAim {
    let rows = frames[index].rows
    return WallAim(
      column: frames[index].column ?? before?.column ?? 0,
      row: (rows.lowerBound + rows.upperBound) / 2)
  }
}

extension WallLayout {
  /// Returns the index of the nearest matching piece in the column or, if there is none, in
  /// another.
  private func nearest(
    to column: Int, where isInQuestion: (Frame) -> Bool, by distance: (Frame) -> Int
  ) -> Int? {
    let found = frames.indices.filter { isInQuestion(frames[$0]) }
    let inColumn = found.filter { (frames[$0].column ?? column) == column }
    if let nearest = inColumn.min(by: { distance(frames[$0]) < distance(frames[$1]) }) {
      return nearest
    }
    return found.min { left, right in
      let (a, b) = (frames[left], frames[right])
      let (near, far) = (abs((a.column ?? column) - column), abs((b.column ?? column) - column))
      return near == far ? distance(a) < distance(b) : near < far
    }
  }

  /// Returns the index of the piece on a row of the next non-empty column.
  private func beside(_ frame: Frame, step: Int, row: Int) -> Int? {
    guard var column = frame.column else { return nil }
    column += step
    while (0..<columns).contains(column) {
      let there = frames.indices.filter { frames[$0].column == column }
      if let nearest = there.min(by: { distance($0, row) < distance($1, row) }) { return nearest }
      column += step
    }
    return nil
  }

  private func distance(_ index: Int, _ row: Int) -> Int {
    let rows = frames[index].rows
    return rows.contains(row) ? 0 : min(abs(rows.lowerBound - row), abs(rows.upperBound - 1 - row))
  }
}
