internal import FeedDomain
internal import Groundwork

/// A namespace for parsing and writing ISO dates: "2026-11-21T14:32:27.123Z", with or without
/// fraction, zone or time, and with a blank for the "T".
enum ISODate {
  /// Parses an ISO date into a time; a date without a zone is in UTC. nil for other text.
  static func parsedTimestamp(_ text: String) -> Timestamp? {
    var reader = DateDigitReader(text.trimmingBlanks)
    guard let year = reader.readNumber(digits: 4), reader.skipCharacter("-"),
      let month = reader.readNumber(digits: 2), reader.skipCharacter("-"),
      let day = reader.readNumber(digits: 2)
    else { return nil }
    var date = CalendarDateTime(year: year, month: month, day: day)
    guard !reader.isAtEnd else { return date.timestamp() }
    guard reader.skipCharacter("Tt "), let millisecond = readTime(&reader, into: &date),
      let moment = date.timestamp(millisecond: millisecond), let offset = readTimeZone(&reader),
      reader.isAtEnd
    else { return nil }
    return moment.timeAdvanced(by: .seconds(-offset))
  }

  /// Reads a time such as "12:30:05.5" into the date, without fractions of a second, and returns
  /// the milliseconds; nil for other text.
  private static func readTime(_ reader: inout DateDigitReader, into date: inout CalendarDateTime)
    -> Int?
  {
    guard let hour = reader.readNumber(digits: 2), reader.skipCharacter(":"),
      let minute = reader.readNumber(digits: 2)
    else { return nil }
    date.hour = hour
    date.minute = minute
    guard reader.skipCharacter(":") else { return 0 }
    guard let second = reader.readNumber(digits: 2) else { return nil }
    date.second = second
    return reader.skipCharacter(".,") ? reader.readMilliseconds() : 0
  }

  private static func readTimeZone(_ reader: inout DateDigitReader) -> Int? {
    if reader.isAtEnd || reader.skipCharacter("Zz") { return 0 }
    let isBehind = reader.next == UInt8(ascii: "-")
    guard reader.skipCharacter("+-"), let hours = reader.readNumber(digits: 2) else { return nil }
    _ = reader.skipCharacter(":")
    let minutes = reader.isAtEnd ? 0 : reader.readNumber(digits: 2)
    guard let minutes, hours < 24, minutes < 60 else { return nil }
    return (hours * 60 + minutes) * (isBehind ? -60 : 60)
  }

  /// Returns a time as an ISO date in UTC with milliseconds, within the years 0 to 9999.
  static func isoDateText(_ moment: Timestamp) -> String {
    let date = CalendarDateTime(moment)
    let millisecond = CalendarDateTime.zeroPadded(Int(moment.writable.millisecond), 3)
    return "\(date.isoDay)T\(date.clockWithSeconds).\(millisecond)Z"
  }
}

struct DateDigitReader {
  private var rest: Substring.UTF8View

  init(_ text: some StringProtocol) { rest = Substring(text).utf8 }

  var isAtEnd: Bool { rest.isEmpty }

  var next: UInt8? { rest.first }

  /// Parses a number of exactly `digits` digits at the present position in a date's text; nil,
  /// without moving, if there are fewer.
  mutating func readNumber(digits: Int) -> Int? {
    let part = rest.prefix(digits)
    guard part.count == digits, part.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
    rest = rest.dropFirst(digits)
    return part.reduce(0) { $0 * 10 + Int($1 - 0x30) }
  }

  /// Skips the next character of a date's text if it is among the given ones; returns true if so.
  mutating func skipCharacter(_ bytes: String) -> Bool {
    guard let byte = rest.first, bytes.utf8.contains(byte) else { return false }
    rest = rest.dropFirst()
    return true
  }

  /// Parses the decimal fraction of a second in a date's text, of any length, and returns it in
  /// milliseconds; nil if there are no digits.
  mutating func readMilliseconds() -> Int? {
    let digits = rest.prefix { (0x30...0x39).contains($0) }
    guard !digits.isEmpty else { return nil }
    rest = rest.dropFirst(digits.count)
    var value = 0
    for place in 0..<3 { value = value * 10 + Int((digits.dropFirst(place).first ?? 0x30) - 0x30) }
    return value
  }
}

extension CalendarDateTime {
  /// Creates the date and time in UTC of a timestamp; timestamps outside of the years 0 to 9999 are
  /// moved to the nearest one within.
  init(_ moment: Timestamp) {
    let milliseconds = moment.writable.milliseconds
    // Rounded down, also before 1970.
    self.init(seconds: Int(milliseconds - moment.writable.millisecond) / 1000)
  }

  /// Returns the timestamp of this date and time in UTC; nil for an impossible day or time of day.
  func timestamp(millisecond: Int = 0) -> Timestamp? {
    guard exists, (0...9999).contains(year) else { return nil }
    return Timestamp(milliseconds: Int64(seconds) * 1000 + Int64(millisecond))
  }
}

extension Timestamp {
  /// The range of timestamps in the years 0 to 9999, in milliseconds since 1970.
  private static let ends = -62_167_219_200_000...253_402_300_799_999 as ClosedRange<Int64>

  /// The timestamp within the years 0 to 9999 that is nearest to this one, since dates outside of
  /// these years cannot be written.
  var writable: Timestamp {
    Timestamp(milliseconds: min(max(milliseconds, Self.ends.lowerBound), Self.ends.upperBound))
  }

  var millisecond: Int64 { (milliseconds % 1000 + 1000) % 1000 }
}
