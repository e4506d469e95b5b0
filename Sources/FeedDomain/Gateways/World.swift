internal import Glibc

/// The clock and the dice, passed in so that a test can choose them.
public protocol World: Sendable {
  /// The moment it is.
  var now: Timestamp { get }
  /// The day it is at that moment where the reader is.
  func day(of moment: Timestamp) -> CalendarDay
  /// When that day begins where the reader is; nil where there is no such day.
  func beginning(of day: CalendarDay) -> Timestamp?
  /// Waits.
  func sleep(for duration: Duration) async throws(CancellationError)
  /// A number that nobody can guess, for keys.
  func randomKey() -> String
  /// A key for what is written, which nobody can guess either: a `TimedKey` where the clock is a real
  /// one, made after every one before it.
  func orderedKey() -> String
  /// A random number from 0 up to 1, for jitter.
  func random() -> Double
}

extension World {
  /// Where no order is asked for, any key does.
  public func orderedKey() -> String { randomKey() }

  /// Where nothing is known of the reader's clock, days are those at Greenwich.
  public func day(of moment: Timestamp) -> CalendarDay {
    var seconds = time_t(moment.milliseconds / 1000)
    var parts = tm()
    // Years beyond what `tm` holds are nobody's: they are taken for its first.
    _ = gmtime_r(&seconds, &parts)
    return CalendarDay(
      year: Int(parts.tm_year) + 1900, month: Int(parts.tm_mon) + 1, day: Int(parts.tm_mday))
  }

  /// Where nothing is known of the reader's clock, days are those at Greenwich.
  public func beginning(of day: CalendarDay) -> Timestamp? {
    guard (1...9999).contains(day.year), (1...12).contains(day.month), (1...31).contains(day.day)
    else { return nil }
    var parts = tm()
    parts.tm_year = Int32(day.year - 1900)
    parts.tm_mon = Int32(day.month - 1)
    parts.tm_mday = Int32(day.day)
    let seconds = timegm(&parts)
    // The 30th of February would be a day in March.
    guard Int(parts.tm_mday) == day.day else { return nil }
    return Timestamp(milliseconds: Int64(seconds) * 1000)
  }
}
