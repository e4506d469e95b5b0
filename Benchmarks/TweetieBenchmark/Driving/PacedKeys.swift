internal import TerminalRig

/// Two keys pressed in turn at a fixed pace, while other things are written.
///
/// The answer to a key is where the selection stands. It is looked for when everything was read,
/// so that drawing takes no time from those who read.
struct PacedKeys {
  /// How long each key waited for its answer; nil where none came before the next key.
  let latencies: [Nanoseconds?]
  /// All that was written meanwhile.
  let chunks: [Chunk]

  /// Presses one key, then the other, and so on, leaving so much time to each; the first two lead
  /// to where the marks are and are not counted.
  init(
    of driver: Driver, pressing keys: ([UInt8], [UInt8]), count: Int, every pause: Nanoseconds,
    marks: SelectionMarks,
    reading: (_ moment: Nanoseconds) -> [Chunk]
  ) {
    var pressed: [Nanoseconds] = []
    var chunks: [Chunk] = []
    var next = monotonicNow()
    for index in 0..<count {
      pressed.append(driver.type(index.isMultiple(of: 2) ? keys.0 : keys.1))
      next += pause
      chunks += reading(next)
    }
    var seen: [(at: Nanoseconds, mark: SelectionMark)] = []
    for chunk in chunks {
      driver.draw([chunk])
      seen.append((chunk.readAt, SelectionMark(of: driver.screen)))
    }
    latencies = pressed.enumerated().dropFirst(2).map { index, pressedAt in
      let wanted = index.isMultiple(of: 2) ? marks.first : marks.second
      let end = index + 1 < count ? pressed[index + 1] : .max
      let answer = seen.first { $0.at > pressedAt && $0.at <= end && $0.mark == wanted }
      return answer.map { $0.at - pressedAt }
    }
    self.chunks = chunks
  }
}
