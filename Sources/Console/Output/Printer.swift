internal import Glibc
import Preferences
package import Terminal

/// A printer of a command's results to standard output, and of errors to standard error. A failure
/// to write is stored, to be reported at the end of the command.
package final class ResultPrinter {
  private let output: any ByteSink
  private let errors: any ByteSink
  private let properties: OutputProperties
  private let showsProgress: Bool
  /// The width in columns to which error lines are wrapped; nil if there is no terminal.
  private let errorColumns: Int?
  /// True if the printer leaves out confirmations and remarks, and writes only results and errors
  /// (`--quiet`).
  package var isQuiet = false
  private var isShowingProgress = false
  private var waiting: [UInt8] = []
  package private(set) var failure: OutputError?
  /// True if the command has changed something, such as a post. A later failure to write the output
  /// is then no failure of the command, which must not be repeated.
  var hasChanged = false
  /// True if the printer replaced a character by an ASCII substitute, as the output does not take
  /// UTF-8.
  package private(set) var hasSubstituted = false

  package init(
    output: any ByteSink, errors: any ByteSink, properties: OutputProperties,
    showsProgress: Bool = false,
    errorColumns: Int? = nil
  ) {
    self.output = output
    self.errors = errors
    self.properties = properties
    self.showsProgress = showsProgress
    self.errorColumns = errorColumns
  }

  var isUTF8: Bool { properties.isUTF8 }

  var columns: Int? { properties.columns }

  /// Prints a line of a command's result to standard output, wrapped to the terminal's width if
  /// there is a terminal.
  package func printLine(_ line: PrintedLine) {
    for line in properties.columns.map(line.wrappedLines) ?? [line] {
      bufferLine(line.spans.map { styledText(encodableText($0.text), $0.emphasis) }.joined())
    }
  }

  /// Prints a confirmation that a command has changed something, unless the printer is quiet, and
  /// records the change.
  func printConfirmation(_ text: SafeText) {
    hasChanged = true
    if !isQuiet { printLine(PrintedLine(text)) }
  }

  package func printJSONLine(_ value: JSONValue) {
    bufferLine(value.jsonLine(asciiOnly: !properties.isUTF8))
  }

  package func printRawBytes(_ bytes: [UInt8]) {
    waiting += bytes
    flushBufferIfFull()
  }

  package func printError(_ text: SafeText) {
    flushOutput()
    let line = PrintedLine("tweetie: ").appendingText(text).indentingContinuationLines(toColumn: 9)
    for line in errorColumns.map(line.wrappedLines) ?? [line] {
      writeToStandardError(
        "\(encodableText(SafeText(sanitizing: line.text), inUTF8: properties.complainsInUTF8))\n")
    }
  }

  /// Prints a remark that is no error, such as that there are no results, to standard error, unless
  /// the printer is quiet.
  func printRemark(_ text: SafeText) { if !isQuiet { printError(text) } }

  /// Shows the progress of a command on standard error, in place of the progress shown before; does
  /// nothing if standard error is no terminal, or if the printer is quiet.
  package func showProgress(_ text: SafeText) {
    guard showsProgress, !isQuiet else { return }
    isShowingProgress = true
    writeToStandardError("\r\u{1B}[K\(encodableText(text, inUTF8: properties.complainsInUTF8))")
  }

  /// Prints a text that other programs may read: unchanged to a file or pipe, and without control
  /// characters to a terminal.
  func printTextForPrograms(_ text: String) {
    guard properties.isTerminal else { return printRawBytes(Array(text.utf8)) }
    // Split by scalars, since CR LF is a single character, which differs from a line feed.
    let lines = text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false)
    let shown = lines.map { encodableText(SafeText(sanitizing: String($0))) }
    printRawBytes(Array(shown.joined(separator: "\n").utf8))
  }

  package func flushOutput() {
    if isShowingProgress { writeToStandardError("\r\u{1B}[K") }
    isShowingProgress = false
    defer { waiting.removeAll(keepingCapacity: true) }
    guard failure == nil, !waiting.isEmpty else { return }
    do {
      try output.writeBytes(waiting)
    } catch {
      failure = error
    }
  }

  private func writeToStandardError(_ text: String) {
    // If standard error cannot be written, only the exit code reports the failure.
    try? errors.writeBytes(Array(text.utf8))
  }

  private func bufferLine(_ line: String) {
    waiting.append(contentsOf: line.utf8)
    waiting.append(UInt8(ascii: "\n"))
    flushBufferIfFull()
  }

  private func flushBufferIfFull() { if waiting.count >= 1 << 14 { flushOutput() } }

  private func encodableText(_ text: SafeText, inUTF8 isUTF8: Bool? = nil) -> String {
    if isUTF8 ?? properties.isUTF8 { return text.string }
    let plain = AsciiSubstitute.asciiSubstituteText(for: text)
    hasSubstituted = hasSubstituted || plain != text.string
    return plain
  }

  private func styledText(_ text: String, _ emphasis: PrintedLine.TextEmphasis) -> String {
    guard properties.isStyled, !text.isEmpty else { return text }
    switch emphasis {
    case .none: return text
    case .bold: return "\u{1B}[1m\(text)\u{1B}[22m"
    case .dim: return "\u{1B}[2m\(text)\u{1B}[22m"
    }
  }
}

/// A set of properties of a terminal, pipe or file that output is written to: styles, UTF-8 and
/// width.
package struct OutputProperties: Equatable, Sendable {
  var isStyled = false
  /// True if standard output is written in UTF-8, false if with ASCII substitutes.
  package var isUTF8 = true
  /// True if standard error is written in UTF-8, false if with ASCII substitutes; nil to treat it
  /// like standard output.
  var complainsInUTF8: Bool?
  /// The width in columns to which output lines are wrapped; nil if there is no terminal.
  var columns: Int?
  /// True if an output is a terminal, which would obey control characters.
  package var isTerminal = false
}

extension OutputProperties {
  /// Creates the properties of an output by examining its file descriptor, after `setlocale`:
  /// styled on a terminal that supports styles, unless `NO_COLOR` is set. A file or a pipe gets
  /// UTF-8 if nobody chose a locale, since characters beyond ASCII would be lost.
  package init(descriptor: Int32, environment: [String: String]) {
    let terminal = environment["TERM"] ?? "dumb"
    isStyled =
      isatty(descriptor) == 1 && terminal != "dumb" && !terminal.isEmpty
      && !LaunchEnvironment(environment).forbidsColour
    let isChosen = CharacterLocaleFromEnvironment(environment: environment).isChosen
    func isWrittenInUTF8(_ descriptor: Int32) -> Bool {
      Self.codeset == "UTF-8" || (isatty(descriptor) == 0 && !isChosen)
    }
    isUTF8 = isWrittenInUTF8(descriptor)
    complainsInUTF8 = isWrittenInUTF8(STDERR_FILENO)
    columns = Self.terminalColumnCount(of: descriptor)
    isTerminal = isatty(descriptor) == 1
  }

  /// Returns the width in columns of the terminal at a file descriptor; nil if unknown.
  package static func terminalColumnCount(of descriptor: Int32) -> Int? {
    var window = winsize()
    guard isatty(descriptor) == 1, ioctl(descriptor, UInt(TIOCGWINSZ), &window) == 0 else {
      return nil
    }
    return window.ws_col > 0 ? Int(window.ws_col) : nil
  }

  /// Returns true if a file descriptor is a terminal on which a line can be overwritten, as needed
  /// to show progress.
  package static func canShowProgress(descriptor: Int32, environment: [String: String]) -> Bool {
    isatty(descriptor) == 1 && environment["TERM"] ?? "dumb" != "dumb"
  }

  package static var codeset: String {
    guard let name = nl_langinfo(nl_item(CODESET)) else { return "" }
    return String(cString: name)
  }
}

/// A protocol of destinations for bytes of output, such as standard output or, in tests, memory.
package protocol ByteSink: AnyObject {
  func writeBytes(_ bytes: [UInt8]) throws(OutputError)
}

package struct OutputError: Error, Equatable {
  package let reason: String
  /// True if the error is that the reader of a pipe closed it, as `head` does once it has read
  /// enough.
  let isReaderGone: Bool

  init(errno code: Int32) {
    reason = String(cString: strerror(code))
    isReaderGone = code == EPIPE
  }
}

package final class DescriptorSink: ByteSink {
  private let descriptor: Int32

  package init(_ descriptor: Int32) { self.descriptor = descriptor }

  package func writeBytes(_ bytes: [UInt8]) throws(OutputError) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if count >= 0 {
        rest = rest.dropFirst(count)
      } else if errno == EAGAIN {
        waitUntilWritable()
      } else if errno != EINTR {
        throw OutputError(errno: errno)
      }
    }
  }

  /// Waits until a non-blocking file descriptor can be written; terminals shared with other
  /// programs often are non-blocking.
  private func waitUntilWritable() {
    var request = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
    _ = poll(&request, 1, -1)
  }
}

/// A namespace for preparing the file descriptors 0, 1 and 2 at the start of the program.
package enum StandardDescriptorPreparation {
  /// Opens those of the file descriptors 0, 1 and 2 that are closed, so that no database file gets
  /// their numbers, and turns the signals for writing to a closed pipe or too large a file into
  /// errors.
  package static func prepareDescriptorsAndWriteSignals() {
    signal(SIGPIPE, SIG_IGN)
    signal(SIGXFSZ, SIG_IGN)
    // The lowest free number is opened, so going upwards fills exactly the closed ones.
    for descriptor in STDIN_FILENO...STDERR_FILENO where fcntl(descriptor, F_GETFD) == -1 {
      _ = open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY)
    }
  }
}
