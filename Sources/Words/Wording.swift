package import FeedDomain
package import Groundwork
package import Terminal

/// All words shown, in the person's language.
///
/// A sentence is written where it is used, in English and as a literal, so that the scan of the
/// sources finds it: `say("Signed in as {handle}.", ["handle": handle])`. What several say is a member
/// in an extension, `Wording+<Topic>.swift`.
package struct Wording: Sendable {
  /// What stands in a sentence's places, by the name of each: texts and numbers.
  package typealias Values = [String: any CustomStringConvertible]

  private let catalogue: any Catalogue
  private let zone: any LocalTime
  let packages: SystemPackages

  /// Words from a catalogue, with times as on the wall, and packages as this system calls them;
  /// English, Greenwich and none without them.
  package init(
    _ catalogue: any Catalogue = EnglishCatalogue(), zone: any LocalTime = GreenwichTime(),
    packages: SystemPackages = SystemPackages(osRelease: "")
  ) {
    self.catalogue = catalogue
    self.zone = zone
    self.packages = packages
  }

  /// The words of that message, which is its English text, with `{name}` replaced by the value of
  /// that name.
  package func say(_ id: String, _ values: Values = [:]) -> SafeText {
    fill(catalogue.text(id), values)
  }

  /// The words for so many of something; `{count}` is the number.
  package func plural(
    _ one: String, _ many: String, _ count: Int, _ values: Values = [:]
  ) -> SafeText {
    fill(
      catalogue.text(one, many, count: count),
      values.merging(["count": count]) { given, _ in given })
  }

  /// How long ago something was, in as few characters as a row of posts has room for.
  package func relativeTime(_ moment: Timestamp, now: Timestamp) -> SafeText {
    RelativeTime(wording: self, zone: zone).text(of: moment, now: now)
  }

  /// When something was as the wall shows it, in as few characters.
  package func wallTime(_ moment: Timestamp, now: Timestamp) -> SafeText {
    RelativeTime(wording: self, zone: zone).wallText(of: moment, now: now)
  }

  /// The time of day on the wall, as in "14:03".
  func clockTime(_ moment: Timestamp) -> String { localDate(moment).clock }

  /// The moment at which the wall shows a date, so many seconds after it showed the beginning of 1970.
  package func moment(onTheWall seconds: Int) -> Timestamp {
    var moment = Timestamp(milliseconds: Int64(seconds) * 1_000)
    // Twice, for how far the wall is from Greenwich depends on the moment.
    for _ in 0..<2 {
      moment = Timestamp(milliseconds: Int64(seconds - zone.secondsEast(at: moment)) * 1_000)
    }
    return moment
  }

  /// The day and the time of day on the wall.
  package func localDate(_ moment: Timestamp) -> CalendarDate {
    CalendarDate(seconds: Int(moment.milliseconds / 1_000) + zone.secondsEast(at: moment))
  }
}

extension Wording {
  /// Goes through the template once, so that a value which looks like a placeholder stays as it is.
  ///
  /// The sentence is made safe once it is whole: safe texts may join into something else.
  private func fill(_ template: String, _ values: Values) -> SafeText {
    guard !values.isEmpty else { return SafeText(sanitizing: template) }
    var result = ""
    var rest = template[...]
    while let open = rest.firstIndex(of: "{"), let close = rest[open...].firstIndex(of: "}") {
      let name = String(rest[rest.index(after: open)..<close])
      result.append(contentsOf: rest[..<open])
      result += values[name]?.description ?? String(rest[open...close])
      rest = rest[rest.index(after: close)...]
    }
    result.append(contentsOf: rest)
    return SafeText(sanitizing: result)
  }
}
