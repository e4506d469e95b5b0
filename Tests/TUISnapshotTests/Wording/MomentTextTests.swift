import Doubles
import FeedDomain
import Testing

@testable import Words

/// When to post, as somebody types it.
struct MomentTextTests {
  /// Two hours ahead of Greenwich, and from noon on one.
  private struct Autumn: LocalTime {
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
  func `a moment is a span, a time of day, or a date`(typed: String, moment: String?) {
    #expect(told(typed) == moment)
  }

  @Test func `a date is meant as on the wall, also where that is moved`() {
    let moments = TypedMomentFormat(Wording(zone: Autumn())) { FakeWorld.noon }

    #expect(moments.parsedMoment("13:30") == FakeWorld.noon.timeAdvanced(by: .seconds(1_800)))
    #expect(
      moments.parsedMoment("2026-03-04 10:00")
        == FakeWorld.noon.timeAdvanced(by: .seconds(-4 * 3_600)))
    #expect(moments.typedMomentText(of: FakeWorld.noon) == "2026-03-04 13:00")
  }
}
