import Terminal

/// Text being written in several lines: its characters, and where the cursor stands.
///
/// Everything is counted in characters as people see them; a character is never cut in two, and
/// text stands in logical order whatever its script. What people write is kept as it is, and made
/// safe only where it is drawn.
struct TextArea {
  /// The characters; "\n" ends a line.
  private(set) var characters: [Character]
  /// The character before which the cursor stands; the count of them when it stands at the end.
  private(set) var cursor: Int
  /// What was last cut, to be put back with Ctrl-Y.
  private var cut: [Character] = []
  /// The column that moving up and down aims for.
  private var goal: Int?
  private var history = TextHistory()
  private var pieces: TextPieces
  private var cached: TextAreaLayout?
  /// What is left of an older layout around everything that changed since.
  private var settled = TextAreaLayout.Remains()

  /// An area that holds that text, with the cursor at its end.
  init(_ text: String = "") {
    characters = Array(Self.normalized(text))
    pieces = TextPieces(characters)
    cursor = characters.count
  }

  /// The text.
  var text: String { pieces.text }

  /// How many characters were put into the text again so far, changed or not.
  var writtenCharacters: Int { pieces.written }

  /// Puts the cursor there, or as near as there is text.
  mutating func move(to offset: Int) {
    cursor = min(max(0, offset), characters.count)
    goal = nil
    history.pause()
  }

  /// Puts text in place of the characters, and the cursor behind it.
  mutating func replace(
    _ range: Range<Int>, with text: String, _ kind: TextHistory.Kind = .other
  ) {
    // What is put in may join its neighbours: an accent, the next part of an emoji. So the
    // characters around it are taken apart and told anew.
    let lower = max(0, range.lowerBound - 8)
    let upper = min(characters.count, range.upperBound + 2)
    let head = String(characters[lower..<range.lowerBound]) + Self.normalized(text)
    let edited = Array(head + String(characters[range.upperBound..<upper]))
    history.record(
      TextHistory.Edit(
        start: lower, removed: Array(characters[lower..<upper]), inserted: edited, cursor: cursor),
      kind)
    put(edited, at: lower, inPlaceOf: upper - lower)
    cursor = lower + min(head.count, edited.count)
  }

  /// Takes the last thing done back; false where there is nothing.
  private mutating func undo() -> Bool {
    guard let edits = history.undo() else { return false }
    for edit in edits {
      put(edit.removed, at: edit.start, inPlaceOf: edit.inserted.count)
      cursor = edit.cursor
    }
    return true
  }

  /// Does again what was taken back; false where there is nothing.
  private mutating func redo() -> Bool {
    guard let edits = history.redo() else { return false }
    for edit in edits {
      put(edit.inserted, at: edit.start, inPlaceOf: edit.removed.count)
      cursor = min(edit.start + edit.inserted.count, characters.count)
    }
    return true
  }

  private mutating func put(_ new: [Character], at start: Int, inPlaceOf count: Int) {
    settled = (cached?.remains ?? settled).replacing(start..<(start + count), with: new.count)
    // Dropped first, for as long as it holds the characters every change copies them all.
    cached = nil
    characters.replaceSubrange(start..<(start + count), with: new)
    pieces.replace(start..<(start + count), with: new.count, in: characters)
    goal = nil
  }

  /// The text laid out in rows of so many columns; measured again only where it changed.
  mutating func layout(columns: Int) -> TextAreaLayout {
    if let cached, cached.columns == columns { return cached }
    let layout = TextAreaLayout(characters, columns: columns, around: settled)
    cached = layout
    return layout
  }
}

extension TextArea {
  /// Terminals and editors end lines in three ways; here it is one.
  private static func normalized(_ text: String) -> String {
    guard text.utf8.contains(0x0D) else { return text }
    return String(text.map { $0 == "\r\n" || $0 == "\r" ? "\n" : $0 })
  }
}

extension TextArea {
  /// What a key did.
  enum Effect {
    /// The text is another one.
    case changed
    /// The cursor may stand elsewhere.
    case moved
    /// The key means nothing here.
    case none
  }

  /// Does what a key means in text that is laid out in so many columns, and `page` rows at once.
  mutating func handle(_ key: Key, columns: Int, page: Int) -> Effect {
    switch (key.code, key.modifiers.subtracting(.shift)) {
    case (.character(let character), []):
      replace(cursor..<cursor, with: String(character), character == " " ? .blank : .typing)
      return .changed
    case (.enter, []):
      replace(cursor..<cursor, with: "\n")
      return .changed
    case (.character(let character), .control): return control(character, columns: columns)
    case (.character(let character), .alt): return alt(character)
    case (.backspace, []): return erase(max(0, cursor - 1)..<cursor, .erasing)
    case (.delete, []): return erase(cursor..<min(characters.count, cursor + 1), .erasing)
    case (.backspace, _): return takeOut(previousWord..<cursor)
    case (.delete, _): return takeOut(cursor..<nextWord)
    case (.left, []): move(to: cursor - 1)
    case (.right, []): move(to: cursor + 1)
    case (.left, _): move(to: previousWord)
    case (.right, _): move(to: nextWord)
    case (.up, _): moveRows(by: -1, columns: columns)
    case (.down, _): moveRows(by: 1, columns: columns)
    case (.pageUp, _): moveRows(by: -page, columns: columns)
    case (.pageDown, _): moveRows(by: page, columns: columns)
    case (.home, []): moveToRowStart(columns: columns)
    case (.end, []): moveToRowEnd(columns: columns)
    case (.home, _): move(to: 0)
    case (.end, _): move(to: characters.count)
    default: return .none
    }
    return .moved
  }
}

extension TextArea {
  private mutating func control(_ character: Character, columns: Int) -> Effect {
    switch character {
    case "a": moveToRowStart(columns: columns)
    case "e": moveToRowEnd(columns: columns)
    case "b": move(to: cursor - 1)
    case "f": move(to: cursor + 1)
    case "p": moveRows(by: -1, columns: columns)
    case "n": moveRows(by: 1, columns: columns)
    case "d": return erase(cursor..<min(characters.count, cursor + 1), .erasing)
    case "h": return erase(max(0, cursor - 1)..<cursor, .erasing)
    // At the end of a line there is its end left to take.
    case "k": return takeOut(cursor..<max(lineEnd, min(characters.count, cursor + 1)))
    case "u": return takeOut(lineStart..<cursor)
    case "w": return takeOut(previousWord..<cursor)
    case "y":
      replace(cursor..<cursor, with: String(cut))
      return cut.isEmpty ? .moved : .changed
    // Terminals tell Ctrl-_ and Ctrl-/ by one byte.
    case "_", "/", "7": return undo() ? .changed : .moved
    default: return .none
    }
    return .moved
  }

  private mutating func alt(_ character: Character) -> Effect {
    switch character {
    case "b": move(to: previousWord)
    case "f": move(to: nextWord)
    case "<": move(to: 0)
    case ">": move(to: characters.count)
    case "d": return takeOut(cursor..<nextWord)
    case "u": return undo() ? .changed : .moved
    case "U": return redo() ? .changed : .moved
    default: return .none
    }
    return .moved
  }

  private mutating func erase(_ range: Range<Int>, _ kind: TextHistory.Kind) -> Effect {
    guard !range.isEmpty else { return .moved }
    replace(range, with: "", kind)
    return .changed
  }

  /// Erases characters, and keeps them so that they can be put elsewhere.
  private mutating func takeOut(_ range: Range<Int>) -> Effect {
    guard !range.isEmpty else { return .moved }
    cut = Array(characters[range])
    return erase(range, .other)
  }
}

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
  private mutating func moveToRowStart(columns: Int) {
    let layout = layout(columns: columns)
    move(to: layout.rows[layout.position(of: cursor).row].start)
  }

  /// Moves to the end of the row on the screen.
  private mutating func moveToRowEnd(columns: Int) {
    let layout = layout(columns: columns)
    move(to: layout.lastOffset(in: layout.position(of: cursor).row))
  }

  /// Where the word before the cursor begins.
  private var previousWord: Int {
    var offset = cursor
    while offset > 0, !Self.isWord(characters[offset - 1]) { offset -= 1 }
    while offset > 0, Self.isWord(characters[offset - 1]) { offset -= 1 }
    return offset
  }

  /// Where the word after the cursor ends.
  private var nextWord: Int {
    var offset = cursor
    while offset < characters.count, !Self.isWord(characters[offset]) { offset += 1 }
    while offset < characters.count, Self.isWord(characters[offset]) { offset += 1 }
    return offset
  }

  /// Where the line begins that the cursor stands in, however many rows it takes.
  private var lineStart: Int {
    (characters[..<cursor].lastIndex(of: "\n") ?? -1) + 1
  }

  /// Where the line ends that the cursor stands in.
  private var lineEnd: Int {
    characters[cursor...].firstIndex(of: "\n") ?? characters.count
  }

  private static func isWord(_ character: Character) -> Bool {
    character.isLetter || character.isNumber || character == "_"
  }
}

extension TextArea {
  /// The beginning of a name, tag or emoji that is being written right before the cursor: "@" or "#"
  /// and at least one more character, or ":" and at least two of a name; nil where none is.
  var unfinishedWord: String? {
    guard let range = unfinishedRange else { return nil }
    return String(characters[range])
  }

  /// Puts the whole word in place of its beginning, and a blank behind it.
  mutating func finish(with word: String) {
    guard let range = unfinishedRange else { return }
    replace(range, with: word + " ")
  }

  private var unfinishedRange: Range<Int>? {
    var start = cursor
    // No name and no tag is that long.
    let limit = max(0, cursor - 100)
    while start > limit, !characters[start - 1].isWhitespace { start -= 1 }
    guard cursor - start >= 2 else { return nil }
    switch characters[start] {
    case "@", "#": return start..<cursor
    case ":":
      let name = characters[(start + 1)..<cursor]
      // ":-)" and ":D" are faces already.
      let isName = name.count > 1 && name.allSatisfy { Self.isWord($0) || $0 == "+" || $0 == "-" }
      return isName && name.contains(where: Self.isWord) ? start..<cursor : nil
    default: return nil
    }
  }
}

extension TextArea {
  /// Draws the rows from `scroll` on, moving it as little as keeps the cursor in sight, and shows
  /// the cursor where the keys go here. What looks otherwise is asked for the characters in sight.
  mutating func draw(
    on canvas: inout Canvas, in rect: CellRect, scroll: inout Int, style: Style, isFocused: Bool,
    spans: (_ inSight: Range<Int>, _ of: [Character]) -> [TextAreaSpan] = { _, _ in [] }
  ) {
    canvas.fill(rect, style)
    guard rect.size.rows > 0, rect.size.columns > 0 else { return }
    let layout = layout(columns: rect.size.columns)
    let position = layout.position(of: cursor)
    scroll = min(scroll, max(0, layout.rows.count - rect.size.rows))
    scroll = max(min(scroll, position.row), position.row - rect.size.rows + 1)
    let shown = layout.rows[scroll...].prefix(rect.size.rows)
    let inSight = (shown.first?.start ?? 0)..<(shown.last?.end ?? 0)
    let spans = spans(inSight, characters)
    for (row, index) in zip(rect.rows, shown.indices) {
      canvas.write(
        layout.line(index, style, spans),
        at: CellPosition(row: row, column: rect.origin.column), within: rect)
    }
    guard isFocused else { return }
    canvas.cursor = CellPosition(
      row: rect.origin.row + position.row - scroll,
      column: rect.origin.column + position.column)
  }
}
