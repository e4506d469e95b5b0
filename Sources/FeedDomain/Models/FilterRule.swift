/// A mistake in the text of a rule for web feeds or of a saved search.
public enum ReadingRuleMistake: Error, Equatable, Sendable {
  /// A mistake in a rule or saved search: none of the known forms.
  case form
  /// A mistake in a saved search, or in the regular expression of a rule.
  case search(SearchMistake)
}

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
    do throws(ReadingRuleMistake) { try self.init(parsing: text) } catch { return nil }
  }

  /// Creates a rule for web feeds as from `init(_:)`; throws the first mistake in other text.
  public init(parsing text: String) throws(ReadingRuleMistake) {
    let words = text.split(whereSeparator: \.isWhitespace)
    guard words.count > 2, text.utf8.count <= 1_000,
      let action = FilterRuleAction(rawValue: words[0].lowercased()),
      let part = SearchedEntryPart(rawValue: words[1].lowercased())
    else { throw .form }
    var rest = words[2...].joined(separator: " ")[...]
    var feed: String?
    if rest.first == "/" {
      let inside = rest.dropFirst()
      guard let end = Self.expressionEnd(of: inside) else {
        let mistake = RegularExpression.ExpressionMistake.unclosed("/", place: 1)
        throw .search(
          SearchMistake(kind: .expression(mistake), part: String(rest), isLast: false))
      }
      guard end > inside.startIndex else {
        throw .search(SearchMistake(kind: .nothing, part: String(rest), isLast: false))
      }
      let pattern: RegularExpression
      do throws(RegularExpression.ExpressionMistake) {
        pattern = try RegularExpression(parsing: String(inside[..<end]))
      } catch {
        throw .search(
          SearchMistake(kind: .expression(error), part: String(inside[..<end]), isLast: false))
      }
      let tail = inside[inside.index(after: end)...]
      if !tail.allSatisfy(\.isWhitespace) {
        guard tail.hasPrefix(" in ") else { throw .form }
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
      guard !rest.isEmpty else { throw .form }
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
