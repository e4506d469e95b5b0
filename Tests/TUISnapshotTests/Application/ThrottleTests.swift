import FeedDomain
import Testing

@testable import TweetieTUI

struct NowAndThenTests {
  private let start = Timestamp(milliseconds: 0)

  @Test func `a check is due once in each interval, however often the throttle is asked`() {
    var ages = IntervalThrottle(every: .seconds(20), from: start)
    func isDue(after seconds: Int) -> Bool {
      ages.recordCheckOrRedrawIfDue(at: start.timeAdvanced(by: .seconds(seconds)))
    }

    #expect(
      [0, 19, 20, 21, 39, 40, 100].map(isDue) == [false, false, true, false, false, true, true])
  }

  @Test func `a check is due at once if the clock was set back`() {
    var ages = IntervalThrottle(
      every: .seconds(20), from: start.timeAdvanced(by: .seconds(3_600)))

    let isDue = [0, 19, 20].map {
      ages.recordCheckOrRedrawIfDue(at: start.timeAdvanced(by: .seconds($0)))
    }

    #expect(isDue == [true, false, true])
  }
}
