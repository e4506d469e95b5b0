import Console
import FeedDomain
import Glibc
import Logging
import Preferences
import Terminal
import Threads
import Words

@MainActor struct CommandLineProgram {
  let launch: Launch
  let options: LaunchOptions
  let services: any ServiceProvider

  func run() -> ExitCode {
    let outOfThreads = launch.wording.outOfThreads.string
    DetachedThread.whenNoneIsLeft {
      let line = "tweetie: \(outOfThreads)\n"
      _ = write(STDERR_FILENO, line, line.utf8.count)
      _exit(ExitCode.failed.rawValue)
    }
    let loop = MainLoop()
    // Before there are threads that signals could reach instead.
    let interruption =
      options.invocation.endsWhenInterrupted ? Interruption(on: loop) : nil
    if case .completion = options.invocation, !launch.hasStores { return complete(on: loop) }
    var launch = launch
    launch.echoesLog = options.isDebugging
    let root = CompositionRoot(launch: launch, loop: loop, services: services)
    let wiring = CommandWiring(root: root)
    let pictures = PictureInterview(
      options: launch.appearance(theme: nil).terminalOptions(
        encoding: TextEncoding(codeset: OutputLook.codeset)))
    let printer = launch.printer()
    let runner = CommandRunner(
      options: options, printer: printer, wording: launch.wording,
      settings: launch.settings, prompt: TerminalPrompt(), input: StandardInput(),
      installationCheck: { await wiring.installationCheck(pictures.answers).sections() },
      showTestCard: pictures.showTestCard,
      openLink: open,
      services: { isReading async throws(StoreError) in
        try await wiring.services(isReading: isReading)
      })
    if let command = options.invocation.command { root.tracker.count(Feature(command)) }
    return loop.run {
      let work = Task { await runner.run() }
      interruption?.callOff = work.cancel
      let code = await work.value
      tellOfPlainSigns(by: printer)
      await root.close()
      root.complainOfLostTokens()
      return code
    }
  }

  /// Completes a command line for a shell, without creating files.
  private func complete(on loop: MainLoop) -> ExitCode {
    let runner = CommandRunner(
      options: options, printer: launch.printer(), wording: launch.wording,
      settings: launch.settings, prompt: TerminalPrompt(), input: StandardInput(),
      installationCheck: { [] },
      services: { _ async throws(StoreError) -> CommandServices in throw .noPlace(folder: nil) })
    return loop.run { await runner.run() }
  }

  /// Explains plain signs on a terminal, unless a person chose them.
  private func tellOfPlainSigns(by printer: Printer) {
    let locale = CharacterLocale(environment: launch.environment)
    guard printer.hasReplaced, !locale.isChosen, isatty(STDERR_FILENO) == 1 else { return }
    printer.complain(launch.wording.plainSigns(until: locale.remedy))
  }

  /// Opens the browser; returns a message on failure.
  private func open(_ link: Hyperlink) -> SafeText? {
    let isRestricted = LaunchEnvironment(launch.environment).isRestricted
    switch ExternalPrograms(launch: launch, isRestricted: isRestricted).open(link) {
    case .opened, .shown: return nil
    case .failed: return launch.wording.openerFailed
    case .forbidden: return launch.wording.notAllowedHere
    }
  }
}

/// Cancels work at the first interrupt; exits at the second.
@MainActor private final class Interruption {
  var callOff: (() -> Void)?
  private var signals: Signals?

  init(on loop: MainLoop) {
    signals = Signals([SIGINT, SIGTERM, SIGHUP], on: loop) { [weak self] signal in
      guard let callOff = self?.callOff else { _exit(128 + signal) }
      self?.callOff = nil
      callOff()
    }
  }
}
