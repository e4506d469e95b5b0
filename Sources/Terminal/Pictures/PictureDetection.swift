internal import Glibc

/// Detection of the protocol for showing pictures, from settings, environment and replies. Nothing
/// waits for replies: until they come, the environment's guess or block characters are used. The
/// last query is one that every terminal answers, so a missing reply before that one counts as a
/// no.
public struct PictureDetection: Sendable {
  public enum Reason: String, Sendable {
    /// The settings name a protocol.
    case wished
    /// The locale lacks block characters.
    case plainCharacters
    /// The terminal does not understand queries.
    case oldTerminal
    /// The environment names the terminal, and no reply has come yet.
    case environment
    case answered
    /// The terminal answered, and has only block characters.
    case nothingBetter
    /// The terminal has not answered yet.
    case unanswered
    /// There is no terminal to ask, as with a pipe.
    case unasked
    /// The terminal has sixels, but the cell size is unknown.
    case unknownCellSize
  }

  /// The id of the image in the query, which is never shown.
  static let testNumber = 31

  private let wish: PictureProtocol?
  private let hints: PictureHints
  private var hasBlocks: Bool
  private let isModern: Bool
  private let mayShowMoreColours: Bool
  private var toldCell: PixelSize?
  private var answeredCell: PixelSize?
  private var version = ""
  /// True if there is a terminal to ask.
  public private(set) var mayAnswer = true
  private var knowsKitty = false
  private var knowsAllColours = false
  private var attributes: [Int]?

  /// Starts the detection with the cell size reported by the system; nil if it reports none.
  public init(options: TerminalOptions, cell: PixelSize?) {
    wish = options.pictures
    hints = PictureHints(environment: options.environment)
    hasBlocks = options.encoding != .ascii
    isModern = options.isModern
    mayShowMoreColours = options.colours == nil && options.depth(describedColours: 8) < .direct
    toldCell = cell
  }

  /// The queries to send to the terminal; empty if nothing needs to be asked.
  public var questions: String {
    guard isModern, wish != PictureProtocol.none, hasBlocks else { return "" }
    let sizes = TerminalQuery.cellPixels + TerminalQuery.windowPixels
    let kitty = hints.swallowsStrings ? kittyQuestion : ""
    let colours = hints.swallowsStrings && mayShowMoreColours ? TerminalQuery.allColours : ""
    return kitty + colours + TerminalQuery.version + sizes + TerminalQuery.attributes
  }

  /// The protocol for showing pictures, as far as detected.
  public var ability: PictureAbility {
    let way = choice.way
    // kitty's images have all colours anyway: the answer is no reason to paint them again.
    let isKitty = way == .kitty || way == .kittyPlaceholders
    return PictureAbility(
      way: way, cell: cell, showsAllColours: knowsAllColours && isAnswered && !isKitty,
      playsMotions: isKitty && isKittyItself(from: [0, 20]))
  }

  /// Changes the encoding.
  mutating func use(_ encoding: TextEncoding) { hasBlocks = encoding != .ascii }

  /// The reason for the protocol.
  public var reason: Reason { choice.reason }

  public var isAnswered: Bool { attributes != nil }

  /// True if no more replies will come: tmux answers before the terminal behind it does.
  var isComplete: Bool { isAnswered && (knowsKitty || !hints.isInTmux) }

  public var terminalVersion: String { version }

  /// The cell size; an assumed one until the size is known.
  public var cell: PixelSize { toldCell ?? answeredCell ?? CellPixels.assumed }

  /// True if the cell size is known rather than assumed.
  public var knowsCell: Bool { toldCell != nil || answeredCell != nil }

  var isMultiplexed: Bool { hints.isInTmux || hints.isInScreen }

  var isInTmux: Bool { hints.isInTmux }

  /// Handles a reply; `size` is the terminal's, in cells.
  public mutating func learn(from reply: TerminalReply, size: CellSize) {
    switch reply {
    case .graphics(let text): knowsKitty = knowsKitty || text.string == "i=\(Self.testNumber);OK"
    case .version(let text): version = text.string
    case .rendition(let numbers):
      knowsAllColours = mayShowMoreColours && numbers.suffix(5) == [48, 2, 1, 2, 3]
    case .attributes(let numbers): attributes = numbers
    case .cellPixels(let cell): answeredCell = CellPixels.sane(cell)
    case .windowPixels(let window):
      answeredCell =
        answeredCell
        ?? CellPixels.sane(
          PixelSize(
            width: window.width / max(1, size.columns), height: window.height / max(1, size.rows)))
    default: break
    }
  }

  /// Records that there is no terminal to ask, as with a pipe.
  mutating func leaveUnasked() { mayAnswer = false }

  /// Records a new cell size from the system, as after a change of the font.
  public mutating func learn(cell: PixelSize?) {
    toldCell = cell.map { CellPixels.told($0, before: toldCell) }
    if cell != nil { answeredCell = nil }
  }

  private var choice: (way: PictureProtocol, reason: Reason) {
    if let wish { return (hints.isInTmux && wish == .kitty ? .kittyPlaceholders : wish, .wished) }
    guard hasBlocks else { return (.none, .plainCharacters) }
    guard isModern else { return (.symbols, .oldTerminal) }
    if knowsKitty { return kitty }
    guard let attributes else {
      guard let guess = hints.guess, guess != .sixel || knowsCell else {
        return (.symbols, mayAnswer ? .unanswered : .unasked)
      }
      return (guess, .environment)
    }
    if hints.guess == .iterm { return (.iterm, .environment) }
    guard attributes.contains(4) else { return (.symbols, .nothingBetter) }
    return knowsCell ? (.sixel, .answered) : (.symbols, .unknownCellSize)
  }

  /// kitty's protocol in the form that this terminal has: inside tmux only placeholders stay in
  /// place.
  private var kitty: (way: PictureProtocol, reason: Reason) {
    if hints.isInTmux {
      return hints.lacksPlaceholders ? (.symbols, .nothingBetter) : (.kittyPlaceholders, .answered)
    }
    return (knowsPlaceholders ? .kittyPlaceholders : .kitty, .answered)
  }

  /// True for kitty 0.28 or later, and for ghostty.
  private var knowsPlaceholders: Bool {
    if version.hasPrefix("ghostty") { return true }
    return isKittyItself(from: [0, 28])
  }

  /// True if the terminal is kitty of a version or later: other terminals have its graphics without
  /// animations and, in older versions, placeholders.
  private func isKittyItself(from first: [Int]) -> Bool {
    guard version.hasPrefix("kitty(") else { return false }
    let numbers = version.dropFirst(6).prefix { $0 != ")" }.split(separator: ".").map {
      Int($0) ?? 0
    }
    return !numbers.lexicographicallyPrecedes(first)
  }

  /// The query with an image of one pixel, which is not shown. Behind tmux it asks for
  /// placeholders: a kitty too old for them does not answer, and its version cannot be learnt
  /// there.
  private var kittyQuestion: String {
    let placeholders = hints.isInTmux ? ",U=1" : ""
    let command = KittyCommand(
      keys: "i=\(Self.testNumber),s=1,v=1,a=q,t=d,f=24" + placeholders, payload: [0, 0, 0])
    var bytes: [UInt8] = []
    command.append(throughTmux: hints.isInTmux, to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }
}

/// Hints about pictures in the environment.
struct PictureHints: Equatable, Sendable {
  /// True if tmux is between the program and the terminal.
  let isInTmux: Bool
  /// True if GNU screen is between the program and the terminal.
  let isInScreen: Bool
  /// The protocol of a terminal named in the environment; nil without a hint.
  let guess: PictureProtocol?
  /// True if queries in strings are safe: GNU screen shows them or passes them on, and macOS's
  /// terminal prints them.
  let swallowsStrings: Bool
  /// True if the terminal has kitty's graphics without placeholders.
  let lacksPlaceholders: Bool

  init(environment: [String: String]) {
    let term = environment["TERM"] ?? ""
    let program = environment["TERM_PROGRAM"] ?? ""
    let multiplexer = Multiplexer(environment: environment)
    isInTmux = multiplexer == .tmux
    isInScreen = multiplexer == .screen
    lacksPlaceholders = ["WEZTERM_PANE", "WEZTERM_EXECUTABLE", "KONSOLE_VERSION"].contains {
      environment[$0] != nil
    }
    swallowsStrings = !isInScreen && program != "Apple_Terminal"
    guess =
      if isInTmux || isInScreen {
        nil
      } else if term == "xterm-ghostty" {
        .kittyPlaceholders
      } else if term == "xterm-kitty" || environment["KITTY_WINDOW_ID"] != nil {
        .kitty
      } else if program == "iTerm.app" || environment["LC_TERMINAL"] == "iTerm2" {
        .iterm
      } else if term.hasPrefix("mlterm") || term.hasPrefix("foot") {
        .sixel
      } else {
        nil
      }
  }
}

enum CellPixels {
  /// The cell size if none is known.
  static let assumed = PixelSize(width: 10, height: 20)

  /// The cell size that the system reports for a terminal; nil without one.
  static func told(of descriptor: Int32) -> PixelSize? {
    var window = winsize()
    guard ioctl(descriptor, UInt(TIOCGWINSZ), &window) == 0, window.ws_col > 0, window.ws_row > 0
    else { return nil }
    return sane(
      PixelSize(
        width: Int(window.ws_xpixel) / Int(window.ws_col),
        height: Int(window.ws_ypixel) / Int(window.ws_row)))
  }

  /// The cell size to use, by the current and the previous report. Some terminals include the
  /// window's margins, which makes cells seem larger the fewer there are. A picture a little too
  /// small does no harm; one too large covers the next row and scrolls.
  static func told(_ size: PixelSize, before: PixelSize?) -> PixelSize {
    guard let before, abs(size.width - before.width) <= 1, abs(size.height - before.height) <= 1
    else { return size }
    return PixelSize(
      width: min(size.width, before.width), height: min(size.height, before.height))
  }

  /// Returns the cell size; nil for an impossible one.
  static func sane(_ size: PixelSize) -> PixelSize? {
    (3...200).contains(size.width) && (4...400).contains(size.height) ? size : nil
  }
}
