import Terminal

/// A fuzzy search of the command palette: finds typed letters in the titles and names of palette
/// entries.
struct FuzzySearch {
  private let typed: String
  private let letters: [Character]

  /// Creates a fuzzy search of the command palette for typed letters; blanks, accents and case are
  /// ignored.
  init(_ typed: String) {
    self.typed = String(typed.prefix(2 * FuzzySearchableLine.longest))
    letters = self.typed.filter { !$0.isWhitespace }.prefix(FuzzySearchableLine.longest + 1)
      .map(SearchCharacterFolding.foldedCharacter)
  }

  /// Returns the offsets of the characters in a line that match the letters of the fuzzy search;
  /// empty if the line does not match.
  func matchedOffsets(in line: String) -> [Int] {
    bestFuzzyMatch(in: FuzzySearchableLine(line))?.places ?? []
  }

  /// Returns the synonym by which the fuzzy search finds a palette entry whose title does not
  /// match; nil for none.
  func synonymMatchingInsteadOfTitle(of entry: PaletteEntry) -> SafeText? {
    guard !letters.isEmpty, bestFuzzyMatch(in: FuzzySearchableLine(entry.title.string)) == nil
    else {
      return nil
    }
    return entry.synonyms.filter { contiguousMatchScore(of: FuzzySearchableLine($0.string)) != nil }
      .max {
        contiguousMatchScore(of: FuzzySearchableLine($0.string)) ?? 0 < contiguousMatchScore(
          of: FuzzySearchableLine($1.string))
          ?? 0
      }
  }

  /// Returns the best match of the fuzzy search's letters in a line, with score and offsets:
  /// letters in a row, or at the beginnings of words, such as "nn" in "Next notification"; nil if
  /// the line does not match.
  private func bestFuzzyMatch(in line: FuzzySearchableLine) -> (score: Int, places: [Int])? {
    guard !letters.isEmpty else { return (0, []) }
    let characters = line.characters
    // Most lines lack one of the letters, which a single pass over the characters finds out.
    var wanted = letters[...]
    for character in characters where character == wanted.first { wanted.removeFirst() }
    guard wanted.isEmpty else { return nil }
    // All positions of the first letter are tried, since the best match need not begin at the first
    // one.
    return characters.indices.filter { characters[$0] == letters[0] }
      .compactMap { bestFuzzyMatch(in: characters, from: $0) }.max { $0.score < $1.score }
  }

  private func bestFuzzyMatch(in line: [Character], from start: Int) -> (score: Int, places: [Int])?
  {
    var score = 0
    var index = start
    var places: [Int] = []
    func isWordStart(_ place: Int) -> Bool {
      place == 0 || !(line[place - 1].isLetter || line[place - 1].isNumber)
    }
    for letter in letters {
      let isNext = line.indices.contains(index) && line[index] == letter
      let found =
        isNext
        ? index
        : isWordStart(start)
          ? line.indices.dropFirst(index).first { line[$0] == letter && isWordStart($0) } : nil
      guard let found else { return nil }
      if isWordStart(found) { score += 8 }
      if let last = places.last {
        score += last + 1 == found ? 6 : 0
        score -= min(4, found - last - 1)
      }
      places.append(found)
      index = found + 1
    }
    if isWholeWord(places, in: line) { score += 8 }
    return (score - start / 8, places)
  }

  private func isWholeWord(_ places: [Int], in line: [Character]) -> Bool {
    guard let first = places.first, let last = places.last, last - first + 1 == places.count else {
      return false
    }
    return [first - 1, last + 1].allSatisfy { place in
      !line.indices.contains(place) || !(line[place].isLetter || line[place].isNumber)
    }
  }

  /// Returns the score of a synonym or name that contains the typed letters without a gap, the
  /// highest for the whole text; nil if it does not. Other matches do not count, since nearly every
  /// synonym would match.
  private func contiguousMatchScore(of word: FuzzySearchableLine) -> Int? {
    let characters = word.characters.filter { !$0.isWhitespace }
    guard !letters.isEmpty, letters.count <= characters.count else { return nil }
    let places = 0...(characters.count - letters.count)
    guard let place = places.first(where: { characters[$0...].starts(with: letters) }) else {
      return nil
    }
    let side = 6 * (letters.count - 1) + (place == 0 ? 8 : 0)
    return side + (letters.count == characters.count ? 8 : 0)
  }

  /// Returns the palette entries that the fuzzy search finds, the best first; entries with equal
  /// scores keep their order.
  func matchingEntries(of entries: [SearchablePaletteEntry]) -> [PaletteEntry] {
    guard !letters.isEmpty else { return entries.map(\.entry) }
    let scored = entries.enumerated().compactMap { place, searched -> (Int, Int, PaletteEntry)? in
      if searched.entry.typed.contains(typed) { return (.max, place, searched.entry) }
      // Matches in the visible title score higher than those in the name and synonyms.
      let hidden =
        [bestFuzzyMatch(in: searched.name)?.score]
        + searched.synonyms.map { contiguousMatchScore(of: $0) }
      let scores =
        [bestFuzzyMatch(in: searched.title)?.score, contiguousMatchScore(of: searched.name)]
        + hidden.map { $0.map { $0 - 4 } }
      return scores.compactMap(\.self).max().map {
        ($0 - (searched.entry.isSetting ? 8 : 0), place, searched.entry)
      }
    }
    return scored.sorted { ($1.0, $0.1) < ($0.0, $1.1) }.map(\.2)
  }
}

/// A palette entry with its texts prepared for the fuzzy search: in lower case and without accents.
struct SearchablePaletteEntry {
  let entry: PaletteEntry
  let title: FuzzySearchableLine
  let name: FuzzySearchableLine
  let synonyms: [FuzzySearchableLine]

  init(_ entry: PaletteEntry) {
    self.entry = entry
    title = FuzzySearchableLine(entry.title.string)
    name = FuzzySearchableLine(entry.name)
    synonyms = entry.synonyms.map { FuzzySearchableLine($0.string) }
  }
}
