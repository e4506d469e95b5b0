internal import FeedDomain

/// A world in which it is always the same moment, for what is only put down in files.
struct StandingWorld: World {
  let now: Timestamp

  func sleep(for duration: Duration) async throws(CancellationError) {}
  func randomKey() -> String { "bench" }
  func random() -> Double { 0.5 }
}
