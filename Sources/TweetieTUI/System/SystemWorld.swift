import CSystem
import FeedDomain
import Glibc
import Groundwork
internal import Terminal
import Threads
import Words

/// A source of the system's time and of random numbers, as the program uses it outside of tests.
struct SystemWorld: World {
  private let loop: MainLoop
  /// The generator of unique keys that sort by time, shared by all copies of the source of time and
  /// random numbers.
  private let keys = LockedValue(TimedIdempotencyKeyGenerator(maker: UInt64.random(in: 0..<1024)))

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

  func timeSortableKey() -> String {
    keys.withLock { $0.takeNextTimedKey(at: microseconds) }.timedKeyText(ending: randomKey())
  }

  func randomFraction() -> Double { Double.random(in: 0..<1) }

  func calendarDay(of moment: Timestamp) -> CalendarDay {
    let east = SystemLocalTime().utcOffset(at: moment)
    let date = CalendarDateTime(seconds: Int(clamping: moment.milliseconds / 1000) + east)
    return CalendarDay(year: date.year, month: date.month, day: date.day)
  }

  func startOfDay(_ day: CalendarDay) -> Timestamp? {
    let date = CalendarDateTime(year: day.year, month: day.month, day: day.day)
    guard date.exists, (1...9999).contains(day.year) else { return nil }
    func dayStartWithUTCOffset(east: Int) -> Timestamp {
      Timestamp(milliseconds: Int64(date.seconds - east) * 1000)
    }
    // The offset to UTC depends on the moment, and is read for a near moment first.
    let near = SystemLocalTime().utcOffset(at: dayStartWithUTCOffset(east: 0))
    return dayStartWithUTCOffset(
      east: SystemLocalTime().utcOffset(at: dayStartWithUTCOffset(east: near)))
  }
}

/// A timer that fires once, and can be set again or cancelled.
@MainActor
final class OneShotTimer {
  private let loop: MainLoop
  private var number: Int?

  init(_ loop: MainLoop) { self.loop = loop }
  var isSet: Bool { number != nil }

  func setTimer(after delay: Duration, _ action: @escaping @MainActor () -> Void) {
    cancelTimer()
    number = loop.setTimer(delay) { [weak self] in
      self?.number = nil
      action()
    }
  }

  func cancelTimer() {
    if let number { loop.cancelTimer(number) }
    number = nil
  }
}

enum ProcessEnvironment {
  static func inheritedEnvironmentVariables() -> [String: String] {
    var variables: [String: String] = [:]
    guard var entry = csystem_environment() else { return variables }
    while let text = entry.pointee {
      let bytes = UnsafeRawBufferPointer(start: text, count: strlen(text))
      if let sign = bytes.firstIndex(of: UInt8(ascii: "=")) {
        let name = String(decoding: bytes[..<sign], as: UTF8.self)
        variables[name] = String(decoding: bytes[(sign + 1)...], as: UTF8.self)
      }
      entry += 1
    }
    return variables
  }
}

enum ProcessLocale {
  /// Sets the process's locale to that of the environment. If it is not installed and names UTF-8,
  /// C.UTF-8 takes its place.
  static func setLocale(from environment: [String: String]) {
    // Only the categories in use; each other one would be a file to open before the first frame.
    setlocale(LC_MESSAGES, "")
    guard setlocale(LC_CTYPE, "") == nil, isUTF8LocaleSet(environment) else { return }
    setUTF8Encoding()
  }

  /// Sets the process's character encoding to UTF-8, whatever the environment names; returns false
  /// if the system has no such locale.
  @discardableResult
  static func setUTF8Encoding() -> Bool {
    CharacterLocaleFromEnvironment.installedUTF8.map { setlocale(LC_CTYPE, $0) != nil } ?? false
  }

  /// Returns true if the locale in the environment names UTF-8, such as "de_DE.UTF-8".
  static func isUTF8LocaleSet(_ environment: [String: String]) -> Bool {
    CharacterLocaleFromEnvironment(environment: environment).asksForUTF8
  }
}

enum ExecutablePath {
  /// The path of the program's executable file; nil if the system does not report it.
  static var current: String? {
    guard let path = realpath("/proc/self/exe", nil) else { return nil }
    defer { free(path) }
    return String(cString: path)
  }
}

/// A file name of a run's crash report, chosen before the process forks, so that both processes
/// know the name.
struct NewCrashReportFileName {
  let name = "\(time(nil))-\(getpid()).txt"
}
