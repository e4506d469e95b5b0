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
    var terminalOptions = TerminalOptions(
      environment: launch.environment, encoding: TextEncoding(codeset: OutputLook.codeset),
      mouse: launch.settings.settings.mouse.isOn)
    terminalOptions.colours = colours
    let report = launch.crashReport

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
      // What has been begun on other threads is ended whole.
      loop.run {
        _ = await opening.value
        await root.close()
      }
      return .wrongUse
    }
    let running = Application(
      loop: loop, terminal: terminal, surroundings: surroundings(of: root, terminal))
    application = running
    terminal.receive = { [weak running] in running?.receive($0) }
    terminal.hangUp = { [weak running] in running?.end() }
    var failure: StoreError?
    Task.immediate {
      switch await opening.value {
      case .success(let stores): begin(running, with: stores, of: root)
      case .failure(let error):
        failure = error
        running.end()
      }
    }
    running.run()
    terminal.close()
    loop.run { await root.close() }
    guard let failure else { return .done }
    launch.printer().complain(launch.wording.sentence(for: failure))
    return .failed
  }

  private func begin(
    _ application: Application, with stores: CompositionRoot.Stores, of root: CompositionRoot
  ) {
    let scenes = SceneFactory(
      root: root, stores: stores, material: material(of: root), stage: application)
    application.makeScene = scenes.scene
    var accounts: [SignedInAccount] = []
    do throws(StoreError) {
      accounts = try root.accounts(in: stores, named: options.account)
    } catch {
      application.say(Message(text: launch.wording.sentence(for: error), tone: .bad))
    }
    application.start(with: scenes.first(accounts: accounts))
    if stores.inMemoryBecause != nil {
      application.say(Message(text: launch.wording.memoryOnly, tone: .bad))
    } else if let mistake = launch.settings.mistakes.first {
      let text = launch.wording.sentence(for: mistake, in: launch.settings.path)
      application.say(Message(text: text, tone: .bad))
    }
  }

  private func surroundings(
    of root: CompositionRoot, _ terminal: LiveTerminal
  ) -> Application.Surroundings {
    Application.Surroundings(
      keyMap: keyMap, theme: theme(for: terminal), wording: launch.wording, world: root.world,
      programs: ExternalPrograms(launch: launch, isRestricted: options.environment.isRestricted))
  }

  private func material(of root: CompositionRoot) -> SceneFactory.Material {
    let settings = launch.settings.settings
    return SceneFactory.Material(
      wording: launch.wording,
      display: DisplayOptions(
        isPlain: settings.plain.isOn, isAnimated: settings.animations.isOn),
      keyMap: keyMap, world: root.world,
      pacing: StreamPacing(interval: settings.refresh == .zero ? nil : settings.refresh),
      undoWindow: settings.undo)
  }

  private var keyMap: KeyMap { .defaults }

  /// How many colours the person allows; nil leaves it to the terminal.
  private var colours: ColourDepth? {
    guard !options.environment.forbidsColour else { return ColourDepth.none }
    return switch launch.settings.settings.colours {
    case .auto: nil
    case .none: ColourDepth.none
    case .sixteen: .ansi16
    case .palette: .palette256
    case .full: .direct
    }
  }

  private func theme(for terminal: LiveTerminal) -> Theme {
    let choice = screen.theme ?? launch.settings.settings.theme
    guard terminal.colours != .none else { return ThemeName.none.theme }
    return switch choice {
    case .auto: ThemeName.suited(to: launch.environment).theme
    case .dark: ThemeName.dark.theme
    case .light: ThemeName.light.theme
    case .contrast: ThemeName.contrast.theme
    case .none: ThemeName.none.theme
    }
  }
}

extension ThemeName {
  /// Dark, unless the terminal says that its ground is light, as some do in `COLORFGBG`.
  static func suited(to environment: [String: String]) -> ThemeName {
    let ground = environment["COLORFGBG"]?.split(separator: ";").last.flatMap { Int($0) }
    return ground == 7 || ground == 15 ? .light : .dark
  }
}
