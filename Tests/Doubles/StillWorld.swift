package import FeedDomain

/// A world whose clock stands still, in which sleeping takes no time, with a constant random
/// number.
package struct StillWorld: World {
  package var now: Timestamp

  package init(now: Timestamp = Timestamp(milliseconds: 1_700_000_000_000)) { self.now = now }

  package func sleep(for duration: Duration) async throws(CancellationError) {}
  package func randomKey() -> String { "key" }
  package func randomFraction() -> Double { 0.5 }
}
