internal import FeedDomain
internal import Groundwork

extension CalendarDate {
  /// The day and time of a moment by the clock of Greenwich, drawn to the years 0 to 9999.
  init(_ moment: Timestamp) {
    let milliseconds = moment.writable.milliseconds
    // Rounded down, also before 1970.
    self.init(seconds: Int(milliseconds - moment.writable.millisecond) / 1000)
  }

  /// The moment by the clock of Greenwich, so far into its second; nil for a day or time that does
  /// not exist.
  func timestamp(millisecond: Int = 0) -> Timestamp? {
    guard exists, (0...9999).contains(year) else { return nil }
    return Timestamp(milliseconds: Int64(seconds) * 1000 + Int64(millisecond))
  }
}

extension Timestamp {
  /// The first and the last millisecond that can be written.
  private static let ends = -62_167_219_200_000...253_402_300_799_999 as ClosedRange<Int64>

  /// The moment, drawn to the years 0 to 9999.
  var writable: Timestamp {
    Timestamp(milliseconds: min(max(milliseconds, Self.ends.lowerBound), Self.ends.upperBound))
  }

  /// How far it is into its second.
  var millisecond: Int64 { (milliseconds % 1000 + 1000) % 1000 }
}
