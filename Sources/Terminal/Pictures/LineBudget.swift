/// The most picture bytes on the line at once. A key's echo waits behind written bytes, so pictures
/// go in slices, each between two status queries. The time between the two replies is the slice's
/// alone, without earlier text and the round trip; it sets the size of the next slice.
struct LineBudget {
  /// The first slice, and the slowest line's.
  static let smallest = 48
  /// The fastest line's slice.
  static let largest = 1 << 17
  /// A slice is at least this large if it still takes no longer than a key may wait: smaller ones
  /// would be mostly overhead.
  private static let decent = 512
  /// The most growth from a slice to the next.
  private static let growth = 8
  /// The longest wait of a key.
  private static let mostPatience = Duration.milliseconds(50)
  /// The longest wait if the terminal is near.
  private static let leastPatience = Duration.milliseconds(2)
  /// Replies this close may have been written together, and tell nothing.
  private static let together = Duration.milliseconds(1)
  /// When replies count as lost.
  private static let despair = Duration.seconds(5)

  private struct Sent {
    let count: Int
    let at: ContinuousClock.Instant
    /// When the first reply came: all bytes before the slice had arrived.
    var began: ContinuousClock.Instant?
  }

  /// The size of the next slice.
  private(set) var slice = LineBudget.smallest
  private var sent: Sent?
  /// The round trip.
  private var delay: Duration?

  func isFree(at now: ContinuousClock.Instant) -> Bool {
    sent.map { now - $0.at > Self.despair } ?? true
  }

  /// The slice between two queries; empty if it is.
  mutating func send(_ bytes: [UInt8], at now: ContinuousClock.Instant) -> [UInt8] {
    guard !bytes.isEmpty else { return [] }
    // Where nobody answered, nothing is known any more.
    if sent != nil { slice = Self.smallest }
    sent = Sent(count: bytes.count, at: now)
    return TerminalQuery.status.utf8 + bytes + TerminalQuery.status.utf8
  }

  /// Takes a reply to one of the queries.
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

  /// Shrinks a slow slice, and enlarges a fast one as far as that is proven.
  private mutating func learn(_ cost: Duration, of count: Int) {
    let fitting = fitting(count, cost)
    if fitting < slice {
      // The short end of a picture tells little, unless it took too long by itself.
      guard count >= slice / 4 || cost > patience else { return }
      slice = max(Self.smallest, fitting)
    } else {
      slice = min(fitting, max(slice, count * Self.growth), Self.largest)
    }
  }

  /// The bytes that take the allowed time, by the last measurement.
  private func fitting(_ count: Int, _ cost: Duration) -> Int {
    func fitting(_ patience: Duration) -> Int {
      guard cost > .zero else { return Self.largest }
      return Int(min(Double(count) * (patience / cost), Double(Self.largest)))
    }
    return max(fitting(patience), min(Self.decent, fitting(Self.mostPatience)))
  }

  /// The allowed time: a fifth of the round trip, within limits.
  private var patience: Duration {
    min(max((delay ?? .zero) * 4, Self.leastPatience), Self.mostPatience)
  }
}
