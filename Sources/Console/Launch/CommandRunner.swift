internal import FeedDomain
package import Preferences
package import Terminal
package import Words

package struct CommandRunner {
  private let options: LaunchOptions
  private let context: CommandContext

  package init(
    options: LaunchOptions, printer: ResultPrinter, wording: Wording, settings: CurrentSettings,
    prompt: any UserQuestionPrompt, input: any CommandTextInput,
    installationCheck: @escaping (Bool) async -> [DoctorSection],
    showTestCard: @escaping @MainActor () -> Void = {},
    openLink: @escaping @MainActor (SafeWebLink) -> SafeText? = { _ in nil },
    playEpisode: @escaping @MainActor (String, Int) async -> EpisodePlaybackResult = { _, _ in
      .failed(.forbidden)
    },
    services: @escaping CommandServices.Opening
  ) {
    self.options = options
    printer.isQuiet = options.isQuiet
    context = CommandContext(
      accountName: options.account, printer: printer, wording: wording, settings: settings,
      isRestricted: options.environment.isRestricted, prompt: prompt, input: input,
      installationCheck: installationCheck, showTestCard: showTestCard,
      openLink: openLink, playEpisode: playEpisode, services: services)
  }

  private var printer: ResultPrinter { context.printer }
  private var wording: Wording { context.wording }

  /// Runs the command of the command line, prints an error message if it fails, and returns the
  /// exit code.
  package func runCommand() async -> ExitCode {
    let code: ExitCode
    do {
      try await performProgramInvocation()
      code = .done
    } catch {
      printer.printError(wording.sentence(for: error))
      code = error.exitCode
    }
    printer.flushOutput()
    // A reader that closed the pipe wants no more output, and needs no error message.
    guard let failure = printer.failure, !failure.isReaderGone else { return code }
    guard code == .done, printer.hasChanged else {
      printer.printError(wording.say("Standard output: {reason}.", ["reason": failure.reason]))
      return code == .done ? .failed : code
    }
    printer.printError(
      wording.say(
        "The command was carried out; only its output could not be written: {reason}.",
        ["reason": failure.reason]))
    return code
  }

  private func performProgramInvocation() async throws(CommandFailure) {
    switch options.invocation {
    // The full screen is not a command; `FullScreenProgram` opens it.
    case .fullScreen: break
    case .help(let name):
      HelpText(wording: wording, columns: printer.columns).helpLines(for: name)
        .forEach { printer.printLine($0) }
    case .completion(let words):
      let completion = CommandLineCompleter(words, wording: wording, services: context.services)
      printer.printRawBytes(Array(await completion.completionCandidateLines().utf8))
    case .version: printer.printLine(PrintedLine("tweetie \(ProgramVersion.current)"))
    case .command(let call):
      try await RequestBudget.runActionInCurrentBudget(limit: RequestBudget.command) {
        () async throws(CommandFailure) in
        try await call.body(context)
      }
    }
  }
}
