/// How many bytes of pictures may be on the line at once.
///
/// Behind what has been written, a key's answer waits. So pictures go in slices, each followed by a
/// question; the answer is the receipt that the slice has arrived, however many buffers lie between,
/// and how long it took says how large the next one may be.
struct LineBudget {
  private static let smallest = 512
  private static let largest = 1 << 18
  /// What a slice may take longer than the quickest one did; a key that waits a tenth of a second
  /// is felt, and its own answer needs a part of that.
  private static let patience = Duration.milliseconds(64)
  /// When a receipt is taken for lost.
  private static let despair = Duration.seconds(2)

  /// The size of the next slice.
  private(set) var slice = LineBudget.smallest
  private var sent: (at: ContinuousClock.Instant, count: Int)?
  private var quickest: (duration: Duration, count: Int)?

  /// Whether nothing is on its way.
  var isFree: Bool { sent.map { ContinuousClock.now - $0.at > Self.despair } ?? true }

  /// The question to send after so many bytes; none after none.
  mutating func receipt(for count: Int) -> [UInt8] {
    guard count > 0 else { return [] }
    sent = (.now, count)
    return Array(TerminalQuery.status.utf8)
  }

  /// Learns how long the last slice took.
  mutating func received() {
    guard let sent else { return }
    self.sent = nil
    learn(ContinuousClock.now - sent.at, for: sent.count)
  }

  /// The next slice is smaller after one that took too long, and larger where that one will not.
  mutating func learn(_ duration: Duration, for count: Int) {
    var quickest = self.quickest ?? (duration, count)
    if duration < quickest.duration { quickest = (duration, count) }
    self.quickest = quickest
    let most = quickest.duration + Self.patience
    guard duration <= most else {
      // One that took far too long tells how much would not have.
      let share = Self.patience / (duration - quickest.duration)
      slice = max(min(slice / 2, Int(Double(count) * share)), Self.smallest)
      return
    }
    let larger = min(slice * 2, Self.largest)
    // What took longer than the quickest took it for its bytes, of which there would be more. Two
    // slices of about the same size tell little of that, and their jitter is not to be multiplied.
    let share = Double(max(0, larger - count)) / Double(max(count - quickest.count, count / 2, 1))
    if duration + (duration - quickest.duration) * share <= most { slice = larger }
  }
}
