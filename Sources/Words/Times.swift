package import FeedDomain
import Glibc
import Groundwork
package import Terminal

package protocol LocalTimeSource: Sendable {
  /// Returns the difference of local time from UTC in seconds at a moment, with summer time.
  func utcOffset(at moment: Timestamp) -> Int
}

/// A source of local time that uses the process's time zone, from `TZ` or `/etc/localtime`.
package struct SystemLocalTime: LocalTimeSource {
  package init() {}

  package func utcOffset(at moment: Timestamp) -> Int {
    var seconds = time_t(moment.milliseconds / 1_000)
    var parts = tm()
    // Years beyond those of `tm` have no local time; UTC is as good as any.
    return localtime_r(&seconds, &parts) == nil ? 0 : parts.tm_gmtoff
  }
}

/// A source of local time that returns UTC, for tests and as a default.
package struct UTCTime: LocalTimeSource {
  package func utcOffset(at moment: Timestamp) -> Int { 0 }
}

/// A parser and formatter of future moments as people type them: "90m", "2h" or "3d" from now,
/// "18:30" for the next such time, or "2026-11-24 09:00", in local time.
package struct TypedMomentFormat {
  private let wording: Wording
  private let now: () -> Timestamp

  package init(_ wording: Wording = Wording(), now: @escaping () -> Timestamp) {
    self.wording = wording
    self.now = now
  }

  package func parsedMoment(_ typed: String) -> Timestamp? {
    let words = typed.split { $0.isWhitespace || $0 == "T" }.map(String.init)
    switch words.count {
    case 1:
      return Self.parsedDuration(words[0]).map { now().timeAdvanced(by: $0) }
        ?? nextMomentAtTime(words[0])
    case 2: return normalizedClockTime(words[1]).flatMap { parsedDateAndTime(words[0], $0) }
    default: return nil
    }
  }

  /// Returns a moment as text in the form in which people can type it, such as "2026-11-24 09:00".
  package func typedMomentText(of moment: Timestamp) -> String {
    wording.dateAndTimeText(moment).string
  }

  /// Parses a typed duration in minutes, hours or days, such as "30m", "2h" or "3d"; nil for other
  /// texts.
  package static func parsedDuration(_ word: String) -> Duration? {
    let units: [Character: Int] = ["m": 60, "h": 3_600, "d": 86_400]
    guard let unit = word.last.flatMap({ units[$0] }), let count = Int(word.dropLast()),
      (1...10_000).contains(count)
    else { return nil }
    return .seconds(count * unit)
  }

  /// Parses a typed refresh interval of a web feed: a number of minutes, or a duration such as "2h"
  /// or "1d". The result is between a minute and a week; nil for other texts.
  package static func parsedRefreshInterval(_ typed: String) -> Duration? {
    let interval =
      Int(typed).map { .seconds(60 * min(max($0, 1), 10_080)) } ?? parsedDuration(typed)
    return interval.map { min($0, .seconds(7 * 86_400)) }
  }

  private func nextMomentAtTime(_ word: String) -> Timestamp? {
    guard let time = normalizedClockTime(word) else { return nil }
    for date in [wording.localDate(now()), wording.adjacentLocalDate(1, to: now())] {
      if let moment = parsedDateAndTime(date.isoDay, time), moment > now() {
        return moment
      }
    }
    return nil
  }

  private func normalizedClockTime(_ word: String) -> String? {
    let parts = word.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 2, let hour = Int(parts[0]), let minute = Int(parts[1]),
      (0..<24).contains(hour), (0..<60).contains(minute), parts[1].count == 2
    else { return nil }
    return (hour < 10 ? "0" : "") + "\(hour):\(parts[1])"
  }

  private func parsedDateAndTime(_ date: String, _ time: String) -> Timestamp? {
    let iso = "\(date)T\(time):00Z"
    // Only the exact form is accepted, digit by digit.
    guard let date = CalendarDateTime(iso: iso), date.iso == iso else { return nil }
    return wording.momentOfLocalTime(at: date.seconds)
  }
}

extension Wording {
  /// Returns the time since a moment as short text, such as "now", "3m", "2h" or "4d"; for a moment
  /// more than a week ago the local date, such as "Mar 4" or "Mar 4, 2024".
  ///
  /// A moment up to a minute ahead of this machine's clock is "now", since clocks differ.
  package func relativeTimeText(_ moment: Timestamp, now: Timestamp) -> SafeText {
    let seconds = now.elapsedTime(since: moment).components.seconds
    switch seconds {
    case -60..<60: return say("now")
    case 60..<3_600: return say("{minutes}m", ["minutes": seconds / 60])
    case 3_600..<86_400: return say("{hours}h", ["hours": seconds / 3_600])
    case 86_400..<604_800: return say("{days}d", ["days": seconds / 86_400])
    default: return dateTextOmittingCurrentYear(of: moment, now: now)
    }
  }

  /// Returns the local time of a moment as text: "14:03" today, "Mar 4 14:03" in the same year,
  /// only the date before.
  package func localTimeText(_ moment: Timestamp, now: Timestamp) -> SafeText {
    let (then, today) = (localDate(moment), localDate(now))
    let clock = SafeText(sanitizing: then.clock)
    if then.isoDay == today.isoDay { return clock }
    return dateTextOmittingCurrentYear(of: moment, now: now)
      + (then.year == today.year ? " " + clock : "")
  }

  /// Returns the time since a moment in whole words, such as "3 minutes ago"; for a moment more
  /// than a week ago the local date and time.
  package func elapsedTimeText(_ moment: Timestamp, now: Timestamp) -> SafeText {
    let seconds = Int(now.elapsedTime(since: moment).components.seconds)
    return switch seconds {
    case -60..<60: say("just now")
    case 60..<3_600: plural("{count} minute ago", "{count} minutes ago", seconds / 60)
    case 3_600..<86_400: plural("{count} hour ago", "{count} hours ago", seconds / 3_600)
    case 86_400..<604_800: plural("{count} day ago", "{count} days ago", seconds / 86_400)
    default: localTimeText(moment, now: now)
    }
  }
  /// Returns the local date and time of a moment as text, such as "2026-11-24 09:00".
  package func dateAndTimeText(_ moment: Timestamp) -> SafeText {
    let date = localDate(moment)
    return SafeText(sanitizing: "\(date.isoDay) \(date.clock)")
  }

  private func dateTextOmittingCurrentYear(of moment: Timestamp, now: Timestamp) -> SafeText {
    let date = localDate(moment)
    let (month, day) = (monthName(date.month), date.day)
    guard date.year != localDate(now).year else {
      return say("{month} {day}", ["month": month, "day": day])
    }
    return say("{month} {day}, {year}", ["month": month, "day": day, "year": date.year])
  }

  private func monthName(_ month: Int) -> SafeText {
    switch month {
    case 1: say("Jan")
    case 2: say("Feb")
    case 3: say("Mar")
    case 4: say("Apr")
    case 5: say("May")
    case 6: say("Jun")
    case 7: say("Jul")
    case 8: say("Aug")
    case 9: say("Sep")
    case 10: say("Oct")
    case 11: say("Nov")
    default: say("Dec")
    }
  }
}
