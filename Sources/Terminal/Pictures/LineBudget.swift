/// How many bytes of pictures may be on the line at once.
///
/// Behind what has been written, a key's answer waits. So pictures go in slices, one at a time, each
/// between two questions. What passes between the two answers is what the slice took on the line:
/// neither the text that went ahead of it nor the way there and back counts. It says how large the
/// next slice may be; nothing else makes slices larger.
struct LineBudget {
  /// The first slice, and what the slowest line is given.
  static let smallest = 48
  /// What the fastest line is given.
  static let largest = 1 << 17
  /// A slice is no smaller where it still takes no longer than a key may have to wait: most of a
  /// smaller one would be what has to be said around it.
  private static let decent = 512
  /// How much larger than the last slice the next may be.
  private static let growth = 8
  /// What a key may have to wait for a slice, felt by nobody.
  private static let mostPatience = Duration.milliseconds(50)
  /// What it may have to wait where the terminal is near.
  private static let leastPatience = Duration.milliseconds(2)
  /// Answers that come so close to each other may have been written together, and tell nothing then.
  private static let together = Duration.milliseconds(1)
  /// When answers are taken for lost.
  private static let despair = Duration.seconds(5)

  private struct Sent {
    let count: Int
    let at: ContinuousClock.Instant
    /// When the first question was answered: all that was sent before the slice had arrived.
    var began: ContinuousClock.Instant?
  }

  /// The size of the next slice.
  private(set) var slice = LineBudget.smallest
  private var sent: Sent?
  /// The way there and back.
  private var delay: Duration?

  /// Whether nothing is on its way.
  func isFree(at now: ContinuousClock.Instant) -> Bool {
    sent.map { now - $0.at > Self.despair } ?? true
  }

  /// The slice as it is sent, between two questions; nothing where it is empty.
  mutating func send(_ bytes: [UInt8], at now: ContinuousClock.Instant) -> [UInt8] {
    guard !bytes.isEmpty else { return [] }
    // Where nobody answered, nothing is known any more.
    if sent != nil { slice = Self.smallest }
    sent = Sent(count: bytes.count, at: now)
    return TerminalQuery.status.utf8 + bytes + TerminalQuery.status.utf8
  }

  /// Learns that one of the questions was answered.
  mutating func answered(at now: ContinuousClock.Instant) {
    guard let sent else { return }
    let total = now - sent.at
    delay = min(delay ?? total, total)
    guard let began = sent.began else {
      self.sent?.began = now
      return
    }
    self.sent = nil
    let took = now - began
    let cost = took > Self.together ? took : max(took, total - (delay ?? .zero))
    learn(cost, of: sent.count)
  }

  /// What takes long is made shorter, and what did not longer, as far as that one proves it.
  private mutating func learn(_ cost: Duration, of count: Int) {
    let fitting = fitting(count, cost)
    if fitting < slice {
      // The short end of a picture tells little, unless it took too long by itself.
      guard count >= slice / 4 || cost > patience else { return }
      slice = max(Self.smallest, fitting)
    } else {
      slice = min(fitting, max(slice, count * Self.growth), Self.largest)
    }
  }

  /// How many bytes take no longer than they may, where so many took so long.
  private func fitting(_ count: Int, _ cost: Duration) -> Int {
    func fitting(_ patience: Duration) -> Int {
      guard cost > .zero else { return Self.largest }
      return Int(min(Double(count) * (patience / cost), Double(Self.largest)))
    }
    return max(fitting(patience), min(Self.decent, fitting(Self.mostPatience)))
  }

  /// Waiting for answers is a fifth of the time then, however far away the terminal is; what is
  /// nearer keeps keys waiting for less.
  private var patience: Duration {
    min(max((delay ?? .zero) * 4, Self.leastPatience), Self.mostPatience)
  }
}
