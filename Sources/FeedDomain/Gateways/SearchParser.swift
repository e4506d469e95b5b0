/// A parser of typed searches. Any text is valid: unknown syntax is a word.
struct SearchParser {
  /// The maximum length of a search in Unicode scalars; parsing a longer one would take seconds.
  static let limit = 500

  /// The user's handle, for the search term "from:me"; nil if unknown.
  let reader: String?
  let world: any World

  func parsedQuery(of typed: String) -> SearchQuery {
    let typed = Self.cleanedQuery(typed)
    let parts = Self.typedTerms(of: typed)
    let isGoingOn = typed.last?.isWhitespace == false
    var terms: [SearchQuery.SearchTerm] = []
    var mistakes: [SearchMistake] = []
    for (place, part) in parts.enumerated() {
      switch self.parsedSearchTermKind(of: part) {
      case .success(let kind?):
        let term = SearchQuery.SearchTerm(kind, isExcluded: part.isExcluded)
        if !terms.contains(term) { terms.append(term) }
      case .success(nil): break
      case .failure(let wrong):
        let isLast = isGoingOn && place == parts.count - 1
        mistakes.append(SearchMistake(kind: wrong, part: part.text, isLast: isLast))
      }
    }
    return SearchQuery(
      text: parts.map(\.text).joined(separator: " "), terms: terms, mistakes: mistakes)
  }
}

extension SearchQuery {
  /// Creates a search query from typed text, with dates in the local time zone of a world. If
  /// `hasAlternatives`, "OR" in capitals, outside of quotation marks and regular expressions,
  /// separates alternatives.
  public init(
    _ typed: String, by reader: String? = nil, in world: any World, hasAlternatives: Bool = false
  ) {
    let parser = SearchParser(reader: reader, world: world)
    guard hasAlternatives else {
      self = parser.parsedQuery(of: typed)
      return
    }
    let parts = SearchParser.alternatives(of: typed)
    self.init(
      text: SearchParser.termTexts(of: typed).joined(separator: " "),
      alternatives: parts.enumerated().map { place, part in
        // Only the last term of the last alternative may still be typed.
        let isGoingOn = place == parts.count - 1 && typed.last?.isWhitespace == false
        return parser.parsedQuery(of: isGoingOn ? part : part + " ")
      })
  }
}

extension SearchQuery.SearchTerm {
  fileprivate init(_ kind: SearchTermKind, isExcluded: Bool) {
    switch kind {
    case .since(let moment) where isExcluded:
      (self.kind, self.isExcluded) = (.before(moment), false)
    case .before(let moment) where isExcluded:
      (self.kind, self.isExcluded) = (.since(moment), false)
    default: (self.kind, self.isExcluded) = (kind, isExcluded)
    }
  }
}

// MARK: - Parts

extension SearchParser {
  /// A term of a typed search, split into a minus sign, a keyword, quotation marks and a value, all
  /// but the value optional.
  private struct TypedSearchTerm {
    var text = ""
    var isExcluded = false
    /// The keyword before the search term's colon; nil for a term without a keyword.
    var name: SearchTermKeyword?
    /// The value of the search term, without keyword and quotation marks.
    var value = ""
    var isQuoted = false
    /// True if the value of the search term is a regular expression between slashes.
    var isExpression = false
  }

  private enum SearchTermKeyword: String {
    case from, has, since, until, before, lang, `in`, `is`, tag, title, author, text, link, file

    /// The part of a post to which a search term with this keyword is limited; nil for keywords of
    /// other terms.
    var searchedPart: SearchQuery.SearchedPostPart? {
      SearchQuery.SearchedPostPart(rawValue: rawValue)
    }
  }

  /// Returns the texts of the terms of a typed search.
  static func termTexts(of typed: String) -> [String] {
    typedTerms(of: cleanedQuery(typed)).map(\.text)
  }

  /// The word "OR", which separates the alternatives of a search.
  static let alternative = "OR"

  /// Returns the alternatives of a typed search, of which one has to match.
  static func alternatives(of typed: String) -> [String] {
    termTexts(of: typed).split(separator: alternative).map { $0.joined(separator: " ") }
  }

  /// Returns the first parenthesis of a typed search that has no counterpart; nil if there is none.
  /// Parentheses do not group terms, so that one whose counterpart is behind "OR" counts as well;
  /// those in quotation marks and regular expressions are text.
  static func parenthesisMistake(in typed: String) -> SearchMistake? {
    var open: [(place: Int, part: String)] = []
    var place = 0
    func searchMistake(_ kind: RegularExpression.ExpressionMistake, _ part: String) -> SearchMistake
    {
      SearchMistake(kind: .expression(kind), part: part, isLast: false)
    }
    for part in typedTerms(of: cleanedQuery(typed)) {
      if part.text == alternative, let first = open.first {
        return searchMistake(.unclosed("(", place: first.place), first.part)
      }
      for (offset, character) in part.text.enumerated()
      where !part.isQuoted && !part.isExpression {
        switch character {
        case "(": open.append((place + offset + 1, part.text))
        case ")" where open.popLast() == nil:
          return searchMistake(.unexpected(")", place: place + offset + 1), part.text)
        default: break
        }
      }
      place += part.text.count + 1
    }
    return open.first.map { searchMistake(.unclosed("(", place: $0.place), $0.part) }
  }

  /// Returns true if a character is a double quotation mark of a European language.
  private static func isQuotationMark(_ character: Character) -> Bool {
    "\"“”„«»".contains(character)
  }

  /// Splits a typed search into terms at spaces outside of quotation marks; an open quote extends
  /// to the end.
  private static func typedTerms(of typed: String) -> [TypedSearchTerm] {
    var parts: [TypedSearchTerm] = []
    var rest = typed[...]
    while true {
      rest = rest.drop(while: isTermSeparator)
      guard !rest.isEmpty else { return parts }
      parts.append(parseSearchTerm(from: &rest))
    }
  }

  /// Returns true if a character separates search terms: whitespace or a lone combining mark.
  private static func isTermSeparator(_ character: Character) -> Bool {
    character.isWhitespace
      || character.unicodeScalars.allSatisfy { WordSplitter.characterRole(of: $0) == .mark }
  }

  /// Returns a typed search cut to the maximum length, with plain spaces and without combining
  /// marks after them.
  private static func cleanedQuery(_ typed: String) -> String {
    var cleaned = String.UnicodeScalarView()
    for scalar in typed.unicodeScalars.prefix(limit) {
      if scalar.properties.isWhitespace {
        cleaned.append(" ")
      } else if cleaned.last.map({ $0 != " " }) ?? false
        || WordSplitter.characterRole(of: scalar) != .mark
      {
        cleaned.append(scalar)
      }
    }
    return String(cleaned)
  }

  private static func parseSearchTerm(from rest: inout Substring) -> TypedSearchTerm {
    let whole = rest
    var part = TypedSearchTerm()
    if rest.first == "-", rest.dropFirst().first?.isWhitespace == false {
      part.isExcluded = true
      rest.removeFirst()
    }
    let bare = rest.prefix { !$0.isWhitespace && !isQuotationMark($0) }
    if let colon = bare.firstIndex(of: ":"),
      let name = SearchTermKeyword(rawValue: bare[..<colon].lowercased())
    {
      part.name = name
      rest = rest[bare.index(after: colon)...]
    }
    if part.name?.searchedPart != nil || part.name == .in,
      let end = RegularExpression.closingSlash(in: rest)
    {
      part.isExpression = true
      part.value = String(rest[..<end].dropFirst())
      rest = rest[rest.index(after: end)...]
    } else if let first = rest.first, isQuotationMark(first) {
      part.isQuoted = true
      rest.removeFirst()
      part.value = String(rest.prefix { !isQuotationMark($0) })
      rest = rest.dropFirst(part.value.count + 1)
    } else {
      part.value = String(rest.prefix { !$0.isWhitespace })
      rest = rest.dropFirst(part.value.count)
    }
    part.value = part.value.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    part.text = String(whole[..<rest.startIndex])
      .split(whereSeparator: \.isWhitespace).joined(separator: " ")
    return part
  }
}

// MARK: - What they mean

extension SearchParser {
  /// Returns the condition that a typed search term stands for, such as an author; nil if the term
  /// contains no word; a mistake if it cannot be understood.
  private func parsedSearchTermKind(of part: TypedSearchTerm) -> Result<
    SearchQuery.SearchTerm.SearchTermKind?, SearchMistake.SearchMistakeKind
  > {
    let value = part.value
    switch part.name {
    case nil where part.isQuoted:
      return .success(WordSplitter.containsNoWord(value) ? nil : .phrase(value))
    case nil where value.first == "#" || value.first == "＃": return parsedHashtagTerm(value)
    case nil: return .success(WordSplitter.containsNoWord(value) ? nil : .word(value))
    case .title?, .author?, .text?, .link?, .file?: return parsedPostPartTerm(part)
    case .from? where part.isExpression: return parsedPostPartTerm(part)
    case .from?: return parsedAuthorTerm(value)
    case .has?:
      return SearchQuery.SearchedAttachmentKind(rawValue: value.lowercased()).map {
        .success(.holding($0))
      }
        ?? .failure(.holding)
    case .lang?:
      return LanguageTagNormalizer.normalizedLanguageTag(value).map { .success(.language($0)) }
        ?? .failure(.language)
    case .since?:
      return parsedTimeSpan(value).map { .success(.since($0.lowerBound)) } ?? .failure(.day)
    case .before?:
      return parsedTimeSpan(value).map { .success(.before($0.lowerBound)) } ?? .failure(.day)
    case .in? where part.isExpression:
      do throws(RegularExpression.ExpressionMistake) {
        _ = try RegularExpression(parsing: value)
        return .success(.inFeed("/\(value)/"))
      } catch {
        return .failure(.expression(error))
      }
    case .in? where part.isQuoted && value.hasPrefix("/"):
      // Slashes around the name would make it a regular expression.
      let name = value.split(separator: "/").joined(separator: "/")
      return WordSplitter.containsNoWord(name) ? .failure(.missingValue) : .success(.inFeed(name))
    case .in?:
      return WordSplitter.containsNoWord(value) ? .failure(.missingValue) : .success(.inFeed(value))
    case .is?:
      return SearchQuery.SearchedEntryState(rawValue: value.lowercased()).map {
        .success(.marked($0))
      }
        ?? .failure(.state)
    case .tag?:
      return BookmarkTag(value).map { .success(.tagged($0)) } ?? .failure(.missingValue)
    case .until?:
      return parsedTimeSpan(value).map { .success(.before($0.upperBound)) } ?? .failure(.day)
    }
  }

  private func parsedHashtagTerm(_ value: String) -> Result<
    SearchQuery.SearchTerm.SearchTermKind?, SearchMistake.SearchMistakeKind
  > {
    let tags = value.split(separator: ",").map { String($0.drop { $0 == "#" || $0 == "＃" }) }
      .filter { !WordSplitter.containsNoWord($0) }
    return tags.isEmpty ? .failure(.missingValue) : .success(.tags(tags))
  }

  /// Parses a search term that is limited to a part of a post, as in "title:ferry".
  private func parsedPostPartTerm(_ typed: TypedSearchTerm) -> Result<
    SearchQuery.SearchTerm.SearchTermKind?, SearchMistake.SearchMistakeKind
  > {
    guard let part = typed.name?.searchedPart else { return .success(nil) }
    if typed.isExpression {
      do throws(RegularExpression.ExpressionMistake) {
        return .success(.part(part, .expression(try RegularExpression(parsing: typed.value))))
      } catch {
        return .failure(.expression(error))
      }
    }
    guard
      [.link, .file].contains(part)
        ? !typed.value.isEmpty : !WordSplitter.containsNoWord(typed.value)
    else {
      return .failure(.missingValue)
    }
    return .success(.part(part, typed.isQuoted ? .phrase(typed.value) : .beginning(typed.value)))
  }

  private func parsedAuthorTerm(_ value: String) -> Result<
    SearchQuery.SearchTerm.SearchTermKind?, SearchMistake.SearchMistakeKind
  > {
    let handle = String(value.drop { $0 == "@" })
    guard !WordSplitter.containsNoWord(handle) else { return .failure(.missingValue) }
    return .success(.author(handle.lowercased() == "me" ? reader ?? handle : handle))
  }

  /// Parses a time span of a search: a day ("2026-03-04", "today", "yesterday"), month, year, or a
  /// time ago ("12h", "7d", "2w"). Nil for other text.
  private func parsedTimeSpan(_ value: String) -> Range<Timestamp>? {
    let now = world.now
    switch value.lowercased() {
    case "today": return timeSpan(of: world.calendarDay(of: now))
    case "yesterday":
      // Twelve hours before the day's start is always in the previous day, even after a change of
      // daylight saving time.
      return timeSpan(of: world.calendarDay(of: now)).flatMap {
        timeSpan(of: world.calendarDay(of: $0.lowerBound.timeAdvanced(by: .seconds(-12 * 3600))))
      }
    case let value:
      if let length = Self.parsedDuration(value) {
        let moment = now.timeAdvanced(by: .zero - length)
        return moment..<moment
      }
      return parsedCalendarSpan(value)
    }
  }

  private func timeSpan(of day: CalendarDay) -> Range<Timestamp>? {
    guard let start = world.startOfDay(day) else { return nil }
    let next = world.calendarDay(of: start.timeAdvanced(by: .seconds(36 * 3600)))
    return world.startOfDay(next).flatMap { $0 > start ? start..<$0 : nil }
  }

  private static func parsedDuration(_ text: String) -> Duration? {
    let units: [Character: Int] = ["h": 3600, "d": 86_400, "w": 7 * 86_400]
    guard let unit = text.last.flatMap({ units[$0] }), let count = Int(text.dropLast()),
      (1...9999).contains(count), text.first?.isNumber == true
    else { return nil }
    return .seconds(count * unit)
  }

  private func parsedCalendarSpan(_ text: String) -> Range<Timestamp>? {
    let pieces = text.split(separator: "-", omittingEmptySubsequences: false)
    let numbers = pieces.compactMap { $0.first?.isNumber == true ? Int($0) : nil }
    guard numbers.count == pieces.count, (1...3).contains(numbers.count),
      pieces[0].utf8.count == 4
    else { return nil }
    if numbers.count == 3 {
      return timeSpan(of: CalendarDay(year: numbers[0], month: numbers[1], day: numbers[2]))
    }
    let year = numbers[0]
    let month = numbers.count > 1 ? numbers[1] : 1
    let isLastMonth = numbers.count == 1 || month == 12
    let next = CalendarDay(year: isLastMonth ? year + 1 : year, month: isLastMonth ? 1 : month + 1)
    guard let start = world.startOfDay(CalendarDay(year: year, month: month)),
      let end = world.startOfDay(next), start < end
    else { return nil }
    return start..<end
  }
}
