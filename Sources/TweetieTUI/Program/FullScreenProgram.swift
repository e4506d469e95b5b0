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
  var launch: Launch
  let options: LaunchOptions
  let screen: FullScreenOptions
  let services: any ServiceProvider
  /// The theme for the terminal's background, once known.
  var ground: ThemeName?
  /// The theme previewed before choosing.
  var looked: String?

  /// Runs in a process of its own. `launching` is called in the process that needs settings and
  /// words.
  static func run(
    _ options: LaunchOptions, _ screen: FullScreenOptions, environment: [String: String],
    services: any ServiceProvider, launching: () -> Launch
  ) -> ExitCode {
    guard isatty(STDIN_FILENO) == 1, isatty(STDOUT_FILENO) == 1 else {
      let launch = launching()
      launch.printer().complain(launch.wording.needsTerminal)
      return .wrongUse
    }
    // What is tried out leaves no file behind.
    let report = screen.isDemo ? nil : CrashReport()
    // Splitting comes first: every page that was touched before it is touched twice. What the
    // settings leave out of the terminal's modes does no harm when it is put back.
    let widest = TerminalOptions(environment: environment, encoding: .utf8)
    Supervisor.watchOver(restoration: TerminalRestoration(widest)) { ending in
      let launch = launching()
      guard case .signal(let signal) = ending else { return launch.wording.outOfThreads }
      let path = report.flatMap(launch.path)
      return launch.wording.ended(
        bySignal: signal, report: path.flatMap { access($0, F_OK) == 0 ? $0 : nil })
    }
    // From here on this is the child: nothing above may start a thread.
    DetachedThread.whenNoneIsLeft { _exit(Supervisor.shortageCode) }
    csystem_take_short_turns()
    csystem_furnish_memory()
    let launch = launching()
    if let path = report.flatMap(launch.path) {
      csystem_report_crashes(path, "tweetie \(Version.current)")
    }
    let program = FullScreenProgram(
      launch: launch, options: options, screen: screen, services: services)
    return FullScreenRun(program).run()
  }

  /// The look of the screen and the use of the terminal.
  var appearance: Appearance {
    guard let looked else { return launch.appearance(theme: screen.theme, ground: ground) }
    var appearance = launch.appearance(theme: nil, ground: ground)
    _ = appearance.settings.choose(theme: looked)
    return appearance
  }

  /// Options of this run that override settings.
  var overrides: [String: String] {
    var options: [String: String] = [:]
    if screen.theme != nil { options["display.theme"] = "--theme" }
    if screen.hidesPictures { options["display.pictures"] = "--no-pictures" }
    return options
  }

  private var encoding: TextEncoding { TextEncoding(codeset: OutputLook.codeset) }

  /// Whether all characters are ASCII.
  var usesPlainSigns: Bool { encoding == .ascii }

  /// What is done without.
  private var display: DisplayOptions { appearance.display(encoding: encoding) }

  /// The options for taking the terminal.
  var terminalOptions: TerminalOptions {
    var options = appearance.terminalOptions(encoding: encoding)
    options.drawsSequences = launch.terminalMemory?.drawsSequences
    options.pictureThread = { SerialThread(name: "tweetie-picture", isPolite: true) }
    return options
  }

  func accounts(of root: CompositionRoot) -> AccountsFound {
    do throws(StoreError) {
      let (accounts, failures) = try root.opened(root.storeOpener.credentials.accounts())
      let locked = failures.reversed().map { launch.wording.sentence(for: $0) }
      guard let name = options.account else {
        return AccountsFound(leading(accounts, of: root), mistakes: locked)
      }
      let named = accounts.filter { $0.account.isCalled(name) }
      return AccountsFound(named, mistakes: locked, misses: named.isEmpty ? name : nil)
    } catch {
      return AccountsFound([], mistakes: [launch.wording.sentence(for: error)])
    }
  }

  /// The accounts, with the first that has the wanted place in front.
  private func leading(
    _ accounts: [SignedInAccount], of root: CompositionRoot
  ) -> [SignedInAccount] {
    guard let place = screen.place,
      let first = accounts.firstIndex(where: {
        root.services.connection(for: $0)?.lead(typed: place) != nil
      })
    else { return accounts }
    return [accounts[first]] + accounts[..<first] + accounts[(first + 1)...]
  }

  /// Keys, looks and words.
  func surroundings(of root: CompositionRoot, _ terminal: LiveTerminal) -> RunEnvironment {
    RunEnvironment(
      keyMap: launch.settings.keyMap, theme: appearance.theme(colours: terminal.colours),
      isPlain: display.isPlain, wording: launch.wording, world: root.world)
  }

  /// The programs that may be started.
  var programs: ExternalPrograms {
    ExternalPrograms(launch: launch, isRestricted: options.environment.isRestricted)
  }

  func furnishes(as other: FullScreenProgram) -> Bool {
    let (mine, others) = (launch.settings, other.launch.settings)
    return display == other.display && mine.keyMap == others.keyMap
      && mine.settings.refresh == others.settings.refresh
      && mine.settings.spelling == others.settings.spelling
  }

  func material(of root: CompositionRoot, _ book: SettingsBook) -> SceneFactory.Material {
    let settings = launch.settings.settings
    return SceneFactory.Material(
      wording: launch.wording, language: launch.language, display: display,
      keyMap: launch.settings.keyMap, world: root.world,
      pacing: StreamPacing(
        interval: settings.refresh == .zero ? nil : settings.refresh,
        unavailableReason: settings.catchUpAfter == .zero ? nil : settings.catchUpAfter,
        unread: settings.catchUpPosts),
      // Nothing is left on somebody else's machine.
      photoAlbum: options.environment.isRestricted ? nil : root.photoAlbum,
      directory: root.services, credentials: root.storeOpener.credentials, keys: launch.keys,
      mutes: root.mutes, spelling: settings.spelling == .off ? nil : root.spelling,
      log: root.log, recent: launch.recentCommands,
      settings: book)
  }

  /// The pause before checking a file that was not closed.
  private static let quiet = Duration.seconds(1)
  /// The wait for a terminal's UTF-8 reply before plain signs are explained.
  private static let patience = Duration.seconds(2)

  /// Maintains the stores while the application runs.
  func settle(
    _ application: Application, with stores: OpenedStores, _ accountSwitcher: AccountSwitcher,
    of root: CompositionRoot
  ) {
    application.lookElsewhere = {
      Task {
        await accountSwitcher.leaveGone()
        if await stores.changedElsewhere() { await accountSwitcher.noticeOthers() }
      }
    }
    application.used = { root.tracker.count($0) }
    application.painting.afterFirstFrame { [weak application] in
      Task {
        let findings = await stores.findings(root.log)
        accountSwitcher.beginDelivery()
        if let application { application.deck.fill(on: application.terminal.size) }
        for finding in findings { tell(finding, on: application) }
        await root.forgetWhatIsTooOld(on: stores.shelf)
        // From here on is counted what others change.
        _ = await stores.changedElsewhere()
        root.watchAccounts { [weak application] in application?.lookElsewhere() }
      }
      root.loop.after(Self.patience) { [weak application] in
        if let application { tellOfPlainSigns(on: application) }
      }
      root.loop.after(Self.quiet) {
        Task {
          guard await stores.verify(root.log) else { return }
          tell(.feedsBegunAnew, on: application)
          await accountSwitcher.noticeOthers()
        }
      }
    }
  }

  /// Logs all mistakes in the settings; returns those to show.
  func tellMistakes(to log: any Log) -> [SafeText] {
    let settings = launch.settings
    for mistake in settings.mistakes {
      // In English, as all of the log.
      log.note(.storage, .error, Wording().sentence(for: mistake, in: settings.path).string)
    }
    // There is but one such file, and little room for its path.
    let name = settings.path.split(separator: "/").last.map(String.init) ?? ""
    return launch.wording.sentence(for: settings.mistakes, in: name).map { [$0] } ?? []
  }

  /// Applies the terminal's replies: pictures, and the theme of its background, which may change
  /// later.
  func follow(
    _ terminal: LiveTerminal, _ pictures: PhotoPipelines?, log: any Log,
    beginUTF8: @escaping @MainActor () -> Void, ground: @escaping @MainActor (ThemeName) -> Void
  ) {
    let (size, colours) = (terminal.size, terminal.colours)
    log.note(.terminal, .info, "\(size.columns)×\(size.rows) cells, colours: \(colours)")
    terminal.asksForBackground = colours != .none
    let memory = launch.terminalMemory
    let isFar = LaunchEnvironment(launch.environment).isFar
    pictures?.use(PictureDetail(terminal.pictureAbility, isFar: isFar))
    terminal.onNews = { [weak pictures] news in
      switch news {
      case .written: break
      case .sequences(let areWhole):
        log.note(.terminal, .info, "emoji sequences are drawn \(areWhole ? "whole" : "in parts")")
        memory?.keep(drawsSequences: areWhole)
      case .encoding(let isUTF8):
        log.note(.terminal, .info, "the terminal \(isUTF8 ? "reads" : "does not read") UTF-8")
        if isUTF8 { beginUTF8() }
      case .pictures(let ability): pictures?.use(PictureDetail(ability, isFar: isFar))
      }
    }
    terminal.learn = { [unowned terminal] reply in
      log.note(.terminal, .debug, "the terminal says \(reply)")
      if case .attributes = reply {
        let detection = terminal.pictureDetection
        let cell = detection.cell
        let way = "\(detection.ability.way.rawValue) (\(detection.reason.rawValue))"
        log.note(.pictures, .info, "shown as \(way), cells of \(cell.width)×\(cell.height)")
      }
      switch reply {
      case .colour(11, let background):
        if let name = ThemeName(background: background) { ground(name) }
      case .ground(let isDark): ground(isDark ? .dark : .light)
      default: break
      }
    }
  }

  /// Explains plain signs once for each kind of terminal.
  private func tellOfPlainSigns(on application: Application) {
    guard usesPlainSigns, launch.terminalMemory?.hasToldOfPlainSigns != true else { return }
    launch.terminalMemory?.keepToldOfPlainSigns()
    let locale = CharacterLocale(environment: launch.environment)
    let text =
      application.terminal.readsUTF8 == false
      ? launch.wording.say(
        "This terminal does not read UTF-8: plain signs and ? are used until it does.")
      : launch.wording.plainSigns(until: locale.remedy)
    application.say(Message(text: text, tone: .plain))
  }

  private func tell(_ finding: OpenedStores.Finding, on application: Application?) {
    let text =
      switch finding {
      case .outboxSetAside(let path):
        launch.wording.say(
          "The outbox was damaged. It is kept at {path}, and a new one was begun.", ["path": path])
      case .outboxClosed(let error): launch.wording.writingNotKept(error)
      case .feedsBegunAnew:
        launch.wording.say("The stored posts were damaged. They are fetched again.")
      }
    application?.say(Message(text: text, tone: .bad))
  }
}

struct AccountsFound {
  let accounts: [SignedInAccount]
  /// Errors while looking for accounts.
  let mistakes: [SafeText]
  /// nil unless the named account is missing.
  let misses: String?

  init(_ accounts: [SignedInAccount], mistakes: [SafeText], misses: String? = nil) {
    (self.accounts, self.mistakes, self.misses) = (accounts, mistakes, misses)
  }
}
