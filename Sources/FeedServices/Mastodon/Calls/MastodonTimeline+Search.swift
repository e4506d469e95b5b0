internal import FeedDomain
internal import Groundwork

extension MastodonTimeline {
  /// How posts are looked for; nil where the server cannot begin with anything of it.
  ///
  /// Tags alone are a stream, which servers have that index nothing. What narrows further is left to
  /// whoever reads the answers, but for servers that know the language of searches.
  init?(_ query: SearchQuery, at server: MastodonServer) {
    if let tags = query.tags.first, query.tags.count == 1, query.subjects == .tags {
      self.init(anyOf: tags)
      return
    }
    let words = server.knowsSearchTerms ? query.terms.compactMap(\.mastodon) : query.words
    guard query.subjects.contains(.words) || server.knowsSearchTerms && !words.isEmpty else {
      return nil
    }
    self.init(
      path: Self.search(words.joined(separator: " "), "statuses", isPlain: query.isPlain),
      paging: .offset, goesUp: false)
  }

  /// The posts with any of the tags.
  private init(anyOf tags: [String]) {
    let others = tags.dropFirst().prefix(Self.mostOtherTags).map { ("any[]", $0) }
    self.init(
      path: MastodonPath(
        "/api/v1/timelines/tag", tags[0],
        query: [("limit", String(Self.limit))] + others), goesUp: false)
  }

  /// Servers take so many tags besides the first.
  private static let mostOtherTags = 4
}

extension MastodonServer {
  /// Whether it knows `from:` and its like: Mastodon does since 4.2, and tells the version of its
  /// interface since 4.3.
  var knowsSearchTerms: Bool { software == .mastodon && apiVersion > 0 }

  /// What it can be asked to look for.
  var searchSubjects: SearchSubjects {
    knowsSearchTerms ? .all : [.words, .tags]
  }
}

extension SearchQuery.Term {
  /// The term as Mastodon writes it; nil for one that it does not have.
  ///
  /// Its days are those of a time zone of its own, so that a day more is asked for at either end.
  fileprivate var mastodon: String? {
    let text: String? =
      switch kind {
      case .word(let word): word
      case .phrase(let words): "\"\(words)\""
      case .tags(let tags): tags.count == 1 ? "#\(tags[0])" : nil
      case .author(let handle): handle.contains(where: \.isWhitespace) ? nil : "from:\(handle)"
      case .holding(let held): "has:\(held == .photo ? "image" : held.rawValue)"
      case .since(let moment): "after:\(Self.day(of: moment, moved: -2))"
      case .before(let moment): "before:\(Self.day(of: moment, moved: 2))"
      case .language(let language): "language:\(language)"
      }
    return text.map { isExcluded ? "-\($0)" : $0 }
  }

  private static func day(of moment: Timestamp, moved days: Int) -> String {
    let seconds = Int(clamping: moment.milliseconds / 1000) + days * 86_400
    return CalendarDate(seconds: seconds).isoDay
  }
}
