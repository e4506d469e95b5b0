import Preferences
import Terminal

/// A row of tabs inside a scene, such as the posts and photos of a profile, with the columns of the
/// last drawing.
struct SceneTabRow {
  /// The minimum height of a scene, in rows, at which a blank row follows its tabs.
  private static let rowsForAir = 16
  /// The minimum height of a scene, in rows, at which its tabs are shown.
  private static let fewestRows = 4

  /// The screen columns of each visible tab of a scene, with the tab's index.
  private(set) var places: [(tab: Int, columns: Range<Int>)] = []
  private var current = 0
  /// The height of a scene's tabs in rows, with the blank row below them; 0 if hidden.
  private(set) var rows = 0

  /// Draws the tabs of a scene and returns the remaining area; without tabs or in a low area, draws
  /// nothing and returns the whole area.
  mutating func drawSceneTabs(
    _ names: [SafeText], current: Int, on canvas: inout Canvas, in rect: CellRect, _ theme: Theme,
    isPlain: Bool
  ) -> CellRect {
    guard !names.isEmpty, rect.size.rows >= Self.fewestRows else {
      (places, rows) = ([], 0)
      return rect
    }
    self.current = current
    let labels = names.enumerated().map { number, name in
      isPlain && number == current ? "[" + name + "]" : " " + name + " "
    }
    let shown = Self.fittingTabRange(labels, around: current, columns: rect.size.columns - 2)
    var line = Line()
    line.appendBlanks(1)
    if shown.lowerBound > 0 { line.append("‹", theme.style(.faint)) }
    places = []
    for number in shown {
      let start = line.columns
      line.append(labels[number], theme.style(number == current ? .currentTab : .faint))
      places.append((number, start..<line.columns))
    }
    if shown.upperBound < names.count { line.append("›", theme.style(.faint)) }
    canvas.writeLine(line.truncatedLine(columns: rect.size.columns), at: rect.origin, within: rect)
    rows = rect.size.rows >= Self.rowsForAir ? 2 : 1
    return rect.droppingRows(rows)
  }

  /// Returns the index of a scene's tab at a position relative to the scene; nil for none.
  func tabIndex(at position: CellPosition) -> Int? {
    guard position.row == 0 else { return nil }
    return places.first { $0.columns.contains(position.column) }?.tab
  }

  /// The click targets of a scene's tabs other than the current one.
  var clickTargets: [ClickTarget] {
    places.filter { $0.tab != current }.map { place in
      ClickTarget(
        position: CellPosition(row: 0, column: place.columns.lowerBound + 1), isSelected: false,
        opensContent: true)
    }
  }

  /// Returns the range of indices of a scene's tabs that fit the width and include the current one.
  private static func fittingTabRange(
    _ labels: [SafeText], around current: Int, columns: Int
  ) -> Range<Int> {
    func tabLabelWidth(_ range: Range<Int>) -> Int {
      labels[range].reduce(0) { $0 + TextWidth.columnCount(of: $1) }
        + (range.lowerBound > 0 ? 1 : 0) + (range.upperBound < labels.count ? 1 : 0)
    }
    var range = 0..<(current + 1)
    while tabLabelWidth(range) > columns, range.lowerBound < current {
      range = (range.lowerBound + 1)..<range.upperBound
    }
    while range.upperBound < labels.count,
      tabLabelWidth(range.lowerBound..<(range.upperBound + 1)) <= columns
    {
      range = range.lowerBound..<(range.upperBound + 1)
    }
    return range
  }
}

extension Command {
  /// Returns the index of the tab that a command switches to, wrapping around; nil for other
  /// commands.
  func tabIndexAfterCommand(from current: Int, of count: Int) -> Int? {
    guard count > 1 else { return nil }
    switch self {
    case .nextStream: return (current + 1) % count
    case .previousStream: return (current + count - 1) % count
    default: return nil
    }
  }
}
