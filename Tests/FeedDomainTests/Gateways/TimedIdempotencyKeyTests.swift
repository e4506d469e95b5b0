import FeedDomain
import Testing

/// Keys that say when they were made.
struct TimedIdempotencyKeyTests {
  @Test func `each idempotency key is greater than the one before, whatever the clock does`() {
    var keys = TimedIdempotencyKeyGenerator(maker: 700)
    let clock: [UInt64] = [1_000_000, 1_000_001, 1_000_001, 1_000_001, 5, 0, 1_000_002, 2_000_000]

    let numbers = clock.map { keys.takeNextTimedKey(at: $0).number }

    #expect(zip(numbers, numbers.dropFirst()).allSatisfy { $0 < $1 })
    #expect(numbers[0] == 1_000_000 << 10 | 700)
    #expect(numbers.last == 2_000_000 << 10 | 700)
  }

  @Test func `all idempotency keys of a maker have its ten bits`() {
    var keys = TimedIdempotencyKeyGenerator(maker: 0xffff)

    for moment in [0, 7, 7, .max] as [UInt64] {
      let number = keys.takeNextTimedKey(at: moment).number
      #expect(number & 0x3ff == 0x3ff)
      #expect(number >> 63 == 0)
    }
  }

  @Test func `an idempotency key is parsed from its text, and texts sort like keys`() throws {
    var keys = TimedIdempotencyKeyGenerator(maker: 3)
    let made = [
      keys.takeNextTimedKey(at: 15), keys.takeNextTimedKey(at: 16),
      keys.takeNextTimedKey(at: 1_790_000_000_000_000),
    ]
    let texts = made.map { $0.timedKeyText(ending: "zz9") }

    #expect(texts.map { TimedIdempotencyKey($0) } == made)
    #expect(texts.sorted() == texts)
    #expect(texts.allSatisfy { $0.hasSuffix("zz9") })
  }

  @Test(arguments: [
    "", "t", "t12", "key-1", "0123456789abcdef0", "t0123456789abcdeg", "tf123456789abcdef",
    "t+123456789abcdef",
  ])
  func `a text without a time is no timed idempotency key`(key: String) {
    #expect(TimedIdempotencyKey(key) == nil)
  }
}
