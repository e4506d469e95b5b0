/// A filter kept at the service that folds or hides posts in all of the user's programs.
public struct WordFilter: Equatable, Sendable {
  public enum WordFilterContext: String, CaseIterable, Sendable {
    case home, notifications, thread
    /// A context in which a word filter applies: public timelines.
    case anywhere = "public"
    case profiles = "account"
  }

  public let id: String
  public let title: String
  public let words: [String]
  public let places: Set<WordFilterContext>
  /// True if a word filter hides matching posts, false if it folds them.
  public let isHiding: Bool
  public let end: Timestamp?

  public init(
    id: String, title: String, words: [String], places: Set<WordFilterContext>, isHiding: Bool,
    end: Timestamp? = nil
  ) {
    (self.id, self.title) = (id, title.shortened(to: .name))
    self.words = words.map { $0.shortened(to: .name) }
    (self.places, self.isHiding, self.end) = (places, isHiding, end)
  }

  /// Returns the words of a filter as they are typed in its form, separated by commas.
  public static func answer(asTypedInForm words: [String]) -> String {
    words.joined(separator: ", ")
  }

  /// Returns the words of a filter that were typed separated by commas or line ends. A word of
  /// `known` that contains a comma stays whole.
  public static func words(fromFormAnswer answer: String, known: [String]) -> [String] {
    func parts(_ text: String) -> [String] {
      text.split { $0 == "," || $0.isNewline }.compactMap { part in
        let words = part.split(whereSeparator: \.isWhitespace)
        return words.isEmpty ? nil : words.joined(separator: " ")
      }
    }
    var words = parts(answer)
    for whole in known {
      let pieces = parts(whole)
      guard pieces.count > 1,
        let start = words.indices.first(where: { words[$0...].starts(with: pieces) })
      else { continue }
      words.replaceSubrange(start..<(start + pieces.count), with: [whole])
    }
    return words
  }
}

extension Set<WordFilter.WordFilterContext> {
  /// Creates the contexts that the value of the form field `filterContexts` names; all contexts if
  /// it names none.
  package init(answer: String?) {
    let named = (answer ?? "").split(separator: ",").compactMap {
      WordFilter.WordFilterContext(rawValue: String($0))
    }
    self.init(named.isEmpty ? WordFilter.WordFilterContext.allCases : named)
  }

  /// The contexts as a value of the form field `filterContexts`.
  package var answer: String {
    WordFilter.WordFilterContext.allCases.filter(contains).map(\.rawValue).joined(separator: ",")
  }
}

/// A namespace for the search of muted words in texts, by the rules of Bluesky.
public enum MutedWordMatcher {
  /// Returns true if a lower-case text contains muted words, by Bluesky's rules: phrases and words
  /// in scripts without spaces anywhere, other words as whole words.
  public static func containsMutedWords(_ words: String, in text: String) -> Bool {
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
