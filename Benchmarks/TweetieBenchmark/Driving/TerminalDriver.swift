internal import Glibc
internal import TerminalRig

/// A driver of a program in a pseudo-terminal: sends keys and records all output with its time.
/// While time is measured, bytes are only recorded; they are drawn to a virtual screen afterwards.
final class TerminalDriver {
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

  /// Types keys, and returns the time just before.
  @discardableResult func type(_ keys: [UInt8]) -> Nanoseconds {
    let now = monotonicNow()
    _ = terminal.write(keys)
    return now
  }

  /// Types more bytes than the terminal's buffer holds, as fast as the program reads them; returns
  /// the output meanwhile.
  func type(all keys: [UInt8]) -> [Chunk] {
    var chunks: [Chunk] = []
    var rest = keys[...]
    while !rest.isEmpty {
      let count = terminal.write(rest.prefix(4096))
      rest = rest.dropFirst(count)
      // When the buffer is full, waiting for a moment gives the program the processor.
      if case .bytes(let bytes) = terminal.read(within: count == 0 ? 1 : 0) {
        chunks.append(note(bytes))
      }
    }
    return chunks
  }

  /// Changes the size of the terminal and its screen, and returns the time just before.
  func resize(to size: WindowSize) -> Nanoseconds {
    screen.resize(to: size)
    let now = monotonicNow()
    terminal.resize(to: size)
    return now
  }

  /// Reads output until none has come for `quiet` milliseconds; `first` is the longer wait for the
  /// first bytes.
  func read(untilQuietFor quiet: Int32, first: Int32? = nil) -> [Chunk] {
    var chunks: [Chunk] = []
    while case .bytes(let bytes) = terminal.read(within: chunks.isEmpty ? first ?? quiet : quiet) {
      chunks.append(note(bytes))
    }
    return chunks
  }

  /// Reads output until a time.
  func read(until moment: Nanoseconds) -> [Chunk] {
    var chunks: [Chunk] = []
    while case let rest = moment - monotonicNow(), rest > 0 {
      let reading = terminal.read(within: Int32(rest / 1_000_000))
      if case .bytes(let bytes) = reading { chunks.append(note(bytes)) }
      if reading == .ended { break }
    }
    return chunks
  }

  /// Reads output until a time, at no more than a number of bytes in a second, as over a slow
  /// connection.
  func read(until moment: Nanoseconds, bytesPerSecond: Int) -> [Chunk] {
    let step: Nanoseconds = 10_000_000
    var chunks: [Chunk] = []
    var next = monotonicNow()
    while next < moment {
      let reading = terminal.readAvailable(atMost: bytesPerSecond / 100)
      if case .bytes(let bytes) = reading { chunks.append(note(bytes)) }
      if reading == .ended { break }
      next += step
      sleep(until: next)
    }
    return chunks
  }

  /// Reads and draws output until the screen fulfils a condition; returns an empty list after the
  /// time limit.
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

  /// Sends SIGTERM to the program and waits until it has ended, up to three seconds.
  func end() {
    program.kill(SIGTERM)
    let deadline = monotonicNow() + 3_000_000_000
    while monotonicNow() < deadline { if terminal.read(within: 100) == .ended { break } }
  }

  /// Waits for the program to end by itself; returns the time of the end, the output and the exit
  /// status. A program without output for half a minute is killed.
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

/// A program's path and arguments.
struct Command {
  let executable: String
  var arguments: [String] = []
}

/// A piece of a program's output, with the time when it was read.
struct Chunk {
  let readAt: Nanoseconds
  let bytes: [UInt8]
}

extension [Chunk] {
  var byteCount: Int64 { reduce(0) { $0 + Int64($1.bytes.count) } }
}

/// Counts of kitty's picture commands in recorded output. Each chunk is searched by itself, so a
/// command that is split between two chunks is not counted.
extension [Chunk] {
  private static let command = [UInt8]("\u{1B}_G".utf8)
  private static let upload = [UInt8]("\u{1B}_Ga=t".utf8)

  /// The number of images whose upload began in the output.
  var uploadCount: Int { reduce(0) { $0 + $1.count(of: Self.upload) } }

  /// The time when the upload of the last image began; nil if there was none.
  var lastUploadAt: Nanoseconds? { last { $0.count(of: Self.upload) > 0 }?.readAt }

  /// The time when the last picture command was read; nil if there was none.
  var lastPictureAt: Nanoseconds? { last { $0.count(of: Self.command) > 0 }?.readAt }
}

extension Chunk {
  fileprivate func count(of mark: [UInt8]) -> Int {
    var count = 0
    var rest = bytes[...]
    while let escape = rest.firstIndex(of: 0x1B) {
      rest = rest[escape...]
      if rest.starts(with: mark) { count += 1 }
      rest = rest.dropFirst()
    }
    return count
  }
}

/// The replies of a terminal to the queries of a program, in order. Queries are recognised by their
/// bytes alone, so that replying takes hardly any time while time is measured.
struct QueryAnswers {
  private let known: [(query: [UInt8], answer: [UInt8])]
  /// The beginning of a query whose other bytes have not come yet.
  private var beginning: [UInt8] = []
  private let longest: Int

  init(of terminal: TerminalKind) {
    known = terminal.answers.map { (Array($0.query.utf8), Array($0.answer.utf8)) }
    longest = known.map(\.query.count).max() ?? 0
  }

  /// Returns the replies to queries in the program's next bytes.
  mutating func answers(to bytes: [UInt8]) -> [UInt8] {
    let bytes = beginning.isEmpty ? bytes : beginning + bytes
    beginning = []
    var answers: [UInt8] = []
    var index = bytes.startIndex
    while let escape = bytes[index...].firstIndex(of: 0x1B) {
      index = escape + 1
      let rest = bytes[escape...]
      if let (_, answer) = known.first(where: { rest.starts(with: $0.query) }) {
        answers += answer
      } else if rest.count < longest, known.contains(where: { $0.query.starts(with: rest) }) {
        beginning = Array(rest)
      }
    }
    return answers
  }
}

/// A kind of terminal that programs can detect by queries and settings.
enum TerminalKind: String, CaseIterable, Hashable {
  /// A kind of terminal: without a picture protocol, so that pictures are block characters.
  case symbols
  case kitty
  /// A kind of terminal: kitty's protocol with placeholder characters for parts of a picture.
  case placeholders
  case sixel
  case iterm

  /// The value of the setting `pictures` for the terminal; placeholders are detected by a query.
  var pictures: String { self == .placeholders ? "auto" : rawValue }

  /// The terminal's replies, each with its query.
  var answers: [(query: String, answer: String)] {
    let common = [
      ("\u{1B}[?2026$p", "\u{1B}[?2026;2$y"), ("\u{1B}[c", "\u{1B}[?62;22c"),
      ("\u{1B}[0c", "\u{1B}[?62;22c"), ("\u{1B}[5n", "\u{1B}[0n"),
      ("\u{1B}[16t", "\u{1B}[6;20;10t"),
    ]
    guard self == .placeholders else { return common }
    return common + [
      ("\u{1B}_Gi=31,", "\u{1B}_Gi=31;OK\u{1B}\\"),
      ("\u{1B}[>0q", "\u{1B}P>|kitty(0.35.2)\u{1B}\\"),
    ]
  }
}
