import Preferences
import Terminal

/// What the word or path being written may go on to, in a little list beside the cursor.
struct CompletionPopup: Equatable {
  /// So many are seen at once.
  private static let mostRows = 8

  /// What came of a key.
  enum Answer {
    /// Another word is chosen.
    case moved
    /// A word is taken.
    case taken(String)
    /// The list is to go.
    case closed
  }

  /// The words.
  let words: [Completion]
  /// Which is chosen; nil before one is.
  private(set) var chosen: Int?
  /// Where they were drawn, and from which on.
  private var rect = CellRect(row: 0, column: 0, rows: 0, columns: 0)
  private var first = 0

  /// A list of those words; nil where there are none.
  init?(_ words: [Completion]) {
    guard !words.isEmpty else { return nil }
    self.words = words
  }

  /// The ways on from a folder or the beginning of a name, by their last names; first the folder
  /// around, where the beginning names one.
  init?(paths: [String], beginning: String) {
    self.init((beginning.parent.map { [$0] } ?? []) + paths.map(\.completion))
  }

  /// The same list without the words that do not begin so; nil where none does.
  func beginning(_ start: String) -> CompletionPopup? {
    CompletionPopup(words.filter { $0.word.hasPrefix(start) })
  }

  /// Chooses the next word (or the one before), round and round.
  mutating func choose(by step: Int) {
    if let chosen {
      self.chosen = (chosen + step + words.count) % words.count
    } else {
      chosen = step > 0 ? 0 : words.count - 1
    }
  }

  /// Answers a key; nil where it means nothing to the list. Tab may take the first word before one
  /// is chosen; Enter ends a line unless one was: "#tag" may well be the whole of it.
  mutating func handle(_ key: Key, tabTakesFirst: Bool) -> Answer? {
    guard key.modifiers.subtracting(.shift).isEmpty else { return nil }
    switch key.code {
    case .down: choose(by: 1)
    case .up: choose(by: -1)
    case .tab where tabTakesFirst || chosen != nil: return .taken(words[chosen ?? 0].word)
    case .enter: return chosen.map { .taken(words[$0].word) }
    case .escape: return .closed
    default: return nil
    }
    return .moved
  }

  /// The chosen word; nil before one is.
  var chosenWord: String? { chosen.map { words[$0].word } }

  /// The word that was drawn there; nil where none was.
  func word(at position: CellPosition) -> String? {
    rect.contains(position) ? words[first + position.row - rect.origin.row].word : nil
  }

  /// Where the list stands: below the cursor, or above where there is more room.
  func rect(at cursor: CellPosition, in room: CellRect) -> CellRect {
    let below = room.rows.upperBound - cursor.row - 1
    let above = cursor.row - room.origin.row
    let rows = min(words.count, Self.mostRows, max(below, above))
    let widest = words.map { TextWidth.columns(of: $0.shown) }.max() ?? 0
    let columns = min(widest + 2, room.size.columns)
    return CellRect(
      row: below >= rows ? cursor.row + 1 : cursor.row - rows,
      column: max(room.origin.column, min(cursor.column, room.columns.upperBound - columns)),
      rows: rows, columns: columns)
  }

  /// Draws it.
  mutating func draw(on canvas: inout Canvas, in rect: CellRect, _ theme: Theme) {
    // The chosen word is in sight however few fit.
    first = max(0, (chosen ?? 0) - rect.size.rows + 1)
    self.rect = rect
    for (row, index) in zip(rect.rows, first..<words.count) {
      let style = theme.style(index == chosen ? .currentTab : .bar)
      let line = rect.line(row)
      canvas.fill(line, style)
      canvas.write(
        Line(words[index].shown, style).cut(columns: rect.size.columns - 2),
        at: CellPosition(row: row, column: rect.origin.column + 1), within: line)
    }
  }
}

/// A word that can be gone on to.
struct Completion: Equatable {
  /// The word as it is written into the text.
  let word: String
  /// The word as it is shown.
  package let shown: SafeText
}

extension String {
  /// Whether it is the path of a folder, as one that can be gone on with is written.
  var isFolder: Bool { hasSuffix("/") }

  /// A path, shown by its last name.
  fileprivate var completion: Completion {
    let name = split(separator: "/").last.map(String.init) ?? self
    return Completion(word: self, shown: SafeText(sanitizing: name + (isFolder ? "/" : "")))
  }

  /// The folder around the one that the path names; nil where it names none, or that of everything.
  fileprivate var parent: Completion? {
    guard isEmpty || isFolder, self != "/" else { return nil }
    let names = split(separator: "/")
    guard let last = names.last, last != "..", last != ".", last != "~" else {
      return Completion(word: self + "../", shown: "../")
    }
    let outer = names.dropLast().map { $0 + "/" }.joined()
    return Completion(word: (hasPrefix("/") ? "/" : "") + outer, shown: "../")
  }
}
