/// A set of escape sequences that set and restore the terminal modes of a full-screen program.
struct TerminalModeSequences {
  /// The escape sequences that save and restore the title of the terminal's window.
  static let (titleSaved, titleRestored) = ("\u{1b}[22;0;0t", "\u{1b}[23;0;0t")

  private let modeNumbers: [Int]
  private let queriesSynchronizedOutput: Bool
  private let mayUseSynchronizedOutput: Bool
  private let hyperlinks: Bool
  private let hasTitle: Bool

  init(options: TerminalOptions) {
    var modeNumbers = [1049, 2004]
    if options.isModern { modeNumbers.append(2031) }
    if options.focus { modeNumbers.append(1004) }
    if options.mouse { modeNumbers += [1002, 1006] }
    self.modeNumbers = modeNumbers
    queriesSynchronizedOutput = options.isModern && options.synchronizedOutput == nil
    mayUseSynchronizedOutput = queriesSynchronizedOutput || options.synchronizedOutput == true
    hyperlinks = options.hyperlinks
    hasTitle = options.hasTitle
  }

  /// The escape sequence that enters the alternate screen, saves the title, hides the cursor, and
  /// asks whether the terminal supports synchronized output.
  var enter: String {
    modeNumbers.reduce("") { $0 + "\u{1b}[?\($1)h" } + (hasTitle ? Self.titleSaved : "")
      + "\u{1b}[?25l"
      + (queriesSynchronizedOutput ? TerminalQuerySequences.synchronizedOutput : "")
  }

  /// The escape sequence that enters the alternate screen again if `leave` was never sent. It
  /// restores the window title first, so that the terminal does not save the title twice.
  var reenter: String { (hasTitle ? Self.titleRestored : "") + enter }

  /// The escape sequence that cancels a frame or escape sequence that was sent only in part. Some
  /// terminals log an error if no frame was open.
  var recover: String { "\u{18}" + (mayUseSynchronizedOutput ? "\u{1b}[?2026l" : "") }

  /// The escape sequence that restores all terminal modes in reverse order.
  var leave: String {
    var bytes = hyperlinks ? "\u{1b}]8;;\u{1b}\\" : ""
    bytes += "\u{1b}[m\u{1b}[r\u{1b}[?7h"
    for number in modeNumbers.dropFirst().reversed() { bytes += "\u{1b}[?\(number)l" }
    // Without an alternate screen, the prompt goes below the painted rows.
    if hasTitle { bytes += Self.titleRestored }
    return bytes + "\u{1b}[999;1H\u{1b}[?25h\u{1b}[?\(modeNumbers[0])l"
  }
}

/// A namespace for the queries that a terminal answers with a `TerminalReply`, as escape sequences.
public enum TerminalQuerySequences {
  public static let synchronizedOutput = "\u{1b}[?2026$p"
  /// The query for a terminal's device attributes, which every terminal answers after all earlier
  /// ones.
  public static let attributes = "\u{1b}[c"
  public static let version = "\u{1b}[>0q"
  /// The query for a terminal's status, answered when all earlier output has arrived.
  public static let status = "\u{1b}[5n"
  static let cursor = "\u{1b}[6n"
  public static let cellPixels = "\u{1b}[16t"
  public static let windowPixels = "\u{1b}[14t"
  /// The query for a terminal's true colour: sets such a colour and asks for the current rendition.
  /// Sent between frames, while no colour is set.
  public static let trueColour = "\u{1b}[48;2;1;2;3m\u{1b}P$qm\u{1b}\\\u{1b}[m"
  public static let background = "\u{1b}]11;?\u{1b}\\"
}

/// A byte sequence that restores a terminal, however the program ends.
public struct TerminalRestoration: Equatable, Sendable {
  /// The escape sequences that restore a terminal; harmless if the terminal needs no restoring.
  public let bytes: [UInt8]

  /// Creates an empty byte sequence for restoring a terminal, for a program that sends no escape
  /// sequences.
  public init() { bytes = [] }

  public init(_ options: TerminalOptions) {
    let modes = TerminalModeSequences(options: options)
    bytes = Array((modes.recover + modes.leave).utf8)
  }
}

/// A namespace for testing whether the terminal reads UTF-8: a letter of two bytes is written, and
/// the terminal reports whether its cursor moved by one column or two.
enum UTF8Detection {
  /// The sample letter of one column for testing whether the terminal reads UTF-8; its bytes are
  /// two visible letters in Latin-1.
  private static let sample = "ž"

  /// The bytes that write the sample letter and ask for the cursor's position, for a screen that is
  /// cleared next.
  static var query: String {
    "\u{1b}[\(EmojiWidthDetection.row + 1);1H" + sample + TerminalQuerySequences.cursor
  }

  /// The bytes that write the sample letter on the cursor's line and ask for the cursor's position,
  /// for a program that only prints.
  static var queryOnLine: String { "\r" + sample + TerminalQuerySequences.cursor + "\r\u{1b}[K" }
  static func terminalReadsUTF8(column: Int) -> Bool { column == 1 }
}

/// A detector of how the terminal draws emoji sequences: samples are written, and the terminal
/// reports the cursor's column after each.
struct EmojiWidthDetection {
  /// The samples for measuring the width of emoji: one with a skin tone, and two joined into one.
  private static let samples = ["👍🏽", "👩‍💻"]
  /// The index of the screen row with the emoji samples. It is not the first, since the reply about
  /// the cursor in the first row could be a function key.
  static let row = 1
  /// The size of the smallest screen on which the emoji samples do not wrap.
  static let smallest = CellSize(rows: row + 1, columns: 10)

  private var widths: [Int] = []

  /// The bytes that write the emoji samples, each with a query for the cursor's position, for a
  /// screen that is cleared next. The cursor is not saved, since some terminals keep the one saved
  /// before the alternate screen.
  static var queries: String {
    samples.reduce("") { $0 + "\u{1b}[\(row + 1);1H" + $1 + TerminalQuerySequences.cursor }
  }

  /// The bytes that write the emoji samples and queries on one line, for a program that only
  /// prints.
  static var queriesOnLine: String {
    samples.map { "\r" + $0 + TerminalQuerySequences.cursor }.joined() + "\r\u{1b}[K"
  }

  /// Records the column of the cursor reported after an emoji sample. Returns nil before the last
  /// sample, then true if all samples took two columns.
  mutating func recordEmojiSampleColumn(_ column: Int) -> Bool? {
    widths.append(column)
    return widths.count == Self.samples.count ? widths.allSatisfy { $0 == 2 } : nil
  }
}
