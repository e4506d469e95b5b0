internal import CNcurses

/// A description of the terminal for ncurses, compiled by this program as a terminfo entry: the
/// needed capabilities, with marks in place of colours. So ncurses writes no unexpected sequences,
/// true colour works with descriptions of 256 colours, and links move with their text.
struct TerminfoDescription: Equatable {
  var flags: Set<Int> = []
  var strings: [Int: [UInt8]] = [:]

  /// Returns the compiled terminfo entry: header, names, flags, numbers, offsets, sequences.
  func compiledTerminfoEntry(name: String, size: CellSize) -> [UInt8] {
    let names = Array(name.utf8) + [0]
    let flagCount = (flags.max() ?? -1) + 1
    var numbers = [Int](repeating: -1, count: TerminalCapability.numberCount)
    numbers[TerminalCapability.columns] = size.columns
    numbers[TerminalCapability.lines] = size.rows
    numbers[TerminalCapability.colours] = NcursesColourAndLinkTable.capacity
    numbers[TerminalCapability.pairs] = NcursesColourAndLinkTable.pairCapacity
    var offsets = [Int](repeating: -1, count: (strings.keys.max() ?? -1) + 1)
    var table: [UInt8] = []
    for (number, sequence) in strings.sorted(by: { $0.key < $1.key }) {
      offsets[number] = table.count
      table += sequence + [0]
    }
    var entry: [UInt8] = []
    for number in [0o432, names.count, flagCount, numbers.count, offsets.count, table.count] {
      entry += Self.littleEndianBytes(number)
    }
    entry += names
    entry += (0..<flagCount).map { flags.contains($0) ? 1 : 0 }
    if !entry.count.isMultiple(of: 2) { entry.append(0) }
    entry += numbers.flatMap(Self.littleEndianBytes)
    entry += offsets.flatMap(Self.littleEndianBytes)
    return entry + table
  }

  private static func littleEndianBytes(_ number: Int) -> [UInt8] {
    let bits = UInt16(truncatingIfNeeded: number)
    return [UInt8(truncatingIfNeeded: bits), UInt8(truncatingIfNeeded: bits >> 8)]
  }

  /// Returns a copy of the terminal's description without errors that some terminals' own
  /// descriptions are known to have.
  func correctingErrors(for term: String) -> TerminfoDescription {
    var corrected = self
    // mlterm erases too few columns in rows with wide characters. Blanks, and erasing to the end of
    // a row, work there.
    if term.hasPrefix("mlterm") {
      corrected.strings[TerminalCapability.erase] = nil
      corrected.strings[TerminalCapability.eraseFromStart] = nil
    }
    return corrected
  }

  func addingColourMarks() -> TerminfoDescription {
    var marked = self
    marked.strings[TerminalCapability.foreground] =
      [NcursesColourMark.foreground] + Array("%p1%d;".utf8)
    marked.strings[TerminalCapability.background] =
      [NcursesColourMark.background] + Array("%p1%d;".utf8)
    marked.strings[TerminalCapability.originalColours] = [NcursesColourMark.originalColours]
    for reset in [TerminalCapability.attributesOff, TerminalCapability.attributes] {
      guard let sequence = strings[reset] else { continue }
      marked.strings[reset] =
        [NcursesColourMark.reset] + Self.withoutCharacterSetSelections(sequence)
    }
    // From the top left, erasing below erases everything, as clearing does; in kitty, clearing
    // would also delete its images.
    if strings[TerminalCapability.clear] == Array("\u{1b}[H\u{1b}[2J".utf8) {
      marked.strings[TerminalCapability.clear] = Array("\u{1b}[H\u{1b}[J".utf8)
    }
    // Without a sequence that turns wrapping off, ncurses never paints the bottom right cell.
    // Terminals that delay a wrap are descendants of the VT100 and know the sequence, even if their
    // description lacks it.
    if flags.contains(TerminalCapability.wrapGlitch), strings[TerminalCapability.wrappingOff] == nil
    {
      marked.strings[TerminalCapability.wrappingOn] = Array("\u{1b}[?7h".utf8)
      marked.strings[TerminalCapability.wrappingOff] = Array("\u{1b}[?7l".utf8)
    }
    // After writing to the last column without wrapping, kitty's cursor is behind that column, and
    // a step back would end one column further right than in other terminals. A step forward ends
    // at the margin in every terminal.
    if marked.strings[TerminalCapability.wrappingOff] != nil {
      marked.strings[TerminalCapability.wrappingOn]? += Array("\u{1b}[C".utf8)
    }
    // A line feed may also move to the first column, by the settings of the terminal's line.
    if strings[TerminalCapability.down] == [0x0a] { marked.strings[TerminalCapability.down] = nil }
    return marked
  }

  /// Returns an escape sequence without the selection of character sets, because lines are drawn in
  /// UTF-8 or ASCII.
  private static func withoutCharacterSetSelections(_ sequence: [UInt8]) -> [UInt8] {
    let selections = [Array("\u{1b}(B".utf8), Array("\u{1b}(0".utf8)]
    var kept: [UInt8] = []
    var rest = sequence[...]
    while let byte = rest.first {
      let isSelection = selections.contains { rest.starts(with: $0) }
      if !isSelection, byte != 0x0e, byte != 0x0f { kept.append(byte) }
      rest = rest.dropFirst(isSelection ? 3 : 1)
    }
    return kept
  }
}

/// A namespace for the terminal capabilities in use: pairs of a terminfo name and its number in a
/// compiled entry.
enum TerminalCapability {
  /// The terminfo flags in use, with their numbers: wrapping at the margin and its glitch, moving
  /// with attributes, erasing in colour.
  static let flags = [("am", 1), ("xenl", 4), ("msgr", 14), ("bce", 28)]

  /// The terminfo sequences in use, with their numbers: motion, erasing, lines, scrolling,
  /// attributes. Inserting within a line is left out, as terminals disagree about wide characters
  /// there.
  static let strings = [
    ("cr", 2), ("csr", 3), ("clear", 5), ("el", 6), ("ed", 7), ("hpa", 8), ("cup", 10),
    ("cud1", 11), ("home", 12), ("cub1", 14), ("cuf1", 17), ("cuu1", 19), ("dl1", 22),
    ("bold", 27), ("dim", 30), ("rev", 34), ("smul", 36), ("ech", 37), ("sgr0", 39),
    ("rmul", 44), ("il1", 53), ("dl", 106), ("cud", 107), ("indn", 109), ("il", 110),
    ("cub", 111), ("cuf", 112), ("rin", 113), ("cuu", 114), ("vpa", 127), ("ind", 129),
    ("ri", 130), ("sgr", 131), ("smam", 151), ("rmam", 152), ("el1", 269), ("sitm", 311),
    ("ritm", 321),
  ]

  static let columns = 0
  static let lines = 2
  static let colours = 13
  static let pairs = 14
  static let numberCount = 15

  static let wrapGlitch = 4
  static let clear = 5
  static let moveCursor = 10
  static let down = 11
  static let erase = 37
  static let attributesOff = 39
  static let attributes = 131
  static let wrappingOn = 151
  static let wrappingOff = 152
  static let eraseFromStart = 269
  static let originalColours = 297
  static let foreground = 359
  static let background = 360
}

/// A namespace for facts about the installed ncurses that `tweetie doctor` prints: its version, and
/// the number of colours in its description of a terminal.
public enum InstalledNcurses {
  public static var version: String { String(cString: curses_version()) }

  public static func colourCount(of term: String) -> Int? {
    var status: CInt = 0
    guard setupterm(term, 1, &status) == OK else { return nil }
    return Int(tigetnum("colors"))
  }
}

/// An error of setting up a terminal for painting.
public enum TerminalError: Error, Equatable, Sendable {
  /// A terminal error: the terminal named by `TERM` has no description on this machine.
  case unknownTerminal(String)
  /// A terminal error: the description of the terminal lacks sequences for moving the cursor or
  /// clearing the screen, or has unusual ones.
  case cannotPaint(String)
  case notATerminal
  /// A terminal error: a system call on the terminal failed, with its error number.
  case refused(step: String, code: Int32)
}
