import Terminal

/// A number that is typed before a key and tells how often it counts.
struct KeyCount: Equatable {
  /// Nobody goes further at once; what is typed beyond it stays there.
  private static let most = 999

  /// What is typed so far, 0 before the first digit; nil where no number was begun.
  private(set) var number: Int?

  /// Begins a number, which may have a digit already.
  mutating func begin(with number: Int = 0) { self.number = number }

  /// Takes a key that belongs to the number: a digit, or what erases one or all of them. False for
  /// any other.
  mutating func take(_ key: Key) -> Bool {
    guard let number, key.modifiers.isEmpty else { return false }
    switch key.code {
    case .character(let character):
      guard let digit = character.wholeNumberValue, character.isASCII else { return false }
      self.number = min(Self.most, number * 10 + digit)
    case .escape: self.number = nil
    case .backspace: self.number = number < 10 ? nil : number / 10
    default: return false
    }
    return true
  }

  /// Ends the number and gives it; nil where none was typed.
  mutating func end() -> Int? {
    defer { number = nil }
    return number == 0 ? nil : number
  }
}
