import Terminal

/// A line of output: text, and which of it stands out on a terminal.
package struct PrintedLine: Equatable, ExpressibleByStringLiteral {
  /// How a stretch of text stands out.
  enum Emphasis {
    case none, bold, dim
  }

  /// The stretches, in order.
  private(set) var spans: [(text: SafeText, emphasis: Emphasis)] = []

  init(_ text: SafeText, _ emphasis: Emphasis = .none) { spans = [(text, emphasis)] }

  package init(stringLiteral value: String) { self.init(SafeText(sanitizing: value)) }

  /// The same line with more at its end.
  func adding(_ text: SafeText, _ emphasis: Emphasis = .none) -> PrintedLine {
    var line = self
    line.spans.append((text, emphasis))
    return line
  }

  /// The same line with another at its end.
  func adding(_ other: PrintedLine) -> PrintedLine {
    var line = self
    line.spans += other.spans
    return line
  }

  /// The text alone.
  package var text: String { spans.map(\.text.string).joined() }

  package static func == (left: PrintedLine, right: PrintedLine) -> Bool {
    left.spans.elementsEqual(right.spans) { $0 == $1 }
  }
}
