internal import CVterm

/// A screen without a terminal, which receives a program's output and knows what a person would
/// see.
public final class VirtualScreen {
  /// A choice of mouse events that a program can request from its terminal.
  public enum MouseMode: Int32, Sendable {
    /// A choice of mouse events: none, so that the terminal's own selection works.
    case off
    /// A choice of mouse events: presses and releases.
    case clicks
    /// A choice of mouse events: also movement with a button held.
    case drags
    /// A choice of mouse events: all movement.
    case movement
  }

  /// The window title that the program has set; empty without one.
  public internal(set) var title = ""
  /// True if the program shows the alternate screen, without the shell's scroll-back.
  public internal(set) var isAlternate = false
  /// True if the cursor is visible.
  public internal(set) var isCursorVisible = true
  public internal(set) var mouse = MouseMode.off
  /// The number of times that the bell rang.
  public internal(set) var bellCount = 0
  /// A closure that is called with the rows and columns that are written, moved or erased.
  var onWrite: (Range<Int>, Range<Int>) -> Void = { _, _ in }
  /// The terminal's replies to the program's queries that were not taken yet.
  var replies: [UInt8] = []
  /// The beginning of a token whose rest has not arrived.
  private var held: [UInt8] = []
  private var drawable: [UInt8] = []
  private var parser = TerminalParser()
  private let terminal: OpaquePointer
  private let screen: OpaquePointer
  private let callbacks: UnsafeMutablePointer<VTermScreenCallbacks>

  /// Creates an empty virtual screen of a size.
  public init(size: WindowSize) {
    terminal = vterm_new(Int32(size.rows), Int32(size.columns))
    vterm_set_utf8(terminal, 1)
    screen = vterm_obtain_screen(terminal)
    callbacks = .allocate(capacity: 1)
    callbacks.initialize(to: screenCallbacks)
    // Unretained, because the callbacks run only inside our own calls.
    let user = Unmanaged.passUnretained(self).toOpaque()
    vterm_screen_set_callbacks(screen, callbacks, user)
    vterm_output_set_callback(terminal, keepReply, user)
    vterm_screen_enable_altscreen(screen, 1)
    vterm_screen_reset(screen, 1)
  }

  deinit {
    vterm_free(terminal)
    callbacks.deallocate()
  }

  public var size: WindowSize {
    var rows: Int32 = 0
    var columns: Int32 = 0
    vterm_get_size(terminal, &rows, &columns)
    return WindowSize(columns: Int(columns), rows: Int(rows))
  }

  /// Changes the screen's size, and keeps the content that fits.
  public func resize(to size: WindowSize) {
    vterm_set_size(terminal, Int32(size.rows), Int32(size.columns))
  }

  /// Draws what the program has written.
  ///
  /// libvterm writes commands for pictures out as text, so it is not given them.
  public func feed(_ bytes: [UInt8]) {
    for byte in bytes {
      held.append(byte)
      parser.feed([byte]) { token in
        if case .deviceString(UInt8(ascii: "_"), _) = token { held = [] }
        drawable += held
        held = []
      }
    }
    drawable.withUnsafeBytes {
      _ = vterm_input_write(
        terminal, $0.bindMemory(to: CChar.self).baseAddress, $0.count)
    }
    drawable = []
  }

  /// Takes what the terminal has to answer to the program's questions.
  ///
  /// It claims synchronised updates, so that programs which know them mark their frames.
  public func takeReplies() -> [UInt8] {
    defer { replies = [] }
    let refusal = Array("\u{1B}[?2026;0$y".utf8)
    let claim = Array("\u{1B}[?2026;2$y".utf8)
    return replies.replacing(refusal, with: claim)
  }

  /// The position of the cursor on the virtual screen.
  public var cursor: (row: Int, column: Int) {
    var position = VTermPos()
    vterm_state_get_cursorpos(vterm_obtain_state(terminal), &position)
    return (Int(position.row), Int(position.col))
  }

  /// Returns the text of a row, without the blanks at its end.
  public func text(ofRow row: Int) -> String {
    var text = ""
    for column in 0..<size.columns { text += cell(row: row, column: column).text }
    while text.last == " " { text.removeLast() }
    return text
  }

  /// The texts of all rows, from the top.
  public var rows: [String] { (0..<size.rows).map(text(ofRow:)) }

  /// The text of the screen, a line for each row.
  public var text: String { rows.joined(separator: "\n") }

  /// Returns the index of the first row that contains a text, from the top; nil if none does.
  public func row(containing text: String) -> Int? { rows.firstIndex { $0.contains(text) } }

  /// Returns a cell of the screen; a blank one outside of the screen.
  public func cell(row: Int, column: Int) -> ScreenCell {
    var cell = VTermScreenCell()
    vterm_screen_get_cell(screen, VTermPos(row: Int32(row), col: Int32(column)), &cell)
    return ScreenCell(
      text: cell.text, width: max(1, Int(cell.width)), foreground: colour(cell.fg),
      background: colour(cell.bg), foregroundIndex: cell.fg.paletteIndex,
      backgroundIndex: cell.bg.paletteIndex, isBold: cell.attrs.bold != 0,
      isUnderlined: cell.attrs.underline != 0, isItalic: cell.attrs.italic != 0,
      isReversed: cell.attrs.reverse != 0)
  }

  private func colour(_ colour: VTermColor) -> ScreenCell.Colour {
    guard !colour.isStandard else { return .standard }
    var colour = colour
    vterm_screen_convert_color_to_rgb(screen, &colour)
    return .rgb(colour.rgb.red, colour.rgb.green, colour.rgb.blue)
  }
}

extension VTermColor {
  fileprivate var isStandard: Bool {
    let flags = VTERM_COLOR_DEFAULT_FG.rawValue | VTERM_COLOR_DEFAULT_BG.rawValue
    return UInt32(type) & flags != 0
  }

  fileprivate var paletteIndex: UInt8? {
    let isIndexed = UInt32(type) & VTERM_COLOR_TYPE_MASK.rawValue == VTERM_COLOR_INDEXED.rawValue
    return isIndexed && !isStandard ? indexed.idx : nil
  }
}

extension VTermScreenCell {
  /// The character of the cell; empty for the second half of a wide character.
  fileprivate var text: String {
    if chars.0 == UInt32.max { return "" }
    let scalars = withUnsafeBytes(of: chars) { Array($0.bindMemory(to: UInt32.self)) }
      .prefix { $0 != 0 }.compactMap(Unicode.Scalar.init)
    var text = String.UnicodeScalarView()
    text.append(contentsOf: scalars)
    return scalars.isEmpty ? " " : String(text)
  }
}
