internal import Glibc

/// The detection of the terminal's protocol for pictures, from settings, environment and replies.
/// Nothing waits for replies: until they come, the environment's guess or block characters are
/// used. The last query is one that every terminal answers, so a missing reply before that one
/// counts as a no.
public struct PictureDetection: Sendable {
  public enum DetectionReason: String, Sendable {
    /// A reason for the picture protocol: the settings name the protocol.
    case configured = "wished"
    /// A reason for no pictures: the locale lacks block characters.
    case plainCharacters
    /// A reason for a guess at the picture protocol: the terminal does not understand queries.
    case oldTerminal
    /// A reason for a guess at the picture protocol: the environment names the terminal, and no
    /// reply has come yet.
    case environment
    case answered
    /// A reason for block characters as pictures: the terminal answered, and has nothing better.
    case nothingBetter
    /// A reason for block characters as pictures: the terminal has not answered yet.
    case unanswered
    /// A reason for a guess at the picture protocol: there is no terminal to ask, as with a pipe.
    case unasked
    /// A reason for block characters as pictures: the terminal has sixels, but the cell size is
    /// unknown.
    case unknownCellSize
  }

  /// The id of the test image in the query for kitty's protocol; the image is never shown.
  static let testNumber = 31

  private let configured: PictureProtocol?
  private let hints: PictureHints
  private var hasBlocks: Bool
  private let isModern: Bool
  private let mayShowMoreColours: Bool
  private var reportedCell: PixelSize?
  private var answeredCell: PixelSize?
  private var version = ""
  /// True if the program has a terminal to query about pictures.
  public private(set) var isReachable = true
  private var hasKittyGraphics = false
  private var hasAllColours = false
  private var attributes: [Int]?

  /// Starts the detection of the picture protocol with the cell size reported by the system; nil if
  /// it reports none.
  public init(options: TerminalOptions, cell: PixelSize?) {
    configured = options.pictures
    hints = PictureHints(environment: options.environment)
    hasBlocks = options.encoding != .ascii
    isModern = options.isModern
    mayShowMoreColours =
      options.colours == nil && options.colourDepth(describedColours: 8) < .direct
    reportedCell = cell
  }

  /// The queries about pictures to send to the terminal; empty if nothing needs to be asked.
  public var queries: String {
    guard isModern, configured != PictureProtocol.none, hasBlocks else { return "" }
    let sizes = TerminalQuery.cellPixels + TerminalQuery.windowPixels
    let kitty = hints.hidesUnknownStrings ? kittyQuery : ""
    let colours = hints.hidesUnknownStrings && mayShowMoreColours ? TerminalQuery.trueColour : ""
    return kitty + colours + TerminalQuery.version + sizes + TerminalQuery.attributes
  }

  /// The protocol for showing pictures in the terminal, as far as detected.
  public var ability: PictureAbility {
    let method = choice.method
    // kitty's images have all colours anyway: the answer is no reason to paint them again.
    let isKitty = method == .kitty || method == .kittyPlaceholders
    return PictureAbility(
      method: method, cell: cell, showsAllColours: hasAllColours && isAnswered && !isKitty,
      playsAnimations: isKitty && isKittyItself(from: [0, 20]))
  }

  mutating func setEncoding(_ encoding: TextEncoding) { hasBlocks = encoding != .ascii }
  public var reason: DetectionReason { choice.reason }
  public var isAnswered: Bool { attributes != nil }

  /// True if no more replies about pictures will come: tmux answers before the terminal behind it
  /// does.
  var isComplete: Bool { isAnswered && (hasKittyGraphics || !hints.isInTmux) }
  public var terminalVersion: String { version }
  public var cell: PixelSize { reportedCell ?? answeredCell ?? CellPixels.assumed }

  /// True if the terminal's cell size in pixels is known rather than assumed.
  public var isCellSizeKnown: Bool { reportedCell != nil || answeredCell != nil }
  var isMultiplexed: Bool { hints.isInTmux || hints.isInScreen }
  var isInTmux: Bool { hints.isInTmux }

  public mutating func handle(_ reply: TerminalReply, size: CellSize) {
    switch reply {
    case .graphics(let text):
      hasKittyGraphics = hasKittyGraphics || text.string == "i=\(Self.testNumber);OK"
    case .version(let text): version = text.string
    case .rendition(let numbers):
      hasAllColours = mayShowMoreColours && numbers.suffix(5) == [48, 2, 1, 2, 3]
    case .attributes(let numbers): attributes = numbers
    case .cellPixels(let cell): answeredCell = CellPixels.plausibleSize(cell)
    case .windowPixels(let window):
      answeredCell =
        answeredCell
        ?? CellPixels.plausibleSize(
          PixelSize(
            width: window.width / max(1, size.columns), height: window.height / max(1, size.rows)))
    default: break
    }
  }

  /// Records the lack of a terminal to query about pictures, as with a pipe.
  mutating func markUnreachable() { isReachable = false }

  /// Records a new cell size in pixels from the system, as after a change of the font.
  public mutating func setReportedCell(_ cell: PixelSize?) {
    reportedCell = cell.map { CellPixels.chosenSize($0, before: reportedCell) }
    if cell != nil { answeredCell = nil }
  }

  private var choice: (method: PictureProtocol, reason: DetectionReason) {
    if let configured {
      return (hints.isInTmux && configured == .kitty ? .kittyPlaceholders : configured, .configured)
    }
    guard hasBlocks else { return (.none, .plainCharacters) }
    guard isModern else { return (.symbols, .oldTerminal) }
    if hasKittyGraphics { return kitty }
    guard let attributes else {
      guard let likelyProtocol = hints.likelyProtocol, likelyProtocol != .sixel || isCellSizeKnown
      else { return (.symbols, isReachable ? .unanswered : .unasked) }
      return (likelyProtocol, .environment)
    }
    if hints.likelyProtocol == .iterm { return (.iterm, .environment) }
    guard attributes.contains(4) else { return (.symbols, .nothingBetter) }
    return isCellSizeKnown ? (.sixel, .answered) : (.symbols, .unknownCellSize)
  }

  /// The kind of kitty's picture protocol to use: inside tmux only placeholders stay in place.
  private var kitty: (method: PictureProtocol, reason: DetectionReason) {
    if hints.isInTmux {
      return hints.lacksPlaceholders ? (.symbols, .nothingBetter) : (.kittyPlaceholders, .answered)
    }
    return (knowsPlaceholders ? .kittyPlaceholders : .kitty, .answered)
  }

  /// True if the terminal knows kitty's placeholder characters: kitty 0.28 or later, and ghostty.
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

  /// The query for kitty's protocol, with an image of one pixel that is not shown. Behind tmux it
  /// asks for placeholders: a kitty too old for them does not answer, and its version cannot be
  /// learnt there.
  private var kittyQuery: String {
    let placeholders = hints.isInTmux ? ",U=1" : ""
    let command = KittyCommand(
      keys: "i=\(Self.testNumber),s=1,v=1,a=q,t=d,f=24" + placeholders, payload: [0, 0, 0])
    var bytes: [UInt8] = []
    command.appendSequence(throughTmux: hints.isInTmux, to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }
}

/// Hints about the terminal's protocol for pictures in the environment.
struct PictureHints: Equatable, Sendable {
  /// True if tmux is between the program and the terminal.
  let isInTmux: Bool
  /// True if GNU screen is between the program and the terminal.
  let isInScreen: Bool
  /// The likely picture protocol of a terminal named in the environment; nil without a hint.
  let likelyProtocol: PictureProtocol?
  /// True if the terminal can be sent queries in strings: GNU screen shows them or passes them on,
  /// and macOS's terminal prints them.
  let hidesUnknownStrings: Bool
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
    hidesUnknownStrings = !isInScreen && program != "Apple_Terminal"
    likelyProtocol =
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
  /// The assumed size of a terminal cell in pixels, if none is known.
  static let assumed = PixelSize(width: 10, height: 20)

  /// Returns the size of a terminal's cell in pixels, as the system reports it; nil without a
  /// report.
  static func reportedSize(of descriptor: Int32) -> PixelSize? {
    var window = winsize()
    guard ioctl(descriptor, UInt(TIOCGWINSZ), &window) == 0, window.ws_col > 0, window.ws_row > 0
    else { return nil }
    return plausibleSize(
      PixelSize(
        width: Int(window.ws_xpixel) / Int(window.ws_col),
        height: Int(window.ws_ypixel) / Int(window.ws_row)))
  }

  /// Returns the cell size in pixels to use, by the current and the previous report. Some terminals
  /// include the window's margins, which makes cells seem larger the fewer there are. A picture a
  /// little too small does no harm; one too large covers the next row and scrolls.
  static func chosenSize(_ size: PixelSize, before: PixelSize?) -> PixelSize {
    guard let before, abs(size.width - before.width) <= 1, abs(size.height - before.height) <= 1
    else { return size }
    return PixelSize(width: min(size.width, before.width), height: min(size.height, before.height))
  }

  /// Returns a reported cell size in pixels; nil for an impossible one.
  static func plausibleSize(_ size: PixelSize) -> PixelSize? {
    (3...200).contains(size.width) && (4...400).contains(size.height) ? size : nil
  }
}
