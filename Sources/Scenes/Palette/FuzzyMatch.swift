import Terminal

/// Finds what was typed in the words of a command.
struct FuzzyMatch {
  private let typed: String
  private let letters: [Character]

  /// Looks for what was typed; blanks, accents and capitals in it say nothing.
  init(_ typed: String) {
    self.typed = typed
    letters = typed.filter { !$0.isWhitespace }.map(FoldedText.folded)
  }

  /// How well the letters are found in a line; nil where they are not all there.
  func score(_ line: String) -> Int? { find(in: line)?.score }

  /// Which characters of a line the letters are, where they are all there.
  func places(in line: String) -> [Int] { find(in: line)?.places ?? [] }

  /// By which synonym an entry was found, where it is not by its title.
  func synonym(of entry: PaletteEntry) -> SafeText? {
    guard !letters.isEmpty, find(in: entry.title.string) == nil else { return nil }
    return entry.synonyms.filter { score(whole: $0.string) != nil }
      .max { score(whole: $0.string) ?? 0 < score(whole: $1.string) ?? 0 }
  }
}

extension FuzzyMatch {
  /// The letters in their order, not necessarily beside one another.
  ///
  /// Letters that begin words, and letters beside one another, are what people type.
  private func find(in line: String) -> (score: Int, places: [Int])? {
    guard !letters.isEmpty else { return (0, []) }
    let characters = line.map(FoldedText.folded)
    // The best of all beginnings: the first place of a letter need not be the one that is meant.
    return characters.indices.filter { characters[$0] == letters[0] }
      .compactMap { find(in: characters, from: $0) }.max { $0.score < $1.score }
  }

  private func find(in line: [Character], from start: Int) -> (score: Int, places: [Int])? {
    var score = 0
    var index = start
    var places: [Int] = []
    for letter in letters {
      guard let found = line[index...].firstIndex(of: letter) else { return nil }
      if found == 0 || !(line[found - 1].isLetter || line[found - 1].isNumber) { score += 8 }
      if let last = places.last {
        score += last + 1 == found ? 6 : 0
        score -= min(4, found - last - 1)
      }
      places.append(found)
      index = found + 1
    }
    if isWord(places, in: line) { score += 8 }
    return (score - start / 8, places)
  }

  /// Whether they are a whole word.
  private func isWord(_ places: [Int], in line: [Character]) -> Bool {
    guard let first = places.first, let last = places.last, last - first + 1 == places.count else {
      return false
    }
    return [first - 1, last + 1].allSatisfy { place in
      !line.indices.contains(place) || !(line[place].isLetter || line[place].isNumber)
    }
  }

  /// How well the letters are found side by side in a word: scattered over so many synonyms, any
  /// would be found. The whole word counts most.
  private func score(whole word: String) -> Int? {
    let characters = word.filter { !$0.isWhitespace }.map(FoldedText.folded)
    guard !letters.isEmpty, letters.count <= characters.count else { return nil }
    let places = 0...(characters.count - letters.count)
    guard let place = places.first(where: { characters[$0...].starts(with: letters) }) else {
      return nil
    }
    let side = 6 * (letters.count - 1) + (place == 0 ? 8 : 0)
    return side + (letters.count == characters.count ? 8 : 0)
  }
}

extension FuzzyMatch {
  /// The entries that match, the best first; those that match as well stay in their order.
  func best(of entries: [PaletteEntry]) -> [PaletteEntry] {
    guard !letters.isEmpty else { return entries }
    let scored = entries.enumerated().compactMap { place, entry -> (Int, Int, PaletteEntry)? in
      if entry.typed.contains(typed) { return (.max, place, entry) }
      // What is in sight counts for more than what is not.
      let hidden = [score(entry.name)] + entry.synonyms.map { score(whole: $0.string) }
      let scores =
        [score(entry.title.string), score(whole: entry.name)] + hidden.map { $0.map { $0 - 4 } }
      return scores.compactMap(\.self).max().map { ($0, place, entry) }
    }
    return scored.sorted { ($1.0, $0.1) < ($0.0, $1.1) }.map(\.2)
  }
}
