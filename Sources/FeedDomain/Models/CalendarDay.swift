internal import Glibc

/// A day of the calendar.
public struct CalendarDay: Hashable, Sendable {
  /// The year.
  public let year: Int
  /// January is 1.
  public let month: Int
  /// Counted from 1.
  public let day: Int

  /// That day, whether there is one or not; the first of its month where none is named.
  public init(year: Int, month: Int, day: Int = 1) {
    (self.year, self.month, self.day) = (year, month, day)
  }
}

/// The time as the reader's own clock and calendar tell it.
public protocol WallClock: Sendable {
  /// The moment it is.
  var now: Timestamp { get }
  /// The day it is at that moment where the reader is.
  func day(of moment: Timestamp) -> CalendarDay
  /// When that day begins where the reader is; nil where there is no such day.
  func beginning(of day: CalendarDay) -> Timestamp?
}

extension WallClock {
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
