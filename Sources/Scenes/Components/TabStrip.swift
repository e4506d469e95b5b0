import Preferences
import Terminal

/// The parts of a scene side by side above it, as they were drawn last; one of them is looked at.
struct TabStrip {
  /// From this height on a blank row stands below it.
  private static let rowsForAir = 16
  /// Below this it has no room.
  private static let fewestRows = 4

  /// Where each name stands, and which it is.
  private(set) var places: [(tab: Int, columns: Range<Int>)] = []
  private var current = 0
  /// How many rows it takes of the scene's room.
  private(set) var rows = 0

  /// Draws the names on top of the room, and returns what is left of that; without names, all of it.
  mutating func draw(
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
    let shown = Self.fitting(labels, around: current, columns: rect.size.columns - 2)
    var line = Line()
    line.pad(1)
    if shown.lowerBound > 0 { line.append("‹", theme.style(.faint)) }
    places = []
    for number in shown {
      let start = line.columns
      line.append(labels[number], theme.style(number == current ? .currentTab : .faint))
      places.append((number, start..<line.columns))
    }
    if shown.upperBound < names.count { line.append("›", theme.style(.faint)) }
    canvas.write(line.cut(columns: rect.size.columns), at: rect.origin, within: rect)
    rows = rect.size.rows >= Self.rowsForAir ? 2 : 1
    return CellRect(
      row: rect.origin.row + rows, column: rect.origin.column, rows: rect.size.rows - rows,
      columns: rect.size.columns)
  }

  /// Which of the names stands there, counted from the scene's corner.
  func tab(at position: CellPosition) -> Int? {
    guard position.row == 0 else { return nil }
    return places.first { $0.columns.contains(position.column) }?.tab
  }

  /// What can be clicked in it: those that are not looked at.
  var clickTargets: [ClickTarget] {
    places.filter { $0.tab != current }.map { place in
      ClickTarget(
        place: CellPosition(row: 0, column: place.columns.lowerBound + 1), isSelected: false,
        opensContent: true)
    }
  }

  /// As many of them as have room, the one that is looked at among them, from the first on.
  private static func fitting(
    _ labels: [SafeText], around current: Int, columns: Int
  ) -> Range<Int> {
    func width(_ range: Range<Int>) -> Int {
      labels[range].reduce(0) { $0 + TextWidth.columns(of: $1) }
        + (range.lowerBound > 0 ? 1 : 0) + (range.upperBound < labels.count ? 1 : 0)
    }
    var range = 0..<(current + 1)
    while width(range) > columns, range.lowerBound < current {
      range = (range.lowerBound + 1)..<range.upperBound
    }
    while range.upperBound < labels.count,
      width(range.lowerBound..<(range.upperBound + 1)) <= columns
    {
      range = range.lowerBound..<(range.upperBound + 1)
    }
    return range
  }
}

extension Command {
  /// Where it leads from a tab of so many, round and round; nil for one that leads to no tab.
  func tab(after current: Int, of count: Int) -> Int? {
    guard count > 1 else { return nil }
    switch self {
    case .nextStream: return (current + 1) % count
    case .previousStream: return (current + count - 1) % count
    default: return nil
    }
  }
}
