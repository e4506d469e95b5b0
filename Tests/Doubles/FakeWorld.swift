package import FeedDomain
import Threads

/// A world with a clock that the test moves, keys that count up, and a constant random number.
package final class FakeWorld: World {
  /// The time at which the test's clock begins: noon on 4 March 2026.
  package static let noon = Timestamp(milliseconds: 1_772_625_600_000)

  private struct Sleeper {
    let id: Int
    let until: Timestamp
    let continuation: CheckedContinuation<Bool, Never>
  }

  private struct State {
    var now = FakeWorld.noon
    var keys = 0
    var sleepers: [Sleeper] = []
    var cancelled: Set<Int> = []
    var sleeps = 0
  }

  private let state = LockedValue(State())

  package init() {}

  package var now: Timestamp { state.withLock(\.now) }
  package func randomFraction() -> Double { 0.5 }
  package func randomKey() -> String {
    state.withLock {
      $0.keys += 1
      return "key-\($0.keys)"
    }
  }

  package func timeSortableKey() -> String { "ordered-" + randomKey() }

  /// The number of tasks that sleep until the clock is moved.
  package var sleeping: Int { state.withLock(\.sleepers.count) }
  /// The time on the test's clock at which the next sleeping task wakes; nil if none sleeps.
  package var nextWaking: Timestamp? { state.withLock { $0.sleepers.map(\.until).min() } }

  package func sleep(for duration: Duration) async throws(CancellationError) {
    let id = state.withLock {
      $0.sleeps += 1
      return $0.sleeps
    }
    let isWoken = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let answer: Bool? = state.withLock {
          if $0.cancelled.remove(id) != nil { return false }
          if duration <= .zero { return true }
          let until = $0.now.timeAdvanced(by: duration)
          $0.sleepers.append(Sleeper(id: id, until: until, continuation: continuation))
          return nil
        }
        if let answer { continuation.resume(returning: answer) }
      }
    } onCancel: {
      let sleeper = state.withLock { state -> Sleeper? in
        guard let place = state.sleepers.firstIndex(where: { $0.id == id }) else {
          state.cancelled.insert(id)
          return nil
        }
        return state.sleepers.remove(at: place)
      }
      sleeper?.continuation.resume(returning: false)
    }
    if !isWoken { throw CancellationError() }
  }

  /// Moves the test's clock forward, and wakes the tasks whose time has come.
  package func pass(_ duration: Duration) {
    let due = state.withLock { state in
      state.now = state.now.timeAdvanced(by: duration)
      let due = state.sleepers.filter { $0.until <= state.now }
      state.sleepers.removeAll { $0.until <= state.now }
      return due
    }
    for sleeper in due { sleeper.continuation.resume(returning: true) }
  }
}
