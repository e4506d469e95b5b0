import Terminal

extension TextArea {
  /// Moves the cursor by so many rows on the screen, keeping its column as well as the text lets.
  mutating func moveRows(by rows: Int, columns: Int) {
    let layout = layout(columns: columns)
    let position = layout.position(of: cursor)
    let aim = goal ?? position.column
    let target = position.row + rows
    if target < 0 {
      move(to: 0)
    } else if target >= layout.rows.count {
      move(to: characters.count)
    } else {
      move(to: layout.offset(row: target, column: aim))
    }
    goal = aim
  }

  /// Moves to the beginning of the row on the screen.
  mutating func moveToRowStart(columns: Int) {
    let layout = layout(columns: columns)
    move(to: layout.rows[layout.position(of: cursor).row].start)
  }

  /// Moves to the end of the row on the screen.
  mutating func moveToRowEnd(columns: Int) {
    let layout = layout(columns: columns)
    move(to: layout.lastOffset(in: layout.position(of: cursor).row))
  }

  /// Where the word before the cursor begins.
  var previousWord: Int {
    var offset = cursor
    while offset > 0, !Self.isWord(characters[offset - 1]) { offset -= 1 }
    while offset > 0, Self.isWord(characters[offset - 1]) { offset -= 1 }
    return offset
  }

  /// Where the word after the cursor ends.
  var nextWord: Int {
    var offset = cursor
    while offset < characters.count, !Self.isWord(characters[offset]) { offset += 1 }
    while offset < characters.count, Self.isWord(characters[offset]) { offset += 1 }
    return offset
  }

  /// Where the line begins that the cursor stands in, however many rows it takes.
  var lineStart: Int {
    (characters[..<cursor].lastIndex(of: "\n") ?? -1) + 1
  }

  /// Where the line ends that the cursor stands in.
  var lineEnd: Int {
    characters[cursor...].firstIndex(of: "\n") ?? characters.count
  }

  private static func isWord(_ character: Character) -> Bool {
    character.isLetter || character.isNumber || character == "_"
  }
}
