internal import FeedDomain
internal import Groundwork

/// Dates as HTTP's headers carry them: "Sun, 06 Nov 1994 08:49:37 GMT", and the older
/// "Sunday, 06-Nov-94 08:49:37 GMT" and "Sun Nov  6 08:49:37 1994".
enum HTTPDate {
  /// The moment; nil where it is no date.
  static func timestamp(_ text: String) -> Timestamp? {
    guard text.utf8.count <= 64 else { return nil }
    let words = text.split { " ,-".contains($0) }.map(String.init)
    let isOldest = words.count == 5 && month(words[1]) != nil
    guard words.count >= 5,
      let month = month(words[isOldest ? 1 : 2]),
      let day = Int(words[isOldest ? 2 : 1]),
      let year = Int(words[isOldest ? 4 : 3]),
      let time = time(words[isOldest ? 3 : 4])
    else { return nil }
    var date = CalendarDate(year: fullYear(year), month: month, day: day)
    (date.hour, date.minute, date.second) = time
    return date.timestamp()
  }

  /// The number of a month by the first three letters of its English name.
  static func month(_ name: String) -> Int? {
    let names = [
      "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
    ]
    return names.firstIndex(of: name.lowercased()).map { $0 + 1 }
  }

  private static func time(_ text: String) -> (Int, Int, Int)? {
    var reader = DigitReader(text)
    guard let hour = reader.number(digits: 2), reader.skip(":"),
      let minute = reader.number(digits: 2), reader.skip(":"),
      let second = reader.number(digits: 2), reader.isAtEnd
    else { return nil }
    return (hour, minute, second)
  }

  /// Two digits mean the century in which they are nearest to these days.
  static func fullYear(_ year: Int) -> Int {
    guard (0..<100).contains(year) else { return year }
    return year < 70 ? 2000 + year : 1900 + year
  }
}
