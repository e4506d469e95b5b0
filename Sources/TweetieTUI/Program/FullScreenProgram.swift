import CSystem
import FeedDomain
import Glibc
import Terminal
import Threads

/// The program when it has the terminal for itself.
@MainActor struct FullScreenProgram {
  let launch: Launch
  let options: LaunchOptions
  let screen: FullScreenOptions

  /// Runs until the person, or the terminal's end, ends it.
  func run() -> ExitCode {
    guard isatty(STDIN_FILENO) == 1, isatty(STDOUT_FILENO) == 1 else {
      launch.printer().complain(launch.wording.needsTerminal)
      return .wrongUse
    }
    let terminalOptions = appearance.terminalOptions(
      encoding: TextEncoding(codeset: OutputLook.codeset))
    // What is tried out leaves no file behind.
    let report = screen.isDemo ? nil : launch.crashReport

    Supervisor.watchOver(restoration: TerminalRestoration(terminalOptions)) { signal in
      launch.wording.ended(
        bySignal: signal, report: report.flatMap { access($0, F_OK) == 0 ? $0 : nil })
    }
    // From here on this is the child: nothing above may start a thread.
    if let report { csystem_report_crashes(report, "tweetie \(Version.current)") }
    return open(terminalOptions)
  }
}

extension FullScreenProgram {
  /// How the screen looks and the terminal is used.
  var appearance: Appearance { launch.appearance(theme: screen.theme) }

  private func open(_ terminalOptions: TerminalOptions) -> ExitCode {
    let loop = MainLoop()
    // Before the first thread, so that every thread leaves the signals to the loop.
    var application: Application?
    let handled = [SIGWINCH, SIGTSTP, SIGCHLD, SIGTERM, SIGINT, SIGQUIT, SIGHUP]
    let signals = Signals(handled, on: loop) { application?.receive(signal: $0) }
    defer { withExtendedLifetime(signals) {} }

    let root = CompositionRoot(launch: launch, loop: loop, isDemo: screen.isDemo)
    let accounts = accounts(of: root)
    // The stores are opened on their threads while the terminal is taken here.
    let stores = Opening { await root.tryToOpenStores() }
    if !accounts.found.isEmpty { stores.begin() }
    let terminal: LiveTerminal
    do throws(TerminalError) {
      let size = LiveTerminal.size(of: STDOUT_FILENO) ?? CellSize(rows: 24, columns: 80)
      terminal = LiveTerminal(
        loop: loop,
        screen: try NcursesScreen(
          input: STDIN_FILENO, output: STDOUT_FILENO, size: size, options: terminalOptions))
    } catch {
      launch.printer().complain(launch.wording.sentence(for: error))
      // What has been begun on other threads is ended whole.
      loop.run {
        await stores.ended()
        await root.close()
      }
      return .wrongUse
    }
    let running = Application(
      loop: loop, terminal: terminal, surroundings: surroundings(of: root, terminal))
    application = running
    terminal.receive = { [weak running] in running?.receive($0) }
    terminal.hangUp = { [weak running] in running?.end() }
    follow(terminal, with: running, log: root.log)
    let scenes = SceneFactory(root: root, material: material(of: root), stage: running)
    running.makeScene = scenes.scene
    var failure: CommandFailure?
    if let name = options.account, accounts.found.isEmpty, accounts.mistakes.isEmpty {
      failure = .noSuchAccount(name)
      running.end()
    }
    stores.whenDone = { result in
      switch result {
      case .success(let stores):
        scenes.take(stores)
        settle(running, with: stores, scenes, of: root)
        if let account = accounts.found.first { running.go(to: .signedIn(account)) }
        if stores.inMemoryBecause != nil { running.say(launch.wording.memoryOnly) }
      case .failure(let error):
        failure = .store(error)
        running.end()
      }
    }
    if screen.isDemo {
      stores.begin()
      Task.immediate {
        if let account = await root.demoAccount() { running.go(to: .signedIn(account)) }
      }
    } else if accounts.found.isEmpty {
      running.go(to: .signedOut)
      // Nobody needs them before somebody has typed a password.
      loop.after(.milliseconds(50)) { stores.begin() }
    }
    for mistake in accounts.mistakes + mistakes.prefix(1) { running.say(mistake) }
    running.run()
    terminal.close()
    loop.run { await root.close() }
    guard let failure else { return .done }
    launch.printer().complain(launch.wording.sentence(for: failure))
    return failure.exitCode
  }

  private func accounts(
    of root: CompositionRoot
  ) -> (found: [SignedInAccount], mistakes: [SafeText]) {
    do throws(StoreError) {
      return (try root.accounts(named: options.account), [])
    } catch {
      return ([], [launch.wording.sentence(for: error)])
    }
  }

  private var mistakes: [SafeText] {
    // There is but one such file, and little room for its path.
    let name = launch.settings.path.split(separator: "/").last.map(String.init) ?? ""
    return launch.settings.mistakes.map { launch.wording.sentence(for: $0, in: name) }
  }

  private func surroundings(
    of root: CompositionRoot, _ terminal: LiveTerminal
  ) -> Application.Surroundings {
    Application.Surroundings(
      keyMap: launch.settings.keyMap, theme: appearance.themeName(colours: terminal.colours).theme,
      isPlain: appearance.display.isPlain, wording: launch.wording, world: root.world,
      programs: ExternalPrograms(launch: launch, isRestricted: options.environment.isRestricted))
  }

  private func material(of root: CompositionRoot) -> SceneFactory.Material {
    let settings = launch.settings.settings
    return SceneFactory.Material(
      wording: launch.wording,
      display: appearance.display,
      keyMap: launch.settings.keyMap, world: root.world,
      pacing: StreamPacing(interval: settings.refresh == .zero ? nil : settings.refresh),
      undoWindow: settings.undo, place: settings.place, location: root.location,
      // Nothing is left on somebody else's machine.
      photoAlbum: options.environment.isRestricted ? nil : root.photoAlbum)
  }
}
