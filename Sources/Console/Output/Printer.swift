package import Terminal

/// Prints what a command has to say: results to standard output, trouble to standard error.
///
/// It takes safe text or JSON and nothing else. A failure to write is kept, and ends the command
/// with a message instead of a trap.
package final class Printer {
  private let output: any ByteSink
  private let errors: any ByteSink
  private let look: OutputLook
  /// Whether somebody watches standard error, and sees how far it is.
  private let showsProgress: Bool
  /// How wide the terminal is that mistakes are told on; nil where that is none.
  private let errorColumns: Int?
  /// Whether only results and errors are told.
  package var isQuiet = false
  private var hasProgress = false
  private var waiting: [UInt8] = []
  package private(set) var failure: OutputError?
  /// Whether signs of ASCII were printed in place of other characters.
  package private(set) var hasReplaced = false

  package init(
    output: any ByteSink, errors: any ByteSink, look: OutputLook, showsProgress: Bool = false,
    errorColumns: Int? = nil
  ) {
    self.output = output
    self.errors = errors
    self.look = look
    self.showsProgress = showsProgress
    self.errorColumns = errorColumns
  }

  /// How wide the terminal is that is printed to; nil where that is none.
  var columns: Int? { look.columns }

  /// Prints a line of a result; on a terminal that is too narrow for it, in several.
  package func show(_ line: PrintedLine) {
    for line in look.columns.map(line.wrapped) ?? [line] {
      add(line.spans.map { styled(encoded($0.text), $0.emphasis) }.joined())
    }
  }

  /// Prints that something is done, which whoever wants it quiet goes by the exit code for.
  func confirm(_ text: SafeText) { if !isQuiet { show(PrintedLine(text)) } }

  package func show(_ value: JSONValue) { add(value.line(asciiOnly: !look.isUTF8)) }

  /// Passes on a part of what is no list of lines, as it is.
  package func pass(_ bytes: [UInt8]) {
    waiting += bytes
    flushIfFull()
  }

  package func complain(_ text: SafeText) {
    flush()
    let line = PrintedLine("tweetie: ").adding(text).hanging(9)
    for line in errorColumns.map(line.wrapped) ?? [line] {
      tell("\(encoded(SafeText(sanitizing: line.text), inUTF8: look.complainsInUTF8))\n")
    }
  }

  /// Says something that is no error, beside the output.
  func remark(_ text: SafeText) { if !isQuiet { complain(text) } }

  /// Says how far it is, in place of what it said before, where somebody watches.
  package func progress(_ text: SafeText) {
    guard showsProgress, !isQuiet else { return }
    hasProgress = true
    tell("\r\u{1B}[K\(encoded(text, inUTF8: look.complainsInUTF8))")
  }

  package func flush() {
    if hasProgress { tell("\r\u{1B}[K") }
    hasProgress = false
    defer { waiting.removeAll(keepingCapacity: true) }
    guard failure == nil, !waiting.isEmpty else { return }
    do {
      try output.write(waiting)
    } catch {
      failure = error
    }
  }
}

extension Printer {
  private func tell(_ text: String) {
    // Where even this cannot be written nobody is left to be told; the exit code still speaks.
    try? errors.write(Array(text.utf8))
  }

  private func add(_ line: String) {
    waiting.append(contentsOf: line.utf8)
    waiting.append(UInt8(ascii: "\n"))
    flushIfFull()
  }

  private func flushIfFull() {
    if waiting.count >= 1 << 14 { flush() }
  }

  private func encoded(_ text: SafeText, inUTF8 isUTF8: Bool? = nil) -> String {
    if isUTF8 ?? look.isUTF8 { return text.string }
    let plain = AsciiSubstitute.text(for: text)
    hasReplaced = hasReplaced || plain != text.string
    return plain
  }

  private func styled(_ text: String, _ emphasis: PrintedLine.Emphasis) -> String {
    guard look.isStyled, !text.isEmpty else { return text }
    switch emphasis {
    case .none: return text
    case .bold: return "\u{1B}[1m\(text)\u{1B}[22m"
    case .dim: return "\u{1B}[2m\(text)\u{1B}[22m"
    }
  }
}
