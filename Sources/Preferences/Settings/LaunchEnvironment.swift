/// What the environment variables say that concern the program as a whole.
package struct LaunchEnvironment: Equatable, Sendable {
  /// `NO_COLOR` is set to something: nothing is coloured nor bold.
  package let forbidsColour: Bool
  /// `TWEETIE_CONFIG`: the settings file to read instead of the usual one.
  package let settingsPath: String?
  /// `TWEETIE_RESTRICTED`: no program is started, no file is saved, no clipboard is written.
  package let isRestricted: Bool
  /// `VISUAL`, else `EDITOR`.
  package let editor: String?

  /// Whether the terminal is on another machine, as `SSH_CONNECTION` or `SSH_TTY` tell.
  package let isFar: Bool

  package init(_ variables: [String: String]) {
    func value(_ name: String) -> String? { variables[name].flatMap { $0.isEmpty ? nil : $0 } }
    forbidsColour = value("NO_COLOR") != nil
    settingsPath = value("TWEETIE_CONFIG")
    isRestricted = value("TWEETIE_RESTRICTED").map { $0 != "0" } ?? false
    isFar = value("SSH_CONNECTION") != nil || value("SSH_TTY") != nil
    editor = value("VISUAL") ?? value("EDITOR")
  }
}
