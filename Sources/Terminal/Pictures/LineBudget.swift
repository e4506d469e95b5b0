/// Limit for the bytes of pictures on the line at once. A key's echo waits behind written bytes, so
/// pictures go in slices, each between two status queries. The time between the two replies is the
/// slice's alone, without earlier text and the round trip; it sets the size of the next slice.
struct LineBudget {
  /// The size of the first slice in bytes, and of a slice on the slowest line.
  static let smallest = 48
  /// The size of a slice in bytes on the fastest line.
  static let largest = 1 << 17
  /// The size that a slice has at least, if it still takes no longer than a key may wait: smaller
  /// ones would be mostly overhead.
  private static let decent = 512
  /// The largest factor by which a slice grows.
  private static let growth = 8
  /// The longest time a key may wait.
  private static let mostPatience = Duration.milliseconds(50)
  /// The time a key may wait if the terminal is near.
  private static let leastPatience = Duration.milliseconds(2)
  /// Replies closer than this may have been written together, and measure nothing.
  private static let together = Duration.milliseconds(1)
  /// The time after which replies count as lost.
  private static let despair = Duration.seconds(5)

  private struct Sent {
    let count: Int
    let at: ContinuousClock.Instant
    /// The time of the first reply: all bytes before the slice had arrived.
    var began: ContinuousClock.Instant?
  }

  /// The size of the next slice in bytes.
  private(set) var slice = LineBudget.smallest
  private var sent: Sent?
  /// The shortest round trip to the terminal so far.
  private var delay: Duration?

  func isFree(at now: ContinuousClock.Instant) -> Bool {
    sent.map { now - $0.at > Self.despair } ?? true
  }

  /// Returns the bytes of a slice between two queries; nothing for no bytes.
  mutating func send(_ bytes: [UInt8], at now: ContinuousClock.Instant) -> [UInt8] {
    guard !bytes.isEmpty else { return [] }
    // Without a reply, the measurements no longer hold.
    if sent != nil { slice = Self.smallest }
    sent = Sent(count: bytes.count, at: now)
    return TerminalQuery.status.utf8 + bytes + TerminalQuery.status.utf8
  }

  /// Records a reply to one of the queries.
  mutating func answered(at now: ContinuousClock.Instant) {
    guard let sent else { return }
    let total = now - sent.at
    delay = min(delay ?? total, total)
    guard let began = sent.began else {
      self.sent?.began = now
      return
    }
    self.sent = nil
    let took = now - began
    let cost = took > Self.together ? took : max(took, total - (delay ?? .zero))
    learn(cost, of: sent.count)
  }

  /// Shrinks slices that were slow, and enlarges fast ones as far as was measured.
  private mutating func learn(_ cost: Duration, of count: Int) {
    let fitting = fitting(count, cost)
    if fitting < slice {
      // The short end of a picture measures little, unless it took too long by itself.
      guard count >= slice / 4 || cost > patience else { return }
      slice = max(Self.smallest, fitting)
    } else {
      slice = min(fitting, max(slice, count * Self.growth), Self.largest)
    }
  }

  /// The number of bytes that take the allowed time, by the last measurement.
  private func fitting(_ count: Int, _ cost: Duration) -> Int {
    func fitting(_ patience: Duration) -> Int {
      guard cost > .zero else { return Self.largest }
      return Int(min(Double(count) * (patience / cost), Double(Self.largest)))
    }
    return max(fitting(patience), min(Self.decent, fitting(Self.mostPatience)))
  }

  /// The allowed time for a slice: a fifth of the round trip, within limits.
  private var patience: Duration {
    min(max((delay ?? .zero) * 4, Self.leastPatience), Self.mostPatience)
  }
}
