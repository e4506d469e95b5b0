internal import Groundwork

/// A way to show pictures on a terminal.
public enum PictureProtocol: String, CaseIterable, Sendable {
  /// kitty's graphics: uploaded once, then placed.
  case kitty
  /// kitty's graphics, shown by placeholder characters, which scroll and can be covered like text.
  case kittyPlaceholders = "kitty-placeholders"
  /// Sixels: characters that each stand for six pixels, one above the other.
  case sixel
  /// iTerm2's inline images.
  case iterm
  /// Block characters in colour.
  case symbols
  /// Not at all.
  case none

  /// Whether what is drawn stays in its place whatever the text does, and has to be drawn again
  /// where the text moves.
  var isBoundToCells: Bool { self == .sixel || self == .iterm }
}

/// How pictures are shown, and how large a cell is for them.
public struct PictureAbility: Hashable, Sendable {
  /// The way they are shown.
  public let way: PictureProtocol
  /// A cell's size in pixels.
  public let cell: PixelSize
  /// Whether the terminal said that it shows all colours, whatever its description says.
  public let showsAllColours: Bool
  /// Whether the terminal is given the frames of what moves once, and plays them by itself.
  public let playsMotions: Bool

  /// Pictures shown in that way in cells of that size.
  public init(
    way: PictureProtocol, cell: PixelSize, showsAllColours: Bool = false, playsMotions: Bool = false
  ) {
    (self.way, self.cell) = (way, cell)
    (self.showsAllColours, self.playsMotions) = (showsAllColours, playsMotions)
  }

  /// The colours for pictures, given those for text.
  func depth(besides text: ColourDepth) -> ColourDepth {
    showsAllColours && text != .none ? .direct : text
  }
}

/// The ways in which a terminal is asked to have the desktop show a notice.
public enum NoticeProtocol: String, Sendable {
  /// iTerm2's, which most terminals know.
  case osc9 = "OSC 9"
  /// kitty's.
  case osc99 = "OSC 99"
  /// rxvt's, which terminals made with GNOME's library know.
  case osc777 = "OSC 777"

  /// So many characters of a notice are shown: a name can be as long as its bearer likes.
  private static let longest = 160

  /// The one that the environment's terminal knows: iTerm2's where it tells nothing.
  init(suiting environment: [String: String]) {
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

  /// The notice as it is sent; tmux is told to hand it on.
  ///
  /// The program's name comes first: what follows `9;` and begins with a number means something else
  /// to some terminals.
  func bytes(for text: String, throughTmux: Bool) -> [UInt8] {
    let text = String(text.prefix(Self.longest))
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

/// What stands between the program and the terminal.
enum Multiplexer: Sendable {
  case tmux, screen

  /// What the environment says stands there; nil for nothing.
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
