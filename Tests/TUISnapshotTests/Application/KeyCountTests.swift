import Terminal
import Testing

@testable import TweetieTUI

struct KeyCountTests {
  private var count = TypedCount()

  @Test mutating func `digits make a number, which is given once`() {
    count.beginTypedCount(with: 1)

    let taken = [count.handleDigitKey("0"), count.handleDigitKey("5")]
    let given = [count.endTypedCount(), count.endTypedCount()]

    #expect(taken == [true, true])
    #expect(given == [105, nil])
  }

  @Test mutating func `before a number is begun nothing belongs to it`() {
    let isTaken = count.handleDigitKey("5")

    #expect(!isTaken)
    #expect(count.number == nil)
  }

  @Test mutating func `any other key is none of it`() {
    count.beginTypedCount(with: 12)

    let taken = [
      count.handleDigitKey("j"), count.handleDigitKey(.controlKey("5")), count.handleDigitKey("٣"),
    ]

    #expect(taken == [false, false, false])
    #expect(count.number == 12)
  }

  @Test mutating func `the last digit can be erased, and with the first the number`() {
    count.beginTypedCount(with: 12)

    var numbers: [Int?] = []
    for _ in 1...2 {
      _ = count.handleDigitKey(Key(.backspace))
      numbers.append(count.number)
    }

    #expect(numbers == [1, nil])
  }

  @Test mutating func `Escape takes back a number, and one without a digit`() {
    count.beginTypedCount(with: 12)
    let first = count.handleDigitKey(Key(.escape))
    count.beginTypedCount()
    let second = count.handleDigitKey(Key(.escape))
    let third = count.handleDigitKey(Key(.escape))

    #expect([first, second, third] == [true, true, false])
    #expect(count.number == nil)
  }

  @Test mutating func `a number has its most, and none typed is none`() {
    count.beginTypedCount()
    let none = count.endTypedCount()

    count.beginTypedCount(with: 9)
    for _ in 0..<40 { _ = count.handleDigitKey("9") }

    #expect(none == nil)
    #expect(count.number == 999)
  }
}
