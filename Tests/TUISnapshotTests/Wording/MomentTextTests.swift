import Doubles
import FeedDomain
import Groundwork
import Terminal
import Testing

@testable import Words

/// When to post, as somebody types it.
struct MomentTextTests {
  /// Two hours ahead of Greenwich, and from noon on one.
  private struct Autumn: LocalTimeSource {
    func utcOffset(at moment: Timestamp) -> Int { moment < FakeWorld.noon ? 7_200 : 3_600 }
  }

  private func told(_ typed: String) -> String? {
    let moments = TypedMomentFormat { FakeWorld.noon }
    return moments.parsedMoment(typed).map(moments.typedMomentText)
  }

  @Test(
    arguments: [
      ("30m", "2026-03-04 12:30"), (" 2h ", "2026-03-04 14:00"), ("3d", "2026-03-07 12:00"),
      ("18:30", "2026-03-04 18:30"), ("12:00", "2026-03-05 12:00"), ("9:05", "2026-03-05 09:05"),
      ("2026-11-24 09:00", "2026-11-24 09:00"), ("2026-11-24T9:00", "2026-11-24 09:00"),
      ("", nil), ("2", nil), ("h", nil), ("0m", nil), ("-1h", nil), ("99999h", nil),
      ("24:00", nil), ("12:60", nil), ("12:5", nil), ("tomorrow", nil), ("2026-11-24", nil),
      ("2026-02-30 09:00", nil), ("2026-13-01 09:00", nil), ("a b c", nil), ("x 09:00", nil),
    ] as [(String, String?)])
  func `a typed moment is parsed as a span, a time of day or a date`(typed: String, moment: String?)
  {
    #expect(told(typed) == moment)
  }

  /// An hour is left out two hours after the midnight that follows `FakeWorld.noon`.
  private struct Spring: LocalTimeSource {
    func utcOffset(at moment: Timestamp) -> Int {
      moment < FakeWorld.noon.timeAdvanced(by: .seconds(14 * 3_600)) ? 0 : 3_600
    }
  }

  @Test func `a past time of day is that of the next day, also before a day of 23 hours`() {
    let lateEvening = FakeWorld.noon.timeAdvanced(by: .seconds(41_400))
    let moments = TypedMomentFormat(Wording(zone: Spring())) { lateEvening }

    #expect(moments.parsedMoment("08:00").map(moments.typedMomentText) == "2026-03-05 08:00")
  }

  @Test func `the previous day is called yesterday, also after a day of 23 hours`() {
    let now = FakeWorld.noon.timeAdvanced(by: .seconds(35.2 * 3_600))
    let noonOfDayBefore = FakeWorld.noon.timeAdvanced(by: .seconds(23 * 3_600))
    let wording = Wording(zone: Spring())

    #expect(wording.localDate(now).iso.hasPrefix("2026-03-06T00"))
    #expect(
      wording.missedPostsText(3, isUncounted: false, since: noonOfDayBefore, now: now, key: "")
        == "3 new since yesterday 12:00")
  }

  @Test func `a typed date is in local time, also at the end of daylight saving time`() {
    let moments = TypedMomentFormat(Wording(zone: Autumn())) { FakeWorld.noon }

    #expect(moments.parsedMoment("13:30") == FakeWorld.noon.timeAdvanced(by: .seconds(1_800)))
    #expect(
      moments.parsedMoment("2026-03-04 10:00")
        == FakeWorld.noon.timeAdvanced(by: .seconds(-4 * 3_600)))
    #expect(moments.typedMomentText(of: FakeWorld.noon) == "2026-03-04 13:00")
  }
}
