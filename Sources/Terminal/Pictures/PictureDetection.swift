internal import Glibc

/// A detector of the terminal's protocol for pictures, by settings, environment and replies; until
/// replies come, a guess is used. Every terminal answers the last query, so an earlier query
/// without a reply by then counts as unsupported.
public struct PictureDetection: Sendable {
  public enum PictureProtocolReason: String, Sendable {
    /// A reason for the picture protocol: the settings name it.
    case configured = "wished"
    /// A reason for no pictures: the locale lacks block characters.
    case plainCharacters
    /// A reason for the picture protocol, a guess: the terminal does not understand queries.
    case oldTerminal
    /// A reason for the picture protocol, which is a guess: the environment names the terminal,
    /// which has not replied yet.
    case environment
    case answered
    /// A reason for pictures of block characters: the terminal answered, and has nothing better.
    case nothingBetter
    /// A reason for pictures of block characters: the terminal has not answered yet.
    case unanswered
    /// A reason for the picture protocol, a guess: there is no terminal to ask, as with a pipe.
    case unasked
    /// A reason for pictures of block characters: the terminal has sixels, but its cell size is
    /// unknown.
    case unknownCellSize
  }

  /// The id of the test image in the query for kitty's protocol; the image is never shown.
  static let testNumber = 31

  private let configured: PictureProtocol?
  private let hints: PictureEnvironmentHints
  private var hasBlocks: Bool
  private let isModern: Bool
  private let mayShowMoreColours: Bool
  private var reportedCell: PixelSize?
  private var answeredCell: PixelSize?
  private var version = ""
  /// True if the program has a terminal that can be asked about pictures; false for a pipe.
  public private(set) var isReachable = true
  private var hasKittyGraphics = false
  private var hasAllColours = false
  private var attributes: [Int]?

  /// Creates the detector of the picture protocol, before any reply. `cell` is the size of a
  /// terminal cell in pixels that the system reports; nil if it reports none.
  public init(options: TerminalOptions, cell: PixelSize?) {
    configured = options.pictures
    hints = PictureEnvironmentHints(environment: options.environment)
    hasBlocks = options.encoding != .ascii
    isModern = options.isModern
    mayShowMoreColours =
      options.colours == nil && options.colourDepth(describedColours: 8) < .direct
    reportedCell = cell
  }

  /// The queries about pictures to send to the terminal; empty if nothing is to be asked.
  public var queries: String {
    guard isModern, configured != PictureProtocol.none, hasBlocks else { return "" }
    let sizes = TerminalQuerySequences.cellPixels + TerminalQuerySequences.windowPixels
    let kitty = hints.hidesUnknownStrings ? kittyQuery : ""
    let colours =
      hints.hidesUnknownStrings && mayShowMoreColours ? TerminalQuerySequences.trueColour : ""
    return kitty + colours + TerminalQuerySequences.version + sizes
      + TerminalQuerySequences.attributes
  }

  /// The protocol for pictures in the terminal, and their cell size, as detected so far.
  public var ability: TerminalPictureAbilities {
    let method = choice.method
    // A change of colours would paint all pictures again; kitty's images have all colours anyway.
    let isKitty = method == .kitty || method == .kittyPlaceholders
    return TerminalPictureAbilities(
      method: method, cell: cell, showsAllColours: hasAllColours && isAnswered && !isKitty,
      playsAnimations: isKitty && self.isKittyOfVersion(from: [0, 20]))
  }

  mutating func setEncoding(_ encoding: TextEncoding) { hasBlocks = encoding != .ascii }
  public var reason: PictureProtocolReason { choice.reason }
  public var isAnswered: Bool { attributes != nil }

  /// True if no more replies about pictures will come. Within tmux, which answers before the
  /// terminal outside of it, that is known only after a reply about kitty's graphics.
  var isComplete: Bool { isAnswered && (hasKittyGraphics || !hints.isInTmux) }
  public var terminalVersion: String { version }
  public var cell: PixelSize { reportedCell ?? answeredCell ?? CellPixelSize.assumed }

  public var isCellSizeKnown: Bool { reportedCell != nil || answeredCell != nil }
  var isMultiplexed: Bool { hints.isInTmux || hints.isInScreen }
  var isInTmux: Bool { hints.isInTmux }

  public mutating func recordTerminalReply(_ reply: TerminalReply, size: CellSize) {
    switch reply {
    case .graphics(let text):
      hasKittyGraphics = hasKittyGraphics || text.string == "i=\(Self.testNumber);OK"
    case .version(let text): version = text.string
    case .rendition(let numbers):
      hasAllColours = mayShowMoreColours && numbers.suffix(5) == [48, 2, 1, 2, 3]
    case .attributes(let numbers): attributes = numbers
    case .cellPixels(let cell): answeredCell = CellPixelSize.plausibleCellSize(cell)
    case .windowPixels(let window):
      answeredCell =
        answeredCell
        ?? CellPixelSize.plausibleCellSize(
          PixelSize(
            width: window.width / max(1, size.columns), height: window.height / max(1, size.rows)))
    default: break
    }
  }

  /// Records that there is no terminal to ask about pictures, as with a pipe.
  mutating func recordMissingTerminal() { isReachable = false }

  /// Records a new size of the cells in pixels from the system, as after a change of the font; nil
  /// if it reports none.
  public mutating func setReportedCellSize(_ cell: PixelSize?) {
    reportedCell = cell.map { CellPixelSize.smallerOfSimilarCellSizes($0, before: reportedCell) }
    if cell != nil { answeredCell = nil }
  }

  private var choice: (method: PictureProtocol, reason: PictureProtocolReason) {
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

  /// The picture protocol for a terminal with kitty's graphics, and the reason for the choice.
  /// Within tmux only placeholders stay in place; without them pictures are block characters.
  private var kitty: (method: PictureProtocol, reason: PictureProtocolReason) {
    if hints.isInTmux {
      return hints.lacksPlaceholders ? (.symbols, .nothingBetter) : (.kittyPlaceholders, .answered)
    }
    return (knowsPlaceholders ? .kittyPlaceholders : .kitty, .answered)
  }

  /// True if the terminal supports kitty's placeholder characters, as kitty 0.28 and ghostty do.
  private var knowsPlaceholders: Bool {
    if version.hasPrefix("ghostty") { return true }
    return isKittyOfVersion(from: [0, 28])
  }

  /// Returns true if the terminal is kitty of at least a version. Other terminals have kitty's
  /// graphics without animations and, in older versions, without placeholders.
  private func isKittyOfVersion(from first: [Int]) -> Bool {
    guard version.hasPrefix("kitty(") else { return false }
    let numbers = version.dropFirst(6).prefix { $0 != ")" }.split(separator: ".").map {
      Int($0) ?? 0
    }
    return !numbers.lexicographicallyPrecedes(first)
  }

  /// The query for kitty's protocol, with an image of one pixel that is not shown. Within tmux the
  /// query asks for placeholders, since a kitty too old for them does not answer, and its version
  /// cannot be asked for there.
  private var kittyQuery: String {
    let placeholders = hints.isInTmux ? ",U=1" : ""
    let command = KittyCommand(
      keys: "i=\(Self.testNumber),s=1,v=1,a=q,t=d,f=24" + placeholders, payload: [0, 0, 0])
    var bytes: [UInt8] = []
    command.appendSequence(throughTmux: hints.isInTmux, to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }
}

/// A set of hints in the environment about the terminal's protocol for pictures.
struct PictureEnvironmentHints: Equatable, Sendable {
  let isInTmux: Bool
  let isInScreen: Bool
  /// The picture protocol of a terminal that the environment names; nil if it names none.
  let likelyProtocol: PictureProtocol?
  /// True if the terminal ignores unknown queries; false for GNU screen, which shows them or passes
  /// them on, and for macOS's terminal, which prints them.
  let hidesUnknownStrings: Bool
  /// True if the terminal has kitty's graphics but no placeholders.
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

enum CellPixelSize {
  /// The size of a terminal's cell in pixels that is assumed if none is known.
  static let assumed = PixelSize(width: 10, height: 20)

  /// Returns the size of the terminal's cells in pixels as reported by the system; nil if the
  /// system reports none.
  static func reportedCellSize(of descriptor: Int32) -> PixelSize? {
    var window = winsize()
    guard ioctl(descriptor, UInt(TIOCGWINSZ), &window) == 0, window.ws_col > 0, window.ws_row > 0
    else { return nil }
    return plausibleCellSize(
      PixelSize(
        width: Int(window.ws_xpixel) / Int(window.ws_col),
        height: Int(window.ws_ypixel) / Int(window.ws_row)))
  }

  /// Returns the size of the cells in pixels to use, by the current and the previous report. Some
  /// terminals count the window's margins, so that cells seem larger the fewer there are. A picture
  /// that is a little too small does no harm; one that is too large covers the next row and
  /// scrolls.
  static func smallerOfSimilarCellSizes(_ size: PixelSize, before: PixelSize?) -> PixelSize {
    guard let before, abs(size.width - before.width) <= 1, abs(size.height - before.height) <= 1
    else { return size }
    return PixelSize(width: min(size.width, before.width), height: min(size.height, before.height))
  }

  static func plausibleCellSize(_ size: PixelSize) -> PixelSize? {
    (3...200).contains(size.width) && (4...400).contains(size.height) ? size : nil
  }
}
