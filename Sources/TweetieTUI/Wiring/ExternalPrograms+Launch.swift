import Preferences

extension ExternalPrograms {
  /// The programs that the settings and the environment name.
  ///
  /// A browser is only looked for where there is a display: over ssh it would open elsewhere. A film is
  /// played in the terminal there.
  init(launch: Launch, isRestricted: Bool) {
    let settings = launch.settings.settings
    let environment = launch.environment
    func words(_ command: String) -> [String] { CommandWords(command).words }
    let hasDisplay = ["DISPLAY", "WAYLAND_DISPLAY"].contains { environment[$0]?.isEmpty == false }
    let editor = settings.editor.isEmpty ? LaunchEnvironment(environment).editor : settings.editor
    self.init(
      opener: settings.opener.isEmpty ? (hasDisplay ? ["xdg-open"] : []) : words(settings.opener),
      player: FilmPlayer(
        setting: words(settings.player), hasDisplay: hasDisplay,
        isMultiplexed: environment["TMUX"] != nil || environment["STY"] != nil),
      editor: words(editor ?? "vi"),
      directory: environment["TMPDIR"].flatMap { $0.hasPrefix("/") ? $0 : nil } ?? "/tmp",
      isRestricted: isRestricted, path: environment["PATH"])
  }
}
