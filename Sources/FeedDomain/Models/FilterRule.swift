/// A mistake in the text of a rule for web feeds or of a saved search.
public enum FilterRuleMistake: Error, Equatable, Sendable {
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

  public enum RulePattern: Equatable, Sendable {
    /// A pattern of a rule: words that occur in this order, next to each other, in any case.
    case words(String)
    case expression(RegularExpression)
  }

  public let action: FilterRuleAction
  /// The part of an entry in which the rule searches its pattern: title, author, text or link; nil
  /// for all of them.
  public let part: SearchQuery.SearchedPostPart?
  public let pattern: RulePattern
  /// The name or address of the only web feed that the rule applies to; nil if it applies to all
  /// feeds.
  public let feed: String?

  /// Creates a rule for web feeds from text such as `hide title sponsored` or `star any /swift \d/
  /// in Blog`: an action, a part of the entry, words or a regular expression between slashes, and
  /// after "in" a web feed. Nil for other text.
  public init?(_ text: String) {
    do throws(FilterRuleMistake) { try self.init(parsing: text) } catch { return nil }
  }

  /// Creates a rule for web feeds as from `init(_:)`; throws the first mistake in other text.
  public init(parsing text: String) throws(FilterRuleMistake) {
    let words = text.split(whereSeparator: \.isWhitespace)
    guard words.count > 2, text.utf8.count <= 1_000,
      let action = FilterRuleAction(rawValue: words[0].lowercased())
    else { throw .form }
    let part = SearchQuery.SearchedPostPart(rawValue: words[1].lowercased())
    guard part != .from, part != .file, part != nil || words[1].lowercased() == Self.anyPart else {
      throw .form
    }
    var rest = words[2...].joined(separator: " ")[...]
    var feed: String?
    if rest.first == "/" {
      let inside = rest.dropFirst()
      guard let end = RegularExpression.closingSlash(in: rest) else {
        let mistake = RegularExpression.ExpressionMistake.unclosed("/", place: 1)
        throw .search(
          SearchMistake(
            kind: inside.first == "/" ? .missingValue : .expression(mistake), part: String(rest),
            isLast: false))
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

  /// The word of a rule that stands for all parts of an entry together.
  private static let anyPart = "any"

  /// The text of the rule for web feeds, as it is typed and as the settings file stores it.
  public var text: String {
    let words =
      switch pattern {
      case .words(let words): words
      case .expression(let pattern): "/\(pattern.text)/"
      }
    return "\(action.rawValue) \(part?.rawValue ?? Self.anyPart) \(words)"
      + (feed.map { " in \($0)" } ?? "")
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
    let searched =
      switch part {
      case .title: [title]
      case .author, .from, .file: [author]
      case .text: [text]
      case .link: [link]
      case nil: [title, author, text, link]
      }
    return searched.contains { value in
      switch pattern {
      case .words(let words):
        MutedWordMatcher.containsMutedWords(words.lowercased(), in: value.lowercased())
      case .expression(let pattern): pattern.matchesText(value)
      }
    }
  }
}
