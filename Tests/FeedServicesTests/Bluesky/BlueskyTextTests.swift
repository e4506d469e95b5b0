import FeedDomain
import Testing

@testable import FeedServices

/// Links, mentions and tags, in bytes of UTF-8 both ways.
@Suite struct BlueskyTextTests {
  private func facet(_ start: Int, _ end: Int, _ feature: JSON) -> JSON {
    [
      "index": ["byteStart": .number("\(start)"), "byteEnd": .number("\(end)")],
      "features": [feature],
    ]
  }

  private let tag: JSON = ["$type": "app.bsky.richtext.facet#tag", "tag": "t"]

  @Test(arguments: [
    ("a", 300, 0), ("a", 299, 1), ("👩‍👩‍👧", 150, 150), ("👩‍👩‍👧", 166, 12), ("👩‍👩‍👧", 200, -600),
  ])
  func `multi-byte characters use up the draft's limit sooner`(
    character: String, count: Int, left: Int
  ) {
    let draft = Draft(id: Draft.ID("d"), text: String(repeating: character, count: count))

    #expect(BlueskyPublishing.limits.remainingCharacters(for: draft) == left)
  }

  @Test func `facets are cut by bytes, and may be in any order`() {
    let text = "日本 👩‍👩‍👧 #t é"
    let family = text.utf8.count - "#t é".utf8.count

    let read = BlueskyFacetParser.richText(
      text,
      facets: [
        facet(family, family + 2, tag),
        facet(0, 6, ["$type": "app.bsky.richtext.facet#link", "uri": "https://x.example"]),
      ])

    #expect(
      read.runs == [
        .init("日本", .link("https://x.example")), .init(" 👩‍👩‍👧 "), .init("#t", .tag("t")),
        .init(" é"),
      ])
  }

  @Test(
    arguments: [
      (3, 3), (4, 2), (0, 99), (-1, 2), (1, 3), (0, 1), (99, 100), (Int.max - 1, Int.max),
    ])
  func `a facet with an impossible range is dropped`(start: Int, end: Int) {
    let read = BlueskyFacetParser.richText("日本", facets: [facet(start, end, tag)])

    #expect(read == RichText("日本"))
  }

  @Test func `of overlapping facets the first one is kept`() {
    let read = BlueskyFacetParser.richText(
      "abcdef", facets: [facet(0, 4, tag), facet(2, 6, tag), facet(4, 6, tag)])

    #expect(read.runs == [.init("abcd", .tag("t")), .init("ef", .tag("t"))])
  }

  @Test(
    arguments: [
      ["$type": "app.bsky.richtext.facet#link", "uri": "javascript:alert(1)"],
      ["$type": "app.bsky.richtext.facet#new", "tag": "t"], nil,
      ["$type": "app.bsky.richtext.facet#mention", "did": 7],
    ] as [JSON])
  func `a facet with an unknown or unsafe feature becomes plain text`(feature: JSON) {
    #expect(BlueskyFacetParser.richText("abc", facets: [facet(0, 3, feature)]) == RichText("abc"))
  }

  @Test(
    arguments: [
      ("hello", []), ("@sol.example.com!", ["0-16 @sol.example.com"]),
      ("(@Sol.Example.com)", ["1-17 @sol.example.com"]), ("a@b.example", []), ("@sol", []),
      ("日本 @a.co é @b.co", ["7-12 @a.co", "16-21 @b.co"]),
      ("https://x.example/a?b=1#c", ["0-25 https://x.example/a?b=1#c"]),
      ("(see https://x.example/a).", ["5-24 https://x.example/a"]),
      ("https://x.example/a_(b)", ["0-23 https://x.example/a_(b)"]),
      ("see x.example.org, ok", ["4-17 https://x.example.org"]), ("and so on.Then", []),
      ("file.txt", []), ("1.5.2", []), ("https://", []),
      ("#swift. #1 #a1 ＃日本 ##", ["0-6 #swift", "11-14 #a1", "15-24 #日本"]),
      ("#️⃣", []), ("$tsla, $toolong $5", ["0-5 #$TSLA"]), ("a\n#b\u{3000}#c", ["2-4 #b", "7-9 #c"]),
    ])
  func `mentions, links and tags are found in a typed text`(text: String, found: [String]) {
    let read = FacetScanner.scannedFacets(in: text).map { fetchRange in
      switch fetchRange.kind {
      case .mention(let name): "\(fetchRange.start)-\(fetchRange.end) @\(name)"
      case .link(let url): "\(fetchRange.start)-\(fetchRange.end) \(url)"
      case .tag(let tag): "\(fetchRange.start)-\(fetchRange.end) #\(tag)"
      }
    }

    #expect(read == found)
  }

  @Test(arguments: [("a", 64), ("日", 64), ("👩‍👩‍👧", 35)])
  func `a tag longer than the server allows is not a facet`(character: String, longest: Int) {
    func tags(_ count: Int) -> Int {
      let text = "#" + String(repeating: character, count: count)
      return BlueskyPostRecord(text: text, createdAt: BlueskySample.now, mentionedPeople: [:])
        .json["facets"].array.count
    }

    #expect(tags(longest) == 1)
    #expect(tags(longest + 1) == 0)
  }

  @Test(
    arguments: [
      "", " ", "☕ fog with @tomas.bsky.social #35mm https://x.example/é", "\u{0}#\u{feff}@",
      "a\r\nb #c\r\n@d.example.com", "e\u{301} #e\u{301}", "#🏳️‍🌈 $A @-.-",
    ])
  func `a text with its scanned facets is read back as written`(text: String) {
    let record = BlueskyPostRecord(
      text: text, createdAt: BlueskySample.now, mentionedPeople: ["tomas.bsky.social": "did:plc:t"])

    let read = BlueskyFacetParser.richText(text, facets: record.json["facets"])

    #expect(read.plain == text)
    #expect(
      read.runs.count { $0.kind != .plain }
        == FacetScanner.scannedFacets(in: text).count {
          if case .mention(let name) = $0.kind { name == "tomas.bsky.social" } else { true }
        })
  }

  @Test(
    arguments: [
      ("sol.example.com", .handle("sol.example.com")),
      (" @Sol.Example.COM\u{202c} ", .handle("sol.example.com")),
      ("did:plc:abc", .did("did:plc:abc")), ("sol@example.com", .mail("sol@example.com")),
      ("sol", nil), ("", nil), ("did:", nil), ("did:plc:a/b", nil), ("a..b", nil), ("-a.b", nil),
      ("a.1", nil),
    ] as [(String, BlueskyLoginName?)])
  func `a login name is a handle, a DID or a mail address`(typed: String, name: BlueskyLoginName?) {
    #expect(BlueskyLoginName(typed) == name)
  }

  @Test func `a record key looks like a past time, and is the same for the same text`() {
    let keys = (0..<1000).map { BlueskyRecordKeyGenerator.recordKey(for: "key-\($0)") }

    #expect(Set(keys).count == 1000)
    #expect(keys == (0..<1000).map { BlueskyRecordKeyGenerator.recordKey(for: "key-\($0)") })
    #expect(keys.allSatisfy { $0.utf8.count == 13 && $0.hasPrefix("3") })
    #expect(keys.joined().allSatisfy { "234567abcdefghijklmnopqrstuvwxyz".contains($0) })
  }

  @Test func `record keys of posts increase with their outbox keys`() {
    var clock = TimedIdempotencyKeyGenerator(maker: 5)
    let moments: [UInt64] = [1_790_000_000_000_000, 1_790_000_000_000_000, 3]
    let made = moments.map { clock.takeNextTimedKey(at: $0) }

    let keys = made.map {
      BlueskyRecordKeyGenerator.recordKey(forPost: OutboxItem.ID($0.timedKeyText(ending: "secret")))
    }

    #expect(keys.sorted() == keys && Set(keys).count == 3)
    #expect(keys.allSatisfy { $0.utf8.count == 13 && !$0.contains("secret") })
    // The clock's ten bits are the last two signs.
    #expect(Set(keys.map { $0.suffix(2) }).count == 1)
    // A post that waited for an earlier version keeps its key.
    #expect(
      BlueskyRecordKeyGenerator.recordKey(forPost: OutboxItem.ID("key-1"))
        == BlueskyRecordKeyGenerator.recordKey(for: "key-1"))
  }

  @Test func `a record key decodes as a time of the past`() throws {
    let alphabet = Array("234567abcdefghijklmnopqrstuvwxyz")
    let start = try #require(ISODate.parsedTimestamp("2023-01-01T00:00:00.000Z"))
    let end = try #require(ISODate.parsedTimestamp("2026-01-01T00:00:00.000Z"))

    for key in (0..<1000).map({
      BlueskyRecordKeyGenerator.recordKey(for: "app.bsky.feed.like \($0)")
    }) {
      // Sixty-four bits in thirteen signs of five: the first has but four, of which the top one is
      // 0.
      let first = try #require(key.first)
      #expect("234567abcdefghij".contains(first))
      let number = try key.reduce(UInt64(0)) { number, sign in
        number << 5 | UInt64(try #require(alphabet.firstIndex(of: sign)))
      }
      #expect(number >> 63 == 0)
      // Ten bits tell keys of the same microsecond apart.
      let moment = Timestamp(milliseconds: Int64(number >> 10) / 1000)
      #expect((start..<end).contains(moment))
    }
  }

  @Test(
    arguments: [
      "2026-11-20T18:04:05.120Z", "1970-01-01T00:00:00.000Z", "2024-02-29T23:59:59.999Z",
      "1969-12-31T23:59:59.001Z", "0000-01-01T00:00:00.000Z", "9999-12-31T23:59:59.999Z",
      "1900-03-01T00:00:00.000Z", "2000-12-31T00:00:00.000Z",
    ])
  func `a timestamp is written as it was read`(text: String) throws {
    #expect(ISODate.isoDateText(try #require(ISODate.parsedTimestamp(text))) == text)
  }

  @Test(
    arguments: [
      (["LANG": "de_DE.UTF-8"], ["de-DE"]), (["LANG": "ja"], ["ja"]), (["LANG": "C"], []),
      (["LANG": "en_GB", "LC_ALL": "vi_VN.UTF-8"], ["vi-VN"]),
      (["LC_ALL": "", "LANG": "es"], ["es"]),
      ([:], []), (["LANG": "POSIX"], []), (["LANG": "C.UTF-8"], []),
      (["LANG": "sr_RS@latin"], ["sr-RS"]),
    ])
  func `the writing language is read from the environment`(
    environment: [String: String], languages: [String]
  ) {
    #expect(EnvironmentLanguageParser.writingLanguages { environment[$0] } == languages)
  }
}
