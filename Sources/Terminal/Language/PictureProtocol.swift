internal import Groundwork

public enum PictureProtocol: String, CaseIterable, Sendable {
  case kitty
  /// A picture protocol: kitty's graphics with placeholder characters, which scroll and can be
  /// covered like text.
  case kittyPlaceholders = "kitty-placeholders"
  /// A picture protocol: sixels, which are characters of six pixels, one above the other.
  case sixel
  case iterm
  case symbols
  case none

  /// True if the picture protocol draws pixels over cells that do not move with the text, so that
  /// scrolled pictures must be drawn again.
  var isBoundToCells: Bool { self == .sixel || self == .iterm }
}

/// A way of sending pictures to the terminal: the protocol, the cell size in pixels, and the
/// terminal's abilities.
public struct TerminalPictureAbilities: Equatable, Sendable {
  public let method: PictureProtocol
  public let cell: PixelSize
  /// True if the terminal reported support for 24-bit colours, whatever its description says.
  public let showsAllColours: Bool
  /// True if the terminal plays animations itself once it has all frames.
  public let playsAnimations: Bool

  public init(
    method: PictureProtocol, cell: PixelSize, showsAllColours: Bool = false,
    playsAnimations: Bool = false
  ) {
    (self.method, self.cell) = (method, cell)
    (self.showsAllColours, self.playsAnimations) = (showsAllColours, playsAnimations)
  }

  func pictureColourDepth(besides text: ColourDepth) -> ColourDepth {
    showsAllColours && text != .none ? .direct : text
  }
}

public enum DesktopNotificationProtocol: String, Sendable {
  case osc9 = "OSC 9"
  /// A protocol for desktop notifications: the escape sequence of the terminal kitty.
  case osc99 = "OSC 99"
  /// A protocol for desktop notifications: the escape sequence of rxvt, also used by terminals with
  /// GNOME's library.
  case osc777 = "OSC 777"

  /// Maximum number of characters in a desktop notification, since names have any length.
  private static let maximumLength = 160

  /// Creates the protocol for desktop notifications from the environment, which names the terminal;
  /// iTerm2's if the terminal is unknown.
  init(environment: [String: String]) {
    let term = environment["TERM"] ?? ""
    self =
      if term == "xterm-kitty" || environment["KITTY_WINDOW_ID"] != nil {
        .osc99
      } else if term.hasPrefix("rxvt") || term.hasPrefix("foot")
        || environment["VTE_VERSION"] != nil
      {
        .osc777
      } else {
        .osc9
      }
  }

  /// Returns the escape sequences that show a desktop notification, passed through tmux if
  /// necessary. The program's name comes first, since a number behind `9;` has another meaning to
  /// some terminals.
  func notificationBytes(for text: String, throughTmux: Bool) -> [UInt8] {
    let text = String(text.prefix(Self.maximumLength))
    let command =
      switch self {
      case .osc9: "9;Tweetie: \(text)"
      case .osc99: "99;e=1;\(Base64.standardBase64(Array("Tweetie: \(text)".utf8)))"
      case .osc777: "777;notify;Tweetie;\(text)"
      }
    guard throughTmux else { return Array("\u{1b}]\(command)\u{1b}\\".utf8) }
    return Array("\u{1b}Ptmux;\u{1b}\u{1b}]\(command)\u{1b}\u{1b}\\\u{1b}\\".utf8)
  }
}

enum Multiplexer: Sendable {
  case tmux, screen

  /// Creates the kind of terminal multiplexer (tmux or GNU screen) from the environment; nil if
  /// none.
  init?(environment: [String: String]) {
    if environment["TMUX"] != nil {
      self = .tmux
    } else if environment["STY"] != nil || environment["TERM"]?.hasPrefix("screen") == true {
      self = .screen
    } else {
      return nil
    }
  }
}
