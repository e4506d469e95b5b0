import FeedDomain
import Testing

@Suite struct FilterRuleTests {
  @Test(arguments: [
    ("hide title sponsored", "A Sponsored post", true), ("hide title sponsored", "Sponsors", false),
    ("read title new york", "In New York today", true),
    ("star title /swift \\d/", "Swift 6 is here", true),
    ("star title /^swift/", "About swift", false),
    ("star title /swift$/", "About Swift", true), ("hide title /a|b{2,3}c/", "xbbbc", true),
    ("hide title /[^a-z ]/", "only letters", false), ("hide title /\\bcat\\b/", "concat", false),
    ("hide title /caf(é|e)/", "CAFÉ", true), ("hide title /a.c/", "a\nc", false),
    ("hide title /(ad|promo)+s?\\./", "Promoads.", true), ("hide title /x{0}y/", "y", true),
  ])
  func `a rule matches by words or an expression`(text: String, title: String, matches: Bool) throws
  {
    let rule = try #require(FilterRule(text))
    #expect(rule.matchesEntry(title: title, author: "", text: "", link: "") == matches)
    #expect(rule.text == text)
  }

  @Test func `a rule matches only the chosen part of an entry`() throws {
    func matches(_ part: String) throws -> Bool {
      try #require(FilterRule("hide \(part) ada")).matchesEntry(
        title: "Fog", author: "Ada", text: "By the sea", link: "https://a.example/")
    }
    #expect(try matches("author") && matches("any"))
    #expect(try !matches("title") && !matches("text") && !matches("link"))
  }

  @Test func `a rule can be limited to a feed by name or address`() throws {
    let rule = try #require(FilterRule("hide any /a\\/b/ in The Blog"))
    #expect(rule.feed == "The Blog" && rule.text == "hide any /a\\/b/ in The Blog")
    #expect(
      rule.appliesTo(
        Subscription(id: .init("1"), address: "https://x.example/", name: "the blog")))
    #expect(
      !rule.appliesTo(Subscription(id: .init("1"), address: "https://x.example/", name: "Other")))
    #expect(FilterRule("hide title day in day in https://x.example/")?.feed == "https://x.example/")
  }

  @Test(arguments: [
    "", "hide", "hide title", "burn title x", "hide everything x", "hide title //",
    "hide from x",
    "hide title /(/",
    "hide title /a{9999}/", "hide title /\\1/", "hide title /*/", "hide title /[z-a]/",
    "hide title /a/ b", "search : x", "search a=b: x", "search a:",
  ])
  func `an invalid rule is refused`(text: String) { #expect(FilterRuleOrSavedSearch(text) == nil) }

  @Test(arguments: [
    ("hide title /((/", RegularExpression.ExpressionMistake.unclosed("(", place: 2), "(("),
    ("hide title /a)/", .unexpected(")", place: 2), "a)"),
    ("read any /[ab/ in Blog", .unclosed("[", place: 1), "[ab"),
    ("star text /a{9999}/", .unexpected("{", place: 2), "a{9999}"),
    ("star text /x\\1/", .unexpected("1", place: 3), "x\\1"),
    ("hide title /x", .unclosed("/", place: 1), "/x"),
    ("((", .unclosed("(", place: 1), "(("),
  ])
  func `the mistake in an expression is named with its place`(
    text: String, mistake: RegularExpression.ExpressionMistake, part: String
  ) {
    let found = SearchMistake(kind: .expression(mistake), part: part, isLast: false)
    #expect(throws: FilterRuleMistake.search(found)) {
      try FilterRuleOrSavedSearch(parsing: text)
    }
  }

  @Test func `a saved search has a name, and replaces another of the same name`() throws {
    let old = try #require(FilterRuleOrSavedSearch("search Trams:  tram  from:ada"))
    let new = try #require(FilterRuleOrSavedSearch("search Trams: tram"))
    #expect(old.text == "search Trams: tram from:ada")
    #expect([old].addingRuleOrSearch(new) == [new] && [new].addingRuleOrSearch(new) == [new])
    #expect([FilterRuleOrSavedSearch].searches([new]).map(\.name) == ["Trams"])
    #expect(SavedSearch.savedSearchName(ofID: "search:Trams") == "Trams")
  }

  @Test func `a changed rule keeps its place, and is not listed twice`() throws {
    let hide = try #require(FilterRuleOrSavedSearch("hide title ads"))
    let star = try #require(FilterRuleOrSavedSearch("star title trams"))
    let trams = try #require(FilterRuleOrSavedSearch("search Trams: tram"))
    let boats = try #require(FilterRuleOrSavedSearch("search Boats: boat"))
    let renamed = try #require(FilterRuleOrSavedSearch("search Trams: boat"))
    let rules = [hide, trams, star, boats]

    #expect(rules.replacingRuleOrSearch(hide, by: star) == [star, trams, boats])
    #expect(rules.replacingRuleOrSearch(boats, by: renamed) == [hide, star, renamed])
    #expect(rules.replacingRuleOrSearch(hide, by: hide) == rules)
    #expect([star].replacingRuleOrSearch(hide, by: trams) == [star, trams])
  }

  @Test(
    .timeLimit(.minutes(5)),
    arguments: [
      "(a+)+$", "(a|a)*b", "(.*)*x", "a?a?a?a?a?a?a?a?a?a?aaaaaaaaaa", "(a{1,9}){1,9}b",
    ])
  func `expressions that could backtrack are matched in linear time`(expression: String) throws {
    let pattern = try #require(RegularExpression(expression))
    let text = String(repeating: "a", count: 20_000) + "!"
    _ = pattern.matchesText(text)
  }
}

extension [FilterRuleOrSavedSearch] {
  fileprivate static func searches(_ rules: [FilterRuleOrSavedSearch]) -> [SavedSearch] {
    rules.searches
  }
}
