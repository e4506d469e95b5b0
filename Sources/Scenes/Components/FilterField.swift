import Preferences
import Terminal

/// A text field with a list of matching choices below.
struct FilterField: Equatable {
  enum FilterKeyResult {
    case ignored
    /// A result of a key press in a filter field: another choice or the text field was selected.
    case selectionChanged
    case cursorMoved
    case textChanged
  }

  /// A result of an event in an overlay with a filter field.
  enum FilterEventResult: Equatable {
    case ignored
    /// A result of an event in a filter field: Esc was pressed.
    case closed
    /// A result of an event in a filter field: Enter was pressed.
    case confirmed
    /// A result of an event in a filter field: a choice was clicked, given by its index.
    case clicked(Int)
    case selectionChanged
    /// A result of an event in a filter field: the text was edited or the cursor moved in it, so
    /// that no choice is selected any more.
    case edited
  }

  private(set) var field: TextField
  var list: ChoiceListState

  init(_ text: String = "", list: ChoiceListState = .belowField) {
    field = TextField(text)
    self.list = list
  }

  var text: String { field.text }
  /// The index of the selected choice below a filter field; nil while the field has the focus.
  var chosen: Int? { list.chosen }

  /// Handles a key press in a filter field, which edits the text or moves the selection among
  /// `count` choices; returns what changed.
  mutating func handleKey(_ key: Key, of count: Int) -> FilterKeyResult {
    switch (key.code, key.modifiers) {
    case (.down, _), (.tab, []): list.moveSelectionWrapping(by: 1, of: count)
    case (.up, _), (.tab, .shift): list.moveSelectionWrapping(by: -1, of: count)
    default:
      let before = text
      guard field.handleKey(key) else { return .ignored }
      guard text != before else { return .cursorMoved }
      list.resetSelection()
      return .textChanged
    }
    return .selectionChanged
  }

  /// Handles an event in an overlay with a filter field above `count` choices. Mouse positions are
  /// relative to `origin`, the top left cell of the scene.
  mutating func handleEvent(
    _ event: SceneInputEvent, from origin: CellPosition, of count: Int
  ) -> FilterEventResult {
    switch event {
    case .key(let key):
      switch key.code {
      case .escape: return .closed
      case .enter: return .confirmed
      default: break
      }
      switch handleKey(key, of: count) {
      case .ignored: return .ignored
      case .selectionChanged: return .selectionChanged
      case .cursorMoved: list.resetSelection()
      case .textChanged: break
      }
    case .paste(let text): pasteText(text)
    case .mouse(let mouse, _):
      return handleMouse(mouse, from: origin, of: count).map { .clicked($0) } ?? .selectionChanged
    case .command, .edited: return .ignored
    }
    return .edited
  }

  /// The maximum length of pasted text in a filter field, in characters.
  private static let longestPaste = 5_000

  /// Inserts the first line of pasted text into a filter field.
  mutating func pasteText(_ text: String) {
    field.insertText(String(text.firstLine.prefix(Self.longestPaste)))
    list.resetSelection()
  }

  /// Handles wheel and clicks on the choices of a filter field; returns the index of a clicked
  /// choice.
  mutating func handleMouse(_ mouse: MouseEvent, from origin: CellPosition, of count: Int) -> Int? {
    switch mouse.action {
    case .wheelDown: list.moveSelectionClamped(by: 1, of: count)
    case .wheelUp: list.moveSelectionClamped(by: -1, of: count)
    case .press(1):
      guard let row = list.choiceIndex(at: mouse.position.row + origin.row, of: count) else {
        return nil
      }
      list.selectChoiceRow(row)
      return row
    default: break
    }
    return nil
  }

  /// Moves the filter field's cursor to a click at a column, counted from the field's left edge.
  mutating func placeCursor(at column: Int, columns: Int) {
    list.resetSelection()
    field.placeCursor(at: column, columns: columns)
  }

  /// Draws a prompt and, to its right, the filter field. Returns the field's rectangle.
  @discardableResult
  func drawFilterField(
    after prompt: Line, on canvas: inout Canvas, in rect: CellRect, _ theme: Theme
  ) -> CellRect {
    canvas.writeLine(prompt, at: rect.origin, within: rect)
    let box = CellRect(
      row: rect.origin.row, column: rect.origin.column + prompt.columns, rows: 1,
      columns: max(1, rect.size.columns - prompt.columns))
    field.drawTextField(on: &canvas, in: box, theme.style(.field), isFocused: !list.holdsCursor)
    return box
  }
}

/// A namespace for converting characters to lower case without accents, for searches.
enum SearchCharacterFolding {
  static func foldedCharacter(_ character: Character) -> Character {
    guard let scalar = character.unicodeScalars.first else { return character }
    let isLatin = (0xC0..<0x250).contains(scalar.value) || (0x1E00..<0x1F00).contains(scalar.value)
    // In a name such as "LATIN SMALL LETTER E WITH ACUTE", the letter before "WITH" is the one
    // without the accent.
    guard isLatin, let name = scalar.properties.name?.split(separator: " "), name.count > 4,
      name[2] == "LETTER", name[3].count == 1, name[4] == "WITH"
    else { return scalar.isASCII ? lowercased(Character(scalar)) : lowercased(character) }
    return lowercased(Character(String(name[3])))
  }

  private static func lowercased(_ character: Character) -> Character {
    character.lowercased().first ?? character
  }
}

/// A line of text prepared for fuzzy matching: its characters are folded once, so that matching is
/// quick as the user types.
struct FuzzySearchableLine: Equatable {
  /// The maximum number of characters in a line that fuzzy matching considers.
  static let longest = 120

  /// The first characters of a line of text, in lower case without accents, for fuzzy matching.
  let characters: [Character]

  init(_ line: String) {
    characters = line.prefix(Self.longest).map(SearchCharacterFolding.foldedCharacter)
  }
}
