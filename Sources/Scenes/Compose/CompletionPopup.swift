import Preferences
import Terminal

/// A popup list of offered completions or corrections beside the cursor of a draft's text.
struct CompletionPopup: Equatable {
  private static let maximumRows = 8

  enum CompletionKeyResult {
    /// A result of a key press in the list of completions: another completion was selected.
    case moved
    case inserted(String)
    case closed
  }

  let words: [OfferedCompletion]
  /// The index of the selected completion; nil before one is selected.
  private(set) var chosen: Int?
  /// The rectangle of the list of completions in the last drawing, for the mouse.
  private var rect = CellRect(row: 0, column: 0, rows: 0, columns: 0)
  /// The index of the first visible entry of the list of completions.
  private var first = 0

  /// Creates the list of completions; nil if there are no words.
  init?(_ words: [OfferedCompletion]) {
    guard !words.isEmpty else { return nil }
    self.words = words
  }

  /// Creates a list of file paths as completions; the enclosing folder comes first, if the typed
  /// path has one. Nil for an empty list.
  init?(paths: [OfferedCompletion], beginning: String) {
    self.init((beginning.parent.map { [$0] } ?? []) + paths)
  }

  /// Returns the completions that begin with a text as a new list; nil if there are none.
  func narrowedPopup(to start: String) -> CompletionPopup? {
    CompletionPopup(words.filter { $0.insertedText.hasPrefix(start) })
  }

  /// Selects the completion a number of steps after the selected one, cyclically.
  mutating func moveSelectionWrapping(by step: Int) {
    if let chosen {
      self.chosen = (chosen + step + words.count) % words.count
    } else {
      chosen = step > 0 ? 0 : words.count - 1
    }
  }

  /// Handles a key press in the list of completions; returns nil if the key is not handled. Tab may
  /// take the first word before one is selected; Enter takes only a selected word, because a typed
  /// "#tag" may be complete.
  mutating func handleKey(_ key: Key, tabTakesFirst: Bool) -> CompletionKeyResult? {
    guard key.modifiers.subtracting(.shift).isEmpty else { return nil }
    switch key.code {
    case .down: moveSelectionWrapping(by: 1)
    case .up: moveSelectionWrapping(by: -1)
    case .tab where tabTakesFirst || chosen != nil:
      return .inserted(words[chosen ?? 0].insertedText)
    case .enter: return chosen.map { .inserted(words[$0].insertedText) }
    case .escape: return .closed
    default: return nil
    }
    return .moved
  }

  var chosenWord: String? { chosen.map { words[$0].insertedText } }

  /// Returns the completion at a cell of the screen, as inserted into the draft; nil if none.
  func completionText(at position: CellPosition) -> String? {
    rect.contains(position) ? words[first + position.row - rect.origin.row].insertedText : nil
  }

  /// Returns the rectangle for the list of completions: below the cursor, or above if there is more
  /// room.
  func popupRect(at cursor: CellPosition, in room: CellRect) -> CellRect {
    let below = room.rows.upperBound - cursor.row - 1
    let above = cursor.row - room.origin.row
    let rows = min(words.count, Self.maximumRows, max(below, above))
    let widest = words.map { TextWidth.columnCount(of: $0.displayedText) }.max() ?? 0
    let columns = min(widest + 2, room.size.columns)
    return CellRect(
      row: below >= rows ? cursor.row + 1 : cursor.row - rows,
      column: max(room.origin.column, min(cursor.column, room.columns.upperBound - columns)),
      rows: rows, columns: columns)
  }

  mutating func drawPopup(on canvas: inout Canvas, in rect: CellRect, _ theme: Theme) {
    // The list is scrolled so that the selected word is visible.
    first = max(0, (chosen ?? 0) - rect.size.rows + 1)
    self.rect = rect
    for (row, index) in zip(rect.rows, first..<words.count) {
      let style = theme.style(index == chosen ? .currentTab : .bar)
      let line = rect.lineRect(row)
      canvas.fillRect(line, style)
      canvas.writeLine(
        Line(words[index].displayedText, style).truncatedLine(columns: rect.size.columns - 2),
        at: CellPosition(row: row, column: rect.origin.column + 1), within: line)
    }
  }
}

/// A word or file path that is offered as a completion or correction in a draft.
struct OfferedCompletion: Equatable {
  /// The text of an offered completion as it is inserted into the draft.
  let insertedText: String
  /// The text of an offered completion as the list of completions shows it.
  let displayedText: SafeText
}

extension OfferedCompletion {
  /// Creates a completion from a file path, which is shown by its last component.
  init(path: String) {
    let name = path.split(separator: "/").last.map(String.init) ?? path
    self.init(
      insertedText: path, displayedText: SafeText(sanitizing: name + (path.isFolder ? "/" : "")))
  }
}

extension String {
  /// True if the path is that of a folder: it ends in a slash.
  var isFolder: Bool { hasSuffix("/") }

  /// The completion for the enclosing folder of a path; nil for a file or the root.
  fileprivate var parent: OfferedCompletion? {
    guard isEmpty || isFolder, self != "/" else { return nil }
    let names = split(separator: "/")
    guard let last = names.last, last != "..", last != ".", last != "~" else {
      return OfferedCompletion(insertedText: self + "../", displayedText: "../")
    }
    let outer = names.dropLast().map { $0 + "/" }.joined()
    return OfferedCompletion(
      insertedText: (hasPrefix("/") ? "/" : "") + outer, displayedText: "../")
  }
}
