import Doubles
import FeedDomain
import Testing

/// Saved searches with alternatives.
struct SavedSearchTests {
  @Test(arguments: [
    ("tram from:ada", ["tram from:ada"]),
    (#""high water" OR in:"News" since:2d"#, [#""high water""#, #"in:"News" since:2d"#]),
    (#""to be OR not" OR fog"#, [#""to be OR not""#, "fog"]),
    ("tram or fog", ["tram or fog"]), ("OR tram OR", ["tram"]),
  ])
  func `a saved search is divided into alternatives at OR in capitals`(
    query: String, alternatives: [String]
  ) throws {
    #expect(try parts(query) == alternatives.map { SearchQuery($0, in: StillWorld()).terms })
  }

  private func parts(_ query: String) throws -> [[SearchQuery.SearchTerm]] {
    try #require(SavedSearch(name: "S", query: query)).parsedQuery(in: StillWorld())
      .alternatives.map(\.terms)
  }

  @Test(arguments: [
    ("is:unread", true), ("tram is:unread OR is:UNREAD fog", true), ("is:unread OR fog", false),
    ("-is:unread", false), ("tram", false),
  ])
  func `a saved search for unread entries is recognised`(
    query: String, isForUnread: Bool
  ) throws {
    #expect(try #require(SavedSearch(name: "S", query: query)).isForUnread == isForUnread)
  }

  @Test func `OR inside an expression does not divide the search`() throws {
    #expect(
      try parts("title:/a OR b/ OR fog")
        == ["title:/a OR b/", "fog"].map { SearchQuery($0, in: StillWorld()).terms })
  }

  @Test(arguments: [
    ("nosuch:foo", SearchMistake.SearchMistakeKind.unknown, "nosuch:foo"),
    ("fog OR -tilte:x", .unknown, "tilte:x"), ("since:never", .day, "since:never"),
    ("((", .expression(.unclosed("(", place: 1)), "(("),
    ("ab (fog OR tide)", .expression(.unclosed("(", place: 4)), "(fog"),
    ("fog) tide", .expression(.unexpected(")", place: 4)), "fog)"),
    ("title:/(/", .expression(.unclosed("(", place: 1)), "title:/(/"),
    ("!!!", .missingValue, "!!!"), ("fog OR ---", .missingValue, "fog OR ---"),
  ])
  func `an invalid saved search is refused with its mistake`(
    query: String, kind: SearchMistake.SearchMistakeKind, part: String
  ) {
    let mistake = SearchMistake(kind: kind, part: part, isLast: false)
    #expect(throws: FilterRuleMistake.search(mistake)) {
      try FilterRuleOrSavedSearch(parsing: "search X: \(query)")
    }
  }

  @Test(arguments: [
    "\"re:zero\"", "(fog tide)", "\"smile :)\"", "title:/\\(/", "12:30", "title:fog(s)",
  ])
  func `an unusual but valid saved search is accepted unchanged`(query: String) {
    #expect(SavedSearch(name: "S", query: query)?.query == query)
  }
}
