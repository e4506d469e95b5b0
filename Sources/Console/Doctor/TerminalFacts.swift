import Glibc
import Preferences
import Terminal

extension InstallationCheck {
  var terminalFacts: DoctorSection {
    DoctorSection(
      name: "terminal",
      facts: [
        DoctorFact("TERM", environment["TERM"]),
        DoctorFact("COLORTERM", environment["COLORTERM"]),
        DoctorFact("program", program),
        DoctorFact("multiplexer", multiplexer),
        DoctorFact("over ssh", .bool(environment["SSH_CONNECTION"] != nil)),
        DoctorFact("size", size),
        DoctorFact("colours", colours.map { .number($0) } ?? .null),
        DoctorFact("NO_COLOR", .bool(LaunchEnvironment(environment).forbidsColour)),
        DoctorFact("locale", locale),
        DoctorFact("characters", OutputProperties.codeset),
        DoctorFact("uses UTF-8", terminal.readsUTF8.map { .bool($0) } ?? .null),
        DoctorFact("remedy", remedy),
        DoctorFact("hyperlinks", .bool(hyperlinks)),
        DoctorFact("emoji sequences", terminal.drawsEmojiWhole.map { $0 ? "whole" : "in parts" }),
        DoctorFact("notices", notifications?.rawValue),
      ])
  }

  private var program: String? {
    guard let name = environment["TERM_PROGRAM"] else { return nil }
    return [name, environment["TERM_PROGRAM_VERSION"]].compactMap(\.self).joined(separator: " ")
  }

  private var multiplexer: String? {
    environment["TMUX"] != nil ? "tmux" : environment["STY"] != nil ? "screen" : nil
  }

  private var locale: String? {
    let name = CharacterLocaleFromEnvironment(environment: environment).name
    return name.isEmpty ? nil : name
  }

  /// The environment variable that `doctor` advises to set so that characters beyond ASCII are
  /// printed; nil if the locale uses UTF-8 already.
  private var remedy: String? {
    OutputProperties.codeset == "UTF-8"
      ? nil : CharacterLocaleFromEnvironment(environment: environment).remedy
  }

  private var size: String? {
    for descriptor in [STDOUT_FILENO, STDERR_FILENO, STDIN_FILENO] {
      var window = winsize()
      guard ioctl(descriptor, UInt(TIOCGWINSZ), &window) == 0, window.ws_col > 0 else { continue }
      return "\(window.ws_col)×\(window.ws_row)"
    }
    return nil
  }

  private var detection: PictureDetection { terminal.pictures }

  var pictureFacts: DoctorSection {
    let cell = detection.cell
    let version = detection.terminalVersion
    return DoctorSection(
      name: "pictures",
      facts: [
        DoctorFact("shown as", detection.ability.method.rawValue),
        DoctorFact("reason", pictureReason),
        DoctorFact("moving pictures", motion),
        DoctorFact("terminal version", version.isEmpty ? replyState : version),
        DoctorFact(
          "true colour",
          detection.isReachable ? .bool(detection.ability.showsAllColours) : .null),
        DoctorFact(
          "cell", "\(cell.width)×\(cell.height)\(detection.isCellSizeKnown ? "" : ", assumed")"),
        DoctorFact("chafa", InstalledChafa.file ?? "missing: half blocks instead"),
      ])
  }

  /// The text of `doctor` about how the terminal shows moving pictures.
  private var motion: String {
    switch detection.ability.method {
    case .none: "not shown"
    case _ where detection.ability.playsAnimations: "the terminal plays them"
    case .kitty, .kittyPlaceholders, .sixel, .iterm, .symbols: "Tweetie sends each frame"
    }
  }

  private var replyState: String? { detection.isReachable ? nil : "not asked" }

  private var pictureReason: String {
    switch detection.reason {
    case .configured: "the setting pictures"
    case .plainCharacters: "the locale has no block characters"
    case .oldTerminal: "the terminal is too old to be queried"
    case .environment: "the environment variables name the terminal"
    case .answered: "the terminal supports it"
    case .nothingBetter: "the terminal supports no better method"
    case .unanswered: "the terminal has not answered"
    case .unasked: "there is no terminal"
    case .unknownCellSize: "the terminal supports sixels, but the size of a cell is unknown"
    }
  }
}
