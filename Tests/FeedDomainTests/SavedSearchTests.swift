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
  func `a search has its alternatives between capitals`(
    query: String, alternatives: [String]
  ) throws {
    #expect(try #require(SavedSearch(name: "S", query: query)).alternatives == alternatives)
  }

  @Test(arguments: [
    ("is:unread", true), ("tram is:unread OR is:UNREAD fog", true), ("is:unread OR fog", false),
    ("-is:unread", false), ("tram", false),
  ])
  func `a search for unread entries alone is known as one`(
    query: String, isForUnread: Bool
  ) throws {
    #expect(try #require(SavedSearch(name: "S", query: query)).isForUnread == isForUnread)
  }
}
