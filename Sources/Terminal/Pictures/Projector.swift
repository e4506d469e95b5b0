/// Which frame of each picture that moves is to be seen now.
///
/// A frame waits until the terminal can show it at once, and the one before it stays as long: a slow
/// line shows fewer frames, and never half of one.
@MainActor struct Projector {
  private struct Run {
    /// The number of the frame that is seen; nil for the still picture.
    var frame: Int?
    /// When the next is to be seen.
    var end: ContinuousClock.Instant
  }

  /// How soon a frame that was not ready is looked for again.
  private static let patience = Duration.milliseconds(50)

  private var runs: [Motion: Run] = [:]

  /// When something is to be seen that is not yet; nil where nothing moves.
  var next: ContinuousClock.Instant? { runs.values.map(\.end).min() }

  /// Takes away all but what moves now; what comes anew begins with its first frame.
  mutating func show(_ motions: Set<Motion>, at now: ContinuousClock.Instant) {
    guard !runs.isEmpty || !motions.isEmpty else { return }
    runs = runs.filter { motions.contains($0.key) }
    for motion in motions where runs[motion] == nil { runs[motion] = Run(frame: nil, end: now) }
  }

  /// What is seen now of a motion; nil for the still picture. Goes on where it is time and the frame
  /// is ready.
  mutating func picture(
    of motion: Motion, at now: ContinuousClock.Instant, isReady: (Picture) -> Bool
  ) -> Picture? {
    guard var run = runs[motion] else { return nil }
    if run.end <= now {
      let next = run.frame.map { ($0 + 1) % motion.frames.count } ?? 0
      if isReady(motion.frames[next].picture) {
        // Late is late: nobody wants to see the frames faster to make up for it.
        run = Run(
          frame: next, end: max(run.end, now - Self.patience) + motion.frames[next].duration)
        if run.end <= now { run.end = now + Self.patience }
      } else {
        run.end = now + Self.patience
      }
      runs[motion] = run
    }
    return run.frame.map { motion.frames[$0].picture }
  }

  /// The frame that comes after the one that is seen.
  func following(_ motion: Motion) -> Picture? {
    guard let run = runs[motion] else { return nil }
    return motion.frames[((run.frame ?? -1) + 1) % motion.frames.count].picture
  }
}
