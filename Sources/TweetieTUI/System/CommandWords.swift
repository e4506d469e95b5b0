/// The words of a command, as they are told apart without a shell: at blanks, but not between quotes.
struct CommandWords: Equatable {
  let words: [String]

  /// Tells the words of a command apart. Quotes, "…" or '…', hold blanks and each other together; one
  /// that is not closed goes on to the end. Nothing else has a meaning of its own.
  init(_ command: String) {
    var words: [String] = []
    var word: String?
    var quote: Character?
    for character in command {
      if character == quote {
        quote = nil
      } else if quote == nil, character == "\"" || character == "'" {
        quote = character
        // Two quotes with nothing between them are a word, too.
        word = word ?? ""
      } else if quote == nil, character.isWhitespace {
        if let word { words.append(word) }
        word = nil
      } else {
        word = (word ?? "") + String(character)
      }
    }
    if let word { words.append(word) }
    self.words = words
  }
}
