@testable import Terminal

/// A line to a terminal that takes so many bytes a second and answers questions after a while.
///
/// It has a clock of its own, which goes on when a slice is sent: nothing is waited for.
struct SimulatedLine {
  /// Nil takes everything at once.
  var bytesPerSecond: Int?
  /// From one end to the other and back.
  let delay: Duration
  /// How long the terminal waits before it reads, after which it answers all queries at once; none
  /// answers each when it arrives.
  var stalls: ClosedRange<Int>?
  private(set) var now = ContinuousClock.now
  /// When all that was written so far has arrived.
  private var clear: ContinuousClock.Instant
  private static let query = 4
  private var random: UInt32 = 1

  init(bytesPerSecond: Int?, delay: Duration) {
    self.bytesPerSecond = bytesPerSecond
    self.delay = delay
    clear = now
  }

  /// How long so many bytes take.
  func duration(of count: Int) -> Duration {
    bytesPerSecond.map { .seconds(1) * (Double(count) / Double($0)) } ?? .zero
  }

  /// Writes text, which goes ahead of whatever follows.
  mutating func write(text count: Int) { occupy(count) }

  /// Sends slices as large as they may be, each after the answers to the one before; returns their
  /// sizes, without the questions.
  mutating func send(_ count: Int, by budget: inout AdaptivePictureSliceLimiter) -> [Int] {
    (0..<count).map { _ in send(by: &budget) }
  }

  /// Sends one slice and waits for its answers.
  mutating func send(by budget: inout AdaptivePictureSliceLimiter) -> Int {
    if budget.mustMeasureRoundTrip {
      occupy(budget.bytesOfRoundTripQuery(at: now).count)
      now = clear.advanced(by: delay + nextStall())
      budget.recordStatusReply(at: now)
    }
    let bytes = [UInt8](repeating: 0, count: budget.slice)
    _ = budget.bytesEnclosedInStatusQueries(bytes, at: now)
    occupy(Self.query)
    let first = clear.advanced(by: delay)
    occupy(bytes.count + Self.query)
    now = clear.advanced(by: delay + nextStall())
    budget.recordStatusReply(at: stalls == nil ? first : now)
    budget.recordStatusReply(at: now)
    return bytes.count
  }

  private mutating func nextStall() -> Duration {
    guard let stalls else { return .zero }
    random = random &* 1_664_525 &+ 1_013_904_223
    return .milliseconds(stalls.lowerBound + Int(random >> 8) % (stalls.count))
  }

  private mutating func occupy(_ count: Int) {
    clear = max(clear, now).advanced(by: duration(of: count))
  }
}
