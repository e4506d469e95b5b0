/// What the environment variables say that concern the program as a whole.
struct LaunchEnvironment: Equatable, Sendable {
  /// `NO_COLOR` is set to something: nothing is coloured nor bold.
  let forbidsColour: Bool
  /// `TWEETIE_CONFIG`: the settings file to read instead of the usual one.
  let settingsPath: String?
  /// `TWEETIE_RESTRICTED`: no program is started, no file is saved, no clipboard is written.
  let isRestricted: Bool
  /// `VISUAL`, else `EDITOR`.
  let editor: String?

  /// Whether the terminal is on another machine, as `SSH_CONNECTION` or `SSH_TTY` tell.
  let isFar: Bool

  init(_ variables: [String: String]) {
    func value(_ name: String) -> String? { variables[name].flatMap { $0.isEmpty ? nil : $0 } }
    forbidsColour = value("NO_COLOR") != nil
    settingsPath = value("TWEETIE_CONFIG")
    isRestricted = value("TWEETIE_RESTRICTED").map { $0 != "0" } ?? false
    isFar = value("SSH_CONNECTION") != nil || value("SSH_TTY") != nil
    editor = value("VISUAL") ?? value("EDITOR")
  }
}
