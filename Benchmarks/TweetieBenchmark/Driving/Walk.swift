internal import TerminalRig

/// Keys pressed one after the other, each answered before the next is pressed.
struct Walk {
  /// One key and its answer.
  struct Step {
    /// From the key to the last byte of the repaint; nothing when there was no answer.
    let latency: Nanoseconds?
    let byteCount: Int64
    let picture: Picture
  }

  let steps: [Step]

  /// An answer is over when the program has been quiet for so many milliseconds.
  static let quiet: Int32 = 12

  init(of driver: Driver, pressing keys: some Sequence<[UInt8]>) {
    steps = keys.map { key in
      let pressedAt = driver.type(key)
      let chunks = driver.read(untilQuietFor: Self.quiet, first: 400)
      driver.draw(chunks)
      return Step(
        latency: chunks.last.map { $0.readAt - pressedAt }, byteCount: chunks.byteCount,
        picture: Picture(of: driver.screen))
    }
  }

  init(steps: [Step]) { self.steps = steps }

  /// Every second step, beginning with the first: the one direction of a walk to and fro.
  var firstOfEachPair: Walk {
    Walk(steps: steps.enumerated().filter { $0.offset.isMultiple(of: 2) }.map(\.element))
  }

  var latencies: Samples { Samples(steps.compactMap(\.latency)) }
  var byteCounts: Samples { Samples(steps.map(\.byteCount)) }
  var unanswered: Int { steps.count { $0.latency == nil } }
}
