internal import FeedDomain
internal import Groundwork

/// Dates as feeds write them: those of mail, "Wed, 02 Oct 2002 13:00:00 +0200", and the ISO's, each
/// with what people leave out.
enum ChannelDate {
  /// The moment; nil where it is no date.
  static func timestamp(_ text: String) -> Timestamp? {
    guard text.utf8.count <= 64 else { return nil }
    return ISODate.timestamp(text) ?? mail(text)
  }

  private static func mail(_ text: String) -> Timestamp? {
    var words = text.split { $0 == " " || $0 == "," || $0 == "-" && !text.contains(":") }[...]
    // The day of the week says nothing that the date does not.
    if let first = words.first, first.first?.isNumber == false { words = words.dropFirst() }
    guard words.count >= 3, let day = Int(words.removeFirst()),
      let month = HTTPDate.month(String(words.removeFirst().prefix(3))),
      let year = Int(words.removeFirst())
    else { return nil }
    var date = CalendarDate(year: HTTPDate.fullYear(year), month: month, day: day)
    let time = words.popFirst()?.split(separator: ":").map { Int($0) } ?? []
    guard !time.contains(nil), time.count <= 3 else { return nil }
    let parts = time.compactMap(\.self) + [0, 0, 0]
    (date.hour, date.minute, date.second) = (parts[0], parts[1], parts[2])
    guard let moment = date.timestamp() else { return nil }
    return moment.advanced(by: .seconds(-60 * (words.first.map(minutes) ?? 0)))
  }

  /// How many minutes a zone is ahead of Greenwich; none for one that nobody knows.
  private static func minutes(_ zone: Substring) -> Int {
    if let hours = hours[zone.uppercased()] { return hours * 60 }
    let digits = zone.dropFirst().filter { $0 != ":" }
    guard zone.first == "+" || zone.first == "-", digits.utf8.count == 4, let number = Int(digits)
    else { return 0 }
    return (number / 100 * 60 + number % 100) * (zone.first == "-" ? -1 : 1)
  }

  private static let hours = [
    "EST": -5, "EDT": -4, "CST": -6, "CDT": -5, "MST": -7, "MDT": -6, "PST": -8, "PDT": -7,
    "BST": 1, "CET": 1, "CEST": 2, "EET": 2, "EEST": 3, "JST": 9,
  ]
}
