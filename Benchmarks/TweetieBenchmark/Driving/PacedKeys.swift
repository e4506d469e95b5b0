internal import TerminalRig

/// Two keys pressed in turn at a fixed pace, while other things are written.
///
/// The answer to a key is that the selection stands somewhere else. It is looked for when everything
/// was read, so that drawing takes no time from those who read.
struct PacedKeys {
  /// A key, and its answer.
  struct Press {
    let at: Nanoseconds
    /// How long it waited for its answer; nil where none came before the next key.
    let latency: Nanoseconds?
  }

  let presses: [Press]
  /// All that was written meanwhile.
  let chunks: [Chunk]

  /// Presses one key, then the other, and so on, leaving so much time to each.
  init(
    of driver: Driver, pressing keys: ([UInt8], [UInt8]), count: Int, every pause: Nanoseconds,
    reading: (_ moment: Nanoseconds) -> [Chunk]
  ) {
    let start = SelectionMark(of: driver.screen)
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
    presses = pressed.enumerated().map { index, pressedAt in
      let end = index + 1 < count ? pressed[index + 1] : .max
      let before = seen.last { $0.at <= pressedAt }?.mark ?? start
      let answers = seen.filter { $0.at > pressedAt && $0.at <= end }
      // The whole of it: where a repaint came in pieces, its last.
      let answer = answers.first { $0.mark != before && $0.mark == answers.last?.mark }
      return Press(at: pressedAt, latency: answer.map { $0.at - pressedAt })
    }
    self.chunks = chunks
  }
}
