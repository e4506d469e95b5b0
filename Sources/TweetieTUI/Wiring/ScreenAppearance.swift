import Preferences
import Terminal

/// A set of choices for how the screen looks and how the terminal is used, made from the command
/// line, the environment and the settings.
struct ScreenAppearance {
  var settings: Settings
  let environment: [String: String]
  let theme: ThemeChoice?
  /// The name of the theme that suits the terminal's background colour; nil until the colour is
  /// known.
  var backgroundTheme: ThemeName?

  func terminalOptions(encoding: TextEncoding) -> TerminalOptions {
    var options = TerminalOptions(
      environment: environment, encoding: encoding, mouse: settings.mouse.isOn,
      // Animations stop while the terminal has no focus.
      focus: settings.animations.isOn && !settings.plain.isOn && settings.pictures != .off)
    options.colours = colours
    options.hyperlinks = settings.hyperlinks.choice ?? options.hyperlinks
    options.synchronizedOutput = settings.synchronizedOutput.choice
    options.pictures = settings.pictures.selectedProtocol
    options.desktopNotifications = settings.notifications.selectedProtocol
    return options
  }

  func displayOptions(encoding: TextEncoding) -> DisplayOptions {
    var options = DisplayOptions()
    options.isPlain = settings.plain.isOn
    options.hasSigns = encoding == .utf8
    options.allowsAnimations = settings.animations.isOn
    options.isNear = isNear
    options.readingOrder = settings.readingOrder
    options.times = settings.times
    options.coloursNames = settings.nameColours.isOn
    options.showsPeople = settings.people.isOn
    options.showsThreads = settings.threads.isOn
    options.movesByLetters = settings.wallLetters.isOn
    options.remindsOfAltText = settings.altReminder.isOn
    return options
  }

  func chosenTheme(colours: ColourDepth) -> Theme {
    // A theme that the command line names is a built-in one.
    guard theme == nil, colours != .none, let own = settings.ownThemes[settings.ownTheme] else {
      return themeName(colours: colours).resolvedTheme(for: colours)
    }
    return own.resolvedTheme(for: colours)
  }

  func themeName(colours: ColourDepth) -> ThemeName {
    guard colours != .none else { return .none }
    return choice.name ?? backgroundTheme ?? .detectedThemeName(in: environment)
  }

  /// True if no environment variable shows that the terminal is remote, over ssh.
  private var isNear: Bool {
    ["SSH_CONNECTION", "SSH_TTY", "SSH_CLIENT"].allSatisfy { (environment[$0] ?? "").isEmpty }
  }

  private var choice: ThemeChoice { theme ?? settings.theme }

  /// The colour depth that settings or environment ask for; nil if the terminal decides.
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

extension TerminalFeatureChoice {
  /// True if a setting turns a feature of the terminal on, false if it turns the feature off; nil
  /// if the feature is used when the terminal supports it.
  var choice: Bool? {
    switch self {
    case .auto: nil
    case .on: true
    case .off: false
    }
  }
}

extension DesktopNotificationProtocolChoice {
  /// The protocol for desktop notifications that the setting names; nil for the terminal's own.
  fileprivate var selectedProtocol: DesktopNotificationProtocol? {
    switch self {
    case .auto: nil
    case .osc9: .osc9
    case .osc99: .osc99
    case .osc777: .osc777
    }
  }
}

extension PictureMethodChoice {
  /// The protocol for pictures that the setting names; nil for the terminal's best one.
  fileprivate var selectedProtocol: PictureProtocol? {
    switch self {
    // The terminal is queried even if pictures are switched off, as they can be switched on again.
    case .auto, .on, .off: nil
    case .kitty: .kitty
    case .sixel: .sixel
    case .iterm: .iterm
    case .symbols: .symbols
    }
  }
}
