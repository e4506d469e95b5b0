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
    full.whole = RichText(runs: [.init("e", .emphasis)])
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
    large.whole = RichText(String(repeating: "fog ", count: 1_500_000))
    kept.webFeed.entries = [large, item("b", noon)]

    let read = try #require(CachedWebFeed(kept.bytes, isWhole: true)).webFeed.entries

    #expect(read.map(\.id) == ["a", "b"])
    #expect(read[0].text == RichText("a") && read[0].whole == nil)
    #expect(read[0].content?.isExcerpt == true)
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

  @Test(arguments: [
    (30, RequestPurpose.asked, false), (60, .asked, true), (60, .due, false), (1800, .due, true),
    (-60, .due, true),
  ])
  func `a feed is due for a refresh by its age and the request's purpose`(
    seconds: Int64, purpose: RequestPurpose, isDue: Bool
  ) {
    var kept = CachedWebFeed()
    kept.checkedAt = noon

    #expect(kept.isRefreshDue(purpose, at: noon.timeAdvanced(by: .seconds(seconds))) == isDue)
  }

  /// So a network that is back is found by the key that refreshes.
  @Test func `an unreachable feed is due again after five seconds if the user asks`() {
    var kept = CachedWebFeed()
    (kept.checkedAt, kept.problem) = (noon, .unreachable)

    #expect(!kept.isRefreshDue(.asked, at: noon.timeAdvanced(by: .seconds(4))))
    #expect(kept.isRefreshDue(.asked, at: noon.timeAdvanced(by: .seconds(5))))
    #expect(!kept.isRefreshDue(.due, at: noon.timeAdvanced(by: .seconds(60))))
  }

  @Test func `a feed's own interval and quiet hours apply to automatic refreshes`() {
    var kept = CachedWebFeed()
    kept.checkedAt = noon
    kept.webFeed.minutes = 120
    let hour = noon.timeAdvanced(by: .seconds(3600))

    #expect(!kept.isRefreshDue(.due, at: hour))
    #expect(kept.isRefreshDue(.asked, at: hour))
    kept.webFeed.minutes = nil
    kept.webFeed.quietHours = [Int(hour.milliseconds / 3_600_000 % 24)]
    #expect(!kept.isRefreshDue(.due, at: hour))
    (kept.webFeed.quietHours, kept.webFeed.quietDays) = ([], [6])
    // The twenty-first of November 2026 is a Saturday.
    #expect(!kept.isRefreshDue(.due, at: hour))
    #expect(kept.isRefreshDue(.asked, at: hour))
    kept.webFeed.quietDays = [5, 0]
    #expect(kept.isRefreshDue(.due, at: hour))
  }

  @Test func `a paused feed is not due before its pause ends, and a gone feed never`() {
    var kept = CachedWebFeed()
    kept.pause = noon.timeAdvanced(by: .seconds(900))
    #expect(!kept.isRefreshDue(.asked, at: noon))
    #expect(kept.isRefreshDue(.asked, at: noon.timeAdvanced(by: .seconds(901))))

    kept.problem = .gone
    #expect(!kept.isRefreshDue(.asked, at: noon.timeAdvanced(by: .seconds(901))))
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
