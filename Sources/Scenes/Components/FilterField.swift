import Preferences
import Terminal

/// A line to type in, and rows below it to choose from instead.
struct FilterField: Equatable {
  /// What a key did.
  enum Outcome {
    /// It means nothing here.
    case nothing
    /// Another row is chosen, or none any more.
    case chose
    /// The cursor went elsewhere in what is typed.
    case moved
    /// Something else is typed.
    case typed
  }

  private(set) var field: TextField
  var list: ChoiceList

  /// A field with that in it, and rows of which none is chosen at first.
  init(_ text: String = "", list: ChoiceList = .belowField) {
    field = TextField(text)
    self.list = list
  }

  /// What is typed.
  var text: String { field.text }
  /// Which of the rows; nil while what is typed counts.
  var chosen: Int? { list.chosen }

  /// Takes a key, with so many rows to choose from.
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

  /// Nobody looks for more.
  private static let longestPaste = 5_000

  /// Takes what was pasted: a line, since copying one takes its end along.
  mutating func paste(_ text: String) {
    field.insert(String(text.firstLine.prefix(Self.longestPaste)))
    list.begin()
  }

  /// Goes through the rows with the wheel; what is returned is the row that was clicked on.
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

  /// Puts the cursor where the mouse pointed, so many columns from the field's left edge.
  mutating func point(at column: Int, columns: Int) {
    list.begin()
    field.point(at: column, columns: columns)
  }

  /// Draws the field after a prompt, and returns where it is.
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
