extension TextArea {
  /// The beginning of a name or tag that is being written right before the cursor: "@" or "#" and
  /// at least one more character; nil where none is.
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
    guard cursor - start >= 2, characters[start] == "@" || characters[start] == "#" else {
      return nil
    }
    return start..<cursor
  }
}
