internal import TerminalRig

/// A measurement of pressed keys, each answered by the program before the next key is pressed.
struct AnsweredKeys {
  /// A pressed key and the program's answer.
  struct Step {
    /// The time from the key to the last byte of the repaint; nil without an answer.
    let latency: Nanoseconds?
    let byteCount: Int64
    let picture: ScreenSnapshot
  }

  let steps: [Step]

  /// The milliseconds without output after which an answer is complete.
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

  /// Every second of the answered keys from the first on: those of one direction, if keys go to and
  /// fro.
  var firstOfEachPair: AnsweredKeys {
    AnsweredKeys(steps: steps.enumerated().filter { $0.offset.isMultiple(of: 2) }.map(\.element))
  }

  var latencies: Samples { Samples(steps.compactMap(\.latency)) }
  var byteCounts: Samples { Samples(steps.map(\.byteCount)) }
  var unanswered: Int { steps.count { $0.latency == nil } }
}

/// A measurement of two keys pressed in turn at a fixed pace, while the program also writes other
/// bytes. The answer to a key is a move of the selection. Output is only recorded while keys are
/// pressed, and drawn afterwards, so that drawing does not delay reading.
struct PacedKeys {
  /// A pressed key and the program's answer.
  struct Press {
    let at: Nanoseconds
    /// The time until the answer; nil if the next key came first.
    let latency: Nanoseconds?
  }

  let presses: [Press]
  /// All output of the program while the keys were pressed.
  let chunks: [Chunk]

  /// Presses the keys in turn, with a pause after each; records the output and computes the
  /// answers.
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
      // An answer may be written in several pieces; the last one completes it.
      let answer = answers.first { $0.mark != before && $0.mark == answers.last?.mark }
      return Press(at: pressedAt, latency: answer.map { $0.at - pressedAt })
    }
    self.chunks = chunks
  }
}

/// A mark of the selection's position: the cells at the left edge of the screen.
struct SelectionMark: Equatable {
  private let edge: [[ScreenCell]]

  init(of screen: VirtualScreen) {
    // The top and bottom lines are left out, since they change by themselves.
    edge = (1..<max(1, screen.size.rows - 2)).map { row in
      (0..<2).map { screen.cell(row: row, column: $0) }
    }
  }
}

/// A copy of all cells of a screen.
struct ScreenSnapshot: Equatable {
  let rows: [[ScreenCell]]

  init(of screen: VirtualScreen) {
    let size = screen.size
    rows = (0..<size.rows).map { row in
      (0..<size.columns).map { screen.cell(row: row, column: $0) }
    }
  }

  /// All rows of the screen but the top line, in which ages and spinners change by themselves.
  var body: ArraySlice<[ScreenCell]> { rows.dropFirst() }
  var text: String { rows.map { $0.map(\.text).joined() }.joined(separator: "\n") }
}

/// The processes of a measured program at one moment: the client, its supervisor and picture
/// decoders. The client is the one of two processes that uses more memory.
struct ProgramProcesses {
  /// The facts about the client process, which draws the screen.
  let client: ProcessFacts
  /// The facts about the supervisor process; nil without a supervisor.
  let supervisor: ProcessFacts?
  /// The facts about the picture decoder processes.
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
