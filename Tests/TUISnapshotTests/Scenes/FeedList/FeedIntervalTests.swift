import Testing

@testable import Scenes

@MainActor struct FeedIntervalTests {
  @Test(
    arguments: [
      ("90", 90), ("90m", 90), ("2h", 120), ("1d", 1440), ("0", 0), ("", nil), ("h", nil),
      ("often", nil), ("-5", nil), ("99999999999999999999", nil), ("9999999d", nil),
    ] as [(String, Int?)])
  func `a typed refresh interval is in minutes, hours or days`(typed: String, minutes: Int?) {
    #expect(FeedListContent.typedMinutes(typed) == minutes)
  }
}
