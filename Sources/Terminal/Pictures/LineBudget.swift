/// A limit for the bytes of pictures on the line to the terminal at once. A key's echo waits behind
/// written bytes, so pictures go in slices, each between two status queries. The time between the
/// two replies is the slice's alone, without earlier text and the round trip; it sets the size of
/// the next slice.
struct LineBudget {
  /// The size in bytes of the first slice of pictures, and of every slice on the slowest line.
  static let smallest = 48
  /// The largest slice of pictures sent to the terminal at once, in bytes.
  static let largest = 1 << 17
  /// The smallest efficient slice of pictures, in bytes: smaller ones would be mostly overhead.
  /// Used if it takes no longer than a key may wait.
  private static let efficientSlice = 512
  /// The largest factor by which a slice of pictures grows.
  private static let growth = 8
  /// The longest time that a slice of pictures may delay a key's echo.
  private static let maximumDelay = Duration.milliseconds(50)
  /// The time that a slice of pictures may delay a key's echo if the terminal is near.
  private static let minimumDelay = Duration.milliseconds(2)
  /// The shortest time between two replies that measures the line's speed: closer replies may have
  /// been written together.
  private static let measurableTime = Duration.milliseconds(1)
  /// The time after which a terminal's replies count as lost.
  private static let replyTimeout = Duration.seconds(5)

  private struct SentBytes {
    let count: Int
    let at: ContinuousClock.Instant
    /// The time of the first reply to the queries around a slice of pictures: all bytes before the
    /// slice had arrived.
    var began: ContinuousClock.Instant?
  }

  /// The size of the next slice of pictures in bytes.
  private(set) var slice = LineBudget.smallest
  private var sent: SentBytes?
  /// The shortest round trip to the terminal so far.
  private var delay: Duration?

  func isLineFree(at now: ContinuousClock.Instant) -> Bool {
    sent.map { now - $0.at > Self.replyTimeout } ?? true
  }

  /// Returns the bytes of a picture slice between two status queries; nothing for an empty slice.
  mutating func queriedSlice(_ bytes: [UInt8], at now: ContinuousClock.Instant) -> [UInt8] {
    guard !bytes.isEmpty else { return [] }
    // Without a reply, the measurements no longer hold.
    if sent != nil { slice = Self.smallest }
    sent = SentBytes(count: bytes.count, at: now)
    return TerminalQuery.status.utf8 + bytes + TerminalQuery.status.utf8
  }

  /// Records a reply to a status query around a slice of pictures.
  mutating func recordReply(at now: ContinuousClock.Instant) {
    guard let sent else { return }
    let total = now - sent.at
    delay = min(delay ?? total, total)
    guard let began = sent.began else {
      self.sent?.began = now
      return
    }
    self.sent = nil
    let took = now - began
    let cost = took > Self.measurableTime ? took : max(took, total - (delay ?? .zero))
    adaptSize(to: cost, of: sent.count)
  }

  /// Shrinks slices of pictures that were slow, and enlarges fast ones as far as was measured.
  private mutating func adaptSize(to cost: Duration, of count: Int) {
    let fitting = fittingByteCount(count, cost)
    if fitting < slice {
      // The short end of a picture measures little, unless it took too long by itself.
      guard count >= slice / 4 || cost > allowedTime else { return }
      slice = max(Self.smallest, fitting)
    } else {
      slice = min(fitting, max(slice, count * Self.growth), Self.largest)
    }
  }

  /// Returns the number of bytes that a slice of pictures may have, by the last measured speed of
  /// the line.
  private func fittingByteCount(_ count: Int, _ cost: Duration) -> Int {
    func fittingByteCount(_ allowedTime: Duration) -> Int {
      guard cost > .zero else { return Self.largest }
      return Int(min(Double(count) * (allowedTime / cost), Double(Self.largest)))
    }
    return max(
      fittingByteCount(allowedTime), min(Self.efficientSlice, fittingByteCount(Self.maximumDelay)))
  }

  /// The allowed time for a slice of pictures: a fifth of the round trip, within limits.
  private var allowedTime: Duration {
    min(max((delay ?? .zero) * 4, Self.minimumDelay), Self.maximumDelay)
  }
}
