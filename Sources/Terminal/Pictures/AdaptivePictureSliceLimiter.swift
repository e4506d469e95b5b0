/// A limiter of the bytes of pictures that are on the way to the terminal at a time. The echo of a
/// key waits behind written bytes, so pictures are sent in slices, each between two status queries.
/// The time between the two replies belongs to the slice alone, without earlier text and the round
/// trip; it determines the size of the next slice. If both replies come together, the round trip
/// must be known to tell a slow line from a busy terminal; it is measured again by a query alone.
struct AdaptivePictureSliceLimiter {
  /// The size in bytes of the first slice of pictures, and of every slice on the slowest line.
  static let smallest = 48
  /// Maximum size of a slice of pictures in bytes.
  static let largest = 1 << 17
  /// The size in bytes of a slice of pictures whose overhead is small. Slices may be this large on
  /// a far terminal if they take no longer than `maximumDelay`.
  private static let efficientSlice = 512
  /// The largest factor by which one slice of pictures may exceed the last one.
  private static let growth = 8
  /// Maximum time by which a slice of pictures may delay the echo of a key.
  private static let maximumDelay = Duration.milliseconds(50)
  /// The time that a slice of pictures may always take, however short the round trip to the
  /// terminal.
  private static let minimumDelay = Duration.milliseconds(2)
  /// The shortest time between two replies that measures the speed of the connection; replies in
  /// closer succession may have been written together.
  private static let measurableTime = Duration.milliseconds(1)
  /// The time after which the terminal's replies count as lost.
  private static let replyTimeout = Duration.seconds(5)
  /// Maximum number of slices between two measurements of the round trip.
  private static let longestMeasuringInterval = 32

  private struct SentPictureSlice {
    /// The number of bytes of the slice of pictures; nil for a query alone, which measures the
    /// round trip.
    let count: Int?
    let sentAt: ContinuousClock.Instant
    /// The time of the first reply to the queries around a slice of pictures, when all bytes before
    /// the slice had arrived; nil before that.
    var firstReplyAt: ContinuousClock.Instant?
  }

  /// Maximum size of the next slice of pictures in bytes.
  private(set) var slice = AdaptivePictureSliceLimiter.smallest
  private var sent: SentPictureSlice?
  /// The shortest round trip to the terminal since the last measurement by a query alone; nil
  /// before the first reply.
  private var delay: Duration?
  /// The number of slow slices of pictures whose two replies came together, counted since the last
  /// measurement of the round trip.
  private var ambiguousSlices = 0
  /// The number of slices of pictures with both replies at once, which measure nothing, after which
  /// the round trip is measured again. It doubles whenever a measurement confirms the round trip.
  private var measuringInterval = 1

  /// True if the next bytes for pictures should be a query alone, which measures the round trip to
  /// a terminal that seems slow.
  var mustMeasureRoundTrip: Bool { ambiguousSlices >= measuringInterval }

  func isReadyForNextSlice(at now: ContinuousClock.Instant) -> Bool {
    sent.map { now - $0.sentAt > Self.replyTimeout } ?? true
  }

  /// Returns the bytes of a slice of pictures between two status queries; nothing for an empty
  /// slice.
  mutating func bytesEnclosedInStatusQueries(_ bytes: [UInt8], at now: ContinuousClock.Instant)
    -> [UInt8]
  {
    guard !bytes.isEmpty else { return [] }
    // Without a reply, the measurements no longer hold.
    if sent != nil { slice = Self.smallest }
    sent = SentPictureSlice(count: bytes.count, sentAt: now)
    return TerminalQuerySequences.status.utf8 + bytes + TerminalQuerySequences.status.utf8
  }

  /// Returns the bytes of a status query without pictures, whose reply measures the round trip.
  mutating func bytesOfRoundTripQuery(at now: ContinuousClock.Instant) -> [UInt8] {
    sent = SentPictureSlice(count: nil, sentAt: now)
    return Array(TerminalQuerySequences.status.utf8)
  }

  /// Records a reply to a status query, alone or around a slice of pictures.
  mutating func recordStatusReply(at now: ContinuousClock.Instant) {
    guard let sent else { return }
    let total = now - sent.sentAt
    guard let count = sent.count else {
      self.sent = nil
      return recordRoundTripTime(total)
    }
    delay = min(delay ?? total, total)
    guard let began = sent.firstReplyAt else {
      self.sent?.firstReplyAt = now
      return
    }
    self.sent = nil
    let took = now - began
    let isMeasured = took > Self.measurableTime
    let cost = isMeasured ? took : max(took, total - (delay ?? .zero))
    if !isMeasured, cost > allowedTime { ambiguousSlices += 1 }
    adaptSliceByteCount(to: cost, of: count)
  }

  /// Stores the round trip to the terminal measured by a query alone, and the number of slices of
  /// pictures without a usable measurement after which the next such query is sent.
  private mutating func recordRoundTripTime(_ measured: Duration) {
    let isConfirmed = delay.map { measured < $0 * 2 + Self.measurableTime } ?? false
    measuringInterval =
      isConfirmed ? min(measuringInterval * 2, Self.longestMeasuringInterval) : 1
    ambiguousSlices = 0
    delay = measured
  }

  /// Adapts the size of the next slice of pictures to the time that the last one took: smaller
  /// after a slow slice, larger after a fast one.
  private mutating func adaptSliceByteCount(to cost: Duration, of count: Int) {
    let fitting = fittingByteCount(count, cost)
    if fitting < slice {
      // The short end of a picture measures little, unless it took too long by itself.
      guard count >= slice / 4 || cost > allowedTime else { return }
      slice = max(Self.smallest, fitting)
    } else {
      slice = min(fitting, max(slice, count * Self.growth), Self.largest)
    }
  }

  /// Returns the number of bytes of pictures that may be written to the terminal at once, by the
  /// number of bytes and the duration of the last slice.
  private func fittingByteCount(_ count: Int, _ cost: Duration) -> Int {
    func fittingByteCount(_ allowedTime: Duration) -> Int {
      guard cost > .zero else { return Self.largest }
      return Int(min(Double(count) * (allowedTime / cost), Double(Self.largest)))
    }
    return max(
      fittingByteCount(allowedTime), min(Self.efficientSlice, fittingByteCount(Self.maximumDelay)))
  }

  /// The time that a slice of pictures may take: four times the round trip, between `minimumDelay`
  /// and `maximumDelay`.
  private var allowedTime: Duration {
    min(max((delay ?? .zero) * 4, Self.minimumDelay), Self.maximumDelay)
  }
}
