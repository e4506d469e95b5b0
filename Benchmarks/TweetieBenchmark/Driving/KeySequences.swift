internal import TerminalRig

/// Keys pressed one after the other, each answered before the next is pressed.
struct AnsweredKeys {
  /// A key with its answer.
  struct Step {
    /// The time from the key to the last byte of the repaint; nil without an answer.
    let latency: Nanoseconds?
    let byteCount: Int64
    let picture: ScreenSnapshot
  }

  let steps: [Step]

  /// The milliseconds of silence after which an answer is complete.
  static let quiet: Int32 = 12

  init(of driver: TerminalDriver, pressing keys: some Sequence<[UInt8]>) {
    steps = keys.map { key in
      let pressedAt = driver.type(key)
      let chunks = driver.read(untilQuietFor: Self.quiet, first: 400)
      driver.draw(chunks)
      return Step(
        latency: chunks.last.map { $0.readAt - pressedAt }, byteCount: chunks.byteCount,
        picture: ScreenSnapshot(of: driver.screen))
    }
  }

  init(steps: [Step]) { self.steps = steps }

  /// Every second step, beginning with the first: one direction of keys that move to and fro.
  var firstOfEachPair: AnsweredKeys {
    AnsweredKeys(steps: steps.enumerated().filter { $0.offset.isMultiple(of: 2) }.map(\.element))
  }

  var latencies: Samples { Samples(steps.compactMap(\.latency)) }
  var byteCounts: Samples { Samples(steps.map(\.byteCount)) }
  var unanswered: Int { steps.count { $0.latency == nil } }
}

/// Two keys pressed in turn at a fixed pace, while other bytes are written.
///
/// The answer to a key is that the selection moves. Answers are looked for after reading, so that
/// drawing takes no time from reading.
struct PacedKeys {
  /// A pressed key, with its answer.
  struct Press {
    let at: Nanoseconds
    /// The time until the answer; nil without one before the next key.
    let latency: Nanoseconds?
  }

  let presses: [Press]
  /// All output meanwhile.
  let chunks: [Chunk]

  /// Presses the keys in turn, with a pause after each.
  init(
    of driver: TerminalDriver, pressing keys: ([UInt8], [UInt8]), count: Int,
    every pause: Nanoseconds,
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
      // The complete answer: the last piece of a repaint that came in pieces.
      let answer = answers.first { $0.mark != before && $0.mark == answers.last?.mark }
      return Press(at: pressedAt, latency: answer.map { $0.at - pressedAt })
    }
    self.chunks = chunks
  }
}

/// The position of the selection, by the left edge of the screen.
struct SelectionMark: Equatable {
  private let edge: [[ScreenCell]]

  init(of screen: VirtualScreen) {
    // The top and bottom lines change by themselves.
    edge = (1..<max(1, screen.size.rows - 2)).map { row in
      (0..<2).map { screen.cell(row: row, column: $0) }
    }
  }
}

/// All cells of a screen at one moment.
struct ScreenSnapshot: Equatable {
  let rows: [[ScreenCell]]

  init(of screen: VirtualScreen) {
    let size = screen.size
    rows = (0..<size.rows).map { row in
      (0..<size.columns).map { screen.cell(row: row, column: $0) }
    }
  }

  /// All rows but the top line, in which ages and spinners change by themselves.
  var body: ArraySlice<[ScreenCell]> { rows.dropFirst() }
  var text: String { rows.map { $0.map(\.text).joined() }.joined(separator: "\n") }
}

/// The processes of a program under test at one moment.
///
/// Of the two forked ones the client has more memory: the supervisor only waits.
struct ProgramProcesses {
  /// The process that draws.
  let client: ProcessFacts
  /// The supervisor; nil without one.
  let supervisor: ProcessFacts?
  /// The processes that decode pictures at the moment.
  let decoders: [ProcessFacts]

  init(startedAs pid: Int32) {
    let started = ProcessFacts(pid: pid)
    let all = [started] + started.descendants
    decoders = all.filter { $0.name == "tweetie-picture" }
    let own = all.filter { $0.name != "tweetie-picture" }
      .sorted { $0.residentKilobytes > $1.residentKilobytes }
    client = own.first ?? started
    supervisor = own.dropFirst().first
  }
}
