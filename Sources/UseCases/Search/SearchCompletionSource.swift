internal import FeedDomain

/// A source of completions for a typed search, which offers keywords, names, hashtags and
/// languages.
struct SearchCompletionSource {
  private static let maximumCompletions = 6
  /// The number of letters from which a search keyword such as "from:" is completed.
  private static let fewestLetters = 2

  /// The names and hashtags in stored posts, offered as completions of a search.
  private let vocabulary: NameAndHashtagCompletions
  /// The languages of stored posts, the most frequent first, offered as completions after "lang:"
  /// in a search.
  private let languages: [String]
  private var authors: [Person] = []
  /// The user's tags of bookmarks, offered as completions after "tag:" in a search.
  private let tags: [String]

  init(_ entries: [FeedEntry], tags: [String] = []) {
    self.tags = tags
    vocabulary = NameAndHashtagCompletions(entries)
    var counts: [String: Int] = [:]
    for case let language? in entries.map(\.post.content.language) {
      counts[language, default: 0] += 1
    }
    languages = counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map(\.key)
  }

  /// Returns a copy of the source of search completions with other authors, whose names are offered
  /// after "from:".
  func replacingAuthors(_ authors: [Person]) -> SearchCompletionSource {
    var completion = self
    completion.authors = authors
    return completion
  }

  /// Returns the beginning of a name typed after `from:`; nil if the search does not end with one.
  static func typedAuthor(in typed: String) -> String? {
    guard let last = lastWord(of: typed)?.part, last.lowercased().hasPrefix("from:") else {
      return nil
    }
    let name = last.dropFirst("from:".count).drop { $0 == "@" }
    return name.isEmpty ? nil : String(name)
  }

  /// Returns completions of the last word of a typed search; none after a space.
  func lastWordCompletions(of typed: String) -> [String] {
    guard let (minusSign, part) = Self.lastWord(of: typed) else { return [] }
    return completionCandidates(for: part).lazy.filter { $0 != part }.prefix(
      Self.maximumCompletions
    ).map {
      minusSign + $0
    }
  }

  /// Returns the last word of a typed search, and separately a "-" before it; nil after a space.
  private static func lastWord(of typed: String) -> (minusSign: String, part: Substring)? {
    guard let last = typed.split(whereSeparator: \.isWhitespace).last,
      typed.last?.isWhitespace == false
    else { return nil }
    let minusSign = last.first == "-" ? "-" : ""
    return (minusSign, last.dropFirst(minusSign.count))
  }

  private func completionCandidates(for part: Substring) -> [String] {
    if part.first == "#" { return vocabulary.namesAndHashtags(beginning: String(part)) }
    guard let colon = part.firstIndex(of: ":") else {
      guard part.count >= Self.fewestLetters else { return [] }
      return Self.names.filter { $0.hasPrefix(part.lowercased()) }
    }
    let name = part[...colon]
    let value = part[part.index(after: colon)...]
    return termValueCompletions(for: name.lowercased(), value).map { name + $0 }
  }

  private static let names = [
    "from:", "has:", "since:", "until:", "before:", "lang:", "tag:", "title:", "author:", "text:",
    "link:", "file:", "in:", "is:",
  ]

  private func termValueCompletions(for name: String, _ value: Substring) -> [String] {
    let values: [String]
    switch name {
    case "from:":
      let handle = value.drop { $0 == "@" }
      let seen = vocabulary.namesAndHashtags(beginning: "@" + handle).map { String($0.dropFirst()) }
      let held = authors.map(\.handle).filter {
        !handle.isEmpty && $0.lowercased().hasPrefix(handle.lowercased()) && !seen.contains($0)
      }
      return seen + held
    case "has:": values = SearchQuery.SearchedAttachmentKind.allCases.map(\.rawValue)
    case "is:": values = SearchQuery.SearchedEntryState.allCases.map(\.rawValue)
    case "since:", "until:", "before:": values = ["today", "yesterday", "7d", "4w"]
    case "lang:": values = languages
    case "tag:":
      // A tag with spaces is completed in quotes, whether a quote was typed or not.
      let beginning = value.drop { $0 == "\"" }.lowercased()
      return tags.filter { $0.hasPrefix(beginning) }.map { $0.contains(" ") ? "\"\($0)\"" : $0 }
    default: return []
    }
    return values.filter { $0.hasPrefix(value) }
  }
}

/// A record of the completions that were offered last while a search is typed, for offering them
/// only after a change.
struct OfferedSearchCompletions {
  /// The source of the completions for the typed search; nil before typing starts.
  var source: SearchCompletionSource?
  var typed = ""
  private var offered: [String] = []

  /// Returns the search completions if they changed since the last call; else nil.
  mutating func takeChangedCompletions() -> [String]? {
    let completions = source?.lastWordCompletions(of: typed) ?? []
    guard completions != offered else { return nil }
    offered = completions
    return completions
  }
}
