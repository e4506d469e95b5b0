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
  let services: any ServiceMaking

  /// Runs until the person, or the terminal's end, ends it; in a process of its own.
  ///
  /// `launching` is called in whichever process needs to know the settings and the words.
  static func run(
    _ options: LaunchOptions, _ screen: FullScreenOptions, environment: [String: String],
    services: any ServiceMaking, launching: () -> Launch
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
    Supervisor.watchOver(restoration: TerminalRestoration(widest)) { signal in
      let launch = launching()
      let path = report.flatMap(launch.path)
      return launch.wording.ended(
        bySignal: signal, report: path.flatMap { access($0, F_OK) == 0 ? $0 : nil })
    }
    // From here on this is the child: nothing above may start a thread.
    csystem_take_short_turns()
    csystem_furnish_memory()
    let launch = launching()
    if let path = report.flatMap(launch.path) {
      csystem_report_crashes(path, "tweetie \(Version.current)")
    }
    return FullScreenProgram(launch: launch, options: options, screen: screen, services: services)
      .run()
  }
}

extension FullScreenProgram {
  /// How the screen looks and the terminal is used.
  var appearance: Appearance { launch.appearance(theme: screen.theme) }

  private func run() -> ExitCode {
    var terminalOptions = appearance.terminalOptions(
      encoding: TextEncoding(codeset: OutputLook.codeset))
    terminalOptions.pictureThread = {
      SerialThread(name: "tweetie-picture", isPolite: true)
    }
    let loop = MainLoop()
    // Before the first thread, so that every thread leaves the signals to the loop.
    var application: Application?
    let handled = [SIGWINCH, SIGTSTP, SIGCONT, SIGCHLD, SIGTERM, SIGINT, SIGQUIT, SIGHUP]
    let signals = Signals(handled, on: loop) { application?.receive(signal: $0) }
    defer { withExtendedLifetime(signals) {} }

    let root = CompositionRoot(
      launch: launch, loop: loop, services: services, isDemo: screen.isDemo)
    // Where a command gives a secret it may ask for something, and so runs before there is a screen.
    let accounts = accounts(of: root)
    let locked = accounts.failures.reversed().map { launch.wording.sentence(for: $0) }
    // The stores are opened on their threads while the terminal is taken here.
    let stores = Opening { await root.tryToOpenFeeds(for: accounts.found.first?.account.id) }
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
    terminal.hangUp = { [weak running] in running?.hangUp() }
    follow(terminal, with: running, log: root.log)
    let pictures = root.photoShelf(hidesPictures: screen.hidesPictures) { [weak running] in
      running?.redraw()
    }
    if let pictures { show(pictures, on: terminal, with: running) }
    let scenes = SceneFactory(
      root: root, material: material(of: root, pictures), stage: running)
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
        switch stores.inMemory {
        case .everything?: running.say(launch.wording.memoryOnly)
        case .reading(let error)?: running.say(launch.wording.notStored(error))
        case nil: break
        }
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
    for mistake in tellMistakes(to: root.log) + accounts.mistakes + locked { running.say(mistake) }
    running.run()
    terminal.close()
    loop.run {
      await scenes.stop()
      await root.close()
    }
    root.complainOfLostTokens()
    if running.isHungUp { return .hungUp }
    guard let failure else { return .done }
    launch.printer().complain(launch.wording.sentence(for: failure))
    return failure.exitCode
  }

  /// The accounts, the one to begin with first: the named one, else the current one.
  private func accounts(
    of root: CompositionRoot
  ) -> (found: [SignedInAccount], mistakes: [SafeText], failures: [SecretFailure]) {
    do throws(StoreError) {
      let (accounts, failures) = try root.opened(root.credentials.accounts())
      guard let name = options.account else { return (accounts, [], failures) }
      return (accounts.filter { $0.account.isCalled(name) }, [], failures)
    } catch {
      return ([], [launch.wording.sentence(for: error)], [])
    }
  }

  private func surroundings(
    of root: CompositionRoot, _ terminal: LiveTerminal
  ) -> Application.Surroundings {
    Application.Surroundings(
      keyMap: launch.settings.keyMap, theme: appearance.themeName(colours: terminal.colours).theme,
      isPlain: appearance.display.isPlain, wording: launch.wording, world: root.world,
      programs: ExternalPrograms(launch: launch, isRestricted: options.environment.isRestricted))
  }

  private func material(
    of root: CompositionRoot, _ pictures: PhotoShelf?
  ) -> SceneFactory.Material {
    let settings = launch.settings.settings
    return SceneFactory.Material(
      wording: launch.wording,
      display: appearance.display,
      keyMap: launch.settings.keyMap, world: root.world,
      pacing: StreamPacing(interval: settings.refresh == .zero ? nil : settings.refresh),
      undoWindow: settings.undo, pictures: pictures, place: settings.place, location: root.location,
      // Nothing is left on somebody else's machine.
      photoAlbum: options.environment.isRestricted ? nil : root.photoAlbum)
  }
}
