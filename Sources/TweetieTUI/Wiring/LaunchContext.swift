import Console
import FeedDomain
import FeedStorage
import Glibc
import Groundwork
import Preferences
import Scenes
import Words

/// A set of values that a run of the program starts with: settings, texts and paths, before stores
/// or services are opened.
struct LaunchContext {
  /// The path of the program's executable file, beside which the translations lie.
  let executable: String
  let environment: [String: String]
  /// The user's directories for settings, state and caches; nil if there is no home folder.
  let directories: ProgramDirectories?
  var settings: CurrentSettings
  /// True if the program's log is also written to standard error.
  var echoesLog = false
  let wording: Wording
  /// The language of the program's texts, such as "de" or "pt-BR".
  let language: String

  init(executable: String, environment: [String: String], services: any ServicesAndLocationProvider)
  {
    (self.executable, self.environment) = (executable, environment)
    // Without a home folder the program runs in memory.
    directories = try? ProgramDirectories(environment: environment)
    let launch = LaunchEnvironment(environment)
    let path = launch.settingsPath ?? directories?.settingsFile ?? ""
    let file =
      path.isEmpty
      ? CurrentSettings(path: "", entries: [])
      : CurrentSettings(readingFrom: path, validator: services.validValuesHint)
    settings = file.addingEnvironmentMistakes(
      inVariables: environment, validator: services.validValuesHint)
    let choice = ChosenTranslationLanguage(
      setting: settings.settings.language, environment: environment, executable: executable,
      isUTF8: OutputProperties.codeset == "UTF-8")
    wording = Wording(choice.openCatalogue(), zone: SystemLocalTime(), packages: SystemPackages())
    language = choice.tag
  }

  var keys: [Service: SignInAnswers] {
    UsersOwnApplicationKeys.presetSignInAnswers(in: settings.settings, environment)
  }

  func crashReportPath(of report: NewCrashReportFileName) -> String? {
    directories.map { "\($0.crashDirectory)/\(report.name)" }
  }

  /// The file that remembers facts about terminals; nil if nothing can be stored.
  var terminalMemory: TerminalFactsFile? {
    directories.map { TerminalFactsFile(path: $0.terminalsFile, environment: environment) }
  }

  /// The file of the user's recently chosen commands, which the command list shows first.
  var recentCommands: RecentCommands { RecentCommands(path: directories?.commandsFile) }

  /// Records that the hints for beginners are shown; returns false if they were shown before. If
  /// nothing can be stored, they are shown again at the next sign-in.
  func recordFirstStartHintsUnlessShown() -> Bool {
    guard let directories else { return true }
    let file = open(directories.welcomeFile, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0o600)
    if file >= 0 { close(file) }
    return file >= 0 || errno != EEXIST
  }

  /// Creates the folder for the program's state; returns the error, nil on success.
  func createStateDirectory() -> StoreError? {
    guard let directories else { return .noPlace(folder: nil) }
    do throws(StoreError) { try directories.prepareStateDirectory() } catch {
      return error == .readOnly ? .noPlace(folder: directories.state) : error
    }
    // Without this folder a crash goes unreported, which is no reason not to start.
    mkdir(directories.crashDirectory, 0o700)
    return access(directories.state, W_OK) == 0 ? nil : .noPlace(folder: directories.state)
  }

  /// Returns the choices for how the screen looks, with `theme` in place of the setting's if given;
  /// `ground` is the theme for the terminal's background.
  func screenAppearance(theme: ThemeChoice?, ground: ThemeName? = nil) -> ScreenAppearance {
    ScreenAppearance(
      settings: settings.settings, environment: environment, theme: theme, backgroundTheme: ground)
  }

  /// True if the outbox's database exists on disk, as after an earlier run.
  var hasStores: Bool { directories.map { access($0.outboxDatabase, F_OK) == 0 } ?? false }

  func makePrinter() -> ResultPrinter {
    ResultPrinter(
      output: DescriptorSink(STDOUT_FILENO), errors: DescriptorSink(STDERR_FILENO),
      properties: OutputProperties(descriptor: STDOUT_FILENO, environment: environment),
      showsProgress: OutputProperties.canShowProgress(
        descriptor: STDERR_FILENO, environment: environment),
      errorColumns: OutputProperties.terminalColumnCount(of: STDERR_FILENO))
  }

  /// Creates the editor of the settings; options override the settings file, which a demo does not
  /// change.
  @MainActor
  func makeSettingsEditor(
    isDemo: Bool, overrides: [String: String], validator: @escaping CurrentSettings.Validator
  ) -> SettingsEditor {
    let (path, environment) = (settings.path, environment)
    let isRestricted = LaunchEnvironment(environment).isRestricted
    let outlivesProgram = !isDemo && !path.isEmpty && !isRestricted
    let variables = SettingsTable.environmentVariablesOverridingSettings(in: environment)
    // The writer's thread begins with the first change.
    var opened: SettingsWriter?
    return SettingsEditor(
      settings,
      storage: SettingsEditor.SettingsStorage(
        outlivesProgram: outlivesProgram, isRestricted: isRestricted,
        overrides: overrides.merging(variables) { option, _ in option }, validator: validator
      ) { changes throws(StoreError) in
        let writer = opened ?? SettingsWriter(path: path, isTrial: !outlivesProgram)
        opened = writer
        let file = try await writer.saveSettingChanges(changes)
        return CurrentSettings(path: path, saying: file, validator: validator)
          .addingEnvironmentMistakes(inVariables: environment, validator: validator)
      })
  }
}

extension CurrentSettings {
  init(readingFrom path: String, validator: Validator) {
    do throws(StoreError) {
      let file = try SettingsFile.readSettingsFile(path: path)
      // Only the themes that are needed are read at the start.
      let choice = file.entries.last { $0.section == "display" && $0.key == "theme" }?.value
      let isOwn = choice.map { ThemeChoice(rawValue: $0) == nil } ?? false
      self.init(path: path, saying: file, withThemes: isOwn, validator: validator)
    } catch {
      self.init(
        path: path, entries: [],
        mistakes: [SettingMistake(line: 0, reason: .unreadable(error))])
    }
  }

  /// Creates the current settings from a parsed settings file, with the themes beside the file if
  /// wanted.
  init(path: String, saying file: SettingsFile, withThemes: Bool = true, validator: Validator) {
    let themes = withThemes ? ThemeFolder(besideSettings: path).themes() : [:]
    self.init(
      path: path, entries: file.entries, mistakes: file.mistakes,
      themes: themes.mapValues(\.entries), validator: validator)
  }
}

extension ExternalPrograms {
  /// Creates the commands of external programs from settings and environment. Without a display
  /// there is no browser, since it would open elsewhere over ssh, and videos play in the terminal.
  init(launch: LaunchContext, isRestricted: Bool) {
    let settings = launch.settings.settings
    let environment = launch.environment
    func commandWords(_ command: String) -> [String] { CommandLineWords(command).words }
    let hasDisplay = ["DISPLAY", "WAYLAND_DISPLAY"].contains { environment[$0]?.isEmpty == false }
    let editor = settings.editor.isEmpty ? LaunchEnvironment(environment).editor : settings.editor
    self.init(
      opener: settings.opener.isEmpty
        ? (hasDisplay ? ["xdg-open"] : []) : commandWords(settings.opener),
      player: VideoPlayer(
        setting: commandWords(settings.player), hasDisplay: hasDisplay,
        isMultiplexed: environment["TMUX"] != nil || environment["STY"] != nil),
      editor: commandWords(editor ?? "vi"), sharingPrograms: settings.sharingPrograms,
      bookmark: commandWords(settings.bookmark),
      articleFolder: environment["HOME"].map(Self.articleFolderPath),
      directory: environment["TMPDIR"].flatMap { $0.hasPrefix("/") ? $0 : nil } ?? "/tmp",
      isRestricted: isRestricted, path: environment["PATH"])
  }

  /// Returns the path of the folder for saved articles: the documents folder if it exists, else the
  /// home folder.
  private static func articleFolderPath(home: String) -> String {
    let documents = "\(home)/Documents"
    return access(documents, W_OK) == 0 ? documents : home
  }
}
