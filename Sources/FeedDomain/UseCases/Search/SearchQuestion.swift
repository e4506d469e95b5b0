/// What somebody typed to look for.
struct SearchQuestion: Equatable {
  /// The words, without blanks around them.
  let words: String

  /// Nil where nothing but blanks was typed.
  init?(_ typed: String) {
    let parts = typed.split(whereSeparator: \.isWhitespace)
    guard !parts.isEmpty else { return nil }
    words = parts.joined(separator: " ")
  }

  /// How a tag begins that is meant; nil where it cannot be one.
  var tag: String? {
    let name = words.first == "#" ? words.dropFirst() : words[...]
    return name.isEmpty || words.first == "@" || name.contains(where: \.isWhitespace)
      ? nil : String(name)
  }

  /// The tag that was written out as one.
  var writtenTag: String? { words.first == "#" ? tag : nil }

  /// How somebody is called who is meant; nil where it is nobody.
  var person: String? {
    guard words.first != "#" else { return nil }
    let name = words.first == "@" ? String(words.dropFirst()) : words
    return name.isEmpty ? nil : name
  }
}
