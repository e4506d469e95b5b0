import FeedDomain
import Glibc
import Threads

/// The real clock and the system's dice.
struct SystemWorld: World {
  private let loop: MainLoop

  /// A world whose waiting is done by that loop.
  init(loop: MainLoop) { self.loop = loop }

  var now: Timestamp {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return Timestamp(milliseconds: Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000)
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

  func random() -> Double { Double.random(in: 0..<1) }
}
