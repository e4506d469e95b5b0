import Testing

@testable import Terminal

struct LineBudgetTests {
  /// 9600 and 115,200 baud, 16 kB/s, 1 Mbit, 100 Mbit.
  static let rates = [960, 11_520, 16_000, 125_000, 12_500_000]
  static let delays = [0, 30, 200]
  /// Felt by nobody; the slowest line's smallest slice takes a little more with its questions.
  static let felt = Duration.milliseconds(60)

  @Test(arguments: rates, delays)
  func `a slice of picture data never delays a key noticeably, also the first`(
    rate: Int, milliseconds: Int
  ) {
    var budget = AdaptivePictureSliceLimiter()
    var line = SimulatedLine(bytesPerSecond: rate, delay: .milliseconds(milliseconds))

    let slices = line.send(300, by: &budget)

    #expect(slices.allSatisfy { line.duration(of: $0) < Self.felt }, "\(slices.max() ?? 0)")
  }

  @Test(arguments: rates, delays)
  func `text written before picture slices does not make them longer`(rate: Int, milliseconds: Int)
  {
    var budget = AdaptivePictureSliceLimiter()
    var line = SimulatedLine(bytesPerSecond: rate, delay: .milliseconds(milliseconds))
    line.write(text: 8000)

    let slices = (0..<300).map { number in
      if number % 7 == 3 { line.write(text: 100 + number * 20) }
      return line.send(by: &budget)
    }

    #expect(slices.allSatisfy { line.duration(of: $0) < Self.felt }, "\(slices.max() ?? 0)")
  }

  @Test(arguments: [11_520, 16_000, 125_000, 1_250_000], [0, 30, 60])
  func `picture slices use most of the line's time`(rate: Int, milliseconds: Int) {
    var budget = AdaptivePictureSliceLimiter()
    var line = SimulatedLine(bytesPerSecond: rate, delay: .milliseconds(milliseconds))
    _ = line.send(20, by: &budget)
    let begin = line.now

    let slices = line.send(100, by: &budget)

    let share = line.duration(of: slices.reduce(0, +)) / (line.now - begin)
    #expect(share > 0.4)
  }

  @Test func `on a fast line slices grow to the largest size within a few replies`() {
    var budget = AdaptivePictureSliceLimiter()
    var line = SimulatedLine(bytesPerSecond: nil, delay: .microseconds(200))

    let slices = line.send(6, by: &budget)

    #expect(slices[0] == AdaptivePictureSliceLimiter.smallest)
    #expect(slices[5] == AdaptivePictureSliceLimiter.largest)
  }

  @Test(arguments: [1...10, 10...90, 60...60, 100...300], [true, false])
  func `a fast terminal that replies late still gets large slices`(
    stalls: ClosedRange<Int>, isBusyFromTheFirst: Bool
  ) {
    var budget = AdaptivePictureSliceLimiter()
    var line = SimulatedLine(bytesPerSecond: 12_500_000, delay: .microseconds(200))
    if !isBusyFromTheFirst { _ = line.send(12, by: &budget) }
    line.stalls = stalls

    let slices = line.send(100, by: &budget)

    let share = slices.suffix(50).reduce(0, +) / 50
    #expect(share > AdaptivePictureSliceLimiter.largest / 4, "\(slices)")
  }

  @Test(arguments: [2000, 16_000, 125_000], [0...0, 1...10, 20...40])
  func `a slow line whose replies arrive together gets short slices`(
    rate: Int, stalls: ClosedRange<Int>
  ) {
    var budget = AdaptivePictureSliceLimiter()
    var line = SimulatedLine(bytesPerSecond: rate, delay: .milliseconds(30))
    line.stalls = stalls

    let slices = line.send(300, by: &budget)

    // The first long slice shows how slow the line is.
    let long = slices.filter { line.duration(of: $0) > .milliseconds(110) }
    #expect(long.count <= 3, "\(slices)")
  }

  @Test func `the reply after a short last slice does not change the slice size`() {
    var budget = AdaptivePictureSliceLimiter()
    var line = SimulatedLine(bytesPerSecond: nil, delay: .microseconds(200))
    _ = line.send(6, by: &budget)

    _ = budget.bytesEnclosedInStatusQueries([UInt8](repeating: 0, count: 60), at: line.now)
    budget.recordStatusReply(at: line.now)
    budget.recordStatusReply(at: line.now.advanced(by: .milliseconds(2)))

    #expect(budget.slice == AdaptivePictureSliceLimiter.largest)
  }

  @Test func `a slow local terminal delays a key by less than 5 ms`() {
    var budget = AdaptivePictureSliceLimiter()
    var line = SimulatedLine(bytesPerSecond: 4_000_000, delay: .microseconds(100))

    let slices = line.send(40, by: &budget)

    #expect(slices.allSatisfy { line.duration(of: $0) < .milliseconds(5) })
  }

  @Test func `a line that becomes slow is given short slices after one long one`() {
    var budget = AdaptivePictureSliceLimiter()
    var line = SimulatedLine(bytesPerSecond: 20_000_000, delay: .milliseconds(10))
    _ = line.send(12, by: &budget)
    line.bytesPerSecond = 16_000

    let slices = line.send(30, by: &budget)

    #expect(slices.dropFirst().allSatisfy { line.duration(of: $0) < Self.felt })
  }

  @Test func `the next slice waits for the replies to both status queries`() {
    var budget = AdaptivePictureSliceLimiter()
    let now = ContinuousClock.now

    let sent = budget.bytesEnclosedInStatusQueries([1, 2, 3], at: now)
    budget.recordStatusReply(at: now)

    #expect(sent == Array("\u{1b}[5n".utf8) + [1, 2, 3] + Array("\u{1b}[5n".utf8))
    #expect(!budget.isReadyForNextSlice(at: now))
    budget.recordStatusReply(at: now)
    #expect(budget.isReadyForNextSlice(at: now))
  }

  @Test func `after five seconds without a reply slices start again at the smallest size`() {
    var budget = AdaptivePictureSliceLimiter()
    var line = SimulatedLine(bytesPerSecond: nil, delay: .microseconds(200))
    _ = line.send(6, by: &budget)
    _ = budget.bytesEnclosedInStatusQueries([1], at: line.now)

    let later = line.now.advanced(by: .seconds(6))

    #expect(!budget.isReadyForNextSlice(at: line.now.advanced(by: .seconds(4))))
    #expect(budget.isReadyForNextSlice(at: later))
    _ = budget.bytesEnclosedInStatusQueries([1], at: later)
    #expect(budget.slice == AdaptivePictureSliceLimiter.smallest)
  }

  @Test func `an empty slice sends no query`() {
    var budget = AdaptivePictureSliceLimiter()

    #expect(budget.bytesEnclosedInStatusQueries([], at: .now).isEmpty)
    #expect(budget.isReadyForNextSlice(at: .now))
  }
}
