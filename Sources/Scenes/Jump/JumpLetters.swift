import Terminal

/// The letters that stand before what can be opened.
struct JumpLetters: Equatable {
  /// Those under the fingers first.
  private static let all = Array("asdghjklqwertyuiopzxcvbnmf")

  private let letters: [Character]

  /// All letters but those of keys that mean something else.
  init(without keys: [Key]) {
    letters = Self.all.filter { !keys.contains(Key(.character($0))) }
  }

  /// Different letters for so many things: one each as long as they last, else two.
  ///
  /// No label begins another, and what not even two letters are enough for has none.
  func labels(_ count: Int) -> [String] {
    guard count > letters.count else { return letters.prefix(count).map { String($0) } }
    let pairs = letters.lazy.flatMap { first in letters.lazy.map { String([first, $0]) } }
    return Array(pairs.prefix(count))
  }
}
