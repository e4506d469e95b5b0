import Terminal
import Testing

@testable import TweetieTUI

struct KeyCountTests {
  private var count = KeyCount()

  @Test mutating func `digits make a number, which is given once`() {
    count.begin(with: 1)

    let taken = [count.handle("0"), count.handle("5")]
    let given = [count.end(), count.end()]

    #expect(taken == [true, true])
    #expect(given == [105, nil])
  }

  @Test mutating func `before a number is begun nothing belongs to it`() {
    let isTaken = count.handle("5")

    #expect(!isTaken)
    #expect(count.number == nil)
  }

  @Test mutating func `any other key is none of it`() {
    count.begin(with: 12)

    let taken = [count.handle("j"), count.handle(.controlKey("5")), count.handle("٣")]

    #expect(taken == [false, false, false])
    #expect(count.number == 12)
  }

  @Test mutating func `the last digit can be erased, and with the first the number`() {
    count.begin(with: 12)

    var numbers: [Int?] = []
    for _ in 1...2 {
      _ = count.handle(Key(.backspace))
      numbers.append(count.number)
    }

    #expect(numbers == [1, nil])
  }

  @Test mutating func `Escape takes back a number, and one without a digit`() {
    count.begin(with: 12)
    let first = count.handle(Key(.escape))
    count.begin()
    let second = count.handle(Key(.escape))
    let third = count.handle(Key(.escape))

    #expect([first, second, third] == [true, true, false])
    #expect(count.number == nil)
  }

  @Test mutating func `a number has its most, and none typed is none`() {
    count.begin()
    let none = count.end()

    count.begin(with: 9)
    for _ in 0..<40 { _ = count.handle("9") }

    #expect(none == nil)
    #expect(count.number == 999)
  }
}
