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
