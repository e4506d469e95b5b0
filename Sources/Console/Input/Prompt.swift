package import FeedDomain
import Glibc
package import Terminal

/// Asks whoever sits at the terminal.
package protocol Prompt {
  var isThere: Bool { get }
  /// A line, shown while it is typed; nil where there is no terminal. Throws `calledOff` where the
  /// person would rather not answer.
  func line(_ question: SafeText) throws(CommandFailure) -> String?
  /// A secret, not shown while it is typed; otherwise as a line.
  func secret(_ question: SafeText) throws(CommandFailure) -> Secret?
}

extension Prompt {
  /// Whether the answer begins with a "y", as in yes; nil where nobody can be asked.
  func agrees(to question: SafeText) throws(CommandFailure) -> Bool? {
    try line(question).map { $0.lowercased().hasPrefix("y") }
  }
}

/// What is piped into the program.
package protocol PipedInput {
  var isTerminal: Bool { get }
  func text() throws(InputError) -> String
  func text(of file: String) throws(InputError) -> String
}

extension PipedInput {
  /// The first line, as a password is piped in.
  func firstLine() throws(InputError) -> String {
    try text().upToLineEnd
  }
}

extension String {
  package var upToLineEnd: String { String(prefix { !$0.isNewline }) }
}

/// Asks on the terminal the program was started from, even where its input or output is a pipe.
package struct TerminalPrompt: Prompt {
  package init() {
  }

  package var isThere: Bool {
    let terminal = open("/dev/tty", O_RDWR | O_CLOEXEC | O_NOCTTY)
    guard terminal >= 0 else { return false }
    close(terminal)
    return true
  }

  package func line(_ question: SafeText) throws(CommandFailure) -> String? {
    try ask(question, shows: true)
  }

  package func secret(_ question: SafeText) throws(CommandFailure) -> Secret? {
    try ask(question, shows: false).map { Secret($0) }
  }
}

extension TerminalPrompt {
  private func ask(_ question: SafeText, shows: Bool) throws(CommandFailure) -> String? {
    let terminal = open("/dev/tty", O_RDWR | O_CLOEXEC | O_NOCTTY)
    guard terminal >= 0 else { return nil }
    defer { close(terminal) }
    // Keys are read one by one, Ctrl-C included: whatever ends the question, we put the terminal
    // back ourselves, and no signal finds it without its echo.
    guard let mode = PromptMode(descriptor: terminal) else { return nil }
    defer { mode.end() }
    let screen = DescriptorSink(terminal)
    let typed: String?
    do throws(OutputError) {
      try screen.write(Array("\(question.string) ".utf8))
      typed = try answer(from: terminal, showingOn: shows ? screen : nil)
      try screen.write([UInt8(ascii: "\r"), UInt8(ascii: "\n")])
    } catch {
      return nil
    }
    guard let typed else { throw .calledOff }
    return typed
  }

  /// What was typed; nil where it was called off, or the terminal went away.
  private func answer(from terminal: Int32, showingOn screen: DescriptorSink?)
    throws(OutputError) -> String?
  {
    var typed = TypedLine()
    while true {
      var byte: UInt8 = 0
      let count = read(terminal, &byte, 1)
      if count < 0, errno == EINTR { continue }
      guard count == 1 else { return nil }
      switch typed.take(byte) {
      case .more(let echo): if !echo.isEmpty { try screen?.write(echo) }
      case .done: return typed.text
      case .calledOff: return nil
      }
    }
  }
}

/// A line while it is typed, key by key.
struct TypedLine {
  enum Step: Equatable {
    /// It goes on; this is to be written to the terminal.
    case more(echo: [UInt8])
    case done
    case calledOff
  }

  private var bytes: [UInt8] = []

  /// The line; what is no UTF-8 in it is replaced.
  var text: String { String(decoding: bytes, as: UTF8.self) }

  mutating func take(_ byte: UInt8) -> Step {
    switch byte {
    case UInt8(ascii: "\r"), UInt8(ascii: "\n"): return .done
    case 0x03, 0x1C: return .calledOff  // Ctrl-C, Ctrl-\
    case 0x04: return bytes.isEmpty ? .calledOff : .done  // Ctrl-D
    case 0x08, 0x7F: return erase(1)
    case 0x15: return erase(text.count)  // Ctrl-U
    case 0x00..<0x20: return .more(echo: [])
    default:
      guard bytes.count < 4_096 else { return .more(echo: [7]) }
      bytes.append(byte)
      return .more(echo: [byte])
    }
  }

  private mutating func erase(_ count: Int) -> Step {
    let erased = min(count, text.count)
    bytes = Array(text.dropLast(erased).utf8)
    return .more(echo: Array(repeatElement([8, 32, 8], count: erased).joined()))
  }
}
