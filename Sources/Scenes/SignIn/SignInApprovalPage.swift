import Preferences
import Terminal

/// The page for approving access in a browser: the address to open, and a field for the code.
struct SignInApprovalPage {
  private(set) var model: SignInApprovalModel?
  private(set) var answer = TextField()
  /// Whether the address has the focus, rather than the field.
  private(set) var isAtAddress = false
  /// The field's rectangle in the last drawing, relative to the scene.
  private var fieldRect: CellRect?

  /// Shows a page. Text typed for another page is discarded.
  mutating func adopt(_ model: SignInApprovalModel) {
    guard model != self.model else { return }
    self.model = model
    answer.clear()
    isAtAddress = false
  }

  mutating func clear() { self = SignInApprovalPage() }

  /// Moves the focus between the address, if any, and the field.
  mutating func changeSides() { isAtAddress = !isAtAddress && model?.address.isEmpty == false }

  /// Handles a key. Returns false if the key is not handled.
  mutating func handle(_ key: Key) -> Bool { !isAtAddress && answer.handle(key) }

  /// Inserts pasted text into the field.
  mutating func paste(_ text: String) {
    isAtAddress = false
    answer.insert(text.firstLine)
  }

  /// Moves the cursor to a click. Returns false outside the field.
  mutating func point(at position: CellPosition) -> Bool {
    guard let fieldRect, fieldRect.contains(position) else { return false }
    isAtAddress = false
    answer.point(
      at: position.column - fieldRect.origin.column, columns: fieldRect.size.columns)
    return true
  }
}

extension SignInApprovalPage {
  /// Draws the page, with a notice below the field. The address is shown in full, wrapped over
  /// several rows.
  mutating func draw(
    on canvas: inout Canvas, in rect: CellRect, _ theme: Theme, notice: Line, keys: [Hint],
    isFocused: Bool
  ) {
    guard let model else { return }
    let columns = max(1, min(76, rect.size.columns - (rect.size.columns < 30 ? 0 : 2)))
    let style = theme.style(isAtAddress ? .selection : .link)
    let address: [Line?] =
      model.address.isEmpty
      ? [] : TextWrapping.wrap(Line(model.address, style, link: model.link), columns: columns)
    let sentence: [Line?] = TextWrapping.wrap(
      Line(model.sentence, theme.style(.text)), columns: columns)
    let notifications: [Line?] =
      notice.columns > 0 ? TextWrapping.wrap(notice, columns: columns) : []
    let hints: [Line?] = [HintLine.line(keys, columns: columns, theme: theme)]
    let tail = [nil] + notifications
    let layouts: [[Line?]] = [
      sentence + [Line()] + address + (address.isEmpty ? [] : [Line()]) + tail + [Line()] + hints,
      sentence + address + tail + hints, address + tail + hints, address + tail,
    ]
    let rows = rect.size.rows
    // Where there is no room for it, the address is cut: it can still be opened and copied whole.
    let lines: [Line?] =
      layouts.first { $0.count <= rows } ?? address.prefix(max(0, rows - tail.count)) + tail
    let top = max(0, rows - lines.count) / 3
    let left = max(0, rect.size.columns - columns) / 2
    for (row, line) in lines.enumerated() {
      let place = CellRect(
        row: rect.origin.row + top + row, column: rect.origin.column + left, rows: 1,
        columns: columns)
      if let line {
        canvas.write(line.cut(columns: columns), at: place.origin, within: rect)
      } else {
        drawField(model.label, on: &canvas, in: place, corner: rect.origin, theme, isFocused)
      }
    }
  }

  private mutating func drawField(
    _ label: SafeText, on canvas: inout Canvas, in rect: CellRect, corner: CellPosition,
    _ theme: Theme, _ isFocused: Bool
  ) {
    let labelColumns = TextWidth.columns(of: label) + 2
    let hasFocus = isFocused && !isAtAddress
    canvas.write(
      Line(label, theme.style(hasFocus ? .strong : .fieldLabel)), at: rect.origin, within: rect)
    var input = rect
    input.origin.column += labelColumns
    input.size.columns = max(1, rect.size.columns - labelColumns)
    answer.draw(on: &canvas, in: input, theme.style(.field), isFocused: hasFocus)
    fieldRect = CellRect(
      row: input.origin.row - corner.row, column: input.origin.column - corner.column, rows: 1,
      columns: input.size.columns)
  }
}
