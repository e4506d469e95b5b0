/// What the language of searches offers while somebody writes in it.
struct SearchCompletion {
  /// So many are enough to choose from.
  private static let most = 6
  /// So many letters of a name show that it is meant.
  private static let fewestLetters = 2

  /// People and tags that were seen.
  private let vocabulary: Vocabulary
  /// Languages that were seen, the commonest first.
  private let languages: [String]

  init(_ entries: [FeedEntry]) {
    vocabulary = Vocabulary(entries)
    var counts: [String: Int] = [:]
    for case let language? in entries.map(\.post.content.language) {
      counts[language, default: 0] += 1
    }
    languages = counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map(\.key)
  }

  /// What the last part of what was typed may go on to, whole; none where it is over.
  func completions(of typed: String) -> [String] {
    guard let last = typed.split(whereSeparator: \.isWhitespace).last,
      typed.last?.isWhitespace == false
    else { return [] }
    let sign = last.first == "-" ? "-" : ""
    let part = last.dropFirst(sign.count)
    return candidates(for: part).lazy.filter { $0 != part }.prefix(Self.most).map { sign + $0 }
  }

  private func candidates(for part: Substring) -> [String] {
    if part.first == "#" { return vocabulary.words(beginning: String(part)) }
    guard let colon = part.firstIndex(of: ":") else {
      guard part.count >= Self.fewestLetters else { return [] }
      return Self.names.filter { $0.hasPrefix(part.lowercased()) }
    }
    let name = part[...colon]
    let value = part[part.index(after: colon)...]
    return values(for: name.lowercased(), value).map { name + $0 }
  }

  private static let names = ["from:", "has:", "since:", "until:", "lang:"]

  private func values(for name: String, _ value: Substring) -> [String] {
    let values: [String]
    switch name {
    case "from:":
      let handle = value.drop { $0 == "@" }
      return vocabulary.words(beginning: "@" + handle).map { String($0.dropFirst()) }
    case "has:": values = SearchQuery.Holding.allCases.map(\.rawValue)
    case "since:", "until:": values = ["today", "yesterday", "7d", "4w"]
    case "lang:": values = languages
    default: return []
    }
    return values.filter { $0.hasPrefix(value) }
  }
}

/// What is offered to somebody who types, to go on with.
struct SearchOffer {
  /// Where it comes from; nil before anybody typed.
  var source: SearchCompletion?
  /// What they typed last.
  var typed = ""
  private var offered: [String] = []

  /// What is to be offered now; nil where that is what was offered last.
  mutating func next() -> [String]? {
    let completions = source?.completions(of: typed) ?? []
    guard completions != offered else { return nil }
    offered = completions
    return completions
  }
}
