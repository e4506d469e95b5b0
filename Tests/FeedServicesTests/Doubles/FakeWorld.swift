import FeedDomain
import Synchronization

/// A world whose clock moves when somebody sleeps, or when the test says so.
final class FakeWorld: World {
  private struct State {
    var now: Timestamp
    var slept: [Duration] = []
    var keys: UInt64 = 0
  }

  private let state: Mutex<State>
  private let keySeed: UInt64

  init(at milliseconds: Int64 = 1_790_000_000_000, keySeed: UInt64 = 0) {
    state = Mutex(State(now: Timestamp(milliseconds: milliseconds)))
    self.keySeed = keySeed
  }

  var now: Timestamp { state.withLock { $0.now } }
  var slept: [Duration] { state.withLock { $0.slept } }

  func sleep(for duration: Duration) throws(CancellationError) {
    if Task.isCancelled { throw CancellationError() }
    state.withLock {
      $0.now = $0.now.advanced(by: duration)
      $0.slept.append(duration)
    }
  }

  func randomKey() -> String {
    state.withLock {
      $0.keys += 1
      return "secret-token-\(keySeed)-\($0.keys)"
    }
  }

  func random() -> Double { 0.5 }

  func pass(_ duration: Duration) {
    state.withLock { $0.now = $0.now.advanced(by: duration) }
  }
}
