internal import CVterm

/// A terminal's screen without a terminal: fed with bytes, it knows what a person would see.
public final class VirtualScreen {
  /// Which mouse events the program asked for.
  public enum MouseMode: Int32, Sendable {
    /// None: the terminal's own selection works.
    case off
    /// Presses and releases.
    case clicks
    /// Also movement with a button held.
    case drags
    /// All movement.
    case movement
  }

  /// The window title the program has set; empty when it has not.
  public internal(set) var title = ""
  /// Whether the program shows the alternate screen, away from the shell's scroll-back.
  public internal(set) var isAlternate = false
  /// Whether the cursor can be seen.
  public internal(set) var isCursorVisible = true
  /// Which mouse events the program asked for.
  public internal(set) var mouse = MouseMode.off
  /// How often the bell rang.
  public internal(set) var bellCount = 0
  /// Is told the rows and columns of whatever is written, moved or erased.
  var onWrite: (Range<Int>, Range<Int>) -> Void = { _, _ in }
  /// What the terminal has answered to the program's questions, not yet taken.
  var replies: [UInt8] = []
  /// A token's beginning, which the rest has to follow, and what can be drawn.
  private var held: [UInt8] = []
  private var drawable: [UInt8] = []
  private var parser = TerminalParser()
  private let terminal: OpaquePointer
  private let screen: OpaquePointer
  private let callbacks: UnsafeMutablePointer<VTermScreenCallbacks>

  /// An empty screen of that size.
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

  /// How large it is.
  public var size: WindowSize {
    var rows: Int32 = 0
    var columns: Int32 = 0
    vterm_get_size(terminal, &rows, &columns)
    return WindowSize(columns: Int(columns), rows: Int(rows))
  }

  /// Changes its size, keeping what still fits.
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

  /// Where the cursor is.
  public var cursor: (row: Int, column: Int) {
    var position = VTermPos()
    vterm_state_get_cursorpos(vterm_obtain_state(terminal), &position)
    return (Int(position.row), Int(position.col))
  }

  /// The text of one row, without the blanks at its end.
  public func text(ofRow row: Int) -> String {
    var text = ""
    for column in 0..<size.columns { text += cell(row: row, column: column).text }
    while text.last == " " { text.removeLast() }
    return text
  }

  /// The text of all rows, from the top.
  public var rows: [String] { (0..<size.rows).map(text(ofRow:)) }

  /// The text of all rows, a line each.
  public var text: String { rows.joined(separator: "\n") }

  /// The first row, counted from the top, that contains the text.
  public func row(containing text: String) -> Int? { rows.firstIndex { $0.contains(text) } }

  /// One cell; one outside of the screen is blank.
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
  /// The second half of a wide character is marked with an impossible one.
  fileprivate var text: String {
    if chars.0 == UInt32.max { return "" }
    let scalars = withUnsafeBytes(of: chars) { Array($0.bindMemory(to: UInt32.self)) }
      .prefix { $0 != 0 }.compactMap(Unicode.Scalar.init)
    var text = String.UnicodeScalarView()
    text.append(contentsOf: scalars)
    return scalars.isEmpty ? " " : String(text)
  }
}
