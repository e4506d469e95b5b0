/// A day of the Gregorian calendar, and the time of day.
struct CivilDate: Equatable {
  let year: Int
  /// January is 1.
  let month: Int
  let day: Int
  /// Seconds since midnight.
  let second: Int

  /// The date so many seconds after 1970 began.
  init(seconds: Int) {
    // Counts in eras of 400 years that begin on 1 March, so that the leap day comes last.
    let (days, second) = Self.floorDivide(seconds, 86_400)
    let (era, dayOfEra) = Self.floorDivide(days + 719_468, 146_097)
    let yearOfEra =
      (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let monthFromMarch = (5 * dayOfYear + 2) / 153
    day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
    month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
    year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    self.second = second
  }

  /// How many seconds after 1970 began is a moment such as "2026-03-04T05:06:07Z"; nil for what is
  /// not written so.
  static func seconds(ofISO text: String) -> Int? {
    let pieces = text.split { "-T:Z".contains($0) }
    let parts = pieces.compactMap { Int($0) }
    guard parts.count == 6, pieces.count == 6, (1...12).contains(parts[1]) else { return nil }
    // As in reverse: the year begins on 1 March.
    let year = parts[0] - (parts[1] <= 2 ? 1 : 0)
    let (era, yearOfEra) = floorDivide(year, 400)
    let dayOfYear = (153 * ((parts[1] + 9) % 12) + 2) / 5 + parts[2] - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    let days = era * 146_097 + dayOfEra - 719_468
    return days * 86_400 + parts[3] * 3_600 + parts[4] * 60 + parts[5]
  }

  /// As in "2026-03-04T05:06:07Z".
  var iso: String {
    let date = "\(Self.digits(year, 4))-\(Self.digits(month, 2))-\(Self.digits(day, 2))"
    let time = [second / 3_600, second / 60 % 60, second % 60].map { Self.digits($0, 2) }
    return "\(date)T\(time.joined(separator: ":"))Z"
  }

  /// Hours, minutes and seconds, as in "05:06:07".
  var clockWithSeconds: String { "\(clock):\(Self.digits(second % 60, 2))" }

  /// Hours and minutes, as in "05:06".
  var clock: String { "\(Self.digits(second / 3_600, 2)):\(Self.digits(second / 60 % 60, 2))" }
}

extension CivilDate {
  private static func floorDivide(_ value: Int, _ divisor: Int) -> (Int, Int) {
    let (quotient, remainder) = value.quotientAndRemainder(dividingBy: divisor)
    return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
  }

  private static func digits(_ value: Int, _ count: Int) -> String {
    let text = String(value.magnitude)
    let zeros = String(repeating: "0", count: max(0, count - text.count))
    return (value < 0 ? "-" : "") + zeros + text
  }
}
