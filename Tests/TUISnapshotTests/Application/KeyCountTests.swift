import Terminal
import Testing

@testable import TweetieTUI

struct KeyCountTests {
  private var count = TypedCount()

  @Test mutating func `digits make a number, which is given once`() {
    count.beginCount(with: 1)

    let taken = [count.handleKey("0"), count.handleKey("5")]
    let given = [count.endCount(), count.endCount()]

    #expect(taken == [true, true])
    #expect(given == [105, nil])
  }

  @Test mutating func `before a number is begun nothing belongs to it`() {
    let isTaken = count.handleKey("5")

    #expect(!isTaken)
    #expect(count.number == nil)
  }

  @Test mutating func `any other key is none of it`() {
    count.beginCount(with: 12)

    let taken = [count.handleKey("j"), count.handleKey(.controlKey("5")), count.handleKey("٣")]

    #expect(taken == [false, false, false])
    #expect(count.number == 12)
  }

  @Test mutating func `the last digit can be erased, and with the first the number`() {
    count.beginCount(with: 12)

    var numbers: [Int?] = []
    for _ in 1...2 {
      _ = count.handleKey(Key(.backspace))
      numbers.append(count.number)
    }

    #expect(numbers == [1, nil])
  }

  @Test mutating func `Escape takes back a number, and one without a digit`() {
    count.beginCount(with: 12)
    let first = count.handleKey(Key(.escape))
    count.beginCount()
    let second = count.handleKey(Key(.escape))
    let third = count.handleKey(Key(.escape))

    #expect([first, second, third] == [true, true, false])
    #expect(count.number == nil)
  }

  @Test mutating func `a number has its most, and none typed is none`() {
    count.beginCount()
    let none = count.endCount()

    count.beginCount(with: 9)
    for _ in 0..<40 { _ = count.handleKey("9") }

    #expect(none == nil)
    #expect(count.number == 999)
  }
}
