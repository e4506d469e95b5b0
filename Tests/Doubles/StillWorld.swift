package import FeedDomain

/// A clock that stands still, where waiting takes no time, and dice that always fall the same.
package struct StillWorld: World {
  package var now: Timestamp

  package init(now: Timestamp = Timestamp(milliseconds: 1_700_000_000_000)) { self.now = now }

  package func sleep(for duration: Duration) async throws(CancellationError) {}
  package func randomKey() -> String { "key" }
  package func randomFraction() -> Double { 0.5 }
}
