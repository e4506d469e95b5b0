package import Preferences
package import Terminal

/// Which of some rows is chosen, and which of them are on the screen.
struct ChoiceList: Equatable {
  /// Whether there is a field above the rows, which has the keys while none is chosen.
  private let isBelowField: Bool
  /// Which of them; nil for the field.
  private(set) var chosen: Int?
  private var scroll = 0
  /// Where they were drawn.
  private var rect = CellRect(row: 0, column: 0, rows: 0, columns: 0)

  /// Rows below a field, none of them chosen.
  static let belowField = ChoiceList(isBelowField: true, chosen: nil)
  /// Rows of which one is always chosen, at first the first.
  static let alone = ChoiceList(isBelowField: false, chosen: 0)

  private init(isBelowField: Bool, chosen: Int?) {
    self.isBelowField = isBelowField
    self.chosen = chosen
  }

  /// Whether one of the rows has the keys rather than the field.
  var hasKeys: Bool { isBelowField && chosen != nil }

  /// Chooses what is chosen at first: the field, else the first row.
  mutating func begin() { chosen = isBelowField ? nil : 0 }

  /// Chooses a row, or the field.
  mutating func choose(_ row: Int?) { chosen = row }

  /// Goes through so many rows, and between their ends to the field, if there is one.
  mutating func step(by step: Int, of count: Int) {
    guard count > 0 else { return }
    let field = isBelowField ? 1 : 0
    let stop = ((chosen ?? -1) + field + step + count + field) % (count + field) - field
    chosen = stop < 0 ? nil : stop
  }

  /// Goes on among so many rows, and no further than to their ends.
  mutating func go(by step: Int, of count: Int) {
    guard count > 0 else { return }
    chosen = min(max(0, (chosen ?? -1) + step), count - 1)
  }

  /// How many rows a page is, of which one was seen before.
  var page: Int { max(1, rect.size.rows - 1) }

  /// Draws what there is room for of so many rows, the chosen one among them.
  mutating func draw(
    _ count: Int, on canvas: inout Canvas, in rect: CellRect, line: (Int, _ isChosen: Bool) -> Line
  ) {
    self.rect = rect
    let rows = max(1, rect.size.rows)
    if let chosen { scroll = min(max(scroll, chosen - rows + 1), chosen) }
    scroll = max(0, min(scroll, count - rows))
    for (row, place) in zip(rect.rows, scroll..<max(scroll, count)) {
      if place == chosen { canvas.point = CellPosition(row: row, column: rect.origin.column) }
      canvas.write(
        line(place, place == chosen),
        at: CellPosition(row: row, column: rect.origin.column), within: rect)
    }
  }

  /// Which of so many rows stands in that row of the screen.
  func row(at line: Int, of count: Int) -> Int? {
    let row = line - rect.origin.row
    guard (0..<rect.size.rows).contains(row), scroll + row < count else { return nil }
    return scroll + row
  }
}

extension Line {
  /// A row to choose: what it is, and at its end what there is to say of it.
  package init(
    choice name: SafeText, _ end: SafeText, endStyle: Style, isChosen: Bool, columns: Int,
    _ theme: Theme
  ) {
    self.init(
      choice: Line(name, theme.style(isChosen ? .currentTab : .text)), end, endStyle: endStyle,
      isChosen: isChosen, columns: columns, theme)
  }

  /// The same, with a name that has its styles already.
  init(
    choice name: Line, _ end: SafeText, endStyle: Style, isChosen: Bool, columns: Int,
    _ theme: Theme
  ) {
    let style = theme.style(isChosen ? .currentTab : .text)
    let end = Line(end, isChosen ? style : endStyle)
    self.init(isChosen ? "› " : "  ", style)
    append(name.cut(columns: max(1, columns - end.columns - self.columns - 1)))
    pad(max(1, columns - self.columns - end.columns), style)
    append(end)
  }

  /// Text of which the characters at some places, in order, stand out.
  init(_ text: SafeText, _ style: Style, marking places: [Int], _ marked: Style) {
    self.init()
    var places = places[...]
    for (place, character) in text.string.enumerated() {
      let isMarked = places.first == place
      if isMarked { places.removeFirst() }
      append(SafeText(sanitizing: String(character)), isMarked ? marked : style)
    }
  }
}
