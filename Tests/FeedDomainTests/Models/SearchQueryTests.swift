import Doubles
import FeedDomain
import Testing

/// What is typed to look for, and what it asks for.
@Suite struct SearchQueryTests {
  /// Noon on 4 March 2026, a Wednesday.
  private static let world = StillWorld(now: FakeWorld.noon)

  private func query(_ typed: String) -> SearchQuery {
    SearchQuery(typed, by: "me@example.org", in: Self.world)
  }

  /// The terms as words, those that are not to be with "not" before them.
  private func terms(_ typed: String) -> [String] {
    query(typed).terms.map { term in
      let text =
        switch term.kind {
        case .word(let word): "word \(word)"
        case .phrase(let words): "phrase \(words)"
        case .tags(let tags): "tags \(tags.joined(separator: "|"))"
        case .author(let name): "by \(name)"
        case .holding(let held): "has \(held)"
        case .since(let moment): "since \(hours(moment))"
        case .before(let moment): "before \(hours(moment))"
        case .language(let language): "in \(language)"
        case .inFeed(let name): "within \(name)"
        case .marked(let state): "marked \(state)"
        case .tagged(let tag): "tagged \(tag.name)"
        case .part(let part, .beginning(let words)): "\(part) \(words)"
        case .part(let part, .phrase(let words)): "\(part) phrase \(words)"
        case .part(let part, .expression(let expression)): "\(part) /\(expression.text)/"
        }
      return term.isExcluded ? "not \(text)" : text
    }
  }

  /// A moment, in hours from the beginning of that Wednesday.
  private func hours(_ moment: Timestamp) -> Int64 {
    (moment.milliseconds - FakeWorld.noon.milliseconds) / 3_600_000 + 12
  }

  @Test(arguments: [
    ("late ferry", ["word late", "word ferry"]),
    ("  late\tlate ", ["word late"]),
    ("\"late ferry\" x", ["phrase late ferry", "word x"]),
    ("“late ferry", ["phrase late ferry"]),
    ("-snow -\"late ferry\" -#tram", ["not word snow", "not phrase late ferry", "not tags tram"]),
    ("from:@ada@example.org", ["by ada@example.org"]),
    ("from:\"Ada Okafor\" -from:me", ["by Ada Okafor", "not by me@example.org"]),
    ("FROM:ada Has:Photo", ["by ada", "has photo"]),
    ("has:link has:video -has:poll", ["has link", "has video", "not has poll"]),
    ("#tram,#bus,rail", ["tags tram|bus|rail"]),
    ("lang:pt-br -lang:de", ["in pt-BR", "not in de"]),
    ("since:today until:yesterday", ["since 0", "before 0"]),
    ("since:2026-03-04 until:2026-03-04", ["since 0", "before 24"]),
    ("since:2026-03 until:2026-03", ["since -72", "before 672"]),
    ("since:12h until:1d", ["since 0", "before -12"]),
    ("-since:today", ["before 0"]),
    ("https://example.org/a:b", ["word https://example.org/a:b"]),
    ("note:x 12:30", ["word note:x", "word 12:30"]),
    ("title:ferry -author:\"Ada O\"", ["title ferry", "not author phrase Ada O"]),
    ("Text:/high (water|tide)/ x", ["text /high (water|tide)/", "word x"]),
    ("link:/a\\/b \"c/ from:/^old/", ["link /a\\/b \"c/", "from /^old/"]),
    ("link:/blog", ["link /blog"]), ("title:\"/x/\"", ["title phrase /x/"]),
    ("- -- !!! \"\" \"", []),
    ("", []),
  ])
  func `typed text is parsed into search terms`(typed: String, expected: [String]) {
    #expect(terms(typed) == expected)
    #expect(query(typed).mistakes == [])
  }

  @Test(arguments: [
    ("since:yesterdy", SearchMistake.SearchMistakeKind.day), ("until:2026-02-30", .day),
    ("since:0d", .day),
    ("since:-2d", .day), ("since:2026-13", .day), ("since:99999-01-01", .day), ("until:", .day),
    ("has:cheese", .holding), ("lang:german", .language), ("from:", .missingValue),
    ("from:@", .missingValue),
    ("#", .missingValue), ("#,,#", .missingValue), ("title:", .missingValue),
    ("link:", .missingValue),
    ("title:/(/", .expression(.unclosed("(", place: 1))),
    ("-text:/ab*+{/", .expression(.unexpected("{", place: 5))),
  ])
  func `an invalid term is reported, and the other terms are kept`(
    part: String, kind: SearchMistake.SearchMistakeKind
  ) {
    let query = query("late \(part) ferry")

    #expect(query.mistakes == [SearchMistake(kind: kind, part: part, isLast: false)])
    #expect(query.words == ["late", "ferry"])
    #expect(query.text == "late \(part) ferry")
    #expect(self.query(part).mistakes.first?.isLast == true)
    #expect(self.query(part + " ").mistakes.first?.isLast == false)
  }

  @Test func `random search text is parsed, and its normalised text parses the same`() {
    var dice = SeededDice(seed: 18)
    let pieces = [
      "from:", "has:", "since:", "until:", "lang:", "#", "\"", "“", "-", ",", " ", "\t", "photo",
      "ada",
      "2026-02-29", "\u{0}", "\u{E001}post", "\u{301}", "日本", "🇺🇳", "a\u{200D}", "NEAR(", "*",
      "' OR 1=1 --",
      "9999999999999999999d", "::", "ß", "İ", "\r\n", "\u{202E}",
    ]
    for _ in 0..<3_000 {
      let typed = (0..<Int.random(in: 1...12, using: &dice))
        .map { _ in pieces.randomElement(using: &dice) ?? "" }.joined()
      let query = query(typed)

      #expect(self.query(query.text).terms == query.terms, "\(typed.debugDescription)")
    }
  }

  @Test func `a very long search text is limited to its beginning`() {
    let query = query(String(repeating: "ferry-\u{1F6A2} ", count: 10_000))

    #expect(query.text.unicodeScalars.count <= 500)
    #expect(!query.isEmpty)
  }

  @Test func `feed and folder names in a search are resolved, also further folders`() {
    var fog = Subscription(
      id: .init("fog"), address: "https://fog.example/", name: "Fog", folder: "News")
    fog.otherFolders = ["Slow Reading"]
    let rain = Subscription(id: .init("rain"), address: "https://rain.example/", name: "Rain")
    for (typed, found) in [
      ("in:news", ["fog"]), ("in:\"slow reading\"", ["fog"]), ("in:rain", ["rain"]),
    ] {
      let query = SearchQuery(typed, in: Self.world)
      #expect(query.namesFeeds)
      let feeds = query.resolvingFeedNames(in: [fog, rain], nestsFolders: false)
        .groups.values.flatMap(\.feeds)
      #expect(feeds.map(\.rawValue) == found)
    }
    #expect(!SearchQuery("news", in: Self.world).namesFeeds)
  }

  @Test(arguments: [(true, ["fog", "rain"]), (false, ["fog"])])
  func `a folder in a search includes its sub-folders if a slash separates folders`(
    nestsFolders: Bool, expected: [String]
  ) {
    let feeds = [("fog", "News"), ("rain", "News/Local")].map { name, folder in
      Subscription(
        id: .init(name), address: "https://\(name).example/", name: name, folder: folder)
    }

    let query = SearchQuery("in:news", in: Self.world)
      .resolvingFeedNames(in: feeds, nestsFolders: nestsFolders)

    #expect(query.groups.values.flatMap(\.feeds).map(\.rawValue).sorted() == expected)
  }
}

/// Dice that fall the same each time.
struct SeededDice: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return state ^ (state >> 29)
  }
}
