internal import FeedDomain

/// What somebody typed to look for.
struct SearchQuestion: Equatable {
  let query: SearchQuery

  /// Nil where nothing but blanks was typed.
  @MainActor init?(_ typed: String, _ session: Session) {
    guard !typed.allSatisfy(\.isWhitespace) else { return nil }
    query = SearchQuery(typed, by: session.account.handle, in: session.world)
  }

  /// As it is kept, and typed again.
  var text: String { query.text }

  /// How a tag begins that is meant; nil where none can be.
  var tag: String? {
    guard query.terms.count == 1, let term = query.terms.first, !term.isExcluded else { return nil }
    switch term.kind {
    case .word(let word) where word.first != "@": return word
    case .tags(let tags) where tags.count == 1: return tags[0]
    default: return nil
    }
  }

  /// The tags that were written out as such.
  var writtenTags: [String] { query.tags.flatMap(\.self) }

  /// How somebody is called who is meant; nil where it is nobody.
  var person: String? {
    guard query.isPlain else { return query.authors.first }
    let words = query.words.joined(separator: " ")
    let name = words.first == "@" ? String(words.dropFirst()) : words
    return name.isEmpty ? nil : name
  }
}
