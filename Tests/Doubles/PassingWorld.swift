package import FeedDomain
import Threads

/// A world whose clock moves when a task sleeps, or when the test moves it.
package final class PassingWorld: World {
  private struct State {
    var now: Timestamp
    var slept: [Duration] = []
    var keys: UInt64 = 0
  }

  private let state: LockedValue<State>
  private let keySeed: UInt64

  package init(at milliseconds: Int64 = 1_790_000_000_000, keySeed: UInt64 = 0) {
    state = LockedValue(State(now: Timestamp(milliseconds: milliseconds)))
    self.keySeed = keySeed
  }

  package var now: Timestamp { state.withLock { $0.now } }
  package var slept: [Duration] { state.withLock { $0.slept } }

  package func sleep(for duration: Duration) throws(CancellationError) {
    if Task.isCancelled { throw CancellationError() }
    state.withLock {
      $0.now = $0.now.timeAdvanced(by: duration)
      $0.slept.append(duration)
    }
  }

  package func randomKey() -> String {
    state.withLock {
      $0.keys += 1
      return "secret-token-\(keySeed)-\($0.keys)"
    }
  }

  package func randomFraction() -> Double { 0.5 }

  package func pass(_ duration: Duration) {
    state.withLock { $0.now = $0.now.timeAdvanced(by: duration) }
  }
}
