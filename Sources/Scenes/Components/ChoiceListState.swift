package import Preferences
package import Terminal

/// A state of a list of choices, which can stand below a text field: the selected row and the
/// scroll position.
struct ChoiceListState: Equatable {
  /// True if the list of choices stands below a text field; the field has the focus while no row is
  /// selected.
  private let isBelowField: Bool
  /// The index of the selected row of a choice list; nil while the text field has the focus.
  private(set) var chosen: Int?
  /// True if the user has moved the selection of a choice list since the last change of the text.
  private var isMoved = false
  private var scroll = 0
  /// The rectangle of the screen in which a choice list was last drawn, for mouse events.
  private var rect = CellRect(row: 0, column: 0, rows: 0, columns: 0)

  /// The initial state of a choice list below a text field: the field has the focus.
  static let belowField = ChoiceListState(isBelowField: true, chosen: nil)
  /// The initial state of a choice list without a text field: its first row is selected.
  static let withoutField = ChoiceListState(isBelowField: false, chosen: 0)

  private init(isBelowField: Bool, chosen: Int?) {
    self.isBelowField = isBelowField
    self.chosen = chosen
  }

  /// True if the terminal's cursor stands on the selected row of a choice list rather than in the
  /// text field: a row has the focus, or was selected since the user last typed.
  var holdsCursor: Bool { chosen != nil && (isBelowField || isMoved) }

  /// Resets the selection of a choice list to the text field or the first row.
  mutating func resetSelection() { (chosen, isMoved) = (isBelowField ? nil : 0, false) }

  mutating func selectChoiceRow(_ row: Int?) { chosen = row }

  /// Moves the selection of a choice list by a number of rows, wrapping around at the ends; the
  /// text field counts as one more row.
  mutating func moveSelectionWrapping(by step: Int, of count: Int) {
    guard count > 0 else { return }
    isMoved = true
    let field = isBelowField ? 1 : 0
    let stop = ((chosen ?? -1) + field + step + count + field) % (count + field) - field
    chosen = stop < 0 ? nil : stop
  }

  /// Moves the selection of a choice list by a number of rows, stopping at the ends.
  mutating func moveSelectionClamped(by step: Int, of count: Int) {
    guard count > 0 else { return }
    isMoved = true
    chosen = min(max(0, (chosen ?? -1) + step), count - 1)
  }

  /// The number of rows by which a page key moves in a choice list.
  var page: Int { max(1, rect.size.rows - 1) }

  /// Draws the visible rows of a choice list, scrolled so that the selected one is among them.
  mutating func drawChoiceRows(
    _ count: Int, on canvas: inout Canvas, in rect: CellRect, line: (Int, _ isChosen: Bool) -> Line
  ) {
    self.rect = rect
    let rows = max(1, rect.size.rows)
    if let chosen { scroll = min(max(scroll, chosen - rows + 1), chosen) }
    scroll = max(0, min(scroll, count - rows))
    for (row, place) in zip(rect.rows, scroll..<max(scroll, count)) {
      if place == chosen { canvas.point = CellPosition(row: row, column: rect.origin.column) }
      canvas.writeLine(line(place, place == chosen), onRow: row, of: rect)
    }
  }

  /// Returns the index of the choice that a choice list shows on a row of the screen; nil if none.
  func choiceIndex(at line: Int, of count: Int) -> Int? {
    let row = line - rect.origin.row
    guard (0..<rect.size.rows).contains(row), scroll + row < count else { return nil }
    return scroll + row
  }
}

extension Line {
  /// Creates the text line for a choice in a list: the choice's name, and a note at the right end.
  package init(
    choice name: SafeText, _ end: SafeText, endStyle: Style, isChosen: Bool, columns: Int,
    _ theme: Theme
  ) {
    self.init(
      choice: Line(name, theme.style(isChosen ? .currentTab : .text)), end, endStyle: endStyle,
      isChosen: isChosen, columns: columns, theme)
  }

  /// Creates the text line for a choice in a list from a styled name and a note at the right end.
  init(
    choice name: Line, _ end: SafeText, endStyle: Style, isChosen: Bool, columns: Int,
    _ theme: Theme
  ) {
    let style = theme.style(isChosen ? .currentTab : .text)
    let end = Line(end, isChosen ? style : endStyle)
    self.init(isChosen ? "› " : "  ", style)
    append(name.truncatedLine(columns: max(1, columns - end.columns - self.columns - 1)))
    appendBlanks(max(1, columns - self.columns - end.columns), style)
    append(end)
  }

  /// Creates a line of text in which the characters at the ascending offsets `places` are
  /// highlighted.
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
