import Testing

@testable import Terminal

struct LineBudgetTests {
  @Test(arguments: [0, 50, 200])
  func `no slice takes a tenth of a second on a slow line`(milliseconds: Int) {
    var budget = LineBudget()
    let line = Line(bytesPerSecond: 16_000, delay: .milliseconds(milliseconds))

    let slices = line.slices(sentBy: &budget, count: 200)

    #expect(slices.allSatisfy { line.duration(of: $0) - line.delay < .milliseconds(100) })
  }

  @Test func `a fast line is soon given large slices, however far away it ends`() {
    var budget = LineBudget()
    let line = Line(bytesPerSecond: 20_000_000, delay: .milliseconds(80))

    _ = line.slices(sentBy: &budget, count: 12)

    #expect(budget.slice >= 1 << 18)
  }

  @Test func `slices of one size that take a little longer now and then keep growing`() {
    var budget = LineBudget()
    budget.learn(.milliseconds(50), for: 1000)

    budget.learn(.milliseconds(60), for: 1010)

    #expect(budget.slice == 2048)
  }

  @Test func `a line that becomes slow is given small slices after one large one`() {
    var budget = LineBudget()
    _ = Line(bytesPerSecond: 20_000_000, delay: .zero).slices(sentBy: &budget, count: 12)
    let slow = Line(bytesPerSecond: 16_000, delay: .zero)

    let slices = slow.slices(sentBy: &budget, count: 30)

    #expect(slices.dropFirst().allSatisfy { slow.duration(of: $0) < .milliseconds(100) })
  }
}

/// A line to a terminal.
private struct Line {
  let bytesPerSecond: Int
  let delay: Duration

  func duration(of count: Int) -> Duration {
    delay + .seconds(1) * (Double(count) / Double(bytesPerSecond))
  }

  /// The sizes of slices sent one after the other, each after the receipt for the one before.
  func slices(sentBy budget: inout LineBudget, count: Int) -> [Int] {
    (0..<count).map { _ in
      let slice = budget.slice
      budget.learn(duration(of: slice), for: slice)
      return slice
    }
  }
}
