import CSystem
import Console
import FeedDomain
import Glibc
import Logging
import PhotoDisplay
import Preferences
import Scenes
import Terminal
import Threads
import UseCases
import Words

@MainActor struct FullScreenProgram {
  var launch: LaunchContext
  let options: LaunchOptions
  let screen: FullScreenOptions
  let services: any ServicesAndLocationProvider
  /// The name of the theme that suits the terminal's background colour; nil until the colour is
  /// known.
  var backgroundTheme: ThemeName?
  /// The name of the theme that is shown as a preview before it is chosen; nil for none.
  var previewedTheme: String?
  /// The reason why the program runs in the mode for screen readers; nil for the full screen.
  let screenReader: ScreenReaderReason?

  init(
    launch: LaunchContext, options: LaunchOptions, screen: FullScreenOptions,
    services: any ServicesAndLocationProvider
  ) {
    (self.launch, self.options, self.screen, self.services) = (launch, options, screen, services)
    screenReader = ScreenReaderReason(
      option: screen.isForScreenReader, environment: options.environment,
      settings: launch.settings.settings)
  }

  /// Runs the full screen in a process of its own, and returns the exit code. `launching` reads
  /// settings and texts in the process that needs them.
  static func runProgram(
    _ options: LaunchOptions, _ screen: FullScreenOptions, environment: [String: String],
    services: any ServicesAndLocationProvider, launching: () -> LaunchContext
  ) -> ExitCode {
    let isForScreenReader =
      screen.isForScreenReader || options.environment.isForScreenReader == true
    if !isForScreenReader, isatty(STDIN_FILENO) == 0 || isatty(STDOUT_FILENO) == 0 {
      let launch = launching()
      let reason = ScreenReaderReason(
        option: false, environment: options.environment, settings: launch.settings.settings)
      guard reason != nil else {
        launch.makePrinter().printError(launch.wording.needsTerminal)
        return .wrongUse
      }
    }
    // The demo leaves no file behind.
    let report = screen.isDemo ? nil : NewCrashReportFileName()
    // Forking comes first: every memory page touched before would be copied. Restoring modes that
    // the settings leave out does no harm.
    let widest = TerminalOptions(environment: environment, encoding: .utf8)
    let restoration = isForScreenReader ? TerminalRestoration() : TerminalRestoration(widest)
    ProcessSupervisor.startChildProcess(restoration: restoration) { ending in
      let launch = launching()
      guard case .signal(let signal) = ending else { return launch.wording.outOfThreads }
      let path = report.flatMap(launch.crashReportPath)
      return launch.wording.crashMessage(
        bySignal: signal, report: path.flatMap { access($0, F_OK) == 0 ? $0 : nil })
    }
    // From here on this is the child: nothing above may start a thread.
    DetachedThread.setThreadStartFailureHandler { _exit(ProcessSupervisor.outOfResourcesCode) }
    csystem_take_short_turns()
    csystem_furnish_memory()
    let launch = launching()
    if let path = report.flatMap(launch.crashReportPath) {
      csystem_report_crashes(path, "tweetie \(ProgramVersion.current)")
    }
    let program = FullScreenProgram(
      launch: launch, options: options, screen: screen, services: services)
    return FullScreenRun(program).runFullScreen()
  }

  var appearance: ScreenAppearance {
    guard screenReader == nil else {
      var appearance = launch.screenAppearance(theme: ThemeChoice.none)
      (appearance.settings.plain, appearance.settings.animations) = (.on, .off)
      return appearance
    }
    guard let previewedTheme else {
      return launch.screenAppearance(theme: screen.theme, ground: backgroundTheme)
    }
    var appearance = launch.screenAppearance(theme: nil, ground: backgroundTheme)
    _ = appearance.settings.chooseTheme(named: previewedTheme)
    return appearance
  }

  /// The command-line options that override settings until the program ends, by the setting's name.
  var overrides: [String: String] {
    var options: [String: String] = [:]
    if screen.theme != nil { options["display.theme"] = "--theme" }
    if screen.hidesPictures { options["display.pictures"] = "--no-pictures" }
    if screen.isForScreenReader { options["display.screen-reader"] = "--screen-reader" }
    return options
  }

  var encoding: TextEncoding { TextEncoding(codeset: OutputProperties.codeset) }
  var isASCIIOnly: Bool { encoding == .ascii }

  private var display: DisplayOptions { appearance.displayOptions(encoding: encoding) }

  var terminalOptions: TerminalOptions {
    var options = appearance.terminalOptions(encoding: encoding)
    options.drawsEmojiWhole = launch.terminalMemory?.drawsEmojiWhole
    options.pictureThread = { SerialThread(name: "tweetie-picture", isPolite: true) }
    return options
  }

  func unlockUsableAccounts(of root: CompositionRoot) -> UsableAccounts {
    do throws(StoreError) {
      let (accounts, failures) = try root.unlockAccountsByRunningCommands(
        root.storeOpener.credentials.storedAccounts())
      let locked = failures.reversed().map { launch.wording.sentence(for: $0) }
      guard let name = options.account else {
        return UsableAccounts(
          accountsWithRequestedServiceFirst(accounts, of: root), mistakes: locked)
      }
      let named = accounts.filter { $0.account.isMeantByName(name) }
      return UsableAccounts(named, mistakes: locked, missingName: named.isEmpty ? name : nil)
    } catch {
      return UsableAccounts([], mistakes: [launch.wording.sentence(for: error)])
    }
  }

  /// Returns the accounts, first the one whose service has the page requested on the command line.
  private func accountsWithRequestedServiceFirst(
    _ accounts: [SignedInAccount], of root: CompositionRoot
  ) -> [SignedInAccount] {
    guard let place = screen.targetToOpen,
      let first = accounts.firstIndex(where: {
        root.services.connection(for: $0)?.resolvableLink(typed: place) != nil
      })
    else { return accounts }
    return [accounts[first]] + accounts[..<first] + accounts[(first + 1)...]
  }

  /// Returns the environment of the application: its keys, theme and texts, and the world.
  func makePresentationEnvironment(
    of root: CompositionRoot, _ terminal: any ProgramTerminal
  ) -> PresentationEnvironment {
    PresentationEnvironment(
      keyMap: launch.settings.keyMap, theme: appearance.chosenTheme(colours: terminal.colours),
      isPlain: display.isPlain, isAnimated: display.isAnimated, wording: launch.wording,
      world: root.world)
  }

  var programs: ExternalPrograms {
    ExternalPrograms(launch: launch, isRestricted: options.environment.isRestricted)
  }

  func hasSameSceneSettings(as other: FullScreenProgram) -> Bool {
    let (mine, others) = (launch.settings, other.launch.settings)
    return display == other.display && mine.keyMap == others.keyMap
      && StreamOptions(mine.settings) == StreamOptions(others.settings)
      && mine.settings.spelling == others.settings.spelling
  }

  func sceneDependencies(of root: CompositionRoot, _ book: SettingsEditor)
    -> SceneFactory.SceneDependencies
  {
    let settings = launch.settings.settings
    return SceneFactory.SceneDependencies(
      wording: launch.wording, language: launch.language, display: display,
      keyMap: launch.settings.keyMap, world: root.world,
      pacing: StreamOptions(settings),
      // In restricted mode no file is left on the machine.
      photoAlbum: options.environment.isRestricted ? nil : root.photoAlbum,
      directory: root.services, credentials: root.storeOpener.credentials, keys: launch.keys,
      mutes: root.mutes, spelling: settings.spelling == .off ? nil : root.spelling,
      log: root.log, recent: launch.recentCommands,
      settings: book)
  }

  /// The pause between the first frame and the check of a database file that was not closed.
  private static let idlePause = Duration.seconds(1)
  /// The time to wait for the terminal's reply about UTF-8 before ASCII output is explained.
  private static let replyTimeout = Duration.seconds(2)

  /// Sets up the checks for changes by other processes, and the maintenance of the databases.
  func startOtherProcessChecksAndMaintenance(
    _ application: Application, with stores: OpenedStores, _ accountSwitcher: AccountSwitcher,
    of root: CompositionRoot
  ) {
    application.checkOtherWindows = {
      Task {
        await accountSwitcher.removeAccountsSignedOutElsewhere()
        if await stores.wereStoresChangedByOtherProcess() {
          await accountSwitcher.reloadAllPendingChanges()
        }
      }
    }
    application.used = { root.tracker.countUse(of: $0) }
    application.painting.callAfterFirstFrame { [weak application] in
      Task {
        let findings = await stores.openOutbox(root.log)
        accountSwitcher.beginDeliveryForAllAccounts()
        // The columns of other accounts need these accounts to be started.
        if let application { application.deck.openVisibleColumns(on: application.terminal.size) }
        for finding in findings { showDatabaseProblem(finding, on: application) }
        await root.deleteExpiredData(on: stores.sessionStores)
        // Changes by other processes count from here on.
        _ = await stores.wereStoresChangedByOtherProcess()
        root.watchStateDirectory { [weak application] in application?.checkOtherWindows() }
      }
      root.loop.setTimer(Self.replyTimeout) { [weak application] in
        if let application { explainASCIIOutput(on: application) }
      }
      root.loop.setTimer(Self.idlePause) {
        Task {
          guard await stores.replaceCacheDatabaseIfDamaged(root.log) else { return }
          showDatabaseProblem(.feedsBegunAnew, on: application)
          await accountSwitcher.reloadAllPendingChanges()
        }
      }
    }
  }

  /// Writes the mistakes in the settings to the log; returns the messages for the bottom line.
  func logSettingsMistakes(to log: any Log) -> [SafeText] {
    let settings = launch.settings
    for mistake in settings.mistakes {
      // Messages are in English, as all of the log.
      log.writeLogLine(
        .storage, .error, Wording().mistakeMessage(for: mistake, in: settings.path).string)
    }
    // The file's name is enough, as the bottom line has little room for a path.
    let name = settings.path.split(separator: "/").last.map(String.init) ?? ""
    return launch.wording.firstMistakeMessage(for: settings.mistakes, in: name).map { [$0] } ?? []
  }

  /// Arranges that replies of the terminal are applied when they arrive: about pictures and UTF-8,
  /// and the theme for its background colour, which may change later.
  func listenToTerminalReplies(
    _ terminal: FullScreenTerminal, _ pictures: PhotoPipelines?, log: any Log,
    switchToUTF8: @escaping @MainActor () -> Void, ground: @escaping @MainActor (ThemeName) -> Void
  ) {
    let (size, colours) = (terminal.size, terminal.colours)
    log.writeLogLine(.terminal, .info, "\(size.columns)×\(size.rows) cells, colours: \(colours)")
    terminal.asksForBackground = colours != .none
    let memory = launch.terminalMemory
    let isFar = LaunchEnvironment(launch.environment).isFar
    pictures?.setPictureResolution(
      to: TerminalPictureResolution(
        terminal.pictureAbility, isFar: isFar, hasColours: colours != .none))
    terminal.onEvent = { [weak pictures] news in
      switch news {
      case .written: break
      case .sequences(let areWhole):
        log.writeLogLine(
          .terminal, .info, "emoji sequences are drawn \(areWhole ? "whole" : "in parts")")
        memory?.storeEmojiWidth(drawsEmojiWhole: areWhole)
      case .encoding(let isUTF8):
        log.writeLogLine(
          .terminal, .info, "the terminal \(isUTF8 ? "reads" : "does not read") UTF-8")
        if isUTF8 { switchToUTF8() }
      case .pictures(let ability):
        pictures?.setPictureResolution(
          to: TerminalPictureResolution(ability, isFar: isFar, hasColours: colours != .none))
      }
    }
    terminal.onReply = { [unowned terminal] reply in
      log.writeLogLine(.terminal, .debug, "the terminal says \(reply)")
      if case .attributes = reply {
        let detection = terminal.pictureDetection
        let cell = detection.cell
        let way = "\(detection.ability.method.rawValue) (\(detection.reason.rawValue))"
        log.writeLogLine(.pictures, .info, "shown as \(way), cells of \(cell.width)×\(cell.height)")
      }
      switch reply {
      case .colour(11, let background):
        if let name = ThemeName(background: background) { ground(name) }
      case .background(let isDark): ground(isDark ? .dark : .light)
      default: break
      }
    }
  }

  /// Shows the user, once for each kind of terminal, why the screen has ASCII characters only.
  private func explainASCIIOutput(on application: Application) {
    guard isASCIIOnly, launch.terminalMemory?.hasExplainedASCII != true,
      let terminal = application.terminal as? FullScreenTerminal
    else { return }
    launch.terminalMemory?.storeThatASCIIWasExplained()
    let locale = CharacterLocaleFromEnvironment(environment: launch.environment)
    let text =
      terminal.readsUTF8 == false
      ? launch.wording.say(
        "Some characters are shown as ?, because this terminal does not use UTF-8.")
      : launch.wording.missingUTF8Message(until: locale.remedy)
    application.showMessage(.plain(text))
  }

  private func showDatabaseProblem(
    _ finding: OpenedStores.DatabaseProblem, on application: Application?
  ) {
    let text =
      switch finding {
      case .outboxSetAside(let path):
        launch.wording.say(
          "The outbox was damaged. It was moved to {path}, and a new one was created.",
          ["path": path])
      case .outboxClosed(let error):
        launch.wording.say(
          "What you write cannot be saved. {reason}",
          ["reason": launch.wording.sentence(for: error)])
      case .feedsBegunAnew:
        launch.wording.say("The stored posts were damaged. They will be fetched again.")
      }
    application?.showMessage(.bad(text))
  }
}

struct UsableAccounts {
  let accounts: [SignedInAccount]
  /// The error messages about accounts that cannot be used, to be shown on the screen.
  let mistakes: [SafeText]
  /// The account name on the command line to which no signed-in account belongs; nil if there is
  /// none.
  let missingName: String?

  init(_ accounts: [SignedInAccount], mistakes: [SafeText], missingName: String? = nil) {
    (self.accounts, self.mistakes, self.missingName) = (accounts, mistakes, missingName)
  }
}

extension StreamOptions {
  init(_ settings: Settings) {
    self.init(
      interval: settings.refresh == .zero ? nil : settings.refresh,
      absence: settings.catchUpAfter == .zero ? nil : settings.catchUpAfter,
      unread: settings.catchUpPosts, marksPassed: settings.marksPassed.isOn)
  }
}
