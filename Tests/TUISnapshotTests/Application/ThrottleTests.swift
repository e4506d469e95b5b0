import FeedDomain
import Testing

@testable import TweetieTUI

struct NowAndThenTests {
  private let start = Timestamp(milliseconds: 0)

  @Test func `the work is due once in each interval, however often it is asked for`() {
    var ages = CheckThrottle(every: .seconds(20), from: start)
    func isDue(after seconds: Int) -> Bool {
      ages.startCheckIfDue(at: start.timeAdvanced(by: .seconds(seconds)))
    }

    #expect(
      [0, 19, 20, 21, 39, 40, 100].map(isDue) == [false, false, true, false, false, true, true])
  }

  @Test func `a clock that was set back does not hold the work up`() {
    var ages = CheckThrottle(
      every: .seconds(20), from: start.timeAdvanced(by: .seconds(3_600)))

    let isDue = [0, 19, 20].map {
      ages.startCheckIfDue(at: start.timeAdvanced(by: .seconds($0)))
    }

    #expect(isDue == [true, false, true])
  }
}
