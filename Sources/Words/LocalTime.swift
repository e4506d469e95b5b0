package import FeedDomain
internal import Glibc

/// How far the clocks on the wall are from Greenwich.
package protocol LocalTime: Sendable {
  /// Seconds to add to Greenwich's time at that moment, summer time included.
  func secondsEast(at moment: Timestamp) -> Int
}

/// The time zone of the process, as `TZ` and `/etc/localtime` tell it.
package struct SystemLocalTime: LocalTime {
  package init() {}

  package func secondsEast(at moment: Timestamp) -> Int {
    var seconds = time_t(moment.milliseconds / 1_000)
    var parts = tm()
    // Years beyond what `tm` holds have no local time; Greenwich's is as good as any.
    return localtime_r(&seconds, &parts) == nil ? 0 : parts.tm_gmtoff
  }
}

/// The time at Greenwich, the same for everybody.
package struct GreenwichTime: LocalTime {
  package func secondsEast(at moment: Timestamp) -> Int { 0 }
}
