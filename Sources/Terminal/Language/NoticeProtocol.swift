internal import Groundwork

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
