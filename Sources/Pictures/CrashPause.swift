/// How long to wait before starting another decoder, after several have crashed in a row.
///
/// A hostile picture now and then does not hold up the others, but a decoder that cannot work at
/// all is not started hundreds of times a second.
struct CrashPause {
  private static let tolerated = 3
  private static let mostDoublings = 6

  private let first: Duration
  private var crashes = 0
  private(set) var end: ContinuousClock.Instant?

  init(first: Duration) { self.first = first }

  /// Takes note of what became of a picture, and when.
  mutating func note(_ answer: DecodingJob.Answer, at now: ContinuousClock.Instant) {
    guard case .failure(let refusal) = answer, refusal != .cancelled else {
      if case .success = answer { crashes = 0 }
      return
    }
    crashes = refusal.isDecodersOwn ? crashes + 1 : 0
    guard crashes > Self.tolerated else { return }
    end = now + first * (1 << min(crashes - Self.tolerated - 1, Self.mostDoublings))
  }
}
