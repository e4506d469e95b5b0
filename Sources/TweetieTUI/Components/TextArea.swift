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
  var cut: [Character] = []
  /// The column that moving up and down aims for.
  var goal: Int?
  private var history = TextHistory()
  private var cached: TextAreaLayout?

  /// An area that holds that text, with the cursor at its end.
  init(_ text: String = "") {
    characters = Array(Self.normalized(text))
    cursor = characters.count
  }

  /// The text.
  var text: String { String(characters) }

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
    characters.replaceSubrange(lower..<upper, with: edited)
    cursor = lower + min(head.count, edited.count)
    goal = nil
    cached = nil
  }

  /// Takes the last thing done back; false where there is nothing.
  @discardableResult mutating func undo() -> Bool {
    guard let edits = history.undo() else { return false }
    for edit in edits {
      characters.replaceSubrange(
        edit.start..<(edit.start + edit.inserted.count), with: edit.removed)
      cursor = edit.cursor
    }
    goal = nil
    cached = nil
    return true
  }

  /// Does again what was taken back; false where there is nothing.
  @discardableResult mutating func redo() -> Bool {
    guard let edits = history.redo() else { return false }
    for edit in edits {
      characters.replaceSubrange(
        edit.start..<(edit.start + edit.removed.count), with: edit.inserted)
      cursor = min(edit.start + edit.inserted.count, characters.count)
    }
    goal = nil
    cached = nil
    return true
  }

  /// The text laid out in rows of so many columns; measured again only after it changed.
  mutating func layout(columns: Int) -> TextAreaLayout {
    if let cached, cached.columns == columns { return cached }
    let layout = TextAreaLayout(characters, columns: columns)
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
