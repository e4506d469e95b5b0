/// Case and accent folding for searches.
enum FoldedText {
  /// Returns a character in lower case without its accent.
  static func folded(_ character: Character) -> Character {
    guard let scalar = character.unicodeScalars.first else { return character }
    let isLatin = (0xC0..<0x250).contains(scalar.value) || (0x1E00..<0x1F00).contains(scalar.value)
    // "LATIN SMALL LETTER E WITH ACUTE": what stands before "WITH" is what is typed without it.
    guard isLatin, let name = scalar.properties.name?.split(separator: " "), name.count > 4,
      name[2] == "LETTER", name[3].count == 1, name[4] == "WITH"
    else { return scalar.isASCII ? small(Character(scalar)) : small(character) }
    return small(Character(String(name[3])))
  }

  private static func small(_ character: Character) -> Character {
    character.lowercased().first ?? character
  }
}

/// A line of text prepared for fuzzy matching. Folding once makes matching quick as the user types.
struct MatchedLine: Equatable {
  /// The maximum number of characters that are matched.
  static let longest = 120

  /// The beginning of the line, folded.
  let characters: [Character]

  init(_ line: String) { characters = line.prefix(Self.longest).map(FoldedText.folded) }
}
