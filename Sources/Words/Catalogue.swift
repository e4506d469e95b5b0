/// Translations of the English sentences that the source is written in.
package protocol Catalogue: Sendable {
  /// The sentence in the person's language, or as it is where there is no translation.
  func text(_ message: String) -> String
  /// The form of the sentence that goes with the number.
  func text(_ one: String, _ many: String, count: Int) -> String
}

/// The words as the source has them: no file is opened and nothing is looked up.
package struct EnglishCatalogue: Catalogue {
  package func text(_ message: String) -> String { message }

  package func text(_ one: String, _ many: String, count: Int) -> String { count == 1 ? one : many }
}
