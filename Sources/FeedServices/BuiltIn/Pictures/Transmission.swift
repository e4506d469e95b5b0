internal import FeedDomain

/// Bytes on their way over a simulated line, a part at a time.
struct Transmission {
  /// How many bytes pass in a second.
  private static let pace = 2 << 20
  private static let part = 64 << 10

  let line: SimulatedLine

  /// Takes as long as so many bytes would, and tells how far it is.
  func pass(_ count: Int, _ progress: @Sendable (Transfer) -> Void) async throws(FeedError) {
    guard line.host.settings.latency > .zero else {
      return progress(Transfer(received: count, expected: count))
    }
    for start in stride(from: 0, to: count, by: Self.part) {
      let end = min(count, start + Self.part)
      try await line.pass(.seconds(1) * (Double(end - start) / Double(Self.pace)))
      progress(Transfer(received: end, expected: count))
    }
  }
}
