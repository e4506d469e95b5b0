import FeedDomain
import Glibc
import Threads

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
