import Terminal

/// An editable text of several lines with its cursor and undo history. Offsets count characters as
/// people see them, in logical order; a character of absurdly many marks counts as several. The
/// text is sanitized only when drawn.
struct TextArea {
  private(set) var characters: [Character]
  /// The offset of the text area's cursor: the index of the character after it.
  private(set) var cursor: Int
  /// The characters removed by the last cut in a text area, which Ctrl-Y inserts again.
  private var cutCharacters: [Character] = []
  /// The screen column to which a text area's cursor returns when it moves vertically through
  /// shorter rows.
  private var goalColumn: Int?
  private var history = TextUndoHistory()
  private var chunks: ChunkedText
  private var cached: TextAreaLayout?
  /// The wrapped rows of a text area that the next layout can take over from the last one, because
  /// the changes since then did not affect them.
  private var reusableRows = TextAreaLayout.ReusableTextRows()

  init(_ text: String = "") {
    characters = Self.charactersOfLimitedSize(of: Self.textWithNormalizedLineEnds(text))
    chunks = ChunkedText(characters)
    cursor = characters.count
  }

  var text: String { chunks.text }

  /// The number of characters rewritten into chunks of the text so far, for performance tests.
  var writtenCharacters: Int { chunks.written }

  /// Moves the cursor of a text area to an offset, clamped to the text.
  mutating func moveCursor(to offset: Int) {
    cursor = min(max(0, offset), characters.count)
    goalColumn = nil
    history.startNewUndoStep()
  }

  /// Replaces characters of a text area, and puts the cursor after the replacement.
  mutating func replaceCharacters(
    _ range: Range<Int>, with text: String, _ kind: TextUndoHistory.TextChangeKind = .other
  ) {
    // Inserted text may combine with its neighbours, as accents and parts of emoji do, so the
    // characters around it are divided again.
    let lower = max(0, range.lowerBound - 8)
    let upper = min(characters.count, range.upperBound + 2)
    let head = String(characters[lower..<range.lowerBound]) + Self.textWithNormalizedLineEnds(text)
    let edited = Self.charactersOfLimitedSize(
      of: head + String(characters[range.upperBound..<upper]))
    history.recordEdit(
      TextUndoHistory.TextReplacement(
        start: lower, removed: Array(characters[lower..<upper]), inserted: edited, cursor: cursor),
      kind)
    replaceCharacters(edited, at: lower, inPlaceOf: upper - lower)
    cursor = lower + min(Self.charactersOfLimitedSize(of: head).count, edited.count)
  }

  /// Undoes the last change of a text area. Returns false if the history is empty.
  private mutating func undoChange() -> Bool {
    guard let edits = history.popEditsToUndo() else { return false }
    for edit in edits {
      replaceCharacters(edit.removed, at: edit.start, inPlaceOf: edit.inserted.count)
      cursor = edit.cursor
    }
    return true
  }

  /// Repeats the change of a text area that was undone last. Returns false if there is none.
  private mutating func redoChange() -> Bool {
    guard let edits = history.popEditsToRedo() else { return false }
    for edit in edits {
      replaceCharacters(edit.inserted, at: edit.start, inPlaceOf: edit.removed.count)
      cursor = min(edit.start + edit.inserted.count, characters.count)
    }
    return true
  }

  private mutating func replaceCharacters(_ new: [Character], at start: Int, inPlaceOf count: Int) {
    reusableRows = (cached?.reusable ?? reusableRows).reusableRows(
      afterReplacing: start..<(start + count), with: new.count)
    // The cached layout is dropped first: while it refers to the characters, a change copies all of
    // them.
    cached = nil
    characters.replaceSubrange(start..<(start + count), with: new)
    chunks.rebuildChunks(start..<(start + count), with: new.count, in: characters)
    goalColumn = nil
  }

  /// Returns the text area's text wrapped to a width. Only changed rows are laid out again.
  mutating func wrappedLayout(columns: Int) -> TextAreaLayout {
    if let cached, cached.columns == columns { return cached }
    let layout = TextAreaLayout(characters, columns: columns, around: reusableRows)
    cached = layout
    return layout
  }

  /// The maximum size in bytes of a character in a text area. A longer one, with very many marks,
  /// is split, because editing next to it would be slow.
  private static let longestCharacter = 256

  /// Returns the characters of a text; a character that is too long in bytes is split into several.
  private static func charactersOfLimitedSize(of text: String) -> [Character] {
    let characters = Array(text)
    guard characters.contains(where: { $0.utf8.count > longestCharacter }) else {
      return characters
    }
    return characters.flatMap { character -> [Character] in
      guard character.utf8.count > longestCharacter else { return [character] }
      let scalars = Array(character.unicodeScalars)
      return stride(from: 0, to: scalars.count, by: longestCharacter / 4).flatMap { start in
        var part = String.UnicodeScalarView()
        part.append(contentsOf: scalars[start..<min(start + longestCharacter / 4, scalars.count)])
        // Without its beginning, the end of an emoji can be several characters.
        return Array(String(part))
      }
    }
  }

  /// Returns a text in which every kind of line end is replaced by a line feed.
  private static func textWithNormalizedLineEnds(_ text: String) -> String {
    guard text.utf8.contains(0x0D) else { return text }
    return String(text.map { $0 == "\r\n" || $0 == "\r" ? "\n" : $0 })
  }

  enum TextAreaKeyResult {
    case changed
    /// A result of a key press in a text area: the key was handled without changing the text, such
    /// as by moving the cursor.
    case moved
    /// A result of a key press in a text area: the key is not handled.
    case none
  }

  /// Handles a key press in a text area and returns its effect; `columns` is the width of the
  /// layout, `page` the number of rows that Page Down moves.
  mutating func handleKey(_ key: Key, columns: Int, page: Int) -> TextAreaKeyResult {
    switch (key.code, key.modifiers.subtracting(.shift)) {
    case (.character(let character), []):
      replaceCharacters(
        cursor..<cursor, with: String(character), character == " " ? .blank : .typing)
      return .changed
    case (.enter, []):
      replaceCharacters(cursor..<cursor, with: "\n")
      return .changed
    case (.character(let character), .control): return handleControlKey(character, columns: columns)
    case (.character(let character), .alt): return handleAltKey(character)
    case (.backspace, []): return eraseText(max(0, cursor - 1)..<cursor, .erasing)
    case (.delete, []): return eraseText(cursor..<min(characters.count, cursor + 1), .erasing)
    case (.backspace, _): return cutTextForReinsertion(previousWord..<cursor)
    case (.delete, _): return cutTextForReinsertion(cursor..<nextWord)
    case (.left, []): moveCursor(to: cursor - 1)
    case (.right, []): moveCursor(to: cursor + 1)
    case (.left, _): moveCursor(to: previousWord)
    case (.right, _): moveCursor(to: nextWord)
    case (.up, _): moveCursorVertically(by: -1, columns: columns)
    case (.down, _): moveCursorVertically(by: 1, columns: columns)
    case (.pageUp, _): moveCursorVertically(by: -page, columns: columns)
    case (.pageDown, _): moveCursorVertically(by: page, columns: columns)
    case (.home, []): moveCursorToRowStart(columns: columns)
    case (.end, []): moveCursorToRowEnd(columns: columns)
    case (.home, _): moveCursor(to: 0)
    case (.end, _): moveCursor(to: characters.count)
    default: return .none
    }
    return .moved
  }

  private mutating func handleControlKey(_ character: Character, columns: Int) -> TextAreaKeyResult
  {
    switch character {
    case "a": moveCursorToRowStart(columns: columns)
    case "e": moveCursorToRowEnd(columns: columns)
    case "b": moveCursor(to: cursor - 1)
    case "f": moveCursor(to: cursor + 1)
    case "p": moveCursorVertically(by: -1, columns: columns)
    case "n": moveCursorVertically(by: 1, columns: columns)
    case "d": return eraseText(cursor..<min(characters.count, cursor + 1), .erasing)
    case "h": return eraseText(max(0, cursor - 1)..<cursor, .erasing)
    // At the end of a line, the line end is cut.
    case "k": return cutTextForReinsertion(cursor..<max(lineEnd, min(characters.count, cursor + 1)))
    case "u": return cutTextForReinsertion(lineStart..<cursor)
    case "w": return cutTextForReinsertion(previousWord..<cursor)
    case "y":
      replaceCharacters(cursor..<cursor, with: String(cutCharacters))
      return cutCharacters.isEmpty ? .moved : .changed
    // Terminals send the same byte for Ctrl-_ and Ctrl-/.
    case "_", "/", "7": return undoChange() ? .changed : .moved
    default: return .none
    }
    return .moved
  }

  private mutating func handleAltKey(_ character: Character) -> TextAreaKeyResult {
    switch character {
    case "b": moveCursor(to: previousWord)
    case "f": moveCursor(to: nextWord)
    case "<": moveCursor(to: 0)
    case ">": moveCursor(to: characters.count)
    case "d": return cutTextForReinsertion(cursor..<nextWord)
    case "u": return undoChange() ? .changed : .moved
    case "U": return redoChange() ? .changed : .moved
    default: return .none
    }
    return .moved
  }

  private mutating func eraseText(_ range: Range<Int>, _ kind: TextUndoHistory.TextChangeKind)
    -> TextAreaKeyResult
  {
    guard !range.isEmpty else { return .moved }
    replaceCharacters(range, with: "", kind)
    return .changed
  }

  /// Cuts characters from a text area, so that Ctrl-Y can insert them again; returns `moved` for an
  /// empty range.
  private mutating func cutTextForReinsertion(_ range: Range<Int>) -> TextAreaKeyResult {
    guard !range.isEmpty else { return .moved }
    cutCharacters = Array(characters[range])
    return eraseText(range, .other)
  }

  /// Moves the cursor of a text area by a number of wrapped rows, keeping its column where
  /// possible.
  mutating func moveCursorVertically(by rows: Int, columns: Int) {
    let layout = wrappedLayout(columns: columns)
    let position = layout.cursorPosition(of: cursor)
    let aim = goalColumn ?? position.column
    let target = position.row + rows
    if target < 0 {
      moveCursor(to: 0)
    } else if target >= layout.rows.count {
      moveCursor(to: characters.count)
    } else {
      moveCursor(to: layout.characterOffset(row: target, column: aim))
    }
    goalColumn = aim
  }

  private mutating func moveCursorToRowStart(columns: Int) {
    let layout = wrappedLayout(columns: columns)
    moveCursor(to: layout.rows[layout.cursorPosition(of: cursor).row].start)
  }

  private mutating func moveCursorToRowEnd(columns: Int) {
    let layout = wrappedLayout(columns: columns)
    moveCursor(to: layout.lastOffset(in: layout.cursorPosition(of: cursor).row))
  }

  private var previousWord: Int {
    var offset = cursor
    while offset > 0, !Self.isWordCharacter(characters[offset - 1]) { offset -= 1 }
    while offset > 0, Self.isWordCharacter(characters[offset - 1]) { offset -= 1 }
    return offset
  }

  private var nextWord: Int {
    var offset = cursor
    while offset < characters.count, !Self.isWordCharacter(characters[offset]) { offset += 1 }
    while offset < characters.count, Self.isWordCharacter(characters[offset]) { offset += 1 }
    return offset
  }

  private var lineStart: Int {
    (characters[..<cursor].lastIndex(of: "\n") ?? -1) + 1
  }

  private var lineEnd: Int {
    characters[cursor...].firstIndex(of: "\n") ?? characters.count
  }

  private static func isWordCharacter(_ character: Character) -> Bool {
    character.isLetter || character.isNumber || character == "_"
  }

  /// The incomplete @name, #tag or :emoji right before the text area's cursor, for completion; nil
  /// if there is none. A name or tag has at least one character after its sign, an emoji two.
  var unfinishedWord: String? {
    guard let range = unfinishedRange else { return nil }
    return String(characters[range])
  }

  /// Replaces the incomplete word before the text area's cursor with its completion and a blank.
  mutating func completeWord(with word: String) {
    guard let range = unfinishedRange else { return }
    replaceCharacters(range, with: word + " ")
  }

  private var unfinishedRange: Range<Int>? {
    var start = cursor
    // Names and tags are shorter than this limit in characters.
    let limit = max(0, cursor - 100)
    while start > limit, !characters[start - 1].isWhitespace { start -= 1 }
    guard cursor - start >= 2 else { return nil }
    switch characters[start] {
    case "@", "#": return start..<cursor
    case ":":
      let name = characters[(start + 1)..<cursor]
      // Emoticons such as ":-)" and ":D" are not completed.
      let isName =
        name.count > 1 && name.allSatisfy { Self.isWordCharacter($0) || $0 == "+" || $0 == "-" }
      return isName && name.contains(where: Self.isWordCharacter) ? start..<cursor : nil
    default: return nil
    }
  }

  /// Draws the visible rows of a text area, and changes `scroll` so that the cursor is visible. The
  /// closure `spans` returns the visible ranges with styles of their own.
  mutating func drawTextRows(
    on canvas: inout Canvas, in rect: CellRect, scroll: inout Int, style: Style,
    lastRowStyle: Style? = nil, isFocused: Bool,
    spans: (_ inSight: Range<Int>, _ of: [Character]) -> [StyledTextAreaRange] = { _, _ in [] }
  ) {
    canvas.fillRect(rect, style)
    guard rect.size.rows > 0, rect.size.columns > 0 else { return }
    let layout = wrappedLayout(columns: rect.size.columns)
    let position = layout.cursorPosition(of: cursor)
    scroll = min(scroll, max(0, layout.rows.count - rect.size.rows))
    scroll = max(min(scroll, position.row), position.row - rect.size.rows + 1)
    let shown = layout.rows[scroll...].prefix(rect.size.rows)
    let inSight = (shown.first?.start ?? 0)..<(shown.last?.end ?? 0)
    let spans = spans(inSight, characters)
    if let lastRowStyle {
      canvas.fillRect(
        CellRect(
          row: rect.rows.upperBound - 1, column: rect.origin.column, rows: 1,
          columns: rect.size.columns), lastRowStyle)
    }
    for (row, index) in zip(rect.rows, shown.indices) {
      let isLast = row == rect.rows.upperBound - 1
      canvas.writeLine(
        layout.styledRowLine(index, isLast ? lastRowStyle ?? style : style, spans), onRow: row,
        of: rect)
    }
    guard isFocused else { return }
    canvas.cursor = CellPosition(
      row: rect.origin.row + position.row - scroll,
      column: rect.origin.column + position.column)
  }
}

struct TextUndoHistory {
  /// A kind of change in a text's undo history; consecutive changes of one kind are undone
  /// together.
  enum TextChangeKind: Equatable {
    case typing
    case blank
    case erasing
    /// A kind of change in a text's undo history: any change that is neither typing nor erasing,
    /// and is undone alone.
    case other
  }

  /// A change in a text's undo history: the replacement of consecutive characters.
  struct TextReplacement {
    let start: Int
    let removed: [Character]
    let inserted: [Character]
    let cursor: Int
  }

  private var undoable: [[TextReplacement]] = []
  private var redoable: [[TextReplacement]] = []
  private var kind: TextChangeKind?

  /// Records a change of a text in the undo history; a change of the same kind as the last one, or
  /// a blank after typing, is undone together with it.
  mutating func recordEdit(_ edit: TextReplacement, _ kind: TextChangeKind) {
    redoable = []
    if kind != .other, kind == self.kind || (kind == .blank && self.kind == .typing),
      let last = undoable.indices.last
    {
      undoable[last].append(edit)
    } else {
      undoable.append([edit])
      if undoable.count > Self.limit { undoable.removeFirst(undoable.count - Self.limit) }
    }
    self.kind = kind
  }

  /// Makes the undo history undo the next change of the text separately from the last.
  mutating func startNewUndoStep() { kind = nil }

  /// Returns the changes of a text to be undone next, in this order, and moves them to the changes
  /// that can be repeated; nil if there are none.
  mutating func popEditsToUndo() -> [TextReplacement]? {
    guard let step = undoable.popLast() else { return nil }
    redoable.append(step)
    startNewUndoStep()
    return step.reversed()
  }

  /// Returns the changes of a text to be repeated next, in this order, and moves them to the
  /// changes that can be undone; nil if there are none.
  mutating func popEditsToRedo() -> [TextReplacement]? {
    guard let step = redoable.popLast() else { return nil }
    undoable.append(step)
    startNewUndoStep()
    return step
  }

  private static let limit = 1000
}

/// A long text in chunks, so that a key press rewrites one chunk instead of the whole text.
struct ChunkedText {
  /// The maximum number of characters in a chunk of a long text.
  static let size = 2_048

  private struct TextChunk {
    let count: Int
    let text: String
  }

  private var chunks: [TextChunk]
  /// The number of characters written into a text's chunks so far, for performance tests.
  private(set) var written = 0

  init(_ characters: [Character]) {
    chunks = []
    rebuildChunks(0..<0, with: characters.count, in: characters)
  }

  var text: String { chunks.lazy.map(\.text).joined() }

  /// Updates a text's chunks after a range was replaced by `count` characters; `characters` is the
  /// new text.
  mutating func rebuildChunks(_ range: Range<Int>, with count: Int, in characters: [Character]) {
    var (first, start) = (0, 0)
    while first < chunks.count - 1, start + chunks[first].count <= range.lowerBound {
      start += chunks[first].count
      first += 1
    }
    var (last, end) = (first, start)
    while last < chunks.count, last == first || end < range.upperBound {
      end += chunks[last].count
      last += 1
    }
    let changed = start..<(end + count - range.count)
    let new = stride(from: changed.lowerBound, to: changed.upperBound, by: Self.size).map { place in
      let part = characters[place..<Swift.min(place + Self.size, changed.upperBound)]
      return TextChunk(count: part.count, text: String(part))
    }
    chunks.replaceSubrange(first..<last, with: new)
    written += changed.count
  }
}
