/// A rule that hides, marks as read or stars those new entries of web feeds that match a pattern.
public struct FilterRule: Equatable, Sendable {
  public enum FilterRuleAction: String, CaseIterable, Sendable {
    case hide
    /// An action of a rule for web feeds: mark the entry as read.
    case read
    /// An action of a rule for web feeds: bookmark the entry.
    case star
  }

  /// A part of an entry of a web feed in which a rule searches its pattern.
  public enum SearchedEntryPart: String, CaseIterable, Hashable, Sendable {
    case title, author, text, link
    /// A choice of the parts of an entry to search: title, author, text and link together.
    case any
  }

  public enum RulePattern: Equatable, Sendable {
    /// A pattern of a rule: words that occur in this order, next to each other, in any case.
    case words(String)
    case expression(RegularExpression)
  }

  public let action: FilterRuleAction
  public let part: SearchedEntryPart
  public let pattern: RulePattern
  /// The name or address of the only web feed that the rule applies to; nil if it applies to all
  /// feeds.
  public let feed: String?

  /// Creates a rule for web feeds from text such as `hide title sponsored` or `star any /swift \d/
  /// in Blog`: an action, a part of the entry, words or a regular expression between slashes, and
  /// after "in" a web feed. Nil for other text.
  public init?(_ text: String) {
    let words = text.split(whereSeparator: \.isWhitespace)
    guard words.count > 2, text.utf8.count <= 1_000,
      let action = FilterRuleAction(rawValue: words[0].lowercased()),
      let part = SearchedEntryPart(rawValue: words[1].lowercased())
    else { return nil }
    var rest = words[2...].joined(separator: " ")[...]
    var feed: String?
    if rest.first == "/" {
      // The last slash ends the expression, unless "in" follows a slash of an address.
      let inside = rest.dropFirst()
      guard let end = Self.expressionEnd(of: inside) else { return nil }
      guard let pattern = RegularExpression(String(inside[..<end])) else { return nil }
      let tail = inside[inside.index(after: end)...]
      if !tail.allSatisfy(\.isWhitespace) {
        guard tail.hasPrefix(" in ") else { return nil }
        feed = String(tail.dropFirst(4))
      }
      (self.action, self.part, self.pattern) = (action, part, .expression(pattern))
    } else {
      var mark: Range<Substring.Index>?
      var searched = rest
      while let found = searched.firstRange(of: " in ") {
        mark = found
        searched = searched[found.upperBound...]
      }
      if let mark {
        feed = String(rest[mark.upperBound...])
        rest = rest[..<mark.lowerBound]
      }
      guard !rest.isEmpty else { return nil }
      (self.action, self.part, self.pattern) = (action, part, .words(String(rest)))
    }
    self.feed = feed.flatMap { $0.isEmpty ? nil : $0 }
  }

  /// Returns the index of the end of a rule's expression: the first slash without a backslash
  /// before it.
  private static func expressionEnd(of text: Substring) -> String.Index? {
    var isEscaped = false
    for place in text.indices {
      if text[place] == "/", !isEscaped { return place }
      isEscaped = text[place] == "\\" && !isEscaped
    }
    return nil
  }

  /// The text of the rule for web feeds, as it is typed and as the settings file stores it.
  public var text: String {
    let words =
      switch pattern {
      case .words(let words): words
      case .expression(let pattern): "/\(pattern.text)/"
      }
    return "\(action.rawValue) \(part.rawValue) \(words)" + (feed.map { " in \($0)" } ?? "")
  }

  public func appliesTo(_ subscription: Subscription) -> Bool {
    guard let feed = feed?.lowercased() else { return true }
    return [subscription.name, subscription.address, subscription.id.rawValue].contains {
      $0.lowercased() == feed
    }
  }

  /// Returns true if the rule's pattern is found in an entry with this title, author, text and
  /// link.
  public func matchesEntry(title: String, author: String, text: String, link: String) -> Bool {
    let parts: [SearchedEntryPart: String] = [
      .title: title, .author: author, .text: text, .link: link,
    ]
    let searched = part == .any ? Array(parts.values) : [parts[part] ?? ""]
    return searched.contains { value in
      switch pattern {
      case .words(let words):
        MutedWordMatcher.containsMutedWords(words.lowercased(), in: value.lowercased())
      case .expression(let pattern): pattern.matchesText(value)
      }
    }
  }
}

/// A line in the settings about the user's web feeds, which holds a rule for new entries or a saved
/// search.
public enum FilterRuleOrSavedSearch: Equatable, Sendable {
  case filter(FilterRule)
  case search(SavedSearch)

  /// The word that begins the line of a saved search.
  private static let searchWord = "search "

  /// Creates a rule for new entries of web feeds, or a saved search such as `search NAME: WORDS`,
  /// from a line of the settings; nil for other text.
  public init?(_ text: String) {
    if text.lowercased().hasPrefix(Self.searchWord) {
      let parts = text.dropFirst(Self.searchWord.count).split(separator: ":", maxSplits: 1)
      guard parts.count == 2,
        let search = SavedSearch(name: String(parts[0]), query: String(parts[1]))
      else { return nil }
      self = .search(search)
    } else {
      guard let rule = FilterRule(text) else { return nil }
      self = .filter(rule)
    }
  }

  public var text: String {
    switch self {
    case .filter(let rule): rule.text
    case .search(let search): "\(Self.searchWord)\(search.name): \(search.query)"
    }
  }
}

extension [FilterRuleOrSavedSearch] {
  public var filters: [FilterRule] {
    compactMap { if case .filter(let rule) = $0 { rule } else { nil } }
  }

  public var searches: [SavedSearch] {
    compactMap { if case .search(let search) = $0 { search } else { nil } }
  }

  /// Returns the rules with one added at the end, unless the rules contain it; a saved search
  /// replaces the one with the same name.
  public func addingRule(_ rule: FilterRuleOrSavedSearch) -> [FilterRuleOrSavedSearch] {
    guard !contains(rule) else { return self }
    var rules = self
    if case .search(let search) = rule,
      let place = firstIndex(where: {
        if case .search(let other) = $0 { other.name == search.name } else { false }
      })
    {
      rules[place] = rule
    } else {
      rules.append(rule)
    }
    return rules
  }

  /// Returns the rules with one changed into another. A different rule that equals the changed one,
  /// and a different saved search with its name, are removed. If the rules lack the old one, the
  /// changed one is added.
  public func replacingRule(
    _ old: FilterRuleOrSavedSearch, by rule: FilterRuleOrSavedSearch
  ) -> [FilterRuleOrSavedSearch] {
    guard let place = firstIndex(of: old) else { return addingRule(rule) }
    return indices.compactMap { index -> FilterRuleOrSavedSearch? in
      if index == place { return rule }
      return self[index].isReplaced(by: rule) ? nil : self[index]
    }
  }
}

extension FilterRuleOrSavedSearch {
  /// Returns true if the rule equals another one, or is a saved search with the name of another.
  fileprivate func isReplaced(by rule: FilterRuleOrSavedSearch) -> Bool {
    switch (self, rule) {
    case (.search(let search), .search(let other)): search.name == other.name
    default: self == rule
    }
  }
}
