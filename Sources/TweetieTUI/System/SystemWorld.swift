import FeedDomain
import Glibc
import Groundwork
import Threads
import Words

/// The real clock and the system's dice.
struct SystemWorld: World {
  private let loop: MainLoop
  /// The same for all copies: what one has made, no other makes again.
  private let keys = Guarded(TimedKeys(maker: UInt64.random(in: 0..<1024)))

  /// A world whose waiting is done by that loop.
  init(loop: MainLoop) { self.loop = loop }

  var now: Timestamp { Timestamp(milliseconds: Int64(microseconds / 1000)) }

  private var microseconds: UInt64 {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return UInt64(max(0, time.tv_sec)) * 1_000_000 + UInt64(time.tv_nsec) / 1000
  }

  func sleep(for duration: Duration) async throws(CancellationError) {
    try await loop.sleep(for: duration)
  }

  func randomKey() -> String {
    var dice = SystemRandomNumberGenerator()
    return (0..<2).map { _ in
      let digits = String(dice.next() as UInt64, radix: 36)
      return String(repeating: "0", count: 13 - digits.count) + digits
    }.joined()
  }

  func orderedKey() -> String {
    keys.withLock { $0.next(at: microseconds) }.text(ending: randomKey())
  }

  func random() -> Double { Double.random(in: 0..<1) }
}

extension SystemWorld {
  func day(of moment: Timestamp) -> CalendarDay {
    let east = SystemLocalTime().secondsEast(at: moment)
    let date = CalendarDate(seconds: Int(clamping: moment.milliseconds / 1000) + east)
    return CalendarDay(year: date.year, month: date.month, day: date.day)
  }

  func beginning(of day: CalendarDay) -> Timestamp? {
    let date = CalendarDate(year: day.year, month: day.month, day: day.day)
    guard date.exists, (1...9999).contains(day.year) else { return nil }
    func moment(east: Int) -> Timestamp {
      Timestamp(milliseconds: Int64(date.seconds - east) * 1000)
    }
    // How far from Greenwich the clocks are is told of a moment: first of one near enough.
    let near = SystemLocalTime().secondsEast(at: moment(east: 0))
    return moment(east: SystemLocalTime().secondsEast(at: moment(east: near)))
  }
}
