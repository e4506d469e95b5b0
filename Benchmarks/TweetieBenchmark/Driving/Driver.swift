internal import Glibc
internal import TerminalRig

/// A program in a pseudo-terminal, driven by keys, with every piece of output timed.
///
/// Bytes are only read while time is taken; what they look like is found out afterwards.
final class Driver {
  let spawnedAt: Nanoseconds
  let pid: Int32
  let screen: VirtualScreen
  private let terminal: PseudoTerminal
  private let program: SpawnedProgram
  private var answers: QueryAnswers

  init(
    _ command: Command, size: WindowSize, home: TemporaryHome,
    terminal kind: TerminalKind = .symbols
  ) throws {
    answers = QueryAnswers(of: kind)
    terminal = try PseudoTerminal(size: size)
    screen = VirtualScreen(size: size)
    spawnedAt = monotonicNow()
    program = try SpawnedProgram(
      executable: command.executable, arguments: [command.executable] + command.arguments,
      environment: home.environment, terminal: terminal)
    pid = program.pid
  }

  /// Types, and returns the moment right before.
  @discardableResult func type(_ keys: [UInt8]) -> Nanoseconds {
    let now = monotonicNow()
    _ = terminal.write(keys)
    return now
  }

  /// Types more than the line holds, as fast as it is taken, and reads meanwhile.
  func type(all keys: [UInt8]) -> [Chunk] {
    var chunks: [Chunk] = []
    var rest = keys[...]
    while !rest.isEmpty {
      let count = terminal.write(rest.prefix(4096))
      rest = rest.dropFirst(count)
      // Where the line is full, it is waited for a moment: the program needs the processor.
      if case .bytes(let bytes) = terminal.read(within: count == 0 ? 1 : 0) {
        chunks.append(note(bytes))
      }
    }
    return chunks
  }

  /// Changes the size of the terminal and its screen, and returns the moment right before.
  func resize(to size: WindowSize) -> Nanoseconds {
    screen.resize(to: size)
    let now = monotonicNow()
    terminal.resize(to: size)
    return now
  }

  /// Reads until nothing has come for so many milliseconds, waiting longer for the first.
  func read(untilQuietFor quiet: Int32, first: Int32? = nil) -> [Chunk] {
    var chunks: [Chunk] = []
    while case .bytes(let bytes) = terminal.read(within: chunks.isEmpty ? first ?? quiet : quiet) {
      chunks.append(note(bytes))
    }
    return chunks
  }

  /// Reads whatever comes until that moment.
  func read(until moment: Nanoseconds) -> [Chunk] {
    var chunks: [Chunk] = []
    while case let rest = moment - monotonicNow(), rest > 0 {
      let reading = terminal.read(within: Int32(rest / 1_000_000))
      if case .bytes(let bytes) = reading { chunks.append(note(bytes)) }
      if reading == .ended { break }
    }
    return chunks
  }

  /// Reads as a line does that takes so many bytes a second, until that moment.
  func read(until moment: Nanoseconds, bytesPerSecond: Int) -> [Chunk] {
    let step: Nanoseconds = 10_000_000
    var chunks: [Chunk] = []
    var next = monotonicNow()
    while next < moment {
      let reading = terminal.readAvailable(atMost: bytesPerSecond / 100)
      if case .bytes(let bytes) = reading { chunks.append(note(bytes)) }
      if reading == .ended { break }
      next += step
      rest(until: next)
    }
    return chunks
  }

  /// Reads and draws until the screen is as wished; empty when that did not happen in time.
  func read(until isReady: (VirtualScreen) -> Bool, within milliseconds: Int64 = 10_000) -> [Chunk]
  {
    let deadline = monotonicNow() + milliseconds * 1_000_000
    var chunks: [Chunk] = []
    while monotonicNow() < deadline {
      let news = read(untilQuietFor: 5, first: 50)
      draw(news)
      chunks += news
      if isReady(screen) { return chunks }
    }
    return []
  }

  func draw(_ chunks: [Chunk]) { chunks.forEach { screen.feed($0.bytes) } }

  /// Asks the program to end and waits for it; one that does not is killed.
  func end() {
    program.kill(SIGTERM)
    let deadline = monotonicNow() + 3_000_000_000
    while monotonicNow() < deadline {
      if terminal.read(within: 100) == .ended { break }
    }
  }

  /// Waits for the program to end by itself and says when nobody held the terminal any more; one
  /// that says nothing for half a minute is killed.
  func waitForEnd() -> (at: Nanoseconds, output: [Chunk], status: ExitStatus) {
    var chunks: [Chunk] = []
    var reading = terminal.read(within: 30_000)
    while case .bytes(let bytes) = reading {
      chunks.append(note(bytes))
      reading = terminal.read(within: 30_000)
    }
    let end = monotonicNow()
    if reading != .ended { program.kill(SIGKILL) }
    return (end, chunks, program.wait())
  }

  private func note(_ bytes: [UInt8]) -> Chunk {
    let chunk = Chunk(readAt: monotonicNow(), bytes: bytes)
    let answers = answers.answers(to: bytes)
    if !answers.isEmpty { _ = terminal.write(answers) }
    return chunk
  }
}
