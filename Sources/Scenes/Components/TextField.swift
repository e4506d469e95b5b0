import Preferences
import Terminal

/// A text field of one line, with its text and cursor.
struct TextField: Equatable {
  private(set) var characters: [Character] = []
  private(set) var cursor = 0
  /// True if dots are shown in place of the field's text, as for a password.
  var isSecret = false

  init(_ text: String = "", isSecret: Bool = false) {
    self.isSecret = isSecret
    characters = Self.singleLineCharacters(text)
    cursor = characters.count
  }

  var text: String { String(characters) }

  /// The maximum size in bytes of a text that is typed or pasted into a text field; more is not
  /// taken, so that a key press stays quick.
  static let maximumBytes = 16_384

  /// Inserts text at the cursor of a text field, with line ends replaced by blanks, as far as there
  /// is room.
  mutating func insertText(_ text: String) {
    var room = Self.maximumBytes - characters.reduce(0) { $0 + $1.utf8.count }
    let clean = Self.singleLineCharacters(text).prefix { character in
      room -= character.utf8.count
      return room >= 0
    }
    characters.insert(contentsOf: clean, at: cursor)
    cursor += clean.count
  }

  private static func singleLineCharacters(_ text: String) -> [Character] {
    text.map { $0.isNewline ? " " : $0 }
  }

  mutating func clearText() {
    characters = []
    cursor = 0
  }

  /// Handles a key press in a text field. Returns false if the key is not handled.
  mutating func handleKey(_ key: Key) -> Bool {
    switch (key.code, key.modifiers) {
    case (.character(let character), []): insertText(String(character))
    case (.backspace, []), (.character("h"), .control): eraseText(from: cursor - 1, to: cursor)
    case (.delete, []): eraseText(from: cursor, to: cursor + 1)
    case (.left, []), (.character("b"), .control): cursor = max(0, cursor - 1)
    case (.right, []), (.character("f"), .control): cursor = min(characters.count, cursor + 1)
    case (.left, .control), (.left, .alt), (.character("b"), .alt): cursor = wordStart
    case (.right, .control), (.right, .alt), (.character("f"), .alt): cursor = wordEnd
    case (.home, []), (.character("a"), .control): cursor = 0
    case (.end, []), (.character("e"), .control): cursor = characters.count
    case (.character("u"), .control): eraseText(from: 0, to: cursor)
    case (.character("k"), .control): eraseText(from: cursor, to: characters.count)
    case (.character("w"), .control), (.backspace, .alt): eraseText(from: wordStart, to: cursor)
    default: return false
    }
    return true
  }

  /// Draws a text field in one row, scrolled so that the cursor is visible.
  func drawTextField(on canvas: inout Canvas, in rect: CellRect, _ style: Style, isFocused: Bool) {
    canvas.fillRect(rect, style)
    let room = max(1, rect.size.columns)
    // Only characters near the cursor can be visible: the others are not converted.
    let before = textMaskedIfSecret(characters[..<cursor].suffix(Self.charactersPerColumn * room))
    var line = Line(before, style)
    let column = line.columns
    line.append(
      textMaskedIfSecret(characters[cursor...].prefix(Self.charactersPerColumn * room)), style)
    let start = max(0, column - room + 1)
    canvas.writeLine(
      line, at: CellPosition(row: rect.origin.row, column: rect.origin.column - start),
      within: rect)
    guard isFocused else { return }
    canvas.cursor = CellPosition(
      row: rect.origin.row, column: rect.origin.column + column - start)
  }

  /// Draws a label and, to its right, the text field, at most 40 columns wide.
  func drawLabelledField(
    label: SafeText, on canvas: inout Canvas, in rect: CellRect, _ theme: Theme, isFocused: Bool
  ) {
    let label = Line(label + "  ", theme.style(.fieldLabel))
    canvas.writeLine(label, at: rect.origin, within: rect)
    let columns = max(1, min(40, rect.size.columns - label.columns))
    drawTextField(
      on: &canvas,
      in: CellRect(
        row: rect.origin.row, column: rect.origin.column + label.columns, rows: 1, columns: columns),
      theme.style(.field), isFocused: isFocused)
  }

  /// Moves the cursor of a text field to a click at a column, counted from the field's left edge.
  mutating func placeCursor(at column: Int, columns: Int) {
    var width = Line(textMaskedIfSecret(characters[..<cursor])).columns
    let target = max(0, width - max(1, columns) + 1) + max(0, column)
    width = 0
    cursor = characters.count
    for (index, character) in characters.enumerated() {
      width += Line(textMaskedIfSecret([character])).columns
      guard width <= target else {
        cursor = index
        return
      }
    }
  }

  /// The number of characters examined per column of a text field; sequences of zero-width
  /// characters need several.
  private static let charactersPerColumn = 8

  private func textMaskedIfSecret(_ part: ArraySlice<Character>) -> SafeText {
    SafeText(
      sanitizing: isSecret ? String(repeating: "•", count: part.count) : String(part))
  }

  private mutating func eraseText(from start: Int, to end: Int) {
    let range = max(0, start)..<min(characters.count, end)
    guard !range.isEmpty else { return }
    characters.removeSubrange(range)
    cursor = range.lowerBound
  }

  private var wordStart: Int {
    var index = cursor
    while index > 0, characters[index - 1].isWhitespace { index -= 1 }
    while index > 0, !characters[index - 1].isWhitespace { index -= 1 }
    return index
  }

  private var wordEnd: Int {
    var index = cursor
    while index < characters.count, characters[index].isWhitespace { index += 1 }
    while index < characters.count, !characters[index].isWhitespace { index += 1 }
    return index
  }
}

extension String {
  /// The first non-empty line of this string; empty if there is none.
  var firstLine: String { String(drop(while: \.isNewline).prefix { !$0.isNewline }) }

  /// The text of this string in one line: its lines joined with blanks, without empty lines.
  var joinedLines: String { split(whereSeparator: \.isNewline).joined(separator: " ") }
}
