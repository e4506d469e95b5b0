package import FeedDomain
import Glibc
package import Terminal

/// A protocol of prompts on the terminal, with which commands ask the user for lines, secrets, and
/// yes or no.
package protocol UserQuestionPrompt {
  var isThere: Bool { get }
  /// Asks the user for a line, shown while it is typed, and returns the line; nil if there is no
  /// terminal. Throws `calledOff` if the user cancels.
  func askForLineIfTerminal(_ question: SafeText) throws(CommandFailure) -> String?
  /// Asks the user for a secret, not shown while it is typed, and returns the secret; nil if there
  /// is no terminal.
  func askForSecretIfTerminal(_ question: SafeText) throws(CommandFailure) -> Secret?
}

extension UserQuestionPrompt {
  /// Asks the user yes or no; returns true if the answer begins with "y", nil without a terminal.
  func askYesNoIfTerminal(to question: SafeText) throws(CommandFailure) -> Bool? {
    try askForLineIfTerminal(question).map { $0.lowercased().hasPrefix("y") }
  }
}

/// A protocol of readers of text for commands, from standard input or from a named file.
package protocol CommandTextInput {
  var isTerminal: Bool { get }
  func inputText() throws(InputReadingError) -> String
  func inputFileText(of file: String) throws(InputReadingError) -> String
}

extension CommandTextInput {
  func firstInputLine() throws(InputReadingError) -> String { try inputText().upToLineEnd }
}

extension String {
  package var upToLineEnd: String { String(prefix { !$0.isNewline }) }
}

/// A prompt on the terminal from which the program was started, even if its standard input or
/// output is a pipe.
package struct TerminalPrompt: UserQuestionPrompt {
  package init() {
  }

  package var isThere: Bool {
    let terminal = open("/dev/tty", O_RDWR | O_CLOEXEC | O_NOCTTY)
    guard terminal >= 0 else { return false }
    close(terminal)
    return true
  }

  package func askForLineIfTerminal(_ question: SafeText) throws(CommandFailure) -> String? {
    try askForTextIfTerminal(question, shows: true)
  }

  package func askForSecretIfTerminal(_ question: SafeText) throws(CommandFailure) -> Secret? {
    try askForTextIfTerminal(question, shows: false).map { Secret($0) }
  }

  private func askForTextIfTerminal(_ question: SafeText, shows: Bool) throws(CommandFailure)
    -> String?
  {
    let terminal = open("/dev/tty", O_RDWR | O_CLOEXEC | O_NOCTTY)
    guard terminal >= 0 else { return nil }
    defer { close(terminal) }
    // Keys are read one by one, Ctrl-C included, so that no signal ends the program before the
    // terminal's mode is restored here.
    guard let mode = NoEchoKeyInputMode(descriptor: terminal) else { return nil }
    defer { mode.restoreLineMode() }
    let screen = DescriptorSink(terminal)
    let typed: String?
    do throws(OutputError) {
      try screen.writeBytes(Array("\(question.string) ".utf8))
      typed = try readTypedLine(from: terminal, showingOn: shows ? screen : nil)
      try screen.writeBytes([UInt8(ascii: "\r"), UInt8(ascii: "\n")])
    } catch {
      return nil
    }
    guard let typed else { throw .calledOff }
    return typed
  }

  /// Reads a line typed at a prompt; nil if the user cancelled, or the terminal went away.
  private func readTypedLine(from terminal: Int32, showingOn screen: DescriptorSink?)
    throws(OutputError) -> String?
  {
    var typed = PromptLine()
    while true {
      var byte: UInt8 = 0
      let count = read(terminal, &byte, 1)
      if count < 0, errno == EINTR { continue }
      guard count == 1 else { return nil }
      switch typed.addTypedByte(byte) {
      case .more(let echo): if !echo.isEmpty { try screen?.writeBytes(echo) }
      case .done: return typed.text
      case .calledOff: return nil
      }
    }
  }
}

/// A line of text that is being typed at a prompt, key by key.
struct PromptLine {
  enum PromptKeyResult: Equatable {
    /// A result of a key typed at a prompt: the line goes on, and these bytes are written to the
    /// terminal as the key's echo.
    case more(echo: [UInt8])
    case done
    case calledOff
  }

  private var bytes: [UInt8] = []

  /// The text of the line typed at a prompt so far; invalid UTF-8 is replaced.
  var text: String { String(decoding: bytes, as: UTF8.self) }

  mutating func addTypedByte(_ byte: UInt8) -> PromptKeyResult {
    switch byte {
    case UInt8(ascii: "\r"), UInt8(ascii: "\n"): return .done
    case 0x03, 0x1C: return .calledOff  // Ctrl-C, Ctrl-\
    case 0x04: return bytes.isEmpty ? .calledOff : .done  // Ctrl-D
    case 0x08, 0x7F: return eraseLastCharacters(1)
    case 0x15: return eraseLastCharacters(text.count)  // Ctrl-U
    case 0x00..<0x20: return .more(echo: [])
    default:
      guard bytes.count < 4_096 else { return .more(echo: [7]) }
      bytes.append(byte)
      return .more(echo: [byte])
    }
  }

  private mutating func eraseLastCharacters(_ count: Int) -> PromptKeyResult {
    let erased = text.suffix(count)
    let columns = erased.reduce(0) { $0 + TextWidth.columnCount(of: $1) }
    bytes = Array(text.dropLast(erased.count).utf8)
    return .more(echo: Array(repeatElement([8, 32, 8], count: columns).joined()))
  }
}

package struct StandardInput: CommandTextInput {
  /// The maximum size in bytes of standard input or a file: more than any service accepts as a
  /// post.
  private let limit = 1 << 20

  package init() {
  }

  package var isTerminal: Bool { isatty(STDIN_FILENO) == 1 }
  package func inputText() throws(InputReadingError) -> String { try inputText(from: STDIN_FILENO) }

  package func inputFileText(of file: String) throws(InputReadingError) -> String {
    let descriptor = open(file, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw .failed(String(cString: strerror(errno))) }
    defer { close(descriptor) }
    return try inputText(from: descriptor)
  }

  private func inputText(from descriptor: CInt) throws(InputReadingError) -> String {
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 1 << 14)
    while true {
      let count = chunk.withUnsafeMutableBytes { read(descriptor, $0.baseAddress, $0.count) }
      if count == 0 { break }
      guard count > 0 else {
        guard errno == EINTR else { throw .failed(String(cString: strerror(errno))) }
        continue
      }
      bytes += chunk.prefix(count)
      guard bytes.count <= limit else { throw .tooLong }
    }
    guard let text = String(validating: bytes, as: UTF8.self) else { throw .notUTF8 }
    return text
  }
}

package enum ExistingInputFilePath {
  /// Returns the absolute path of an existing file; the path unchanged if there is none.
  package static func absolutePathIfFileExists(of path: String) -> String {
    guard let whole = realpath(path, nil) else { return path }
    defer { free(whole) }
    return String(cString: whole)
  }
}
