/// The switches of a terminal that a full-screen program sets, and how each is put back.
struct TerminalModes {
  /// Keeps the title there is, and gives back the title that was kept.
  static let (titleKept, titleGivenBack) = ("\u{1b}[22;0;0t", "\u{1b}[23;0;0t")

  private let switches: [Int]
  private let asksAboutFrames: Bool
  private let mayHoldFrames: Bool
  private let hyperlinks: Bool
  private let hasTitle: Bool

  init(options: TerminalOptions) {
    var switches = [1049, 2004]
    if options.isModern { switches.append(2031) }
    if options.focus { switches.append(1004) }
    if options.mouse { switches += [1002, 1006] }
    self.switches = switches
    asksAboutFrames = options.isModern && options.synchronizedOutput == nil
    mayHoldFrames = asksAboutFrames || options.synchronizedOutput == true
    hyperlinks = options.hyperlinks
    hasTitle = options.hasTitle
  }

  /// Takes the screen, keeps the title, hides the cursor, and asks whether whole frames can be shown at
  /// once.
  var enter: String {
    switches.map { "\u{1b}[?\($0)h" }.joined() + (hasTitle ? Self.titleKept : "")
      + "\u{1b}[?25l"
      + (asksAboutFrames ? TerminalQuery.synchronizedOutput : "")
  }

  /// The same where it was never put back: the title that is kept stays the only one.
  var enterAnew: String { (hasTitle ? Self.titleGivenBack : "") + enter }

  /// Ends a frame that was cut off, even within a sequence.
  ///
  /// Where there was none, some terminals log that a frame ended without a beginning.
  var recover: String { "\u{18}" + (mayHoldFrames ? "\u{1b}[?2026l" : "") }

  /// Puts everything back in reverse order.
  var leave: String {
    var bytes = hyperlinks ? "\u{1b}]8;;\u{1b}\\" : ""
    bytes += "\u{1b}[m\u{1b}[r\u{1b}[?7h"
    for number in switches.dropFirst().reversed() { bytes += "\u{1b}[?\(number)l" }
    // Where there is no alternate screen, the prompt goes below what was painted.
    if hasTitle { bytes += Self.titleGivenBack }
    return bytes + "\u{1b}[999;1H\u{1b}[?25h\u{1b}[?\(switches[0])l"
  }
}

/// Questions to a terminal; their answers arrive as `TerminalReply`.
public enum TerminalQuery {
  /// Whether it can hold back a frame until it is complete.
  public static let synchronizedOutput = "\u{1b}[?2026$p"
  /// What it is; every terminal answers, and by then has answered all earlier questions.
  public static let attributes = "\u{1b}[c"
  /// Its name and version.
  public static let version = "\u{1b}[>0q"
  /// Whether it is well; the answer comes when all that was sent before has arrived.
  public static let status = "\u{1b}[5n"
  /// Where its cursor stands.
  static let cursor = "\u{1b}[6n"
  /// How large a cell is, in pixels.
  public static let cellPixels = "\u{1b}[16t"
  /// How large its window is, in pixels.
  public static let windowPixels = "\u{1b}[14t"
  /// Whether it shows any red, green and blue: asks what it writes with, after setting such a
  /// colour.
  ///
  /// To be asked between frames, while no colour is set.
  public static let allColours = "\u{1b}[48;2;1;2;3m\u{1b}P$qm\u{1b}\\\u{1b}[m"
  /// The colour of its background.
  public static let background = "\u{1b}]11;?\u{1b}\\"
}

/// What to write to a terminal to restore it, however the program that used it ended.
public struct TerminalRestoration: Equatable, Sendable {
  /// The bytes, harmless where nothing needs to be put back.
  public let bytes: [UInt8]

  /// The restoration for a terminal that is used with these options.
  public init(_ options: TerminalOptions) {
    let modes = TerminalModes(options: options)
    bytes = Array((modes.recover + modes.leave).utf8)
  }
}

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
