import Testing

@testable import Words

@Suite struct FeedIntervalTests {
  @Test(
    arguments: [
      ("90", 90), ("90m", 90), ("2h", 120), ("1d", 1440), ("0", 1), ("-5", 1), ("30d", 10_080),
      ("", nil), ("h", nil), ("often", nil), ("99999999999999999999", nil), ("99999d", nil),
    ] as [(String, Int?)])
  func `a typed refresh interval is in minutes, hours or days, at most a week`(
    typed: String, minutes: Int?
  ) {
    #expect(TypedMomentFormat.parsedRefreshInterval(typed) == minutes.map { .seconds(60 * $0) })
  }
}
