internal import FeedDomain
internal import Groundwork

extension BlueskyTimeline {
  /// How posts are looked for; nil where Bluesky cannot begin with anything of it: without words or
  /// a tag it wants somebody's whole handle. Of several tags of which one is enough it is asked for
  /// the first.
  ///
  /// What is not to be there, and what is to be besides words, is left to whoever reads the answers.
  init?(_ query: SearchQuery) {
    let tags = query.tags.compactMap(\.first)
    let author = query.authors.first(where: Self.isHandle)
    var words = query.terms.compactMap(\.lucene)
    if words.isEmpty { words = tags.prefix(1).map { "#\($0)" } }
    if words.isEmpty, let author { words = ["from:\(author)"] }
    guard !words.isEmpty else { return nil }
    method = "app.bsky.feed.searchPosts"
    self.query = [("q", words.joined(separator: " ")), ("sort", "latest")]
    self.query += tags.map { ("tag", $0) }
    if let author { self.query.append(("author", author)) }
    for term in query.terms where !term.isExcluded {
      switch term.kind {
      case .since(let moment): self.query.append(("since", Self.moment(moment)))
      case .before(let moment): self.query.append(("until", Self.moment(moment)))
      case .language(let language): self.query.append(("lang", language))
      default: break
      }
    }
    goesUp = false
  }

  private static func moment(_ moment: Timestamp) -> String {
    CalendarDate(seconds: Int(clamping: moment.milliseconds / 1000)).iso
  }

  /// Whether it is somebody's whole handle, or the name that stays when they change it.
  private static func isHandle(_ name: String) -> Bool {
    name.hasPrefix("did:") || name.contains(".") && !name.contains(where: \.isWhitespace)
  }
}

extension SearchQuery.Term {
  /// Words as Bluesky writes them.
  fileprivate var lucene: String? {
    switch kind {
    case .word(let word) where !isExcluded: word
    case .phrase(let words) where !isExcluded: "\"\(words)\""
    default: nil
    }
  }
}
