import FeedDomain
import Synchronization

/// A clock that a test moves by hand, and dice that always fall the same.
final class FakeWorld: World {
  private struct Sleeper {
    let id: Int
    let until: Timestamp
    let continuation: CheckedContinuation<Bool, Never>
  }

  private struct State {
    var now = Timestamp(milliseconds: 1_800_000_000_000)
    var keys = 0
    var sleepers: [Sleeper] = []
    var cancelled: Set<Int> = []
    var sleeps = 0
  }

  private let state = Mutex(State())

  var now: Timestamp { state.withLock(\.now) }
  func random() -> Double { 0.5 }
  func randomKey() -> String {
    state.withLock {
      $0.keys += 1
      return "key-\($0.keys)"
    }
  }

  func orderedKey() -> String { "ordered-" + randomKey() }

  /// How many wait for the clock.
  var sleeping: Int { state.withLock(\.sleepers.count) }
  /// When the next one wakes.
  var nextWaking: Timestamp? { state.withLock { $0.sleepers.map(\.until).min() } }

  func sleep(for duration: Duration) async throws(CancellationError) {
    let id = state.withLock {
      $0.sleeps += 1
      return $0.sleeps
    }
    let isWoken = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let answer: Bool? = state.withLock {
          if $0.cancelled.remove(id) != nil { return false }
          if duration <= .zero { return true }
          let until = $0.now.advanced(by: duration)
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

  /// Moves the clock and wakes who is due.
  func pass(_ duration: Duration) {
    let due = state.withLock { state in
      state.now = state.now.advanced(by: duration)
      let due = state.sleepers.filter { $0.until <= state.now }
      state.sleepers.removeAll { $0.until <= state.now }
      return due
    }
    for sleeper in due { sleeper.continuation.resume(returning: true) }
  }
}

/// Lets everything that can go on do so, until the condition holds.
///
/// Gives up after very many turns, so that a test that cannot succeed ends; no clock is looked at.
@MainActor func eventually(_ condition: @MainActor () async -> Bool) async -> Bool {
  for _ in 0..<1_000_000 {
    if await condition() { return true }
    await Task.yield()
  }
  return false
}

/// A log that forgets.
struct NoLog: Log {
  func note(_ channel: LogChannel, _ level: LogLevel, _ fact: @autoclosure () -> String) {}
  func conceal(_ secret: Secret) {}
  func forget() {}
}
