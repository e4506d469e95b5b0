/// Knows how words are spelt.
public protocol SpellingGateway: Sendable {
  /// Those of the words that the dictionary of a language does not have, of the person's own language
  /// where none is named; nil where there is no such dictionary.
  func unknown(_ words: Set<String>, in language: String?) async -> Set<String>?
  /// What a word may have been meant to be, the likeliest first.
  func suggestions(for word: String, in language: String?) async -> [String]
}
