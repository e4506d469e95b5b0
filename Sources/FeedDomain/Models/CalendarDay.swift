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
