import Terminal

/// What the word or path being written may go on to, in a little list beside the cursor.
struct CompletionPopup: Equatable {
  /// So many are seen at once.
  private static let mostRows = 8

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

  /// The word to take: the chosen one, else the first.
  var word: String { words[chosen ?? 0].word }

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

  /// Chooses what was drawn there; false where nothing was.
  mutating func choose(at position: CellPosition) -> Bool {
    guard rect.contains(position) else { return false }
    chosen = first + position.row - rect.origin.row
    return true
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
      let line = CellRect(
        row: row, column: rect.origin.column, rows: 1, columns: rect.size.columns)
      canvas.fill(line, style)
      canvas.write(
        Line(words[index].shown, style).cut(columns: rect.size.columns - 2),
        at: CellPosition(row: row, column: rect.origin.column + 1), within: line)
    }
  }
}
