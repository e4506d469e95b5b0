import FeedDomain

/// How many bytes of pictures a slow line may be given, a little more with every moment.
struct LineBudget {
  /// How many bytes a minute brings; at most as many are saved up.
  let perMinute: Int
  private var saved: Double
  private var at: Timestamp

  /// A budget that begins with a minute's worth.
  init(perMinute: Int, now: Timestamp) {
    self.perMinute = max(1, perMinute)
    saved = Double(self.perMinute)
    at = now
  }

  /// How long until there are so many bytes besides those that will be spent anyway; zero where
  /// they are there.
  ///
  /// What costs more than a minute brings waits for a full minute's worth.
  mutating func delay(until bytes: Int, besides reserved: Int = 0, now: Timestamp) -> Duration {
    collect(now)
    let missing = min(Double(bytes), Double(perMinute)) + Double(reserved) - saved
    guard missing > 0 else { return .zero }
    return .milliseconds(Int64((missing / Double(perMinute) * 60_000).rounded(.up)))
  }

  /// Spends bytes, which may be more than there are: that is waited for afterwards.
  mutating func spend(_ bytes: Int, now: Timestamp) {
    collect(now)
    saved -= Double(bytes)
  }

  private mutating func collect(_ now: Timestamp) {
    let passed = Double(max(0, now.since(at).wholeMilliseconds))
    saved = min(Double(perMinute), saved + passed * Double(perMinute) / 60_000)
    at = now
  }
}
