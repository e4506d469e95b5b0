internal import FeedDomain

/// Finds the words of a draft that are misspelt, and looks each up once.
@MainActor final class SpellingCheck {
  private struct Word: Hashable {
    let text: String
    let language: String?
  }

  /// Of so many words, more than half must be known: else the text is in another language.
  private static let fewWords = 5

  private let spelling: any SpellingGateway
  /// Nobody posts what has more bytes; looking through it would hold up the keys.
  private static let mostBytes = 20_000

  /// Whether a word is misspelt, for each that was looked up.
  private var verdicts: [Word: Bool] = [:]
  /// What was found last.
  private var found: [Set<String>] = []

  init(_ spelling: any SpellingGateway) { self.spelling = spelling }

  /// The misspelt words of each post of a draft; nil where they are the same as before.
  func look(at draft: Draft) async -> [Set<String>]? {
    var found: [Set<String>] = []
    for post in draft.posts { found.append(await misspelt(in: post)) }
    guard found != self.found, found.contains(where: { !$0.isEmpty }) || !self.found.isEmpty else {
      return nil
    }
    self.found = found
    return found
  }

  /// What a word may have been meant to be.
  func suggestions(for word: String, in language: String?) async -> [String] {
    await spelling.suggestions(for: word, in: language)
  }

  private func misspelt(in post: Draft) async -> Set<String> {
    guard post.text.utf8.count <= Self.mostBytes else { return [] }
    let language = post.language
    let words = Set(SpellCheckedWords(Array(post.text)).words.map(\.text))
    let new = words.filter { verdicts[Word(text: $0, language: language)] == nil }
    if !new.isEmpty {
      let unknown = await spelling.unknown(new, in: language) ?? []
      for word in new {
        verdicts[Word(text: word, language: language)] = unknown.contains(word)
      }
    }
    let wrong = words.filter { verdicts[Word(text: $0, language: language)] == true }
    let isForeign = words.count >= Self.fewWords && wrong.count * 2 > words.count
    return isForeign ? [] : wrong
  }
}
