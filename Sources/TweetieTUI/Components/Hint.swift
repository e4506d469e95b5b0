import Terminal

/// A key and what it does, for the bottom line.
struct Hint: Equatable {
  /// The key.
  let key: SafeText
  /// What it does, in a word.
  let word: SafeText

  /// A key and what it does.
  init(key: SafeText, word: SafeText) {
    self.key = key
    self.word = word
  }

  /// The same key with another word.
  func saying(_ word: SafeText) -> Hint { Hint(key: key, word: word) }

  /// The hint for a command; nil where no key does it.
  init?(_ command: Command, keys: KeyMap, wording: Wording) {
    guard let key = keys.name(for: command) else { return nil }
    self.init(
      key: SafeText(sanitizing: key), word: SafeText(sanitizing: wording.hint(of: command)))
  }
}
