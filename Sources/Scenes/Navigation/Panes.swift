package import Terminal

/// How the screen is divided.
package struct Panes: Equatable {
  /// Below this the program only says that it needs more room.
  package static let smallest = CellSize(rows: 6, columns: 20)
  /// From this width a second pane stands beside a stream.
  static let columnsForTwo = 120

  /// So wide is a column of a deck at least, with the rule beside it: a line of some sixty characters
  /// is read best, and a hundred and twenty cells hold two.
  private static let columnsForColumn = 60

  /// From this height a blank row stands below the top line.
  static let rowsForAir = 20

  /// The top line.
  package let header: CellRect
  /// Where the panes have their titles; nil where there is but one pane.
  package let titles: CellRect?
  /// The panes, from the left, one at least; a column between two of them holds a rule.
  package let columns: [CellRect]
  /// The bottom line.
  package let footer: CellRect

  /// Divides a screen that is large enough.
  package init(of size: CellSize, sideBySide: Bool, hasAir: Bool = true) {
    // The stream gets a little more than half.
    let isDivided = sideBySide && size.columns >= Self.columnsForTwo
    self.init(
      of: size, widths: isDivided ? [size.columns * 54 / 100] : [], hasTitles: isDivided,
      hasAir: hasAir)
  }

  /// Divides a screen into so many columns of a deck, each as wide as the others. One alone has its
  /// title where there is room for a blank row.
  package init(of size: CellSize, deck count: Int, hasTitles: Bool) {
    let room = max(count, size.columns - (count - 1))
    self.init(
      of: size, widths: (0..<count - 1).map { room / count + ($0 < room % count ? 1 : 0) },
      hasTitles: hasTitles && (count > 1 || size.rows >= Self.rowsForAir), hasAir: true)
  }

  /// How many columns of a deck have room on a screen of that width.
  package static func columns(fitting width: Int) -> Int { max(1, width / columnsForColumn) }

  /// Divides a screen into panes of those widths, and a last one that has the rest.
  private init(of size: CellSize, widths: [Int], hasTitles: Bool, hasAir: Bool) {
    // The smallest screens have no body; nothing is drawn there, but the mouse may point at it.
    let top = hasTitles || hasAir && size.rows >= Self.rowsForAir ? 2 : 1
    let body = top..<max(top, size.rows - 1)
    func line(_ row: Int) -> CellRect {
      CellRect(row: row, column: 0, rows: 1, columns: size.columns)
    }
    (header, footer) = (line(0), line(size.rows - 1))
    titles = hasTitles ? line(1) : nil
    var columns: [CellRect] = []
    var left = 0
    for width in widths + [size.columns] {
      columns.append(
        CellRect(
          row: top, column: left, rows: body.count, columns: min(width, size.columns - left)))
      left += width + 1
    }
    self.columns = columns
  }

  /// Everything between the top line and the bottom line.
  package var whole: CellRect {
    CellRect(
      row: columns[0].origin.row, column: 0, rows: columns[0].size.rows,
      columns: header.size.columns)
  }

  /// The columns in which a rule stands.
  package var rules: [Int] { columns.dropFirst().map { $0.origin.column - 1 } }
}
