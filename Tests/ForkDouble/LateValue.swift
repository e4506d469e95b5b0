import Glibc
import Threads

/// A value that two threads ask for at once, and that is made when it is first asked for.
enum LateValue {
  /// Ready only once the other thread asks for it too, and has to wait.
  static let value: Int = {
    DetachedThread.startThread(named: "other") {
      asking.withLock { $0 = ownPath }
      _ = value
      answered.withLock { $0 = true }
    }
    // It sleeps in the lock before long; where it cannot, it goes on asking.
    var tries = 0
    while !isOtherAsleep, tries < 100_000 {
      tries += 1
      sched_yield()
    }
    return 42
  }()

  /// Where the system tells of the other thread, once that asks.
  private static let asking = LockedValue("")
  /// Whether the other has had an answer.
  static let answered = LockedValue(false)

  /// Where the system tells of the calling thread.
  private static var ownPath: String {
    var path = [CChar](repeating: 0, count: 64)
    let count = readlink("/proc/thread-self", &path, path.count)
    let bytes = path.prefix(max(0, count)).map { UInt8(bitPattern: $0) }
    return "/proc/" + String(decoding: bytes, as: UTF8.self)
  }

  private static var isOtherAsleep: Bool {
    let path = asking.withLock { $0 }
    guard !path.isEmpty, let file = fopen(path + "/stat", "r") else { return false }
    defer { fclose(file) }
    var line = [CChar](repeating: 0, count: 64)
    guard fgets(&line, CInt(line.count), file) != nil else { return false }
    return strstr(line, ") S ") != nil
  }
}
