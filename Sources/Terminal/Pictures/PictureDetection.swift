internal import Glibc

/// Finds out how to show pictures: from the settings, the environment and the terminal's answers.
///
/// Nothing waits for the answers. Until they come, the environment's guess is used, or block
/// characters. The last question is one that every terminal answers, so once that answer is there,
/// a question without an answer counts as a no.
public struct PictureDetection: Sendable {
  /// Why a way was chosen.
  public enum Reason: String, Sendable {
    /// The person chose it.
    case wished
    /// The locale has no characters for it.
    case plainCharacters
    /// The terminal is one that does not understand questions.
    case oldTerminal
    /// The environment says so, and the terminal has not answered yet.
    case environment
    /// The terminal said so.
    case answered
    /// The terminal answered, and knows nothing better.
    case nothingBetter
    /// Nothing is known of the terminal.
    case unanswered
    /// There is no terminal that could have been asked.
    case unasked
    /// It draws sixels, but the size of a cell is not known.
    case unknownCellSize
  }

  /// The number of the image that is asked about and never shown.
  static let testNumber = 31

  private let wish: PictureProtocol?
  private let hints: PictureHints
  private var hasBlocks: Bool
  private let isModern: Bool
  private let mayShowMoreColours: Bool
  private var toldCell: PixelSize?
  private var answeredCell: PixelSize?
  private var version = ""
  /// Whether there is a terminal that could be asked.
  public private(set) var mayAnswer = true
  private var knowsKitty = false
  private var knowsAllColours = false
  private var attributes: [Int]?

  /// Detection for a terminal with these options; `cell` is the size that the system knows.
  public init(options: TerminalOptions, cell: PixelSize?) {
    wish = options.pictures
    hints = PictureHints(environment: options.environment)
    hasBlocks = options.encoding != .ascii
    isModern = options.isModern
    mayShowMoreColours = options.colours == nil && options.depth(describedColours: 8) < .direct
    toldCell = cell
  }

  /// What to ask; the answers arrive as replies.
  public var questions: String {
    guard isModern, wish != PictureProtocol.none, hasBlocks else { return "" }
    let sizes = TerminalQuery.cellPixels + TerminalQuery.windowPixels
    let kitty = hints.swallowsStrings ? kittyQuestion : ""
    let colours = hints.swallowsStrings && mayShowMoreColours ? TerminalQuery.allColours : ""
    return kitty + colours + TerminalQuery.version + sizes + TerminalQuery.attributes
  }

  /// How pictures are shown, as far as is known.
  public var ability: PictureAbility {
    let way = choice.way
    // kitty's images have all colours anyway: the answer is no reason to paint them again.
    let isKitty = way == .kitty || way == .kittyPlaceholders
    return PictureAbility(
      way: way, cell: cell, showsAllColours: knowsAllColours && isAnswered && !isKitty,
      playsMotions: isKitty && isKittyItself(from: [0, 20]))
  }

  /// Goes on with the characters of that encoding.
  mutating func use(_ encoding: TextEncoding) { hasBlocks = encoding != .ascii }

  /// Why they are shown that way.
  public var reason: Reason { choice.reason }

  /// Whether the terminal has answered.
  public var isAnswered: Bool { attributes != nil }

  /// Whether no more answers will come: tmux answers for itself before the terminal behind it does.
  var isComplete: Bool { isAnswered && (knowsKitty || !hints.isInTmux) }

  /// The terminal's name and version, if it gave them.
  public var terminalVersion: String { version }

  /// How large a cell is.
  public var cell: PixelSize { toldCell ?? answeredCell ?? CellPixels.assumed }

  /// Whether the size of a cell is known rather than assumed.
  public var knowsCell: Bool { toldCell != nil || answeredCell != nil }

  /// Whether a multiplexer stands between us and the terminal.
  var isMultiplexed: Bool { hints.isInTmux || hints.isInScreen }

  /// Whether commands for pictures have to be passed through tmux.
  var isInTmux: Bool { hints.isInTmux }

  /// Learns from an answer; `size` is the terminal's, in cells.
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

  /// Learns that there is nobody to ask, as when the output goes into a pipe.
  mutating func leaveUnasked() { mayAnswer = false }

  /// Learns that the system reports another cell size, as after a change of the font.
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

  /// Inside tmux only placeholders stay where they belong.
  private var kitty: (way: PictureProtocol, reason: Reason) {
    if hints.isInTmux {
      return hints.lacksPlaceholders ? (.symbols, .nothingBetter) : (.kittyPlaceholders, .answered)
    }
    return (knowsPlaceholders ? .kittyPlaceholders : .kitty, .answered)
  }

  /// Whether it is kitty 0.28 or later, or ghostty.
  private var knowsPlaceholders: Bool {
    if version.hasPrefix("ghostty") { return true }
    return isKittyItself(from: [0, 28])
  }

  /// Whether the terminal is kitty, of that version or later: others know its graphics, but neither
  /// its animations nor, before some version, its placeholders.
  private func isKittyItself(from first: [Int]) -> Bool {
    guard version.hasPrefix("kitty(") else { return false }
    let numbers = version.dropFirst(6).prefix { $0 != ")" }.split(separator: ".").map {
      Int($0) ?? 0
    }
    return !numbers.lexicographicallyPrecedes(first)
  }

  /// Asks about an image of one pixel, which is not shown.
  ///
  /// Behind tmux the question is put in the form for placeholders: a kitty too old for them does
  /// not answer, and its version cannot be learnt there.
  private var kittyQuestion: String {
    let placeholders = hints.isInTmux ? ",U=1" : ""
    let command = KittyCommand(
      keys: "i=\(Self.testNumber),s=1,v=1,a=q,t=d,f=24" + placeholders, payload: [0, 0, 0])
    var bytes: [UInt8] = []
    command.append(throughTmux: hints.isInTmux, to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }
}

/// What the environment says about the terminal's pictures, before the terminal has answered.
struct PictureHints: Equatable, Sendable {
  /// Whether tmux stands between us and the terminal.
  let isInTmux: Bool
  /// Whether GNU screen does.
  let isInScreen: Bool
  /// The likeliest way; nil where there is no hint.
  let guess: PictureProtocol?
  /// Whether questions in the form of strings may be asked: GNU screen takes them for its status
  /// line or passes them on, and macOS's terminal prints them.
  let swallowsStrings: Bool
  /// Whether the terminal is one that knows kitty's graphics but not its placeholders.
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

/// How large a cell is in pixels, as far as it can be known.
enum CellPixels {
  /// What is assumed where nobody tells.
  static let assumed = PixelSize(width: 10, height: 20)

  /// The size that the system reports for a terminal; nil where it does not know.
  static func told(of descriptor: Int32) -> PixelSize? {
    var window = winsize()
    guard ioctl(descriptor, UInt(TIOCGWINSZ), &window) == 0, window.ws_col > 0, window.ws_row > 0
    else { return nil }
    return sane(
      PixelSize(
        width: Int(window.ws_xpixel) / Int(window.ws_col),
        height: Int(window.ws_ypixel) / Int(window.ws_row)))
  }

  /// The size to use, given what is reported now and what was reported before.
  ///
  /// Some terminals include the margins of their window, which makes cells seem larger the fewer
  /// there are. A picture that is a little too small does no harm; one that is too large covers
  /// what is below it and scrolls the screen.
  static func told(_ size: PixelSize, before: PixelSize?) -> PixelSize {
    guard let before, abs(size.width - before.width) <= 1, abs(size.height - before.height) <= 1
    else { return size }
    return PixelSize(
      width: min(size.width, before.width), height: min(size.height, before.height))
  }

  /// The size, if a cell can be that large.
  static func sane(_ size: PixelSize) -> PixelSize? {
    (3...200).contains(size.width) && (4...400).contains(size.height) ? size : nil
  }
}
