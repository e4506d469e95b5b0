package import FeedDomain
package import Groundwork
package import Terminal

/// A factory for all texts that the program shows, in the user's language.
///
/// A sentence is written where it is used, in English and as a literal, so that the scan of the
/// sources finds it: `say("Signed in as {handle}.", ["handle": handle])`. Sentences with several
/// uses are members of an extension, `Wording+<Topic>.swift`.
package struct Wording: Sendable {
  /// A type of dictionary with the values for the placeholders in a sentence, by the placeholder's
  /// name.
  package typealias Values = [String: any CustomStringConvertible]

  private let catalogue: any TranslationCatalogue
  private let zone: any LocalTimeSource
  let packages: SystemPackages

  /// Creates a factory for texts with a catalogue of translations, a time zone, and the names of
  /// the system's packages; by default for English and UTC.
  package init(
    _ catalogue: any TranslationCatalogue = EnglishCatalogue(),
    zone: any LocalTimeSource = UTCTime(),
    packages: SystemPackages = SystemPackages(osRelease: "")
  ) {
    self.catalogue = catalogue
    self.zone = zone
    self.packages = packages
  }

  /// Returns the translation of an English sentence, with each placeholder such as `{name}`
  /// replaced by its value.
  package func say(_ englishSentence: String, _ values: Values = [:]) -> SafeText {
    filledTemplate(catalogue.translatedText(englishSentence), values)
  }

  /// Returns the translation of an English sentence in the plural form for a count, which replaces
  /// the placeholder `{count}`.
  package func plural(
    _ one: String, _ many: String, _ count: Int, _ values: Values = [:]
  ) -> SafeText {
    filledTemplate(
      catalogue.translatedText(one, many, count: count),
      values.merging(["count": count]) { given, _ in given })
  }

  /// Returns the local time of day at a moment as text, such as "14:03".
  func clockTimeText(_ moment: Timestamp) -> String { localDate(moment).clock }

  /// Returns a local date and time on the next day after a moment, or for -1 on the previous day.
  func adjacentLocalDate(_ direction: Int, to moment: Timestamp) -> CalendarDateTime {
    let day = localDate(moment).isoDay
    // In steps of half a day, since a day has 23 or 25 hours when the clocks change.
    let dates = (1...3).lazy.map {
      localDate(moment.timeAdvanced(by: .seconds(direction * $0 * 43_200)))
    }
    return dates.first { $0.isoDay != day } ?? localDate(moment)
  }

  /// Returns the moment of a local date and time, given in seconds since 1970 as if the local time
  /// were UTC.
  package func momentOfLocalTime(at secondsSince1970: Int) -> Timestamp {
    var moment = Timestamp(milliseconds: Int64(secondsSince1970) * 1_000)
    // Twice, because the offset to UTC depends on the moment.
    for _ in 0..<2 {
      moment = Timestamp(milliseconds: Int64(secondsSince1970 - zone.utcOffset(at: moment)) * 1_000)
    }
    return moment
  }

  package func localDate(_ moment: Timestamp) -> CalendarDateTime {
    CalendarDateTime(seconds: Int(moment.milliseconds / 1_000) + zone.utcOffset(at: moment))
  }

  /// Returns a translated sentence with its placeholders replaced in one pass, so that a value that
  /// looks like a placeholder stays unchanged.
  ///
  /// The whole sentence is sanitised at the end, since safe texts may join into something else.
  private func filledTemplate(_ template: String, _ values: Values) -> SafeText {
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
