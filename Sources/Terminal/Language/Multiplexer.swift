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
