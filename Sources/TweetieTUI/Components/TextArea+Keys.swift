import Terminal

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
