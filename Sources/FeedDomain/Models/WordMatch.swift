/// Looking for words that somebody does not want to read.
public enum WordMatch {
  /// Whether the text has the words in it, both in small letters, as Bluesky's own programs look: what has blanks or signs in it, or
  /// is of a script without blanks, anywhere; a word as a word.
  public static func contains(_ words: String, in text: String) -> Bool {
    guard !text.isEmpty else { return false }
    let isSingleWord = words.allSatisfy { $0.isLetter || $0.isNumber }
    let hasOpenScript = words.unicodeScalars.contains { (0x2e80...0x9fff).contains($0.value) }
    if !isSingleWord || hasOpenScript || words.count == 1 { return text.contains(words) }
    return text.split(whereSeparator: \.isWhitespace).contains { word in
      if word == words { return true }
      let isSign = { (character: Character) in !character.isLetter && !character.isNumber }
      let bare = word.drop(while: isSign).reversed().drop(while: isSign).reversed()
      if String(bare) == words { return true }
      return word.split(whereSeparator: isSign).contains { $0 == words }
    }
  }
}
