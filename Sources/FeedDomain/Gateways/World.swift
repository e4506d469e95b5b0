/// The clock and the dice, passed in so that a test can choose them.
public protocol World: WallClock {
  /// Waits.
  func sleep(for duration: Duration) async throws(CancellationError)
  /// A number that nobody can guess, for keys.
  func randomKey() -> String
  /// A key for what is written, which nobody can guess either: a `TimedKey` where the clock is a real
  /// one, made after every one before it.
  func orderedKey() -> String
  /// A random number from 0 up to 1, for jitter.
  func random() -> Double
}

extension World {
  /// Where no order is asked for, any key does.
  public func orderedKey() -> String { randomKey() }
}
