/// Text as it is looked for: accents and capitals say nothing.
enum FoldedText {
  /// A character without its accent, small.
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

/// A line in which letters are looked for, folded once for all that is typed.
struct MatchedLine: Equatable {
  /// Nobody sees more of a line, and letters behind it find nothing.
  static let longest = 120

  /// The beginning of the line, without accents and capitals.
  let characters: [Character]

  init(_ line: String) { characters = line.prefix(Self.longest).map(FoldedText.folded) }
}
