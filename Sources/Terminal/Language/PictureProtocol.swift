internal import Groundwork

public enum PictureProtocol: String, CaseIterable, Sendable {
  case kitty
  /// kitty's graphics protocol with placeholder characters, which scroll and can be covered like
  /// text.
  case kittyPlaceholders = "kitty-placeholders"
  /// Sixels: characters of six pixels, one above the other.
  case sixel
  case iterm
  case symbols
  case none

  /// True if pictures stay in place when text moves, and must be drawn again.
  var isBoundToCells: Bool { self == .sixel || self == .iterm }
}

/// The protocol for showing pictures in a terminal, and the cell size for them.
public struct PictureAbility: Hashable, Sendable {
  public let method: PictureProtocol
  public let cell: PixelSize
  /// True if the terminal reported true colour, whatever its description says.
  public let showsAllColours: Bool
  /// True if the terminal plays animations itself, given all frames.
  public let playsAnimations: Bool

  public init(
    method: PictureProtocol, cell: PixelSize, showsAllColours: Bool = false,
    playsAnimations: Bool = false
  ) {
    (self.method, self.cell) = (method, cell)
    (self.showsAllColours, self.playsAnimations) = (showsAllColours, playsAnimations)
  }

  /// The colour depth for pictures, given that for text.
  func depth(besides text: ColourDepth) -> ColourDepth {
    showsAllColours && text != .none ? .direct : text
  }
}

public enum DesktopNotificationProtocol: String, Sendable {
  case osc9 = "OSC 9"
  /// The notifications of kitty.
  case osc99 = "OSC 99"
  /// rxvt's notifications, also those of terminals made with GNOME's library.
  case osc777 = "OSC 777"

  /// The largest number of characters in a notification: names have any length.
  private static let maximumLength = 160

  /// Selects the protocol of the terminal in the environment; iTerm2's if the terminal is unknown.
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

  /// The escape sequences that show a notification, passed through tmux. The program's name comes
  /// first: a number after `9;` means something else to some terminals.
  func bytes(for text: String, throughTmux: Bool) -> [UInt8] {
    let text = String(text.prefix(Self.maximumLength))
    let command =
      switch self {
      case .osc9: "9;Tweetie: \(text)"
      case .osc99: "99;e=1;\(Base64.standard(Array("Tweetie: \(text)".utf8)))"
      case .osc777: "777;notify;Tweetie;\(text)"
      }
    guard throughTmux else { return Array("\u{1b}]\(command)\u{1b}\\".utf8) }
    return Array("\u{1b}Ptmux;\u{1b}\u{1b}]\(command)\u{1b}\u{1b}\\\u{1b}\\".utf8)
  }
}

enum Multiplexer: Sendable {
  case tmux, screen

  /// Detects the multiplexer from the environment; nil without one.
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
