import Terminal

/// The labels of jump targets.
struct JumpLetters: Equatable {
  /// The letters, the easiest to type first.
  private static let all = Array("asdghjklqwertyuiopzxcvbnmf")

  private let letters: [Character]

  /// Creates labels without the letters of keys that have another meaning.
  init(without keys: [Key]) {
    letters = Self.all.filter { !keys.contains(Key(.character($0))) }
  }

  /// Returns labels for a number of targets: one letter each if there are enough, else two. No
  /// label is the prefix of another. Targets beyond the possible pairs have no label.
  func labels(_ count: Int) -> [String] {
    guard count > letters.count else { return letters.prefix(count).map { String($0) } }
    let pairs = letters.lazy.flatMap { first in letters.lazy.map { String([first, $0]) } }
    return Array(pairs.prefix(count))
  }
}
