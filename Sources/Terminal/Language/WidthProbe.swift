/// Finds out whether a terminal reads UTF-8: a letter of two bytes is written, and the terminal says
/// whether its cursor has moved by one column or by two.
enum EncodingProbe {
  /// A letter with one column everywhere, whose bytes are two visible letters in Latin-1.
  private static let sample = "ž"

  /// Writes the letter and asks where the cursor is, on a screen that is cleared next.
  static var question: String {
    "\u{1b}[\(WidthProbe.row + 1);1H" + sample + TerminalQuery.cursor
  }

  /// The same on the line where the cursor is, for a program that only prints.
  static var questionOnLine: String { "\r" + sample + TerminalQuery.cursor + "\r\u{1b}[K" }

  /// Whether the letter took one column.
  static func isUTF8(column: Int) -> Bool { column == 1 }
}

/// Finds out whether a terminal draws emoji sequences in two columns: some are written, and the
/// terminal says how far each has moved its cursor.
struct WidthProbe {
  /// A skin tone, and two emoji joined into one.
  private static let samples = ["👍🏽", "👩‍💻"]
  /// The row on which they are written for a moment. Not the first: what is answered there could as
  /// well be a function key.
  static let row = 1
  /// The smallest screen on which nothing of them is wrapped.
  static let smallest = CellSize(rows: row + 1, columns: 10)

  private var widths: [Int] = []

  /// Writes each sample and asks where the cursor is, on a screen that is cleared next.
  ///
  /// The cursor is not saved: some terminals have one place for it, which holds where it was before
  /// the alternate screen.
  static var questions: String {
    samples.map { "\u{1b}[\(row + 1);1H" + $0 + TerminalQuery.cursor }.joined()
  }

  /// The same on the line where the cursor is, for a program that only prints.
  static var questionsOnLine: String {
    samples.map { "\r" + $0 + TerminalQuery.cursor }.joined() + "\r\u{1b}[K"
  }

  /// Learns where the cursor was; returns, with the last answer, whether all had two columns.
  mutating func learn(column: Int) -> Bool? {
    widths.append(column)
    return widths.count == Self.samples.count ? widths.allSatisfy { $0 == 2 } : nil
  }
}
