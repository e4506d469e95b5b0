import FeedDomain
import PhotoDisplay
import Terminal

/// A laid out list item: its lines, clickable ranges and pictures.
struct LaidOutLines<Action> {
  /// A clickable range of columns in a line of a list item.
  struct ClickZone {
    let line: Int
    let columns: Range<Int>
    let action: Action
  }

  var lines: [Line] = []
  var zones: [ClickZone] = []
  /// The ranges of lines that are drawn for the selected list item only, and left blank otherwise.
  var selectedOnly: [(line: Int, columns: Range<Int>)] = []
  var pictures: [PlacedPhoto] = []
  /// The number of lines at the end of a list item that connect to the next item, such as the
  /// branches of a reply tree, and are not marked as selected.
  var trailing = 0

  /// Indents the lines of a list item; `guide` returns the text left of a line, given its number.
  mutating func indentLines(by columns: Int, _ guide: (Int) -> Line) {
    func indentedColumns(_ range: Range<Int>) -> Range<Int> {
      (range.lowerBound + columns)..<(range.upperBound + columns)
    }
    lines = lines.enumerated().map { number, line in
      var guided = guide(number)
      guided.append(line)
      return guided
    }
    zones = zones.map {
      ClickZone(line: $0.line, columns: indentedColumns($0.columns), action: $0.action)
    }
    selectedOnly = selectedOnly.map { ($0.line, indentedColumns($0.columns)) }
    for index in pictures.indices { pictures[index].box.origin.column += columns }
  }

  func clickAction(atLine line: Int, column: Int) -> Action? {
    zones.last { $0.line == line && $0.columns.contains(column) }?.action
  }

  func link(atLine line: Int, column: Int) -> SafeWebLink? {
    guard lines.indices.contains(line) else { return nil }
    return lines[line].links.last { $0.cells.contains(column) }?.target
  }

  mutating func appendLines(_ other: LaidOutLines) {
    let first = lines.count
    lines += other.lines
    zones += other.zones.map {
      ClickZone(line: $0.line + first, columns: $0.columns, action: $0.action)
    }
    selectedOnly += other.selectedOnly.map { ($0.line + first, $0.columns) }
    pictures += other.pictures.map { area in
      var area = area
      area.box.origin.row += first
      return area
    }
    trailing = other.trailing
  }

  /// Indents a list item and adds a box for a profile picture on its left, even if the picture is
  /// missing.
  mutating func addPortraitBox(
    of portrait: Photo, in box: CellSize, indent: Int, tile: PortraitPlaceholder? = nil
  ) {
    var blanks = Line()
    blanks.appendBlanks(indent)
    self.indentLines(by: indent) { _ in blanks }
    lines += Array(repeating: Line(), count: max(0, box.rows - lines.count))
    pictures.append(
      PlacedPhoto(
        box: CellRect(origin: CellPosition(row: 0, column: 0), size: box), photo: portrait,
        cropping: .filling, words: "", isCovered: false, tile: tile))
  }
}
