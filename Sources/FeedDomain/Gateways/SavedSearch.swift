/// A search for entries of web feeds that the user saved under a name, and reads as a stream.
public struct SavedSearch: Equatable, Sendable {
  /// The name of a saved search, unique among the saved searches; not empty, without line ends and
  /// "=".
  public let name: String
  /// The search of a saved search as typed; `SearchQuery` parses it.
  public let query: String

  /// Creates a saved search; nil if the name or the search is empty, contains characters that a
  /// settings file cannot store, or has a mistake.
  package init?(name: String, query: String) {
    do throws(FilterRuleMistake) { try self.init(name: name, parsing: query) } catch {
      return nil
    }
  }

  /// Creates a saved search from its name and its typed search; throws the first mistake.
  package init(name: String, parsing query: String) throws(FilterRuleMistake) {
    let name = name.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    let query = query.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    guard !name.isEmpty, !query.isEmpty, name.fitsWithin(.name), !Self.isQueryTooLong(query),
      !name.contains(where: { "=:;#[]\"".contains($0) })
    else { throw .form }
    (self.name, self.query) = (name, query)
    let world = SearchCheckWorld()
    if let mistake = Self.firstSearchMistake(in: query, world) { throw .search(mistake) }
    if parsedQuery(in: world).alternatives.contains(where: \.isEmpty) {
      throw .search(SearchMistake(kind: .missingValue, part: query, isLast: false))
    }
  }

  /// Returns the first mistake of a search that has to be understood whole: an unknown or invalid
  /// term, a parenthesis without its counterpart, or more text than a search may have; nil if there
  /// is none.
  package static func firstSearchMistake(in query: String, _ world: any World) -> SearchMistake? {
    guard !isQueryTooLong(query) else {
      return SearchMistake(
        kind: .expression(.tooLarge), part: "\(query.prefix(20))…", isLast: false)
    }
    return SearchParser.parenthesisMistake(in: query)
      ?? SearchQuery(query, in: world, hasAlternatives: true).firstSearchMistake
  }

  /// Returns true if the parser would cut a search, which would then find other entries.
  private static func isQueryTooLong(_ query: String) -> Bool {
    query.unicodeScalars.count > SearchParser.limit
  }

  /// Returns the parsed search; `reader` is the user's handle.
  package func parsedQuery(forUserHandle reader: String? = nil, in world: any World) -> SearchQuery
  {
    SearchQuery(query, by: reader, in: world, hasAlternatives: true)
  }

  /// A world with days in UTC, for checking the terms of a search but not the times in it; nothing
  /// sleeps in it or asks for random values.
  private struct SearchCheckWorld: World {
    var now: Timestamp { Timestamp(milliseconds: 0) }

    func sleep(for duration: Duration) async throws(CancellationError) {}
    func randomKey() -> String { "" }
    func randomFraction() -> Double { 0 }
  }

  /// True if the saved search finds unread entries only, so that its stream begins with these.
  package var isForUnread: Bool {
    parsedQuery(in: SearchCheckWorld()).alternatives.allSatisfy {
      $0.terms.contains { $0.kind == .marked(.unread) && !$0.isExcluded }
    }
  }

  /// The beginning of the id of a saved search's stream, which is a list of the account with web
  /// feeds.
  private static let idStart = "search:"

  /// The stream of the entries that match a saved search.
  public var stream: Feed { .list(id: Self.idStart + name, name: name) }

  /// Returns the name of the saved search whose stream has an id; nil for other lists.
  package static func savedSearchName(ofID id: String) -> String? {
    id.hasPrefix(idStart) ? String(id.dropFirst(idStart.count)) : nil
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
    do throws(FilterRuleMistake) { try self.init(parsing: text) } catch { return nil }
  }

  /// Creates a rule or saved search as from `init(_:)`; throws the first mistake in other text.
  public init(parsing text: String) throws(FilterRuleMistake) {
    if text.lowercased().hasPrefix(Self.searchWord) {
      let parts = text.dropFirst(Self.searchWord.count).split(separator: ":", maxSplits: 1)
      guard parts.count == 2 else { throw .form }
      self = .search(try SavedSearch(name: String(parts[0]), parsing: String(parts[1])))
    } else {
      do throws(FilterRuleMistake) { self = .filter(try FilterRule(parsing: text)) } catch {
        // Text without an action may be meant as a search.
        let action = text.split(whereSeparator: \.isWhitespace).first?.lowercased() ?? ""
        guard error == .form, FilterRule.FilterRuleAction(rawValue: action) == nil,
          let mistake = SearchParser.parenthesisMistake(in: text)
        else { throw error }
        throw .search(mistake)
      }
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
  public func addingRuleOrSearch(_ rule: FilterRuleOrSavedSearch) -> [FilterRuleOrSavedSearch] {
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
  public func replacingRuleOrSearch(
    _ old: FilterRuleOrSavedSearch, by rule: FilterRuleOrSavedSearch
  ) -> [FilterRuleOrSavedSearch] {
    guard let place = firstIndex(of: old) else { return addingRuleOrSearch(rule) }
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
