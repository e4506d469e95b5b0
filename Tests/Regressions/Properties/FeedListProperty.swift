import FeedDomain

@testable import FeedServices

/// Lists of web feeds, as OPML and in newsboat's form: each line that is named is there, and a list
/// that is written and read again has the same feeds.
enum FeedListProperty {
  static func checkOPML(_ input: [UInt8]) throws(Finding) {
    guard let outline = try? WebFeedOutline(input) else { return }
    try check(outline, of: CharacterDecoding.utf8Bytes(input))
    guard let again = try? WebFeedOutline(Array(outline.text.utf8)) else {
      throw Finding("a written list is not read")
    }
    let entries = Dictionary(grouping: outline.entries, by: \.address).mapValues(\.count)
    let repeated = Dictionary(grouping: again.entries, by: \.address).mapValues(\.count)
    try expect(entries == repeated, "a list comes back with other feeds")
    for entry in again.entries {
      let isKnown = outline.entries.contains {
        $0.address == entry.address && $0.name == entry.name
      }
      try expect(isKnown, "\(entry.address) comes back as \(entry.name)")
    }
  }

  static func checkLines(_ input: [UInt8]) throws(Finding) {
    guard let outline = WebFeedOutline(lines: input) else { return }
    try check(outline, of: input)
    for entry in outline.entries {
      try expect(entry.address.hasPrefix("http"), "a feed elsewhere: \(entry.address)")
    }
    for search in outline.searches {
      try expect(
        SavedSearch(name: search.name, query: search.query) == search,
        "a search comes back as another")
    }
  }

  private static func check(_ outline: WebFeedOutline, of input: [UInt8]) throws(Finding) {
    let text = String(decoding: input, as: UTF8.self)
    let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).count
    for line in outline.entries.map(\.line) + outline.rejected.map(\.line) {
      try expect((0...lines).contains(line), "line \(line) of \(lines)")
    }
    for entry in outline.entries { try expect(!entry.address.isEmpty, "a feed without an address") }
  }
}
