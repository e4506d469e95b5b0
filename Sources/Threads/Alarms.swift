/// Timers of the main loop.
@MainActor struct Alarms {
  private struct Alarm {
    let number: Int
    let moment: ContinuousClock.Instant
    let handler: @MainActor () -> Void
  }

  /// Sorted by time, the earliest last.
  private var alarms: [Alarm] = []
  private var lastNumber = 0

  nonisolated init() {}

  /// Sets a timer, and returns its number for `cancel`.
  mutating func set(
    at moment: ContinuousClock.Instant, _ handler: @escaping @MainActor () -> Void
  ) -> Int {
    lastNumber += 1
    let place = alarms.firstIndex { $0.moment <= moment } ?? alarms.endIndex
    alarms.insert(Alarm(number: lastNumber, moment: moment, handler: handler), at: place)
    return lastNumber
  }

  mutating func cancel(_ number: Int) { alarms.removeAll { $0.number == number } }

  /// Returns the timeout for `poll` in milliseconds, rounded up; -1 without timers.
  func millisecondsToNext() -> Int32 {
    guard let next = alarms.last?.moment else { return -1 }
    let left = ContinuousClock.now.duration(to: next)
    guard left > .zero else { return 0 }
    let (seconds, attoseconds) = left.components
    let milliseconds = min(seconds, 86_400) * 1000 + attoseconds / 1_000_000_000_000_000 + 1
    return Int32(milliseconds)
  }

  /// Removes and returns the handlers that are due, the earliest first.
  mutating func due() -> [@MainActor () -> Void] {
    guard !alarms.isEmpty else { return [] }
    let now = ContinuousClock.now
    var handlers: [@MainActor () -> Void] = []
    while let last = alarms.last, last.moment <= now {
      handlers.append(last.handler)
      alarms.removeLast()
    }
    return handlers
  }
}
