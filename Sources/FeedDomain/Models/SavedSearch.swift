/// Maximum length of a saved search in characters, as of any search.
private let longestQuery = 500

/// A search for entries of web feeds that the user saved under a name, and reads as a stream.
public struct SavedSearch: Equatable, Sendable {
  /// The name of a saved search, unique among the saved searches; not empty, without line ends and
  /// "=".
  public let name: String
  /// The search of a saved search as typed; `SearchQuery` parses it.
  public let query: String

  /// Creates a saved search; nil if the name or the search is empty, or contains characters that a
  /// settings file cannot store.
  package init?(name: String, query: String) {
    let name = name.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    let query = query.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    guard !name.isEmpty, !query.isEmpty, name.fitsWithin(.name), query.count <= longestQuery,
      !name.contains(where: { "=:;#[]\"".contains($0) })
    else { return nil }
    (self.name, self.query) = (name, query)
  }

  /// The word "OR", which separates the alternatives of a saved search.
  package static let alternative = "OR"

  /// The alternatives of the saved search, of which one has to match: the parts of the query
  /// between "OR", in capitals and outside of quotation marks.
  public var alternatives: [String] {
    var parts: [[Substring]] = [[]]
    var isQuoted = false
    for word in query.split(separator: " ") {
      if word == Self.alternative, !isQuoted {
        parts.append([])
      } else {
        parts[parts.count - 1].append(word)
        if word.count(where: { $0 == "\"" }) % 2 == 1 { isQuoted.toggle() }
      }
    }
    return parts.map { $0.joined(separator: " ") }.filter { !$0.isEmpty }
  }

  /// True if the saved search finds unread entries only, so that its stream begins with these.
  package var isForUnread: Bool {
    let alternatives = alternatives
    return !alternatives.isEmpty
      && alternatives.allSatisfy {
        $0.split(separator: " ").contains { $0.lowercased() == "is:unread" }
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
