internal import FeedDomain
internal import Groundwork

/// Dates as services write them: "2026-11-21T14:32:27.123Z", with or without a fraction, a zone or
/// a time at all, and with a blank instead of the "T".
enum ISODate {
  /// The moment; without a zone, Greenwich's. Nil where it is no date.
  static func timestamp(_ text: String) -> Timestamp? {
    var reader = DigitReader(text.trimmingBlanks)
    guard let year = reader.number(digits: 4), reader.skip("-"),
      let month = reader.number(digits: 2), reader.skip("-"), let day = reader.number(digits: 2)
    else { return nil }
    var date = CalendarDate(year: year, month: month, day: day)
    guard !reader.isAtEnd else { return date.timestamp() }
    guard reader.skip("Tt "), let millisecond = readTime(&reader, into: &date),
      let moment = date.timestamp(millisecond: millisecond), let offset = readZone(&reader),
      reader.isAtEnd
    else { return nil }
    return moment.advanced(by: .seconds(-offset))
  }

  /// Reads the time of day and returns how far into its second it is; nil where it is none.
  private static func readTime(_ reader: inout DigitReader, into date: inout CalendarDate) -> Int? {
    guard let hour = reader.number(digits: 2), reader.skip(":"),
      let minute = reader.number(digits: 2)
    else { return nil }
    date.hour = hour
    date.minute = minute
    guard reader.skip(":") else { return 0 }
    guard let second = reader.number(digits: 2) else { return nil }
    date.second = second
    return reader.skip(".,") ? reader.milliseconds() : 0
  }

  /// How many seconds the zone is ahead of Greenwich.
  private static func readZone(_ reader: inout DigitReader) -> Int? {
    if reader.isAtEnd || reader.skip("Zz") { return 0 }
    let isBehind = reader.next == UInt8(ascii: "-")
    guard reader.skip("+-"), let hours = reader.number(digits: 2) else { return nil }
    _ = reader.skip(":")
    let minutes = reader.isAtEnd ? 0 : reader.number(digits: 2)
    guard let minutes, hours < 24, minutes < 60 else { return nil }
    return (hours * 60 + minutes) * (isBehind ? -60 : 60)
  }

  /// The moment as Greenwich writes it, to the millisecond; what lies outside the years 0 to 9999
  /// is drawn to their ends.
  static func text(_ moment: Timestamp) -> String {
    let date = CalendarDate(moment)
    let millisecond = CalendarDate.digits(Int(moment.writable.millisecond), 3)
    return "\(date.isoDay)T\(date.clockWithSeconds).\(millisecond)Z"
  }
}
