import Terminal

/// Finds a few letters in a line: in their order, not necessarily beside one another.
struct FuzzyMatch {
  private let letters: [Character]

  /// Looks for what was typed; blanks in it say nothing.
  init(_ typed: String) {
    letters = typed.lowercased().filter { !$0.isWhitespace }
  }

  /// How well the letters are found in a line; nil where they are not all there.
  ///
  /// Letters that begin words, and letters beside one another, are what people type.
  func score(_ line: String) -> Int? {
    guard !letters.isEmpty else { return 0 }
    let characters = Array(line.lowercased())
    // The best of all beginnings: the first place of a letter need not be the one that is meant.
    return characters.indices.filter { characters[$0] == letters[0] }
      .compactMap { score(characters, from: $0) }.max()
  }

  private func score(_ line: [Character], from start: Int) -> Int? {
    var score = 0
    var index = start
    var last: Int?
    for letter in letters {
      guard let found = line[index...].firstIndex(of: letter) else { return nil }
      if found == 0 || !(line[found - 1].isLetter || line[found - 1].isNumber) { score += 8 }
      if last.map({ $0 + 1 == found }) ?? false { score += 6 }
      score -= min(4, last.map { found - $0 - 1 } ?? 0)
      last = found
      index = found + 1
    }
    return score - start / 8
  }
}

extension FuzzyMatch {
  /// The entries that match, the best first; those that match as well stay in their order.
  func best(of entries: [PaletteEntry]) -> [PaletteEntry] {
    guard !letters.isEmpty else { return entries }
    let scored = entries.enumerated().compactMap { place, entry -> (Int, Int, PaletteEntry)? in
      // What is in sight counts for more than what is not.
      let title = score(entry.title.string)
      let synonym = score(entry.synonyms).map { $0 - 4 }
      guard let score = [title, synonym].compactMap(\.self).max() else { return nil }
      return (score, place, entry)
    }
    return scored.sorted { ($1.0, $0.1) < ($0.0, $1.1) }.map(\.2)
  }
}
