/// A date and time in the proleptic Gregorian calendar, in UTC.
package struct CalendarDateTime: Equatable, Sendable {
  package var year: Int
  package var month: Int
  package var day: Int
  package var hour = 0
  package var minute = 0
  /// The second of the time of day; 60 in a leap second, which counts as the second after it.
  package var second = 0

  /// Creates the first second of a day in UTC; the day is not checked against the calendar.
  package init(year: Int, month: Int, day: Int) {
    (self.year, self.month, self.day) = (year, month, day)
  }

  /// Creates the date and time, in UTC, of a number of seconds since 1970.
  package init(seconds: Int) {
    // Counts in eras of 400 years that begin on 1 March, so that the leap day comes last.
    let (days, second) = Self.floorDivision(seconds, 86_400)
    let (era, dayOfEra) = Self.floorDivision(days + 719_468, 146_097)
    let yearOfEra =
      (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let monthFromMarch = (5 * dayOfYear + 2) / 153
    day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
    month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
    year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    hour = second / 3_600
    minute = second / 60 % 60
    self.second = second % 60
  }

  /// Creates a date and time from text such as "2026-03-04T05:06:07Z"; nil for other forms and for
  /// dates that do not exist.
  package init?(iso text: String) {
    let pieces = text.split { "-T:Z".contains($0) }
    let parts = pieces.compactMap { Int($0) }
    guard parts.count == 6, pieces.count == 6, parts[0] <= 9999 else { return nil }
    self.init(year: parts[0], month: parts[1], day: parts[2])
    (hour, minute, second) = (parts[3], parts[4], parts[5])
    guard exists else { return nil }
  }

  package var exists: Bool {
    (1...12).contains(month) && (1...daysInMonth).contains(day) && (0...23).contains(hour)
      && (0...59).contains(minute) && (0...60).contains(second)
  }

  /// The number of seconds from 1970 to the date and time.
  package var seconds: Int { ((daysSince1970 * 24 + hour) * 60 + minute) * 60 + second }
}

extension CalendarDateTime {
  /// This date and time as an ISO 8601 text in UTC, such as "2026-03-04T05:06:07Z".
  package var iso: String { "\(isoDay)T\(clockWithSeconds)Z" }

  /// The date without the time of day as text, such as "2026-03-04".
  package var isoDay: String {
    "\(Self.zeroPadded(year, 4))-\(Self.zeroPadded(month, 2))-\(Self.zeroPadded(day, 2))"
  }

  /// The time of day as text with hours and minutes, such as "05:06".
  package var clock: String { "\(Self.zeroPadded(hour, 2)):\(Self.zeroPadded(minute, 2))" }

  /// The time of day as text with hours, minutes and seconds, such as "05:06:07".
  package var clockWithSeconds: String { "\(clock):\(Self.zeroPadded(second, 2))" }

  package static func zeroPadded(_ value: Int, _ count: Int) -> String {
    let text = String(value.magnitude)
    let zeros = String(repeating: "0", count: max(0, count - text.utf8.count))
    return (value < 0 ? "-" : "") + zeros + text
  }
}

extension CalendarDateTime {
  private var daysInMonth: Int {
    switch month {
    case 4, 6, 9, 11: 30
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    default: 31
    }
  }

  private var daysSince1970: Int {
    let (era, yearOfEra) = Self.floorDivision(month > 2 ? year : year - 1, 400)
    let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    return era * 146_097 + dayOfEra - 719_468
  }

  private static func floorDivision(_ value: Int, _ divisor: Int) -> (Int, Int) {
    let (quotient, remainder) = value.quotientAndRemainder(dividingBy: divisor)
    return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
  }
}
