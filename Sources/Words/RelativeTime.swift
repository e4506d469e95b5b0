internal import FeedDomain
internal import Groundwork
internal import Terminal

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
  func text(of moment: Timestamp, now: Timestamp) -> SafeText {
    let seconds = now.since(moment).components.seconds
    switch seconds {
    case -60..<60: return wording.say("now")
    case 60..<3_600: return wording.say("{minutes}m", ["minutes": seconds / 60])
    case 3_600..<86_400: return wording.say("{hours}h", ["hours": seconds / 3_600])
    case 86_400..<604_800: return wording.say("{days}d", ["days": seconds / 86_400])
    default: return date(of: moment, now: now)
    }
  }

  /// "14:03" today, "Mar 4 14:03" in the same year, and the date alone before that.
  func wallText(of moment: Timestamp, now: Timestamp) -> SafeText {
    let (then, today) = (onTheWall(moment), onTheWall(now))
    let clock = SafeText(sanitizing: then.clock)
    if then.isoDay == today.isoDay { return clock }
    return date(of: moment, now: now) + (then.year == today.year ? " " + clock : "")
  }
}

extension RelativeTime {
  private func date(of moment: Timestamp, now: Timestamp) -> SafeText {
    let date = onTheWall(moment)
    let (month, day) = (monthName(date.month), date.day)
    guard date.year != onTheWall(now).year else {
      return wording.say("{month} {day}", ["month": month, "day": day])
    }
    return wording.say("{month} {day}, {year}", ["month": month, "day": day, "year": date.year])
  }

  private func onTheWall(_ moment: Timestamp) -> CalendarDate {
    CalendarDate(seconds: Int(moment.milliseconds / 1_000) + zone.secondsEast(at: moment))
  }

  private func monthName(_ month: Int) -> SafeText {
    switch month {
    case 1: wording.say("Jan")
    case 2: wording.say("Feb")
    case 3: wording.say("Mar")
    case 4: wording.say("Apr")
    case 5: wording.say("May")
    case 6: wording.say("Jun")
    case 7: wording.say("Jul")
    case 8: wording.say("Aug")
    case 9: wording.say("Sep")
    case 10: wording.say("Oct")
    case 11: wording.say("Nov")
    default: wording.say("Dec")
    }
  }
}
