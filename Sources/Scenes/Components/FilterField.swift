import Preferences
import Terminal

/// A text field with a list of matching choices below.
struct FilterField: Equatable {
  /// The effect of a key on a filter field.
  enum Outcome {
    /// The key is not handled.
    case nothing
    /// Another row, or the field, has the focus.
    case chose
    /// The text cursor moved.
    case moved
    /// The text changed.
    case typed
  }

  private(set) var field: TextField
  var list: ChoiceList

  init(_ text: String = "", list: ChoiceList = .belowField) {
    field = TextField(text)
    self.list = list
  }

  var text: String { field.text }
  /// The index of the chosen row; nil while the field has the focus.
  var chosen: Int? { list.chosen }

  /// Handles a key. count is the number of rows.
  mutating func handle(_ key: Key, of count: Int) -> Outcome {
    switch (key.code, key.modifiers) {
    case (.down, _), (.tab, []): list.step(by: 1, of: count)
    case (.up, _), (.tab, .shift): list.step(by: -1, of: count)
    default:
      let before = text
      guard field.handle(key) else { return .nothing }
      guard text != before else { return .moved }
      list.begin()
      return .typed
    }
    return .chose
  }

  /// The longest accepted paste, in characters.
  private static let longestPaste = 5_000

  /// Inserts the first line of pasted text.
  mutating func paste(_ text: String) {
    field.insert(String(text.firstLine.prefix(Self.longestPaste)))
    list.begin()
  }

  /// Handles the wheel and clicks on rows. Returns the index of a clicked row.
  mutating func point(_ mouse: MouseEvent, from origin: CellPosition, of count: Int) -> Int? {
    switch mouse.action {
    case .wheelDown: list.go(by: 1, of: count)
    case .wheelUp: list.go(by: -1, of: count)
    case .press(1):
      guard let row = list.row(at: mouse.position.row + origin.row, of: count) else { return nil }
      list.choose(row)
      return row
    default: break
    }
    return nil
  }

  /// Moves the text cursor to a click at a column, counted from the field's left edge.
  mutating func point(at column: Int, columns: Int) {
    list.begin()
    field.point(at: column, columns: columns)
  }

  /// Draws a prompt and the field behind it. Returns the field's rectangle.
  @discardableResult func drawField(
    after prompt: Line, on canvas: inout Canvas, in rect: CellRect, _ theme: Theme
  ) -> CellRect {
    canvas.write(prompt, at: rect.origin, within: rect)
    let box = CellRect(
      row: rect.origin.row, column: rect.origin.column + prompt.columns, rows: 1,
      columns: max(1, rect.size.columns - prompt.columns))
    field.draw(on: &canvas, in: box, theme.style(.field), isFocused: !list.hasKeys)
    return box
  }
}
