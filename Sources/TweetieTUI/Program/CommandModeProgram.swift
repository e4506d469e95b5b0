import Console
import FeedDomain
import Glibc
import Logging
import Preferences
import Terminal
import Threads
import UseCases
import Words

/// The program in the mode that runs one command and ends, without the full screen.
@MainActor struct CommandModeProgram {
  let launch: LaunchContext
  let options: LaunchOptions
  let services: any ServicesAndLocationProvider

  func runProgram() -> ExitCode {
    let outOfThreads = launch.wording.outOfThreads.string
    DetachedThread.setThreadStartFailureHandler {
      let line = "tweetie: \(outOfThreads)\n"
      _ = write(STDERR_FILENO, line, line.utf8.count)
      _exit(ExitCode.failed.rawValue)
    }
    let loop = MainLoop()
    // Signals are watched before threads exist that could get them instead.
    let interruption =
      options.invocation.endsWhenInterrupted ? CancelThenEndSignalHandler(on: loop) : nil
    if case .completion = options.invocation, !launch.hasStores {
      return printCompletions(on: loop)
    }
    var launch = launch
    launch.echoesLog = options.isDebugging
    let root = CompositionRoot(launch: launch, loop: loop, services: services)
    let wiring = CommandWiring(root: root)
    let pictures = TerminalPictureProbe(
      options: launch.screenAppearance(theme: nil).terminalOptions(
        encoding: TextEncoding(codeset: OutputProperties.codeset)))
    let printer = launch.makePrinter()
    let runner = CommandRunner(
      options: options, printer: printer, wording: launch.wording,
      settings: launch.settings, prompt: TerminalPrompt(), input: StandardInput(),
      installationCheck: {
        await wiring.installationCheck(pictures.answers).doctorSections(forBundle: $0)
      },
      showTestCard: pictures.drawTestPicture,
      openLink: openLink, playEpisode: playEpisode,
      services: { isForReadingCommand async throws(StoreError) in
        try await wiring.openServices(isForReadingCommand: isForReadingCommand)
      })
    // Bars run the command `status` every few seconds, so it writes nothing to the disk.
    if let command = options.invocation.command, command != .status {
      root.tracker.countUse(of: CountedFeature(command))
    }
    return loop.runLoop {
      let work = Task { await runner.runCommand() }
      interruption?.onInterrupt = work.cancel
      let code = await work.value
      explainASCIIOutput(by: printer)
      await root.closeDatabases()
      root.printUnsavedTokenErrors()
      return code
    }
  }

  /// Prints shell completions for the words of a command line, without creating files.
  private func printCompletions(on loop: MainLoop) -> ExitCode {
    let runner = CommandRunner(
      options: options, printer: launch.makePrinter(), wording: launch.wording,
      settings: launch.settings, prompt: TerminalPrompt(), input: StandardInput(),
      installationCheck: { _ in [] },
      services: { _ async throws(StoreError) -> CommandServices in throw .noPlace(folder: nil) })
    return loop.runLoop { await runner.runCommand() }
  }

  /// Explains on standard error why output has ASCII characters only, unless the user's locale asks
  /// for ASCII, or errors do not go to a terminal.
  private func explainASCIIOutput(by printer: ResultPrinter) {
    let locale = CharacterLocaleFromEnvironment(environment: launch.environment)
    guard printer.hasSubstituted, !locale.isChosen, isatty(STDERR_FILENO) == 1 else { return }
    printer.printError(launch.wording.missingUTF8Message(until: locale.remedy))
  }

  /// Opens a link in the browser; returns an error message on failure, nil on success.
  private func openLink(_ link: SafeWebLink) -> SafeText? {
    let isRestricted = LaunchEnvironment(launch.environment).isRestricted
    switch ExternalPrograms(launch: launch, isRestricted: isRestricted).openLink(link) {
    case .opened, .shown: return nil
    case .failed: return launch.wording.openerFailed
    case .forbidden: return launch.wording.notAllowedHere
    }
  }
}

extension CommandModeProgram {
  /// Plays an episode in the terminal or a window, and waits until the player ends; returns the
  /// result.
  private func playEpisode(at place: String, from start: Int) async -> EpisodePlaybackResult {
    let isRestricted = LaunchEnvironment(launch.environment).isRestricted
    let programs = ExternalPrograms(launch: launch, isRestricted: isRestricted)
    guard programs.mayStart else { return .failed(.forbidden) }
    let player = programs.player
    guard player.isPlayerInstalled(path: programs.path) else {
      return .failed(.notInstalled(player.words.first ?? "mpv"))
    }
    let connection = player.isMPV ? PlayerConnection(in: programs.directory) : nil
    // The address or path is one argument that begins with http or a slash: it cannot be read as an
    // option.
    let words =
      player.words + player.episodePlayerOptions(from: start, socket: connection?.socketPath) + [
        place
      ]
    // Control-C ends the player, whose position is recorded then.
    let interruption = signal(SIGINT, SIG_IGN)
    defer { signal(SIGINT, interruption) }
    guard let process = ExternalProgram(words: words).startProcess(withTerminal: true) else {
      connection?.deleteSocketFolder()
      return .failed(.notStarted)
    }
    let last = LockedValue<PlaybackPosition?>(nil)
    guard let connection else {
      await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
        Self.callAfterProcessEnd(of: process) { continuation.resume() }
      }
      return .stopped(nil)
    }
    await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
      connection.startReportingPlayerPosition { playback in
        last.withLock { $0 = playback }
      } ended: {
        continuation.resume()
      }
      Self.callAfterProcessEnd(of: process, connection.markPlayerGone)
    }
    return .stopped(last.withLock { $0 })
  }

  private static func callAfterProcessEnd(
    of process: pid_t, _ ended: @escaping @Sendable () -> Void
  ) {
    DetachedThread.startThread(named: "player-end") {
      var status: CInt = 0
      while waitpid(process, &status, 0) < 0, errno == EINTR {}
      ended()
    }
  }
}

/// A handler of the signals that end a command, such as that of Control-C: the first cancels the
/// running work, if any; the next ends the program at once.
@MainActor
private final class CancelThenEndSignalHandler {
  var onInterrupt: (() -> Void)?
  private var signals: SignalReader?

  init(on loop: MainLoop) {
    signals = SignalReader([SIGINT, SIGTERM, SIGHUP], on: loop) { [weak self] signal in
      guard let onInterrupt = self?.onInterrupt else { _exit(128 + signal) }
      self?.onInterrupt = nil
      onInterrupt()
    }
  }
}
