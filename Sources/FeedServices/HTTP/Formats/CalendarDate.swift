internal import FeedDomain

/// A day and a time of day by the clock of Greenwich; days before the calendar's reform are
/// counted as if it had always been in force.
struct CalendarDate {
  var year: Int
  var month: Int
  var day: Int
  var hour = 0
  var minute = 0
  /// 60 in a leap second, which counts as the second after it.
  var second = 0
  var millisecond = 0

  /// The moment; nil for a day or time that does not exist.
  var timestamp: Timestamp? {
    guard (0...9999).contains(year), (1...12).contains(month),
      (1...daysInMonth).contains(day), (0...23).contains(hour), (0...59).contains(minute),
      (0...60).contains(second)
    else { return nil }
    let seconds = (daysSince1970 * 24 + hour) * 3600 + minute * 60 + second
    return Timestamp(milliseconds: Int64(seconds) * 1000 + Int64(millisecond))
  }

  private var daysInMonth: Int {
    switch month {
    case 4, 6, 9, 11: 30
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    default: 31
    }
  }

  /// Counts in years that begin in March, so that the day that comes and goes is the last one.
  private var daysSince1970: Int {
    let marchYear = month > 2 ? year : year - 1
    let era = (marchYear >= 0 ? marchYear : marchYear - 399) / 400
    let yearOfEra = marchYear - era * 400
    let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    return era * 146_097 + dayOfEra - 719_468
  }
}

extension CalendarDate {
  /// The first and the last moment that can be written.
  private static let ends = -62_167_219_200_000...253_402_300_799_999 as ClosedRange<Int64>

  /// The day and time of a moment, drawn to the years 0 to 9999.
  init(_ moment: Timestamp) {
    let ends = Self.ends
    let milliseconds = Int(min(max(moment.milliseconds, ends.lowerBound), ends.upperBound))
    let days = Self.floor(milliseconds, 86_400_000)
    let rest = milliseconds - days * 86_400_000
    // As `daysSince1970`, the other way round.
    let shifted = days + 719_468
    let era = Self.floor(shifted, 146_097)
    let dayOfEra = shifted - era * 146_097
    let yearOfEra =
      (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let marchMonth = (5 * dayOfYear + 2) / 153
    let month = marchMonth + (marchMonth < 10 ? 3 : -9)
    self.init(
      year: yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month: month,
      day: dayOfYear - (153 * marchMonth + 2) / 5 + 1)
    hour = rest / 3_600_000
    minute = rest / 60_000 % 60
    second = rest / 1000 % 60
    millisecond = rest % 1000
  }

  private static func floor(_ number: Int, _ divisor: Int) -> Int {
    number >= 0 ? number / divisor : -((divisor - 1 - number) / divisor)
  }
}
