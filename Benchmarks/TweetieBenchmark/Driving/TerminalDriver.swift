internal import Glibc
internal import TerminalRig

/// A program in a pseudo-terminal, controlled by keys, with every piece of output timed.
///
/// Bytes are only read while time is measured; they are drawn afterwards.
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

  /// Types keys, and returns the time right before.
  @discardableResult func type(_ keys: [UInt8]) -> Nanoseconds {
    let now = monotonicNow()
    _ = terminal.write(keys)
    return now
  }

  /// Types more than the line holds, as fast as it accepts bytes, and reads meanwhile.
  func type(all keys: [UInt8]) -> [Chunk] {
    var chunks: [Chunk] = []
    var rest = keys[...]
    while !rest.isEmpty {
      let count = terminal.write(rest.prefix(4096))
      rest = rest.dropFirst(count)
      // A full line is waited for a moment: the program needs the processor.
      if case .bytes(let bytes) = terminal.read(within: count == 0 ? 1 : 0) {
        chunks.append(note(bytes))
      }
    }
    return chunks
  }

  /// Changes the size of the terminal and its screen, and returns the time right before.
  func resize(to size: WindowSize) -> Nanoseconds {
    screen.resize(to: size)
    let now = monotonicNow()
    terminal.resize(to: size)
    return now
  }

  /// Reads until no bytes have come for some milliseconds; `first` is a longer wait for the first
  /// ones.
  func read(untilQuietFor quiet: Int32, first: Int32? = nil) -> [Chunk] {
    var chunks: [Chunk] = []
    while case .bytes(let bytes) = terminal.read(within: chunks.isEmpty ? first ?? quiet : quiet) {
      chunks.append(note(bytes))
    }
    return chunks
  }

  /// Reads until a time.
  func read(until moment: Nanoseconds) -> [Chunk] {
    var chunks: [Chunk] = []
    while case let rest = moment - monotonicNow(), rest > 0 {
      let reading = terminal.read(within: Int32(rest / 1_000_000))
      if case .bytes(let bytes) = reading { chunks.append(note(bytes)) }
      if reading == .ended { break }
    }
    return chunks
  }

  /// Reads until a time, as a line does that accepts so many bytes a second.
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

  /// Reads and draws until the screen is as wanted; empty after the time limit.
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

  /// Sends SIGTERM to the program and waits for its end.
  func end() {
    program.kill(SIGTERM)
    let deadline = monotonicNow() + 3_000_000_000
    while monotonicNow() < deadline { if terminal.read(within: 100) == .ended { break } }
  }

  /// Waits for the program to end by itself, and returns the time when the terminal was closed; a
  /// program that writes nothing for half a minute is killed.
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

/// A program with its arguments.
struct Command {
  let executable: String
  var arguments: [String] = []
}

/// Bytes that a program wrote, with the time when they were read.
struct Chunk {
  let readAt: Nanoseconds
  let bytes: [UInt8]
}

extension [Chunk] {
  var byteCount: Int64 { reduce(0) { $0 + Int64($1.bytes.count) } }
}

/// Pictures in kitty's protocol within chunks.
///
/// Each chunk is searched by itself: a command that is split between two is not counted, so that
/// there
/// may be a few more.
extension [Chunk] {
  private static let command = [UInt8]("\u{1B}_G".utf8)
  private static let upload = [UInt8]("\u{1B}_Ga=t".utf8)

  /// The number of images of which sending began.
  var uploadCount: Int { reduce(0) { $0 + $1.count(of: Self.upload) } }

  /// The time when sending of the last image began; nil without any.
  var lastUploadAt: Nanoseconds? { last { $0.count(of: Self.upload) > 0 }?.readAt }

  /// The time when the last command for a picture was read; nil without any.
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

/// Replies to the queries that programs send to terminals, in their order.
///
/// Queries are found by their bytes alone, so that replying costs next to nothing while time is
/// measured.
struct QueryAnswers {
  private let known: [(query: [UInt8], answer: [UInt8])]
  /// The beginning of a sequence whose rest has not come.
  private var beginning: [UInt8] = []
  private let longest: Int

  init(of terminal: TerminalKind) {
    known = terminal.answers.map { (Array($0.query.utf8), Array($0.answer.utf8)) }
    longest = known.map(\.query.count).max() ?? 0
  }

  /// The replies to these bytes, which follow earlier ones.
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

/// A kind of terminal, as far as programs can detect it.
enum TerminalKind: String, CaseIterable, Hashable {
  /// A terminal without pictures of its own; they are made of block characters.
  case symbols
  case kitty
  /// kitty's protocol with placeholder characters for parts of a picture.
  case placeholders
  case sixel
  case iterm

  /// The value of the setting for pictures; placeholders are detected by a query.
  var pictures: String { self == .placeholders ? "auto" : rawValue }

  /// The replies of the terminal to queries.
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
