import FeedDomain
import Testing

@testable import FeedServices

/// What is kept of a feed, and when it is asked again.
@Suite struct CachedFeedTests {
  private let noon = Timestamp(milliseconds: 1_795_219_200_000)

  private func item(_ id: String, _ moment: Timestamp? = nil) -> WebFeedEntry {
    var item = WebFeedEntry(id: id)
    (item.text, item.writtenAt, item.isDated) = (RichText(id), moment, moment != nil)
    return item
  }

  @Test func `a cached feed is read back as written`() throws {
    var kept = CachedWebFeed()
    kept.webFeed.name = "Fog"
    kept.webFeed.minutes = 7
    (kept.webFeed.quietHours, kept.webFeed.quietDays) = ([3], [0, 6])
    var full = item("a", noon)
    full.text = RichText(runs: [
      .init("a"), .init("b", .link("https://c.example/")), .init("d", .code),
    ])
    full.fullText = RichText(runs: [.init("e", .emphasis)])
    full.media = [EntryMediaFile(url: "https://c.example/1.mp3", kind: .audio, width: 1)]
    kept.webFeed.entries = [full]
    (kept.tag, kept.modified, kept.checkedAt, kept.pause) = ("\"x\"", "y", noon, noon)
    kept.problem = .unreadable

    #expect(CachedWebFeed(kept.bytes, isWhole: true) == kept)
  }

  @Test
  func `an entry too large for the cache file is stored as an excerpt, without losing others`()
    throws
  {
    var kept = CachedWebFeed()
    var large = item("a", noon)
    large.fullText = RichText(String(repeating: "fog ", count: 3_000_000))
    kept.webFeed.entries = [large, item("b", noon)]

    let read = try #require(CachedWebFeed(kept.bytes, isWhole: true)).webFeed.entries

    #expect(read.map(\.id) == ["a", "b"])
    #expect(read[0].text == RichText("a") && read[0].fullText?.plain == "a\n\(Self.note)")
    #expect(read[0].content?.isCut == true)
    #expect(read[0].content?.blocks.map(\.plain) == ["a", Self.note])
  }

  private static let note =
    "The rest of this text is too long to be stored: its page shows it."

  @Test
  func
    `the newest texts of a large feed are stored fullText, and the older ones say what is missing`()
    throws
  {
    var kept = CachedWebFeed()
    // The oldest entry is the first.
    kept.webFeed.entries = (0..<40).map { number in
      var entry = item("\(number)", noon.timeAdvanced(by: .seconds(number)))
      entry.fullText = RichText(String(repeating: "fog ", count: 75_000))
      return entry
    }

    let read = try #require(CachedWebFeed(kept.bytes, isWhole: true)).webFeed.entries

    #expect(read.map(\.id) == kept.webFeed.entries.map(\.id))
    let fullText = read.filter { $0.content?.isCut == false }
    #expect(fullText.count >= 20 && fullText == Array(kept.webFeed.entries.suffix(fullText.count)))
    #expect(read.first?.fullText?.plain == "0\n\(Self.note)")
  }

  @Test func `a feed of six megabytes is stored fullText`() throws {
    var kept = CachedWebFeed()
    kept.webFeed.entries = (0..<20).map { number in
      var entry = item("\(number)", noon.timeAdvanced(by: .seconds(-number)))
      entry.fullText = RichText(String(repeating: "fog ", count: 75_000))
      return entry
    }

    #expect(CachedWebFeed(kept.bytes, isWhole: true) == kept)
    #expect(kept.bytes.count < 12 << 20)
  }

  @Test func `after failures of a server, the next automatic refresh is later each time`() {
    var kept = CachedWebFeed()
    var waits: [Int] = []
    for _ in 1...7 {
      kept.recordFeedRefreshFailure(.notFound, at: noon, isAsked: false)
      waits.append(
        (1...30).first {
          kept.isRefreshDue(.automatic, at: noon.timeAdvanced(by: .seconds($0 * 3600)))
        } ?? 0)
    }
    #expect(waits == [1, 2, 4, 8, 16, 24, 24])
    #expect(kept.isRefreshDue(.userRequest, at: noon.timeAdvanced(by: .seconds(60))))
    #expect(
      !kept.isRefreshDue(
        .automatic, at: noon.timeAdvanced(by: .seconds(7_200)), every: .seconds(60)))
    #expect(kept.nextRefreshTime(every: nil) == noon.timeAdvanced(by: .seconds(86_400)))
    #expect(CachedWebFeed(kept.bytes, isWhole: false)?.failures == 7)

    kept.recordFeedRefreshFailure(.serverFailed, at: noon, isAsked: true)
    #expect(kept.isRefreshDue(.automatic, at: noon.timeAdvanced(by: .seconds(3_600))))
    // Here the user's own network may be the reason.
    kept.recordFeedRefreshFailure(.unreachable, at: noon, isAsked: true)
    #expect(kept.isRefreshDue(.automatic, at: noon.timeAdvanced(by: .seconds(1_800))))
    kept.recordFeedRefreshFailure(.untrusted, at: noon, isAsked: false)
    kept.recordFeedRefreshSuccess(HTTPReply(status: 304), at: noon)
    #expect(kept.isRefreshDue(.automatic, at: noon.timeAdvanced(by: .seconds(1_800))))
  }

  @Test func `a feed that is gone, has ended or failed for weeks is dead`() {
    let later = noon.timeAdvanced(by: .seconds(14 * 86_400))
    var kept = CachedWebFeed()
    #expect(!kept.isDead(at: later))
    kept.recordFeedRefreshFailure(.notFound, at: noon, isAsked: false)
    #expect(!kept.isDead(at: noon.timeAdvanced(by: .seconds(13 * 86_400))))
    kept.recordFeedRefreshFailure(.serverFailed, at: later, isAsked: false)
    #expect(kept.isDead(at: later))
    kept.recordFeedRefreshSuccess(HTTPReply(status: 200), at: later)
    #expect(!kept.isDead(at: later))
    kept.recordFeedRefreshFailure(.gone, at: noon, isAsked: false)
    #expect(kept.isDead(at: noon))

    var ended = CachedWebFeed()
    (ended.webFeed.isExpired, ended.checkedAt) = (true, noon)
    #expect(ended.isDead(at: noon) && ended.nextRefreshTime(every: nil) == nil)
    #expect(!ended.isRefreshDue(.automatic, at: later))
    #expect(ended.isRefreshDue(.userRequest, at: later))
    #expect(CachedWebFeed(ended.bytes, isWhole: false)?.webFeed.isExpired == true)
  }

  @Test(
    arguments: [
      (["Cache-Control": "public, max-age=7200"], 7_200),
      (["Cache-Control": "max-age=900000"], 86_400),
      (["Cache-Control": "max-age=7200", "Age": "600"], 6_600),
      (["Cache-Control": "no-cache, max-age=7200"], nil), (["Cache-Control": "max-age=0"], nil),
      (
        ["Expires": "Sat, 21 Nov 2026 02:00:00 GMT", "Date": "Sat, 21 Nov 2026 00:00:00 GMT"], 7_200
      ),
      (["Expires": "0"], nil), ([:], nil),
    ] as [([String: String], Int?)])
  func `a reply's headers state how long it stays fresh, at most a day`(
    fields: [String: String], seconds: Int?
  ) {
    var headers: HTTPHeaders = [:]
    for (name, value) in fields { headers[name] = value }
    var kept = CachedWebFeed()
    kept.recordFeedRefreshSuccess(HTTPReply(status: 200, headers: headers), at: noon)

    #expect(kept.freshUntil == seconds.map { noon.timeAdvanced(by: .seconds($0)) })
    let end = noon.timeAdvanced(by: .seconds(max(1_800, seconds ?? 0)))
    #expect(!kept.isRefreshDue(.automatic, at: end.timeAdvanced(by: .seconds(-1))))
    #expect(kept.isRefreshDue(.automatic, at: end))
    #expect(kept.isRefreshDue(.userRequest, at: noon.timeAdvanced(by: .seconds(60))))
    #expect(kept.nextRefreshTime(every: nil) == end)
  }

  @Test func `the validators of a feed that another version of the parser read are not used`() {
    var kept = CachedWebFeed()
    (kept.tag, kept.modified) = ("x", "y")
    let text = String(decoding: kept.headBytes, as: UTF8.self)
    let older = text.split(separator: #""parser":2"#).joined(separator: #""parser":1"#)

    #expect(CachedWebFeed(Array(text.utf8), isWhole: false)?.tag == "x")
    let read = CachedWebFeed(Array(older.utf8), isWhole: false)
    #expect(older != text && read != nil && read?.tag == nil && read?.modified == nil)
  }

  @Test func `a feed's address is replaced after two replies that name the new one`() {
    var kept = CachedWebFeed()
    let (old, new) = ("http://fog.example/a", "https://fog.example/b")
    #expect(kept.newAddressAnnouncedTwice(new, of: old) == nil)
    #expect(kept.newAddressAnnouncedTwice("https://fog.example/c", of: old) == nil)
    #expect(kept.newAddressAnnouncedTwice(new, of: old) == nil)
    #expect(kept.newAddressAnnouncedTwice(nil, of: old) == nil)
    #expect(kept.newAddressAnnouncedTwice(new, of: old) == nil)
    #expect(kept.newAddressAnnouncedTwice(new, of: old) == new && kept.announcedAddress == nil)
    #expect(
      kept.newAddressAnnouncedTwice("https://fog.example/a", of: old) == "https://fog.example/a")
  }

  @Test func `an undated entry keeps the time at which it was first seen`() {
    var kept = CachedWebFeed()
    var webFeed = WebFeed()
    webFeed.entries = [item("b"), item("a")]
    kept.mergeFetchedFeed(webFeed, at: noon)

    webFeed.entries = [item("c"), item("b")]
    kept.mergeFetchedFeed(webFeed, at: noon.timeAdvanced(by: .seconds(60)))

    #expect(kept.webFeed.entries.map(\.id) == ["c", "b", "a"])
    #expect(kept.webFeed.entries[1].writtenAt == noon)
    #expect(kept.webFeed.entries[0].writtenAt == noon.timeAdvanced(by: .seconds(60)))
  }

  private func entry(
    _ id: String, _ link: String?, _ title: String = "Tide", at moment: Timestamp? = nil,
    text: String = "High."
  ) -> WebFeedEntry {
    var entry = WebFeedEntry(id: id)
    (entry.link, entry.title, entry.text) = (link, title, RichText(text))
    (entry.writtenAt, entry.isDated) = (moment, moment != nil)
    return entry
  }

  private func ids(_ first: [WebFeedEntry], then second: [WebFeedEntry]) -> [String] {
    var kept = CachedWebFeed()
    kept.mergeFetchedFeed(changedCopy(WebFeed()) { $0.entries = first }, at: noon)
    kept.mergeFetchedFeed(
      changedCopy(WebFeed()) { $0.entries = second }, at: noon.timeAdvanced(by: .seconds(60)))
    return kept.webFeed.entries.map(\.id)
  }

  @Test(arguments: [
    ("http://fog.example/1", "https://fog.example/1"), ("https://fog.example/1", nil),
    ("https://fog.example/1?a=b&utm_source=x", "https://fog.example/1?a=b&utm_source=y"),
  ])
  func `an entry with a new id but the same link, text and date is not new`(
    before: String, after: String?
  ) {
    let day = noon.timeAdvanced(by: .seconds(-86_400))

    #expect(
      ids([entry("a", before, at: day)], then: [entry("b", after ?? before, at: day)]) == ["a"])
    #expect(ids([entry("a", before)], then: [entry("b", after ?? before)]) == ["a"])
  }

  @Test func `an entry with another title, date, link or text is a new entry`() {
    let day = noon.timeAdvanced(by: .seconds(-86_400))
    let link = "https://fog.example/1"
    let first = [entry("a", link, at: day)]

    #expect(ids(first, then: [entry("b", link, "Ebb", at: day)]) == ["b", "a"])
    #expect(ids(first, then: [entry("b", link, at: noon)]) == ["b", "a"])
    #expect(ids(first, then: [entry("b", "https://fog.example/2", at: day)]) == ["b", "a"])
    #expect(ids([entry("a", link)], then: [entry("b", link, text: "Low.")]) == ["b", "a"])
    #expect(ids([entry("a", nil)], then: [entry("b", nil)]) == ["b", "a"])
    // One that the feed still lists is another one, and of two alike neither is known.
    #expect(ids(first, then: first + [entry("b", link, at: day)]) == ["a", "b"])
    #expect(
      ids(first, then: [entry("b", link, at: day), entry("c", link, at: day)]) == ["b", "c", "a"])
  }

  @Test func `an entry dated in the future gets the time of the fetch`() {
    var kept = CachedWebFeed()
    var webFeed = WebFeed()
    webFeed.entries = [item("a", noon.timeAdvanced(by: .seconds(86_400)))]

    kept.mergeFetchedFeed(webFeed, at: noon)

    #expect(kept.webFeed.entries.map(\.writtenAt) == [noon])
  }

  @Test func `an entry dated in the future keeps the time of the first fetch, and gives no date`() {
    var kept = CachedWebFeed()
    var webFeed = WebFeed()
    let day = Duration.seconds(86_400)
    webFeed.entries = [
      item("years", noon.timeAdvanced(by: day * 3_000)),
      item("zone", noon.timeAdvanced(by: .seconds(3_600))),
    ]
    kept.mergeFetchedFeed(webFeed, at: noon)
    kept.mergeFetchedFeed(webFeed, at: noon.timeAdvanced(by: .seconds(1_800)))

    #expect(kept.webFeed.entries.map(\.writtenAt) == [noon, noon])
    #expect(kept.webFeed.entries.map(\.isDated) == [false, true])
    kept.mergeFetchedFeed(webFeed, at: noon.timeAdvanced(by: day))
    #expect(
      kept.webFeed.entries.map(\.writtenAt) == [noon, noon.timeAdvanced(by: .seconds(3_600))])
  }

  @Test func `the oldest entry of a feed whose excerpts are too long says that older ones miss`()
    throws
  {
    var kept = CachedWebFeed()
    // The oldest entry is the first.
    kept.webFeed.entries = (0..<300).map { number in
      var entry = item("\(number)", noon.timeAdvanced(by: .seconds(number)))
      entry.text = RichText(String(repeating: "fog ", count: 10_000))
      return entry
    }

    let read = try #require(CachedWebFeed(kept.bytes, isWhole: true))

    let entries = read.webFeed.entries
    #expect(
      entries.count < 300 && entries.map(\.id) == (0..<300).suffix(entries.count).map(String.init))
    let note = "This feed is too large to store whole: its site shows older entries."
    let noted = entries.filter { $0.content?.blocks.last?.plain == note }
    #expect(noted.map(\.id) == [entries[0].id])
    // After the next refresh, the note stands below the oldest entry again, once.
    var merged = read
    var webFeed = WebFeed()
    webFeed.entries = [item("300", noon.timeAdvanced(by: .seconds(300)))]
    webFeed.entries[0].text = RichText(String(repeating: "fog ", count: 30_000))
    merged.mergeFetchedFeed(webFeed, at: noon.timeAdvanced(by: .seconds(400)))
    let again = try #require(CachedWebFeed(merged.bytes, isWhole: true)).webFeed.entries
    #expect(again.filter { $0.content?.blocks.last?.plain == note }.map(\.id) == [again[1].id])
  }

  @Test(arguments: [
    (30, RequestPriority.userRequest, false), (60, .userRequest, true), (60, .automatic, false),
    (1800, .automatic, true),
    (-60, .automatic, true),
  ])
  func `a feed is due for a refresh by its age and the request's purpose`(
    seconds: Int64, purpose: RequestPriority, isDue: Bool
  ) {
    var kept = CachedWebFeed()
    kept.checkedAt = noon

    #expect(kept.isRefreshDue(purpose, at: noon.timeAdvanced(by: .seconds(seconds))) == isDue)
  }

  /// So a network that is back is found by the key that refreshes.
  @Test func `an unreachable feed is due again after five seconds if the user asks`() {
    var kept = CachedWebFeed()
    (kept.checkedAt, kept.problem) = (noon, .unreachable)

    #expect(!kept.isRefreshDue(.userRequest, at: noon.timeAdvanced(by: .seconds(4))))
    #expect(kept.isRefreshDue(.userRequest, at: noon.timeAdvanced(by: .seconds(5))))
    #expect(!kept.isRefreshDue(.automatic, at: noon.timeAdvanced(by: .seconds(60))))
  }

  @Test func `a feed's own interval and quiet hours apply to automatic refreshes`() {
    var kept = CachedWebFeed()
    kept.checkedAt = noon
    kept.webFeed.minutes = 120
    let hour = noon.timeAdvanced(by: .seconds(3600))

    #expect(!kept.isRefreshDue(.automatic, at: hour))
    #expect(kept.isRefreshDue(.userRequest, at: hour))
    kept.webFeed.minutes = nil
    kept.webFeed.quietHours = [Int(hour.milliseconds / 3_600_000 % 24)]
    #expect(!kept.isRefreshDue(.automatic, at: hour))
    (kept.webFeed.quietHours, kept.webFeed.quietDays) = ([], [6])
    // The twenty-first of November 2026 is a Saturday.
    #expect(!kept.isRefreshDue(.automatic, at: hour))
    #expect(kept.isRefreshDue(.userRequest, at: hour))
    kept.webFeed.quietDays = [5, 0]
    #expect(kept.isRefreshDue(.automatic, at: hour))
  }

  @Test func `a paused feed is not due before its pause ends, and a gone feed never`() {
    var kept = CachedWebFeed()
    kept.pause = noon.timeAdvanced(by: .seconds(900))
    #expect(!kept.isRefreshDue(.userRequest, at: noon))
    #expect(kept.isRefreshDue(.userRequest, at: noon.timeAdvanced(by: .seconds(901))))

    kept.problem = .gone
    #expect(!kept.isRefreshDue(.userRequest, at: noon.timeAdvanced(by: .seconds(901))))
  }

  @Test func `an undated entry keeps its place among the dated entries`() {
    let hour = Duration.seconds(3600)
    var kept = CachedWebFeed()
    var webFeed = WebFeed()
    webFeed.entries = [
      item("d", noon.timeAdvanced(by: hour * -1)), item("c"),
      item("b", noon.timeAdvanced(by: hour * -3)),
      item("a"),
    ]
    kept.mergeFetchedFeed(webFeed, at: noon)
    let (c, a) = (kept.webFeed.entries[1].writtenAt, kept.webFeed.entries[3].writtenAt)
    webFeed.entries.insert(item("e", noon), at: 0)
    webFeed.entries.removeAll { $0.id == "b" }
    kept.mergeFetchedFeed(webFeed, at: noon.timeAdvanced(by: hour))

    #expect(c == noon.timeAdvanced(by: hour * -3 + .milliseconds(1)))
    #expect(a == noon.timeAdvanced(by: hour * -3 - .milliseconds(1)))
    #expect(kept.webFeed.entries.first { $0.id == "c" }?.writtenAt == c)
    #expect(kept.webFeed.entries.first { $0.id == "a" }?.writtenAt == a)
  }
}
