import FeedDomain
import Testing
import Threads

@testable import FeedServices

/// What is made of feeds in each of the formats.
@Suite struct WebFeedReadingTests {
  private func finding(
    _ sample: String, at url: String = "https://fog.example/feed.xml"
  ) throws -> WebFeedReader.WebFeedReadingResult {
    let bytes = try ServiceSample.bytes("Syndication/\(sample)")
    return try WebFeedReader(HTTPReply(status: 200, body: bytes, url: url)).readFeed()
  }

  private func webFeed(_ sample: String) throws -> WebFeed {
    guard case .webFeed(let webFeed) = try finding(sample) else { throw FeedError.badReply }
    return webFeed
  }

  @Test func `an RSS feed is read with name, site, icon and refresh hints`() throws {
    let webFeed = try webFeed("blog.xml")

    #expect(webFeed.name == "Harbour & Fog")
    #expect(webFeed.site == "https://fog.example/")
    #expect(webFeed.about == "Notes from the quay.")
    #expect(webFeed.icon == "https://fog.example/icon.png")
    #expect(webFeed.minutes == 60)
    #expect(webFeed.quietHours == [2, 3])
  }

  @Test(arguments: [
    ("<sy:updatePeriod>hourly</sy:updatePeriod><sy:updateFrequency>2</sy:updateFrequency>", 30),
    ("<sy:updatePeriod> Weekly </sy:updatePeriod>", 10_080),
    ("<sy:updatePeriod>daily</sy:updatePeriod><sy:updateFrequency>0</sy:updateFrequency>", 1_440),
    ("<sy:updatePeriod>often</sy:updatePeriod>", 1_440),
    ("<sy:updatePeriod>yearly</sy:updatePeriod>", 525_600),
    ("<sy:updateFrequency>2</sy:updateFrequency>", 720),
    ("<ttl>60</ttl><sy:updatePeriod>weekly</sy:updatePeriod>", 60),
  ])
  func `a feed's interval is read in minutes or as updates per period`(
    elements: String, minutes: Int?
  ) throws {
    #expect(try head(elements).minutes == minutes)
  }

  @Test(arguments: [("24", [0]), ("-1", []), ("7", [7]), ("99", []), ("x", [])])
  func `quiet hours of a feed are hours of a day`(hour: String, hours: [Int]) throws {
    #expect(try quietHours([hour]) == Set(hours))
  }

  @Test(arguments: [
    ("<link type=application/rss+xml href=/a><a type='application/atom+xml; x' href=/b>b</a>", 2),
    ("<link type=application/rss+xml href=/a><link rel=feed href=/b>", 1),
    ("<link type=text/xml href=/a><link rel=self type=application/rss+xml href=/b>", 0),
  ])
  func `page links with only a feed type count if no others name a feed`(links: String, count: Int)
  {
    let found = FeedLinksInPageParser.linkedFeedAddresses(
      in: Array("<html>\(links)".utf8), LinkBaseAddress("https://fog.example/"))
    #expect(found.count == count)
  }

  @Test func `quiet hours that cover the whole day are ignored`() throws {
    #expect(try quietHours((0...24).map { "\($0)" }) == [])
    #expect(try quietDays(Self.days) == [])
  }

  private static let days = [
    "Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday",
  ]

  @Test func `days on which a feed is not asked are those of a week`() throws {
    #expect(try quietDays(["Saturday", " sunday ", "Mo", "someday"]) == [0, 6])
  }

  private func quietDays(_ days: [String]) throws -> Set<Int> {
    let elements = days.map { "<day>\($0)</day>" }.joined()
    return try head("<skipDays>\(elements)</skipDays>").quietDays
  }

  @Test(arguments: [false, true], [false, true])
  func `of thousands of entries the newest are read, whatever their order`(
    isJSON: Bool, isOldestFirst: Bool
  ) throws {
    let numbers = isOldestFirst ? Array(0..<5_500) : Array((0..<5_500).reversed())
    let text: String
    if isJSON {
      let items = numbers.map { number in
        let date = ISODate.isoDateText(
          Timestamp(milliseconds: 1_700_000_000_000 + Int64(number) * 60_000))
        return #"{"id":"\#(number)","title":"\#(number)","date_published":"\#(date)"}"#
      }
      text =
        #"{"version":"https://jsonfeed.org/version/1.1","title":"A","items":["#
        + items.joined(separator: ",") + "]}"
    } else {
      let items = numbers.map { number in
        let date = ISODate.isoDateText(
          Timestamp(milliseconds: 1_700_000_000_000 + Int64(number) * 60_000))
        return "<item><title>\(number)</title><pubDate>\(date)</pubDate></item>"
      }
      text = "<rss><channel><title>A</title>\(items.joined())</channel></rss>"
    }
    let reply = HTTPReply(status: 200, body: Array(text.utf8), url: "https://fog.example/feed")
    guard case .webFeed(let webFeed) = try WebFeedReader(reply).readFeed() else {
      throw FeedError.badReply
    }

    #expect(webFeed.entries.count == WebFeed.mostEntries)
    #expect(webFeed.entries.contains { $0.title == "5499" })
    #expect(webFeed.entries.contains { $0.title == "4500" })
  }

  private func quietHours(_ hours: [String]) throws -> Set<Int> {
    let elements = hours.map { "<hour>\($0)</hour>" }.joined()
    return try head("<skipHours>\(elements)</skipHours>").quietHours
  }

  private func head(_ elements: String) throws -> WebFeed {
    let text = "<rss><channel><title>A</title>\(elements)</channel></rss>"
    let reply = HTTPReply(status: 200, body: Array(text.utf8), url: "https://fog.example/feed.xml")
    guard case .webFeed(let webFeed) = try WebFeedReader(reply).readFeed() else {
      throw FeedError.badReply
    }
    return webFeed
  }

  @Test func `an RSS entry is read with title, author, date, text, link and pictures`() throws {
    let items = try webFeed("blog.xml").entries

    // The last says nothing but its date.
    try #require(items.count == 4)
    let item = items[0]
    #expect(item.title == "The lamps are lit")
    #expect(item.author == "Mirre Holm")
    #expect(item.link == "https://fog.example/lamps")
    #expect(item.writtenAt == ISODate.parsedTimestamp("2026-11-20T17:00:00Z"))
    #expect(item.text.plain.hasPrefix("See the map."))
    #expect(item.text.runs.contains(.init("the map", .link("https://fog.example/map"))))
    #expect(
      item.media == [
        EntryMediaFile(
          url: "https://fog.example/quay.jpg", kind: .still, width: 640, height: 480,
          words: "The quay")
      ])
  }

  @Test func `an RSS entry with missing elements is read without them`() throws {
    let items = try webFeed("blog.xml").entries

    #expect(items[1].title == "Only a link")
    #expect(items[1].link == "https://fog.example/link")
    #expect(items[1].author == "Ada")
    #expect(items[1].writtenAt == ISODate.parsedTimestamp("2026-11-19T14:05:00Z"))
    #expect(
      items[2].text.plain
        == "Nothing\u{a0}but words — and no date.\nhttps://fog.example/report.pdf")
    #expect(items[2].media.map(\.url) == ["https://fog.example/large.jpg"])
    #expect(items[2].writtenAt == nil)
    #expect(!items[2].isDated)
  }

  @Test func `a podcast's audio is read with its cover`() throws {
    let item = try #require(try webFeed("podcast.xml").entries.first)

    #expect(
      item.media == [
        EntryMediaFile(
          url: "https://pod.example/7.mp3", kind: .audio, words: "Episode 7",
          cover: "https://pod.example/7.jpg")
      ])
    #expect(item.text.plain == "About tides.")
  }

  @Test(arguments: [
    ("https://ada:secret@fog.example/a?b=@c", "https://fog.example/a?b=@c"),
    ("HTTP://ada@fog.example:8080/", "http://fog.example:8080/"),
    ("//ada:se@cret@fog.example/a", "https://fog.example/a"),
    ("https://fog.example/@ada", "https://fog.example/@ada"),
    ("https://fog.example/?a=b//c@d", "https://fog.example/?a=b//c@d"),
  ])
  func `a link with a user name and password is kept without them`(link: String, kept: String)
    throws
  {
    let place = LinkBaseAddress("https://ada:secret@home.example/")
    let json: JSON = .string(link)

    #expect(place.base?.text == "https://home.example/")
    #expect(place.absoluteHTTPAddress(link) == kept)
    #expect(place.nestedBase(link).base?.text == kept)
    #expect(
      [json.webAddress, HTMLTextReader.webAddressIfComplete(link)].allSatisfy {
        $0?.contains("secret") != true
      })
    #expect(
      HTMLTextReader.richTextFromPostHTML("<a href=\"\(link)\">x</a>").links.allSatisfy {
        !$0.address.contains("secret")
      })
  }

  @Test func `Atom links are resolved against their own base addresses`() throws {
    let webFeed = try webFeed("journal.atom")

    #expect(webFeed.name == "A journal")
    #expect(webFeed.site == "https://journal.example/")
    #expect(webFeed.icon == "https://journal.example/icon.png")
    let rain = webFeed.entries[0]
    #expect(rain.link == "https://journal.example/2026/november/rain")
    #expect(rain.text.plain == "It rained, see there.\nTwice <3.")
    #expect(
      rain.text.runs.contains(.init("there", .link("https://journal.example/2026/november/map"))))
    #expect(rain.text.runs.contains(.init("rained", .emphasis)))
    #expect(rain.writtenAt == ISODate.parsedTimestamp("2026-11-20T17:00:00.5Z"))
    #expect(rain.author == "Sol")
    let second = webFeed.entries[1]
    #expect(second.title == "1 < 2")
    #expect(second.text.plain == "Plain <words>")
    #expect(second.author == "Ada")
    #expect(
      second.media == [
        EntryMediaFile(
          url: "https://journal.example/2026/film.mp4", kind: .video, words: "A film")
      ])
  }

  @Test func `a JSON feed is read with its entries`() throws {
    let webFeed = try webFeed("feed.json")

    #expect(webFeed.name == "Notes")
    #expect(webFeed.entries.map(\.text.plain) == ["Seven", "Six <6>"])
    #expect(webFeed.entries.map(\.author) == ["Ada, Mirre", "Sol"])
    #expect(
      webFeed.entries.map(\.link) == ["https://notes.example/7", "https://elsewhere.example/"])
    #expect(webFeed.entries[0].media.map(\.kind) == [.still, .audio])
  }

  private func entries(_ text: String) throws -> [WebFeedEntry] {
    let reply = HTTPReply(status: 200, body: Array(text.utf8), url: "https://fog.example/feed")
    guard case .webFeed(let webFeed) = try WebFeedReader(reply).readFeed() else {
      throw FeedError.badReply
    }
    return webFeed.entries
  }

  @Test func `a JSON feed entry whose id is an address has it as its link`() throws {
    let found = try entries(
      #"""
      {"version": "https://jsonfeed.org/version/1", "items": [
        {"id": "https://fog.example/1", "content_text": "a"},
        {"id": "https://fog.example/2", "url": "/two", "content_text": "b"},
        {"id": "3", "content_text": "c"}]}
      """#)

    #expect(found.map(\.link) == ["https://fog.example/1", "https://fog.example/two", nil])
  }

  @Test(arguments: [
    #""author": "Ada""#, #""authors": {"name": "Ada"}"#, #""authors": ["Ada"]"#,
  ])
  func `an author of a JSON feed may be a plain name`(author: String) throws {
    let found = try entries(
      #"{"version": "https://jsonfeed.org/version/1", "items": [{"id": "1", \#(author)}]}"#)

    #expect(found.map(\.author) == ["Ada"])
  }

  @Test func `Atom content at another address is a link, and a video a medium too`() throws {
    let found = try entries(
      """
      <feed xmlns="http://www.w3.org/2005/Atom">
      <entry><id>urn:1</id><title>a</title><content type="video/mp4" src="/film.mp4"/></entry>
      <entry><id>urn:2</id><title>b</title><link href="/page"/>
      <content type="text/html" src="/text.html"/></entry>
      <entry><id>urn:3</id><title>c</title><content type="text/html" src="/text.html"/></entry>
      </feed>
      """)

    #expect(
      found.map(\.link) == [
        "https://fog.example/film.mp4", "https://fog.example/page",
        "https://fog.example/text.html",
      ])
    #expect(found.map { $0.media.map(\.kind) } == [[.video], [], []])
  }

  @Test func `Media RSS descriptions keep their lines, and addresses become links`() throws {
    let found = try entries(
      """
      <feed xmlns="http://www.w3.org/2005/Atom" xmlns:media="http://search.yahoo.com/mrss/">
      <entry><id>1</id><title>a</title><media:group><media:description>Tides
      00:00 Ebb (https://fog.example/ebb).

      #fog fog.example</media:description></media:group></entry>
      <entry><id>2</id><title>b</title>
      <media:description>&lt;p&gt;Tides&lt;/p&gt;&lt;p&gt;Ebb&lt;/p&gt;</media:description></entry>
      </feed>
      """)

    #expect(
      found[0].text
        == RichText(runs: [
          .init("Tides\n00:00 Ebb ("),
          .init("https://fog.example/ebb", .link("https://fog.example/ebb")),
          .init(").\n\n#fog fog.example"),
        ]))
    #expect(found[1].text.plain == "Tides\n\nEbb")
  }

  @Test(arguments: [
    #"src="data:image/gif;base64,R0lG" data-src="/quay.jpg""#,
    #"src="/blank.gif" data-lazy-src="/quay.jpg""#, #"srcset="/quay.jpg 800w""#,
  ])
  func `a lazily loaded picture is found`(image: String) throws {
    let found = try entries(
      """
      <rss version="2.0"><channel><item><title>a</title>
      <description><![CDATA[<p>b</p><iframe/><img \(image) alt="The quay">]]></description>
      </item></channel></rss>
      """)

    #expect(found.map { $0.media.map(\.url) } == [["https://fog.example/quay.jpg"]])
  }

  @Test func `RSS 1.0 entries are read beside the channel`() throws {
    let webFeed = try webFeed("news.rdf")

    #expect(webFeed.name == "News")
    #expect(webFeed.entries.map(\.title) == ["One"])
    #expect(webFeed.entries.map(\.writtenAt) == [ISODate.parsedTimestamp("2026-11-20T00:00:00Z")])
  }

  @Test func `a page's feeds are listed in its order`() throws {
    #expect(
      try finding("page.html")
        == .page(["https://fog.example/deep/feed.xml", "https://fog.example/comments.atom"]))
  }

  @Test
  func `an entry keeps its id while its text changes, or else has one made from its link`() {
    func id(_ change: (inout RawFeedEntry) -> Void) -> String {
      var item = RawFeedEntry()
      item.title = .init(text: "Title")
      change(&item)
      return item.webFeedEntry.id
    }

    let first = id { $0.id = "a" }
    #expect(
      first
        == id {
          $0.id = "a"
          $0.title = .init(text: "Another")
        })
    #expect(
      id { $0.links = ["https://fog.example/1"] } != id { $0.links = ["https://fog.example/2"] })
    #expect(id { _ in } != first)
  }

  @Test func `a long text is shortened in the stream and kept whole`() throws {
    var item = RawFeedEntry()
    item.content = .init(text: "<p>" + String(repeating: "word ", count: 400) + "</p>")

    let read = item.webFeedEntry

    #expect(read.text.plain.hasSuffix("word …"))
    #expect(read.text.plain.count <= 502)
    #expect(read.fullText?.plain.count == 1999)
  }

  @Test(arguments: ["x ", "<b>x</b> ", "é\u{301} "])
  func `a text of several megabytes is cut and marked as an excerpt`(words: String) throws {
    var item = RawFeedEntry()
    item.content = .init(text: String(repeating: words, count: (3 << 20) / words.utf8.count))

    let read = item.webFeedEntry
    let whole = try #require(read.fullText).plain

    #expect((200_000...(1 << 20) + 100).contains(whole.utf8.count))
    #expect(
      whole.hasSuffix(" …\nThe rest of this text is too long to be stored: its page shows it."))
    #expect(!whole.unicodeScalars.contains("\u{fffd}"))
    #expect(read.content?.isCut == true)
    #expect(read.content?.isLonger == true)
  }

  @Test func `an entry of several megabytes does not affect the next entry`() throws {
    // Few entities, so that a debug build stays within the limit of processor time.
    let long = String(repeating: "fog in the harbour &amp; ", count: 100_000)
    let text =
      "<rss><channel><item><title>Long</title><description>\(long)</description></item>"
      + "<item><title>Short</title><description>Sun</description></item></channel></rss>"
    let reply = HTTPReply(status: 200, body: Array(text.utf8), url: "https://fog.example/")

    guard case .webFeed(let webFeed) = try WebFeedReader(reply).readFeed() else {
      throw FeedError.badReply
    }

    #expect(webFeed.entries.map(\.title) == ["Long", "Short"])
    #expect(webFeed.entries[0].fullText?.plain.utf8.count ?? 0 <= (1 << 20) + 100)
    #expect(webFeed.entries[0].content?.isCut == true)
    #expect(webFeed.flaw == nil)
  }

  @Test(arguments: [
    (String(repeating: "<p>", count: 3_000), WebFeedTextError.WebFeedTextErrorKind.tooDeep),
    ("<p \(String(repeating: "a='b' ", count: 3_000))/>", .tooManyAttributes),
    (String(repeating: "<p/>", count: XMLTreeBuilder.mostElements), .tooManyElements),
    (String(repeating: "<p>x</p>", count: 180_000), .tooMuchMemory),
    ("<p>x & y</p>", .malformed),
  ])
  func `a feed that exceeds a limit reports it, and keeps the entries before`(
    part: String, kind: WebFeedTextError.WebFeedTextErrorKind
  ) throws {
    let text =
      "<rss><channel>\n<item><title>One</title></item>\n\(part)<item/></channel></rss>"
    let reply = HTTPReply(status: 200, body: Array(text.utf8), url: "https://fog.example/")

    guard case .webFeed(let webFeed) = try WebFeedReader(reply, processorTime: { 0 }).readFeed()
    else { throw FeedError.badReply }

    #expect(webFeed.entries.first?.title == "One")
    #expect(webFeed.flaw?.kind == kind && webFeed.flaw?.position.line == 3)
  }

  @Test func `a JSON feed of too many values is too large`() {
    let values = String(repeating: "0,", count: WebFeedReader.mostJSONValues)
    let text =
      #"{"version": "https://jsonfeed.org/version/1.1", "x": [\#(values)0], "items": []}"#
    let reply = HTTPReply(status: 200, body: Array(text.utf8), url: "https://fog.example/")
    var problem: WebFeedReader.WebFeedReadingProblem?

    do throws(WebFeedReader.WebFeedReadingProblem) { _ = try WebFeedReader(reply).readFeed() } catch
    {
      problem = error
    }

    #expect(problem?.flaw?.kind == .tooManyElements && problem?.error == .tooLarge)
  }

  @Test func `the text of a JSON feed is not copied on its way to the entry`() throws {
    func storage(_ text: String?) -> UnsafePointer<UInt8>? {
      text.flatMap { text in text.utf8.withContiguousStorageIfAvailable { $0.baseAddress } ?? nil }
    }
    let words = String(repeating: "<p>fog and rain</p>", count: 1_000)
    let text =
      #"{"version": "https://jsonfeed.org/version/1.1", "items": [{"id": "1", "content_html": "\#(words)"}]}"#
    let json = try JSON(Array(text.utf8))

    let entry = try #require(
      JSONFeedReader(json: json, baseAddress: LinkBaseAddress("https://fog.example/")).webFeed?
        .entries
        .first)

    guard case .html(let html, _)? = entry.content?.source else {
      Issue.record("no HTML")
      return
    }
    #expect(storage(html) != nil)
    #expect(storage(html) == storage(json["items"][0]["content_html"].string))
  }

  @Test func `a feed that takes too long to read reports so`() throws {
    let text = "<rss><channel>\n" + String(repeating: "<p/>", count: 8_192) + "</channel></rss>"
    let reply = HTTPReply(status: 200, body: Array(text.utf8), url: "https://fog.example/")
    let clock = LockedValue(0.0)
    let reader = WebFeedReader(reply) {
      clock.withLock {
        $0 += 1; return $0
      }
    }
    var problem: WebFeedReader.WebFeedReadingProblem?

    do throws(WebFeedReader.WebFeedReadingProblem) { _ = try reader.readFeed() } catch {
      problem = error
    }

    #expect(problem?.flaw?.kind == .tooSlow && problem?.flaw?.position.line == 2)
  }

  @Test(arguments: [
    ("", ""), ("  \n \r\n ", ""), ("a", "a"), ("  a\tb  c ", "a b c"), ("a\nb\r\nc\rd", "a b c d"),
    ("a\n\nb\n \n\n\nc\n", "a\n\nb\n\nc"), ("a\r\n\r\nb\r\rc", "a\n\nb\n\nc"),
    ("a\u{a0}b \u{a0} c", "a\u{a0}b \u{a0} c"), ("a\u{2003}b\u{3000}c", "a b c"),
    ("a\u{2028}\u{2029}b", "a\n\nb"), ("a &amp; b&#10;&#10;c", "a & b\n\nc"),
  ])
  func `plain text keeps its paragraphs`(text: String, paragraphs: String) {
    #expect(HTMLTextReader.plainTextWithParagraphs(of: text) == paragraphs)
  }

  @Test(arguments: [
    "<html><body>no feed</body></html>", "<?xml version=\"1.0\"?><svg/>", "{\"items\": 1}",
    "{\"version\": \"https://jsonfeed.org/version/1\"}", "plain words", "", "\u{0}\u{0}\u{0}",
    "<rss><channel><item>", "<rss><channel></rss>",
  ])
  func `a text that is no feed is rejected`(text: String) {
    let reply = HTTPReply(status: 200, body: Array(text.utf8), url: "https://fog.example/")

    let finding = try? WebFeedReader(reply).readFeed()

    #expect(finding == nil || finding == .page([]))
  }

  @Test(
    arguments: try WebFeedCorpus.cases(
      String(decoding: ServiceSample.bytes("Syndication/corpus.txt"), as: UTF8.self)))
  func `each feed of the corpus is read as expected`(sample: WebFeedCorpus.Case) {
    #expect(sample.found == sample.expected)
  }

  @Test func `the newest thousand entries of a large feed are read, whatever their order`() throws {
    let items = (0..<1_200).map { number in
      "<item><title>\(number)</title><pubDate>\(1_000_000_000 + number)</pubDate></item>"
    }
    let text = "<rss><channel>\(items.joined())</channel></rss>"
    let reply = HTTPReply(status: 200, body: Array(text.utf8), url: "https://fog.example/")

    guard case .webFeed(let webFeed) = try WebFeedReader(reply).readFeed() else {
      throw FeedError.badReply
    }

    #expect(webFeed.entries.count == 1_000)
    #expect(webFeed.entries.first?.title == "200")
    #expect(webFeed.entries.last?.title == "1199")
  }

  /// Numbers in an order that looks random, with the same result each time.
  private static func shuffledNumbers(_ count: Int) -> [Int] {
    // A step without a common divisor visits each number once.
    (0..<count).map { $0 * 6_007 % count }
  }

  @Test(arguments: [7_000, 15_000], [true, false])
  func `the newest thousand of many thousand shuffled entries are read`(count: Int, isXML: Bool)
    throws
  {
    let items = Self.shuffledNumbers(count).map { number in
      let seconds = 1_000_000_000 + number
      return isXML
        ? "<item><title>\(number)</title><pubDate>\(seconds)</pubDate></item>"
        : #"{"id": "\#(number)", "title": "\#(number)", "date_published": "\#(seconds)"}"#
    }
    let text =
      isXML
      ? "<rss><channel>\(items.joined())</channel></rss>"
      : #"{"version": "https://jsonfeed.org/version/1.1", "items": [\#(items.joined(separator: ","))]}"#
    let reply = HTTPReply(status: 200, body: Array(text.utf8), url: "https://fog.example/")

    guard case .webFeed(let webFeed) = try WebFeedReader(reply, processorTime: { 0 }).readFeed()
    else { throw FeedError.badReply }

    let newest = Self.shuffledNumbers(count).filter { $0 >= count - 1_000 }
    #expect(webFeed.entries.map(\.title) == newest.map(String.init))
    #expect(webFeed.flaw == nil)
  }

  @Test func `an undated entry of a large feed counts as old as the entry before it`() throws {
    let items = (0..<3_000).map { number in
      number % 2 == 0
        ? "<item><title>\(number)</title><pubDate>\(1_000_000_000 + number)</pubDate></item>"
        : "<item><title>\(number)</title></item>"
    }
    let text = "<rss><channel>\(items.joined())</channel></rss>"
    let reply = HTTPReply(status: 200, body: Array(text.utf8), url: "https://fog.example/")

    guard case .webFeed(let webFeed) = try WebFeedReader(reply).readFeed() else {
      throw FeedError.badReply
    }

    #expect(webFeed.entries.map(\.title) == (2_000..<3_000).map(String.init))
  }

  @Test
  func `the oldest entries of a feed that is too large for the memory make way for newer ones`()
    throws
  {
    let words = String(repeating: "<p>x</p>", count: 45)
    let items = (0..<3_900).map { number in
      "<item><title>\(number)</title><pubDate>\(1_000_000_000 + number)</pubDate>"
        + "<description>\(words)</description></item>"
    }
    let text = "<rss><channel>\(items.joined())</channel></rss>"
    let reply = HTTPReply(status: 200, body: Array(text.utf8), url: "https://fog.example/")

    guard case .webFeed(let webFeed) = try WebFeedReader(reply, processorTime: { 0 }).readFeed()
    else { throw FeedError.badReply }

    #expect(webFeed.entries.first?.title == "2900" && webFeed.entries.last?.title == "3899")
    #expect(webFeed.flaw == nil)
  }

  @Test func `scripts and control characters have no effect in an entry`()
    throws
  {
    let text =
      "<rss><channel><item><title>a\u{1b}[31mb</title><description>&lt;script&gt;x()&lt;/script&gt;"
      + "&lt;a href=\"javascript:x()\"&gt;y&lt;/a&gt;</description></item></channel></rss>"
    let reply = HTTPReply(status: 200, body: Array(text.utf8), url: "https://fog.example/")

    guard case .webFeed(let webFeed) = try WebFeedReader(reply).readFeed() else {
      throw FeedError.badReply
    }

    #expect(webFeed.entries.map(\.title) == ["a [31mb"])
    #expect(webFeed.entries.map(\.text) == [RichText("y")])
  }
}
