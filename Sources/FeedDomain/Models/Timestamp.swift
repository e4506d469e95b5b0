/// A moment, in milliseconds since 1970 began in Greenwich.
public struct Timestamp: Hashable, Comparable, Sendable {
  /// The milliseconds.
  public let milliseconds: Int64

  /// The moment so many milliseconds after 1970 began.
  package init(milliseconds: Int64) { self.milliseconds = milliseconds }

  /// The earlier moment comes first.
  public static func < (left: Timestamp, right: Timestamp) -> Bool {
    left.milliseconds < right.milliseconds
  }

  /// The moment so much later; the ends of time hold.
  public func advanced(by duration: Duration) -> Timestamp {
    let (sum, overflows) = milliseconds.addingReportingOverflow(duration.wholeMilliseconds)
    guard overflows else { return Timestamp(milliseconds: sum) }
    return Timestamp(milliseconds: duration < .zero ? .min : .max)
  }

  /// How much later than the other this moment is.
  public func since(_ other: Timestamp) -> Duration {
    let (gap, overflows) = milliseconds.subtractingReportingOverflow(other.milliseconds)
    return .milliseconds(overflows ? (self < other ? Int64.min : .max) / 2 : gap)
  }
}

extension Duration {
  /// The whole milliseconds in it.
  public var wholeMilliseconds: Int64 {
    let (seconds, attoseconds) = components
    return seconds.multipliedReportingOverflow(by: 1000).partialValue
      &+ attoseconds / 1_000_000_000_000_000
  }
}
