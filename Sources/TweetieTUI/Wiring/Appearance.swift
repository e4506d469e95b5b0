import Preferences
import Terminal

/// The use of the terminal and the look of the screen, by command line, environment and settings.
struct Appearance {
  var settings: Settings
  let environment: [String: String]
  let theme: ThemeChoice?
  /// The theme for the terminal's background, once known.
  var ground: ThemeName?

  func terminalOptions(encoding: TextEncoding) -> TerminalOptions {
    var options = TerminalOptions(
      environment: environment, encoding: encoding, mouse: settings.mouse.isOn,
      // What moves stands still while nobody looks.
      focus: settings.animations.isOn && !settings.plain.isOn && settings.pictures != .off)
    options.colours = colours
    options.hyperlinks = settings.hyperlinks.choice ?? options.hyperlinks
    options.synchronizedOutput = settings.synchronizedOutput.choice
    options.pictures = settings.pictures.way
    options.notifications = settings.notifications.way
    return options
  }

  /// Display options for a terminal with such characters.
  func display(encoding: TextEncoding) -> DisplayOptions {
    DisplayOptions(
      isPlain: settings.plain.isOn, hasSigns: encoding == .utf8,
      isAnimated: settings.animations.isOn, isNear: isNear,
      order: settings.order, times: settings.times,
      coloursNames: settings.nameColours.isOn,
      showsPeople: settings.people.isOn,
      showsThreads: settings.threads.isOn, movesByLetters: settings.wallLetters.isOn)
  }

  /// For a number of colours.
  func theme(colours: ColourDepth) -> Theme {
    // What was named on the command line is none that somebody wrote.
    guard theme == nil, colours != .none, let own = settings.ownThemes[settings.ownTheme] else {
      return themeName(colours: colours).theme(colours)
    }
    return own.theme(colours)
  }

  /// A built-in theme's name for a number of colours.
  func themeName(colours: ColourDepth) -> ThemeName {
    guard colours != .none else { return .none }
    return choice.name ?? ground ?? .suited(to: environment)
  }

  /// Whether nothing indicates ssh.
  private var isNear: Bool {
    ["SSH_CONNECTION", "SSH_TTY", "SSH_CLIENT"].allSatisfy { (environment[$0] ?? "").isEmpty }
  }

  private var choice: ThemeChoice { theme ?? settings.theme }

  /// nil leaves it to the terminal.
  private var colours: ColourDepth? {
    guard !LaunchEnvironment(environment).forbidsColour else { return ColourDepth.none }
    return switch settings.colours {
    case .auto: nil
    case .none: ColourDepth.none
    case .sixteen: .ansi16
    case .palette: .palette256
    case .full: .direct
    }
  }
}

extension Availability {
  /// nil leaves it open.
  var choice: Bool? {
    switch self {
    case .auto: nil
    case .on: true
    case .off: false
    }
  }
}

extension DesktopNotificationChoice {
  /// nil for the terminal's protocol.
  fileprivate var way: DesktopNotificationProtocol? {
    switch self {
    case .auto: nil
    case .osc9: .osc9
    case .osc99: .osc99
    case .osc777: .osc777
    }
  }
}

extension PictureChoice {
  /// nil for the terminal's best way.
  fileprivate var way: PictureProtocol? {
    switch self {
    // Switched off, they can be switched on again: the terminal is asked all the same.
    case .auto, .on, .off: nil
    case .kitty: .kitty
    case .sixel: .sixel
    case .iterm: .iterm
    case .symbols: .symbols
    }
  }
}
