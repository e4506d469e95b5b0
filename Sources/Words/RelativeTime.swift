internal import FeedDomain
internal import Groundwork

/// How long ago something was, in as few characters as a row of posts has room for.
struct RelativeTime {
  /// The age from which a date is shown, and no longer a count.
  static let datesFrom = Duration.seconds(604_800)

  private let wording: Wording
  private let zone: any LocalTime

  init(wording: Wording, zone: any LocalTime) {
    self.wording = wording
    self.zone = zone
  }

  /// "now", "3m", "2h", "4d", then the date as on the wall: "Mar 4", "Mar 4, 2024".
  ///
  /// A moment up to a minute ahead of our clock is now: clocks differ.
  func text(of moment: Timestamp, now: Timestamp) -> String {
    let seconds = now.since(moment).components.seconds
    switch seconds {
    case -60..<60: return wording.text("now")
    case 60..<3_600: return wording.text("{minutes}m", ["minutes": String(seconds / 60)])
    case 3_600..<86_400: return wording.text("{hours}h", ["hours": String(seconds / 3_600)])
    case 86_400..<604_800: return wording.text("{days}d", ["days": String(seconds / 86_400)])
    default: return date(of: moment, now: now)
    }
  }
}

extension RelativeTime {
  private func date(of moment: Timestamp, now: Timestamp) -> String {
    let date = onTheWall(moment)
    let (month, day) = (monthName(date.month), String(date.day))
    guard date.year != onTheWall(now).year else {
      return wording.text("{month} {day}", ["month": month, "day": day])
    }
    return wording.text(
      "{month} {day}, {year}", ["month": month, "day": day, "year": String(date.year)])
  }

  private func onTheWall(_ moment: Timestamp) -> CalendarDate {
    CalendarDate(seconds: Int(moment.milliseconds / 1_000) + zone.secondsEast(at: moment))
  }

  private func monthName(_ month: Int) -> String {
    switch month {
    case 1: wording.text("Jan")
    case 2: wording.text("Feb")
    case 3: wording.text("Mar")
    case 4: wording.text("Apr")
    case 5: wording.text("May")
    case 6: wording.text("Jun")
    case 7: wording.text("Jul")
    case 8: wording.text("Aug")
    case 9: wording.text("Sep")
    case 10: wording.text("Oct")
    case 11: wording.text("Nov")
    default: wording.text("Dec")
    }
  }
}
