import Terminal
import Testing

@testable import TweetieTUI

struct KeyCountTests {
  private var count = TypedCount()

  @Test mutating func `digits add up to a count that is returned once`() {
    count.beginTypedCount(with: 1)

    let taken = [count.handleDigitKey("0"), count.handleDigitKey("5")]
    let given = [count.endTypedCount(), count.endTypedCount()]

    #expect(taken == [true, true])
    #expect(given == [105, nil])
  }

  @Test mutating func `a digit key is ignored until a count is begun`() {
    let isTaken = count.handleDigitKey("5")

    #expect(!isTaken)
    #expect(count.number == nil)
  }

  @Test mutating func `keys other than ASCII digits do not change the count`() {
    count.beginTypedCount(with: 12)

    let taken = [
      count.handleDigitKey("j"), count.handleDigitKey(.controlKey("5")), count.handleDigitKey("٣"),
    ]

    #expect(taken == [false, false, false])
    #expect(count.number == 12)
  }

  @Test mutating func `Backspace removes the last digit, and removing the first ends the count`() {
    count.beginTypedCount(with: 12)

    var numbers: [Int?] = []
    for _ in 1...2 {
      _ = count.handleDigitKey(Key(.backspace))
      numbers.append(count.number)
    }

    #expect(numbers == [1, nil])
  }

  @Test mutating func `Esc ends a count, also one without a digit`() {
    count.beginTypedCount(with: 12)
    let first = count.handleDigitKey(Key(.escape))
    count.beginTypedCount()
    let second = count.handleDigitKey(Key(.escape))
    let third = count.handleDigitKey(Key(.escape))

    #expect([first, second, third] == [true, true, false])
    #expect(count.number == nil)
  }

  @Test mutating func `a count is at most 999, and nil if no digit was typed`() {
    count.beginTypedCount()
    let none = count.endTypedCount()

    count.beginTypedCount(with: 9)
    for _ in 0..<40 { _ = count.handleDigitKey("9") }

    #expect(none == nil)
    #expect(count.number == 999)
  }
}
