internal import FeedDomain

/// What somebody looks for in the index's own language.
///
/// Whatever a person types stays words: each is quoted, and nothing that means something to the
/// index, or to SQL, is left in it.
struct SearchExpression: Equatable {
  /// What is to match.
  let text: String
  /// The numbers that posts of the time in question have.
  let numbers: ClosedRange<Int64>
  /// Whether posts can match that were entered without marks.
  let needsMarks: Bool

  /// Nil where nothing is looked for, or nothing can be found.
  init?(_ query: SearchQuery) {
    guard !query.isEmpty else { return nil }
    var wanted: [String] = []
    var unwanted: [String] = []
    var (first, last) = (Int64.min, Int64.max)
    for term in query.terms {
      switch term.kind {
      case .since(let moment): first = max(first, PostTable.number(at: moment))
      case .before(let moment): last = min(last, PostTable.number(at: moment) - 1)
      default:
        guard let text = Self.text(of: term.kind) else { continue }
        if term.isExcluded { unwanted.append(text) } else { wanted.append(text) }
      }
    }
    guard first <= last else { return nil }
    if wanted.isEmpty { wanted = [Self.quoted(SearchMarks.any)] }
    let all = wanted.joined(separator: " AND ")
    text = unwanted.isEmpty ? all : "(\(all)) NOT (\(unwanted.joined(separator: " OR ")))"
    numbers = first...last
    needsMarks = !query.isUnmarked
  }

  /// Who has a handle or a name that begins so; nil where no letter is in that.
  static func authors(beginning name: String) -> String? {
    guard WordText.words(in: name).contains(where: { $0 != " " }) else { return nil }
    return quoted(SearchMarks.part(author: name)) + "*"
  }

  private static func text(of kind: SearchQuery.Term.Kind) -> String? {
    switch kind {
    case .word(let word): phrase(word, mayBegin: true)
    case .phrase(let words): phrase(words, mayBegin: false)
    case .tags(let tags): either(tags.map { quoted(SearchMarks.mark(tag: $0)) })
    case .author(let name): quoted(SearchMarks.beginning(author: name)) + "*"
    case .holding(let held): quoted(SearchMarks.mark(held))
    case .language(let language): quoted(SearchMarks.beginning(language: language)) + "*"
    case .since, .before: nil
    }
  }

  /// Words side by side; nil where there are none.
  private static func phrase(_ text: String, mayBegin: Bool) -> String? {
    let words = WordText.words(in: text).split(separator: " ")
    guard let last = words.last else { return nil }
    let isBeginning = mayBegin && last.utf8.count >= SoughtWords.shortest
    return quoted(words.joined(separator: " ")) + (isBeginning ? "*" : "")
  }

  private static func either(_ texts: [String]) -> String {
    texts.count == 1 ? texts[0] : "(\(texts.joined(separator: " OR ")))"
  }

  private static func quoted(_ words: String) -> String { "\"\(words)\"" }
}

extension SearchQuery {
  /// Whether words alone are looked for, with or without a time.
  fileprivate var isUnmarked: Bool {
    !words.isEmpty
      && terms.allSatisfy { term in
        switch term.kind {
        case .word, .phrase, .since, .before: true
        case .tags, .author, .holding, .language: false
        }
      }
  }
}
