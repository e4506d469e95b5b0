/// How many bytes of pictures may be on the line at once.
///
/// Behind what has been written, a key's answer waits. So pictures go in slices, each followed by a
/// question; the answer is the receipt that the slice has arrived, however many buffers lie between,
/// and how long it took says how large the next one may be.
struct LineBudget {
  private static let smallest = 1024
  private static let largest = 1 << 18
  /// What a slice may take longer than the quickest one did.
  private static let patience = Duration.milliseconds(40)
  /// When a receipt is taken for lost.
  private static let despair = Duration.seconds(2)

  /// The size of the next slice.
  private(set) var slice = LineBudget.smallest
  private var sent: ContinuousClock.Instant?
  private var quickest: Duration?

  /// Whether nothing is on its way.
  var isFree: Bool { sent.map { ContinuousClock.now - $0 > Self.despair } ?? true }

  /// The question to send after so many bytes; none after none.
  mutating func receipt(for count: Int) -> [UInt8] {
    guard count > 0 else { return [] }
    sent = .now
    return Array(TerminalQuery.status.utf8)
  }

  /// Learns how long the last slice took.
  mutating func received() {
    guard let sent else { return }
    self.sent = nil
    learn(ContinuousClock.now - sent)
  }

  /// The next slice is larger after one that went quickly, else smaller.
  mutating func learn(_ duration: Duration) {
    let quickest = min(quickest ?? duration, duration)
    self.quickest = quickest
    let wasQuick = duration <= quickest + Self.patience
    slice = wasQuick ? min(slice * 2, Self.largest) : max(slice / 2, Self.smallest)
  }
}
