import FeedDomain
import Testing

@testable import FeedServices

/// The replies of Google Reader's API, as each server writes them.
@Suite struct GoogleReaderReadingTests {
  @Test func `an entry id is equal in all of its spellings`() throws {
    for vector in try ServiceSample.json("FeedServer/id_vectors").array {
      let decimal = try #require(vector["decimal"].string)
      let long = try #require(vector["long"].string)

      #expect(FeedServerEntryID(told: decimal)?.text == decimal)
      #expect(FeedServerEntryID(told: long)?.text == decimal)
      #expect(FeedServerEntryID(told: decimal)?.longForm == long)
      #expect(FeedServerEntryID(stored: decimal)?.longForm == long)
    }
  }

  @Test(arguments: [
    ("tag:google.com,2005:reader/item/2f2", "754"), ("000000000000002a", "42"),
    ("fffffffffffffffe", "-2"), ("000644a9b8c1a240", "1764345600123456"),
    // FreshRSS's own ids are sixteen decimal digits.
    ("1764345600123456", "1764345600123456"), ("-77", "-77"), (" 42\n", "42"),
    ("5f00aa11bb22cc33dd44ee01", "5f00aa11bb22cc33dd44ee01"),
    ("tag:google.com,2005:reader/item/5f00aa11bb22cc33dd44ee01", "5f00aa11bb22cc33dd44ee01"),
  ])
  func `an entry id is parsed in any of its forms`(told: String, stored: String) {
    #expect(FeedServerEntryID(told: told)?.text == stored)
  }

  @Test(arguments: [
    "", "   ", String(repeating: "x", count: 300), "tag:google.com,2005:reader/item/a\nb",
  ])
  func `a text that is no entry id is rejected`(told: String) {
    #expect(FeedServerEntryID(told: told) == nil)
  }

  @Test func `entry ids of The Old Reader are kept unchanged`() {
    let name = FeedServerEntryID(told: "5f00aa11bb22cc33dd44ee01")

    #expect(name?.longForm == "tag:google.com,2005:reader/item/5f00aa11bb22cc33dd44ee01")
  }

  @Test func `FreshRSS entries are read with wide signs, labels beside states, and enclosures`()
    throws
  {
    let json = try FeedServerFixture.sample("items_contents", "freshrss")

    let entries = try GoogleReaderJSONReader(serverIsFreshRSS: true).parsedEntries(json)

    #expect(entries.map(\.title) == ["Ferry & fog: <what> to expect", ""])
    #expect(entries.map(\.id.text) == ["1764345600123456", "1764345000000001"])
    #expect(entries[0].feed == "feed/12")
    #expect(entries[0].author == "Ada Quay; Bo Mast")
    #expect(entries[0].link == "https://harbour.example/2026/11/ferry?a=1&b=2")
    // The tag "read" of the article is no state.
    #expect(entries.map(\.isRead) == [false, true])
    #expect(entries.map(\.isStarred) == [true, false])
    #expect(entries[0].enclosures.map(\.type) == ["audio/mpeg"])
    #expect(entries[0].publishedAt == Timestamp(milliseconds: 1_764_340_000_000))
    #expect(entries[1].feedTitle == "Salt & Pepper ／ Kitchen")
  }

  @Test func `Miniflux entries are read with states of any user and either name of the text`()
    throws
  {
    let json = try FeedServerFixture.sample("items_contents", "miniflux")

    let entry = try #require(
      try GoogleReaderJSONReader(serverIsFreshRSS: false).parsedEntries(json).first)

    #expect(entry.id.text == "12345")
    #expect(entry.isRead && entry.isStarred)
    #expect(entry.html == "<p>High at noon.</p>")
    #expect(entry.enclosures == [.init(url: "https://tides.example/chart.png", type: "image/png")])
  }

  @Test func `an entry with numbers as text and without title or canonical address is read`() throws
  {
    let json = try FeedServerFixture.sample("items_contents", "unpadded_and_odd_types")

    let entry = try #require(
      try GoogleReaderJSONReader(serverIsFreshRSS: false).parsedEntries(json).first)

    #expect(entry.id.text == "754")
    #expect(entry.title == "")
    #expect(entry.link == "https://odd.example/1")
    #expect(entry.html == "<p>x</p>")
    #expect(entry.publishedAt == Timestamp(milliseconds: 1_764_300_000_000))
  }

  @Test(
    arguments: [
      (["published": 0, "crawlTimeMsec": "1764300000123"] as JSON, 1_764_300_000_123),
      (["timestampUsec": "1764300000123456"], 1_764_300_000_123),
      (["published": "1764300000.5"], 1_764_300_000_500),
      (["published": 1e300], nil), (["published": "yesterday"], nil), ([:], nil),
    ] as [(JSON, Int64?)])
  func `an entry's date comes from the first field that has one`(fields: JSON, date: Int64?) {
    let item = JSON.object(
      fields.members + [.init(name: "id", value: "1")]
        + [.init(name: "origin", value: ["streamId": "feed/1"])])

    let entry = GoogleReaderJSONReader(serverIsFreshRSS: false).parsedEntry(item)

    #expect(entry?.publishedAt?.milliseconds == date)
  }

  @Test(arguments: [
    ("Vec&lt;T&gt; &amp; more", "Vec<T> & more"), ("Some <b>bold</b> news", "Some bold news"),
    ("a < b", "a < b"), ("Ｗｉｄｅ ＆ 広い", "Ｗｉｄｅ ＆ 広い"),
  ])
  func `HTML in a title is decoded once`(told: String, shown: String) {
    let item: JSON = [
      "id": "1", "title": .string(told), "origin": ["streamId": "feed/1"],
    ]

    #expect(GoogleReaderJSONReader(serverIsFreshRSS: false).parsedEntry(item)?.title == shown)
  }

  @Test func `feeds are read with their folders, even if a label has a slash`() throws {
    let reader = GoogleReaderJSONReader(serverIsFreshRSS: true)
    let fresh = try reader.parsedSubscriptions(
      FeedServerFixture.sample("subscription_list", "freshrss"))
    let many = try reader.parsedSubscriptions(
      FeedServerFixture.sample("subscription_list", "many_folders_url_ids"))

    #expect(fresh.map(\.folder) == ["News / Local", "Uncategorized"])
    #expect(fresh.map(\.name) == ["Harbour Notes", "Salt & Pepper ／ Kitchen"])
    #expect(fresh[1].address == "https://kitchen.example/rss?a=1&b=2")
    #expect(many.map(\.folder) == ["News", nil])
    #expect(many[1].id.rawValue == "feed/https://lone.example/rss")
  }

  @Test(arguments: ["[]", "{}", "{\"subscriptions\":{}}", "null"])
  func `a malformed list of feeds is an error, not an empty list`(text: String) throws {
    let json = try JSON(Array(text.utf8))

    #expect(throws: FeedError.badReply) {
      try GoogleReaderJSONReader(serverIsFreshRSS: false).parsedSubscriptions(json)
    }
  }

  @Test(
    arguments: [
      ("freshrss_ok", "reader-fox/0123456789abcdef0123456789abcdef01234567"),
      ("oldreader_ok", "Q7invented0token9xy"), ("auth_value_with_equals", "abc=def=="),
      ("bazqux_expired", nil),
    ] as [(String, String?)])
  func `the token of a sign-in reply is the value of its Auth line`(
    name: String, auth: String?
  ) throws {
    let body = try #require(try FeedServerFixture.sample("client_login", name).string)

    #expect(GoogleReaderLoginReply(FeedServerFixture.text(body)).auth == auth)
  }

  @Test func `the token of a sign-in reply in JSON is read`() throws {
    let json = try FeedServerFixture.sample("client_login", "miniflux_ok_json")

    #expect(
      GoogleReaderLoginReply(.json(json)).auth == "mini-owl/" + String(repeating: "ab", count: 32))
  }

  @Test func `Miniflux entries are read with dates of any time zone`() throws {
    let json = try FeedServerFixture.sample("miniflux_entries", "changed_page")

    let entries = MinifluxJSONReader().parsedEntries(json["entries"].array)

    #expect(entries.prefix(2).map(\.id.text) == ["12344", "12345"])
    #expect(entries[0].isRead && entries[0].isStarred)
    #expect(entries[0].publishedAt == ISODate.parsedTimestamp("2026-11-27T22:30:00Z"))
    #expect(entries[0].changedAt == ISODate.parsedTimestamp("2026-11-28T10:01:00Z"))
    #expect(entries[1].enclosures.map(\.type) == ["audio/mpeg"])
  }

  @Test func `an entry becomes a post with title, beginning of the text, pictures and star`() throws
  {
    let json = try FeedServerFixture.sample("items_contents", "freshrss")
    let entry = try #require(
      try GoogleReaderJSONReader(serverIsFreshRSS: true).parsedEntries(json).first)
    let converter = FeedServerEntryConverter(
      list: FeedServerFeedList(subscriptions: [FeedServerFixture.harbour]))

    let post = converter.shortenedEntryPost(entry)

    #expect(post.id.rawValue == "1764345600123456")
    #expect(post.content.text.plain.hasPrefix("Ferry & fog: <what> to expect\nThe first ferry"))
    #expect(post.author.name == "Harbour Notes")
    #expect(post.userMarks.contains(.bookmarked))
    #expect(
      post.content.photos.map(\.id.rawValue) == [
        "https://harbour.example/a/fog.mp3", "https://harbour.example/i/fog.jpg",
      ])
  }

  @Test func `a long text without spaces is cut between two characters`() throws {
    let converter = FeedServerEntryConverter(list: FeedServerFeedList())
    var entry = try #require(
      GoogleReaderJSONReader(serverIsFreshRSS: false).parsedEntry(FeedServerFixture.item(7)))
    (entry.title, entry.html) = ("", "<p>" + String(repeating: "海の音。", count: 200) + "</p>")

    let text = converter.shortenedEntryPost(entry).content.text.plain

    #expect((490...502).contains(text.count))
    #expect(text.hasPrefix("海の音。") && text.hasSuffix(" …"))
  }

  @Test func `an entry's long text follows in full in the conversation`() {
    let converter = FeedServerEntryConverter(list: FeedServerFeedList())
    var entry = FeedServerEntry(id: FeedServerEntryID(7), feed: "feed/1")
    entry.html = "<p>" + String(repeating: "word ", count: 300) + "end</p>"

    let conversationWithWholeText = converter.conversationWithWholeText(of: entry)

    #expect(conversationWithWholeText.nodes.count == 2)
    #expect(conversationWithWholeText.nodes[0].post.content.text.plain.hasSuffix(" …"))
    #expect(conversationWithWholeText.nodes[1].post.content.text.plain.hasSuffix("end"))
    #expect(
      FeedServerEntryConverter.entryID(of: conversationWithWholeText.nodes[1].post.id) == entry.id)
  }
}
