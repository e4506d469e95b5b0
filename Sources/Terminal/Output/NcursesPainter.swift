internal import CNcurses
internal import Glibc
internal import Groundwork

/// A painter that uses ncurses to find the fewest bytes between two screens. The painter writes
/// into memory and never touches the terminal, its settings or signals. ncurses' state is global,
/// and a second screen would replace the first one's description, so only one painter exists at a
/// time.
@MainActor
final class NcursesPainter {
  private static var isInUse = false

  /// The number of colours in the description of the user's terminal (terminfo).
  let describedColours: Int
  private let screen: OpaquePointer
  private let stream: UnsafeMutablePointer<FILE>
  private let memory: Int32
  private var frame: [UInt8] = []

  init(term: String, size: CellSize) throws(TerminalError) {
    precondition(!Self.isInUse, "There is already a painter.")
    memory = cn_memory_file("frame")
    guard memory >= 0, let stream = fdopen(memory, "w") else {
      throw .refused(step: "memfd_create", code: errno)
    }
    self.stream = stream
    do throws(TerminalError) {
      let (description, colours) = try Self.terminfoDescriptionAndColourCount(
        of: term, descriptor: memory)
      describedColours = colours
      screen = try Self.openNcursesScreen(description, size: size, stream: stream)
    } catch {
      fclose(stream)
      throw error
    }
    Self.isInUse = true
    start_color()
    use_default_colors()
    typeahead(-1)
    idlok(cn_standard_window(), true)
    scrollok(cn_standard_window(), false)
  }

  /// Ends ncurses and frees its memory; writes nothing to the terminal.
  func closeNcurses() {
    endwin()
    delscreen(screen)
    fclose(stream)
    Self.isInUse = false
  }

  func resizeScreen(to size: CellSize) { resize_term(Int32(size.rows), Int32(size.columns)) }

  func initializeColourPair(_ number: Int, _ pair: NcursesColourAndLinkTable.ColourPair) {
    init_extended_pair(Int32(number), Int32(pair.foreground), Int32(pair.background))
  }

  func setCells(_ cells: [cchar_t], row: Int) {
    wmove(cn_standard_window(), Int32(row), 0)
    cells.withUnsafeBufferPointer {
      _ = wadd_wchnstr(cn_standard_window(), $0.baseAddress, Int32($0.count))
    }
  }

  /// Marks the whole screen's content as unknown to ncurses.
  func invalidateScreen() { clearok(cn_shown_window(), true) }

  /// Marks the content of a screen row as unknown to ncurses, so that the row is written again.
  func invalidateRow(_ row: Int) { wredrawln(cn_standard_window(), Int32(row), 1) }

  /// Calls a closure with the bytes by which ncurses brings the terminal's screen up to date. The
  /// cursor ends at `cursor`; nil leaves it anywhere.
  func withScreenUpdateBytes(cursor: CellPosition?, _ body: (UnsafeRawBufferPointer) -> Void) {
    let window = cn_standard_window()
    leaveok(window, cursor == nil)
    if let cursor { wmove(window, Int32(cursor.row), Int32(cursor.column)) }
    wnoutrefresh(window)
    doupdate()
    fflush(stream)
    let count = Int(lseek(memory, 0, SEEK_CUR))
    guard count > 0 else { return }
    if frame.count < count { frame = [UInt8](repeating: 0, count: count) }
    let read = frame.withUnsafeMutableBytes { pread(memory, $0.baseAddress, count, 0) }
    lseek(memory, 0, SEEK_SET)
    frame.withUnsafeBytes { body(UnsafeRawBufferPointer(rebasing: $0[..<max(0, read)])) }
  }

  /// Returns a cell in a form that ncurses writes even if it is blank, as erasing to the end of a
  /// row leaves pixels in xterm. The cell is sent as a blank.
  static func cellWrittenEvenIfBlank(for cell: cchar_t) -> cchar_t {
    guard cell.chars.0 == 0x20, cell.chars.1 == 0 else { return cell }
    var cell = cell
    cell.chars.0 = wchar_t(Cell.firstPictureScalar) + wchar_t(Cell.noPicture)
    return cell
  }

  /// Returns a blank ncurses cell with a style, which is copied for each character in that style.
  static func blankTemplateCell(_ attributes: Style.TextAttributes, pair: Int) -> cchar_t {
    var bits: attr_t = 0
    if attributes.contains(.bold) { bits |= cn_bold }
    if attributes.contains(.dim) { bits |= cn_dim }
    if attributes.contains(.italic) { bits |= cn_italic }
    if attributes.contains(.underlined) { bits |= cn_underlined }
    if attributes.contains(.reversed) { bits |= cn_reversed }
    var cell = cchar_t()
    var number = Int32(pair)
    let blank: [wchar_t] = [0x20, 0]
    setcchar(&cell, blank, bits, 0, &number)
    return cell
  }

  /// Returns a terminal's capabilities for painting, and its number of colours, from terminfo.
  private static func terminfoDescriptionAndColourCount(
    of term: String, descriptor: Int32
  ) throws(TerminalError) -> (TerminfoDescription, colours: Int) {
    var status: Int32 = 0
    guard !term.isEmpty, setupterm(term, descriptor, &status) == OK else {
      throw .unknownTerminal(term)
    }
    defer { cn_forget_description() }
    var description = TerminfoDescription()
    for (name, number) in TerminalCapability.flags where tigetflag(name) > 0 {
      description.flags.insert(number)
    }
    for (name, number) in TerminalCapability.strings {
      // A missing capability is nil, an unknown name is -1.
      guard let string = tigetstr(name), Int(bitPattern: string) != -1 else { continue }
      description.strings[number] = Array(
        UnsafeRawBufferPointer(start: string, count: strlen(string)))
    }
    // All other sequences written by this program are those of ECMA-48, too.
    guard description.strings[TerminalCapability.moveCursor]?.starts(with: "\u{1b}[".utf8) == true,
      description.strings[TerminalCapability.clear] != nil
    else { throw .cannotPaint(term) }
    return (description.correctingErrors(for: term), Int(tigetnum("colors")))
  }

  /// Opens an ncurses screen with this program's own description of the terminal, which `newterm`
  /// reads from the variable `TERMINFO`; the variable is restored afterwards.
  private static func openNcursesScreen(
    _ description: TerminfoDescription, size: CellSize, stream: UnsafeMutablePointer<FILE>
  ) throws(TerminalError) -> OpaquePointer {
    let name = "tweetie"
    let entry = description.addingColourMarks().compiledTerminfoEntry(name: name, size: size)
    let outer = getenv("TERMINFO").map { String(cString: $0) }
    setenv("TERMINFO", "b64:" + Base64.standardBase64(entry), 1)
    let signals = SavedSignalHandlers([SIGINT, SIGTERM, SIGTSTP, SIGWINCH])
    // The size is the description's, not the environment's.
    use_env(false)
    let screen = newterm(name, stream, stream)
    signals.restoreSignalHandlers()
    if let outer { setenv("TERMINFO", outer, 1) } else { unsetenv("TERMINFO") }
    guard let screen else { throw .refused(step: "newterm", code: errno) }
    return screen
  }
}

/// A table of private Unicode characters, which ncurses gets in place of characters whose width
/// terminals disagree about. In the output each is translated into the character, between saving
/// and restoring the cursor, so that the row cannot shift.
struct PrivateCharacterTable {
  enum PrivateCharacterMeaning {
    /// A meaning of a private Unicode character in ncurses' output: bytes that draw another
    /// character, and whether these are for an odd row.
    case drawing([UInt8], isOnOddRow: Bool)
    /// A meaning of a private Unicode character in ncurses' output: a step of the cursor to a wide
    /// character's second column.
    case step
  }

  /// Maximum number of characters of disputed width in the table. Each has two private characters
  /// of plane 15 for even rows and two for odd ones, since aligning the cursor needs a blank in a
  /// row of the other parity.
  static let capacity = 0x3fff
  private static let first: UInt32 = 0xf0000

  /// True if the terminal draws emoji sequences in two columns, so that they can be sent whole.
  var drawsEmojiWhole = false { didSet { drawings = clusters.map(drawingBytes) } }

  private var numbers: [Character: Int] = [:]
  private var clusters: [CellCluster] = []
  private var drawings: [[UInt8]] = []

  /// Returns the private Unicode character that ncurses gets for the left half of a wide character
  /// in an even row; the next scalar is for the right half. Returns nil if the table is full.
  mutating func evenRowPrivateCharacter(for cluster: CellCluster) -> UInt32? {
    if let known = numbers[cluster.character] { return Self.first + 4 * UInt32(known) }
    guard drawings.count < Self.capacity else { return nil }
    numbers[cluster.character] = drawings.count
    clusters.append(cluster)
    drawings.append(drawingBytes(of: cluster))
    return Self.first + 4 * UInt32(drawings.count - 1)
  }

  /// Returns the private Unicode character that ncurses gets in odd rows, given the one for even
  /// rows; other scalars are returned unchanged.
  static func oddRowPrivateCharacter(for scalar: UInt32) -> UInt32 {
    (first..<(first + 4 * UInt32(capacity))).contains(scalar) ? scalar | 2 : scalar
  }

  /// Returns the meaning of a private Unicode character in ncurses' output, such as the bytes to
  /// send instead; nil for other scalars.
  func privateCharacterMeaning(of scalar: UInt32) -> PrivateCharacterMeaning? {
    guard scalar >= Self.first, scalar < Self.first + 4 * UInt32(drawings.count) else { return nil }
    let number = Int(scalar - Self.first)
    if number & 1 != 0 { return .step }
    return .drawing(drawings[number / 4], isOnOddRow: number & 2 != 0)
  }

  static let ending = Array("\u{1b}8".utf8) + step
  /// The escape sequence sent for the second column of a wide character: a step to the right.
  static let step = Array("\u{1b}[C".utf8)

  /// Returns the bytes that draw a wide character. They erase its cells first, since the character
  /// may be narrower; after a blank in the last column, some terminals would wrap.
  private func drawingBytes(of cluster: CellCluster) -> [UInt8] {
    let text = drawsEmojiWhole ? String(cluster.character) : cluster.beginning
    return Array("\u{1b}7\u{1b}[\(cluster.columns)X\(text)".utf8)
  }
}

extension CellCluster {
  /// True if the character is an emoji sequence, which terminals without support for them draw
  /// wider than two columns.
  var isSequence: Bool {
    character.unicodeScalars.contains { $0.isZeroWidthJoiner || $0.isEmojiModifier }
  }

  /// The first emoji of an emoji sequence, without skin tone and joined emoji; the whole character
  /// if it is no such sequence.
  fileprivate var beginning: String {
    guard isSequence else { return String(character) }
    var reduced = String.UnicodeScalarView()
    for scalar in character.unicodeScalars {
      if !reduced.isEmpty, !scalar.isVariationSelector { break }
      reduced.append(scalar)
    }
    return String(reduced)
  }
}

/// A copy of the process's signal handlers, restored after a library has installed its own.
struct SavedSignalHandlers {
  private let actions: [(signal: Int32, action: sigaction)]

  init(_ signals: [Int32]) {
    actions = signals.map { signal in
      var action = sigaction()
      sigaction(signal, nil, &action)
      return (signal, action)
    }
  }

  func restoreSignalHandlers() {
    for (signal, action) in actions {
      var action = action
      sigaction(signal, &action, nil)
    }
  }
}
