internal import CNcurses
internal import Glibc
internal import Groundwork

/// ncurses, kept to what it is good at: finding the fewest bytes from one screen to the next.
///
/// It writes into memory and never touches the terminal, its settings or the process's signals. Its
/// state is global, and making a second screen takes away the first one's description, so there is
/// one painter at a time.
@MainActor final class NcursesPainter {
  private static var isTaken = false

  /// How many colours the terminal's own description knows.
  let describedColours: Int
  private let screen: OpaquePointer
  private let stream: UnsafeMutablePointer<FILE>
  private let memory: Int32
  private var frame: [UInt8] = []

  init(term: String, size: CellSize) throws(TerminalError) {
    precondition(!Self.isTaken, "A painter is at work already.")
    memory = cn_memory_file("frame")
    guard memory >= 0, let stream = fdopen(memory, "w") else {
      throw .refused(step: "memfd_create", code: errno)
    }
    self.stream = stream
    do throws(TerminalError) {
      let (description, colours) = try Self.description(of: term, descriptor: memory)
      describedColours = colours
      screen = try Self.screen(description, size: size, stream: stream)
    } catch {
      fclose(stream)
      throw error
    }
    Self.isTaken = true
    start_color()
    use_default_colors()
    typeahead(-1)
    idlok(cn_standard_window(), true)
    scrollok(cn_standard_window(), false)
  }

  /// Lets go of ncurses; the painter is of no use afterwards.
  func close() {
    endwin()
    delscreen(screen)
    fclose(stream)
    Self.isTaken = false
  }

  func resize(to size: CellSize) {
    resize_term(Int32(size.rows), Int32(size.columns))
  }

  /// Makes a pair of colours known.
  func define(_ number: Int, _ pair: InkTable.Pair) {
    init_extended_pair(Int32(number), Int32(pair.foreground), Int32(pair.background))
  }

  func put(_ cells: [cchar_t], row: Int) {
    wmove(cn_standard_window(), Int32(row), 0)
    cells.withUnsafeBufferPointer {
      _ = wadd_wchnstr(cn_standard_window(), $0.baseAddress, Int32($0.count))
    }
  }

  /// Forgets what is on the terminal.
  func forget() {
    clearok(cn_shown_window(), true)
  }

  /// Forgets what is on a row of the terminal, so that all of it is written again.
  func forget(row: Int) {
    wredrawln(cn_standard_window(), Int32(row), 1)
  }

  /// Calls the body with the bytes that bring the terminal up to date.
  func update(cursor: CellPosition?, _ body: (UnsafeRawBufferPointer) -> Void) {
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
}

extension NcursesPainter {
  /// The cell, in a form that ncurses writes even if it is blank: erasing to the end of a row
  /// leaves pixels in xterm, which reappear where the cursor passes. It goes out as a blank again.
  static func written(_ cell: cchar_t) -> cchar_t {
    guard cell.chars.0 == 0x20, cell.chars.1 == 0 else { return cell }
    var cell = cell
    cell.chars.0 = wchar_t(Cell.firstPictureScalar) + wchar_t(Cell.noPicture)
    return cell
  }
}

extension NcursesPainter {
  /// A cell of one column in that style; others are made from it by changing the characters.
  static func cell(_ attributes: Style.Attributes, pair: Int) -> cchar_t {
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

  /// The abilities of the terminal that painting needs, and its number of colours.
  private static func description(
    of term: String, descriptor: Int32
  ) throws(TerminalError) -> (TerminalDescription, colours: Int) {
    var status: Int32 = 0
    guard !term.isEmpty, setupterm(term, descriptor, &status) == OK else {
      throw .unknownTerminal(term)
    }
    defer { cn_forget_description() }
    var description = TerminalDescription()
    for (name, number) in Capability.flags where tigetflag(name) > 0 {
      description.flags.insert(number)
    }
    for (name, number) in Capability.strings {
      // A missing ability is nil, an unknown name is -1.
      guard let string = tigetstr(name), Int(bitPattern: string) != -1 else { continue }
      description.strings[number] = Array(
        UnsafeRawBufferPointer(start: string, count: strlen(string)))
    }
    // Everything else that is written is ECMA-48's, too.
    guard description.strings[Capability.place]?.starts(with: "\u{1b}[".utf8) == true,
      description.strings[Capability.clear] != nil
    else { throw .cannotPaint(term) }
    return (description.mended(for: term), Int(tigetnum("colors")))
  }

  /// A screen of ncurses with our own description, which `newterm` reads from `TERMINFO` in the
  /// environment; the variable is put back afterwards.
  private static func screen(
    _ description: TerminalDescription, size: CellSize, stream: UnsafeMutablePointer<FILE>
  ) throws(TerminalError) -> OpaquePointer {
    let name = "tweetie"
    let entry = description.marked().compiled(name: name, size: size)
    let outer = getenv("TERMINFO").map { String(cString: $0) }
    setenv("TERMINFO", "b64:" + Base64.standard(entry), 1)
    let signals = SavedSignals([SIGINT, SIGTERM, SIGTSTP, SIGWINCH])
    // The size is the description's, not the environment's.
    use_env(false)
    let screen = newterm(name, stream, stream)
    signals.restore()
    if let outer { setenv("TERMINFO", outer, 1) } else { unsetenv("TERMINFO") }
    guard let screen else { throw .refused(step: "newterm", code: errno) }
    return screen
  }
}
