import FeedDomain
import Terminal

/// A line of output, made of pieces of text with emphasis, such as bold.
package struct PrintedLine: Equatable, ExpressibleByStringLiteral {
  enum TextEmphasis {
    case none, bold, dim
  }

  private(set) var spans: [(text: SafeText, emphasis: TextEmphasis)] = []
  /// The column at which a wrapped line continues; nil for the column in which its text begins.
  private var hangingIndent: Int?

  init(_ text: SafeText, _ emphasis: TextEmphasis = .none) { spans = [(text, emphasis)] }
  package init(stringLiteral value: String) { self.init(SafeText(sanitizing: value)) }

  func appendingText(_ text: SafeText, _ emphasis: TextEmphasis = .none) -> PrintedLine {
    changedCopy(self) { $0.spans.append((text, emphasis)) }
  }

  func appendingOnSameLine(_ other: PrintedLine) -> PrintedLine {
    changedCopy(self) { $0.spans += other.spans }
  }

  /// Returns the printed line with a column at which continuation lines begin when wrapped.
  func indentingContinuationLines(toColumn column: Int) -> PrintedLine {
    changedCopy(self) { $0.hangingIndent = column }
  }
  package var text: String { spans.map(\.text.string).joined() }

  /// Wraps a printed line between words to a width in columns. Continuation lines are indented as
  /// set, or as the first line; those of a comment ("# …") are comments.
  func wrappedLines(to columns: Int) -> [PrintedLine] {
    let whole = text
    guard TextWidth.columnCount(of: SafeText(sanitizing: whole)) > columns else { return [self] }
    let characters = spans.flatMap { span in span.text.string.map { ($0, span.emphasis) } }
    let isComment = whole.hasPrefix("# ")
    let blanks = isComment ? 2 : whole.prefix { $0 == " " }.count
    // A deep indentation would leave no room for words.
    let start = [hangingIndent, blanks].compactMap(\.self).first { $0 <= columns / 2 } ?? 0
    let isMarked = isComment && start == 2
    let margin =
      isMarked
      ? PrintedLine(characters.prefix(start))
      : PrintedLine(characters.prefix(start).map { _ in (" ", TextEmphasis.none) }[...])
    let body = characters.dropFirst(start)
    let ranges = TextWrapper.wrappedColumnRanges(
      of: Line(SafeText(sanitizing: String(body.map(\.0)))), columns: columns - start,
      dividesWords: false)
    var lines: [PrintedLine] = []
    var (place, column) = (body.startIndex, 0)
    for range in ranges {
      var line = lines.isEmpty ? PrintedLine(characters.prefix(start)) : margin
      var piece: [(Character, TextEmphasis)] = []
      while place < body.endIndex, column < range.upperBound {
        if column >= range.lowerBound { piece.append(body[place]) }
        column += TextWidth.columnCount(of: body[place].0)
        place += 1
      }
      line = line.appendingOnSameLine(PrintedLine(piece[...]))
      lines.append(line)
    }
    return lines
  }

  private init(_ characters: ArraySlice<(Character, TextEmphasis)>) {
    var rest = characters
    while let emphasis = rest.first?.1 {
      let run = rest.prefix { $0.1 == emphasis }
      spans.append((SafeText(sanitizing: String(run.map(\.0))), emphasis))
      rest = rest.dropFirst(run.count)
    }
  }

  package static func == (left: PrintedLine, right: PrintedLine) -> Bool {
    left.spans.elementsEqual(right.spans) { $0 == $1 }
  }
}
