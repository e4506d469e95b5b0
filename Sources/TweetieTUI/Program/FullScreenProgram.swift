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
    // The stores are opened on their threads while the terminal is taken here.
    let opening = Task.immediate { await root.tryToOpenStores() }
    let terminal: LiveTerminal
    do throws(TerminalError) {
      let size = LiveTerminal.size(of: STDOUT_FILENO) ?? CellSize(rows: 24, columns: 80)
      terminal = LiveTerminal(
        loop: loop,
        screen: try NcursesScreen(
          input: STDIN_FILENO, output: STDOUT_FILENO, size: size, options: terminalOptions))
    } catch {
      launch.printer().complain(launch.wording.sentence(for: error))
      return .wrongUse
    }
    let running = Application(
      loop: loop, terminal: terminal, surroundings: surroundings(of: root, terminal))
    application = running
    terminal.receive = { [weak running] in running?.receive($0) }
    terminal.hangUp = { [weak running] in running?.end() }
    follow(terminal, with: running, log: root.log)
    var failure: CommandFailure?
    Task.immediate {
      do throws(CommandFailure) {
        switch await opening.value {
        case .success(let stores): try begin(running, with: stores, of: root)
        case .failure(let error): throw .store(error)
        }
      } catch {
        failure = error
        running.end()
      }
    }
    running.run()
    terminal.close()
    loop.run { await root.close() }
    guard let failure else { return .done }
    launch.printer().complain(launch.wording.sentence(for: failure))
    return failure.exitCode
  }

  private func begin(
    _ application: Application, with stores: CompositionRoot.Stores, of root: CompositionRoot
  ) throws(CommandFailure) {
    let scenes = SceneFactory(
      root: root, stores: stores, material: material(of: root), stage: application)
    application.makeScene = scenes.scene
    settle(application, with: stores, scenes, of: root)
    var accounts: [SignedInAccount] = []
    do throws(StoreError) {
      accounts = try root.accounts(in: stores, named: options.account)
    } catch {
      application.say(Message(text: launch.wording.sentence(for: error), tone: .bad))
    }
    if let name = options.account, accounts.isEmpty { throw .noSuchAccount(name) }
    application.start(with: scenes.first(accounts: accounts))
    if stores.inMemoryBecause != nil {
      application.say(Message(text: launch.wording.memoryOnly, tone: .bad))
    } else if let mistake = launch.settings.mistakes.first {
      // There is but one such file, and little room for its path.
      let name = launch.settings.path.split(separator: "/").last.map(String.init) ?? ""
      let text = launch.wording.sentence(for: mistake, in: name)
      application.say(Message(text: text, tone: .bad))
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

  private func material(of root: CompositionRoot) -> SceneFactory.Material {
    let settings = launch.settings.settings
    return SceneFactory.Material(
      wording: launch.wording,
      display: appearance.display,
      keyMap: launch.settings.keyMap, world: root.world,
      pacing: StreamPacing(interval: settings.refresh == .zero ? nil : settings.refresh),
      undoWindow: settings.undo)
  }
}
