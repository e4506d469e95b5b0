internal import FeedDomain
internal import Groundwork

/// A namespace for parsing HTTP dates: "Sun, 06 Nov 1994 08:49:37 GMT", and the older "Sunday,
/// 06-Nov-94 08:49:37 GMT" and "Sun Nov  6 08:49:37 1994"; each with or without the day of the
/// week.
enum HTTPDate {
  static func parsedTimestamp(_ text: String) -> Timestamp? {
    guard text.utf8.count <= 64 else { return nil }
    var words = text.split { " ,-".contains($0) }.map(String.init)
    if let first = words.first, Int(first) == nil, monthNumber(first) == nil { words.removeFirst() }
    let isOldest = words.first.flatMap(monthNumber) != nil
    guard words.count >= 4,
      let month = monthNumber(words[isOldest ? 0 : 1]),
      let day = Int(words[isOldest ? 1 : 0]),
      let year = Int(words[isOldest ? 3 : 2]),
      let time = parsedTime(words[isOldest ? 2 : 3])
    else { return nil }
    var date = CalendarDateTime(year: yearWithCentury(year), month: month, day: day)
    (date.hour, date.minute, date.second) = time
    return date.timestamp()
  }

  static func monthNumber(_ name: String) -> Int? {
    let names = [
      "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
    ]
    return names.firstIndex(of: name.lowercased()).map { $0 + 1 }
  }

  private static func parsedTime(_ text: String) -> (Int, Int, Int)? {
    var reader = DateDigitReader(text)
    guard let hour = reader.readNumber(digits: 2), reader.skipCharacter(":"),
      let minute = reader.readNumber(digits: 2), reader.skipCharacter(":"),
      let second = reader.readNumber(digits: 2), reader.isAtEnd
    else { return nil }
    return (hour, minute, second)
  }

  /// Returns the complete year for the year in an HTTP date: a number of two digits means a year
  /// from 1970 to 2069, other numbers are complete.
  static func yearWithCentury(_ year: Int) -> Int {
    guard (0..<100).contains(year) else { return year }
    return year < 70 ? 2000 + year : 1900 + year
  }
}
