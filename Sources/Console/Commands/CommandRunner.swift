import FeedDomain
package import Preferences
import Terminal
package import Words

/// Runs what the command line asks for, and says how it ended.
package struct CommandRunner {
  package let options: LaunchOptions
  package let printer: Printer
  package let wording: Wording
  package let settings: SettingsInForce
  package let prompt: any Prompt
  package let input: any PipedInput
  /// The facts `doctor` reports.
  package let examination: () async -> [DoctorSection]
  /// Draws a picture below them, where there is a terminal.
  package let showTestCard: @MainActor () -> Void
  /// Opens services and stores, for the commands that need them; whether one merely reads, and
  /// does without stores where there are none.
  package let backstage: Backstage.Opening

  package init(
    options: LaunchOptions, printer: Printer, wording: Wording, settings: SettingsInForce,
    prompt: any Prompt, input: any PipedInput, examination: @escaping () async -> [DoctorSection],
    showTestCard: @escaping @MainActor () -> Void = {},
    backstage: @escaping Backstage.Opening
  ) {
    self.options = options
    self.printer = printer
    self.wording = wording
    self.settings = settings
    self.prompt = prompt
    self.input = input
    self.examination = examination
    self.showTestCard = showTestCard
    self.backstage = backstage
  }

  /// Runs the command, with every failure put into words.
  package func run() async -> ExitCode {
    let code: ExitCode
    do {
      try await perform()
      code = .done
    } catch {
      printer.complain(wording.sentence(for: error))
      code = error.exitCode
    }
    printer.flush()
    // Nobody reads on: that is the reader's wish, and none of the person's business.
    guard let failure = printer.failure, !failure.isReaderGone else { return code }
    printer.complain(
      wording.say("Standard output: {reason}.", ["reason": failure.reason]))
    return code == .done ? .failed : code
  }
}

extension CommandRunner {
  private func perform() async throws(CommandFailure) {
    switch options.invocation {
    // The full screen is not a command; whoever owns the terminal opens it.
    case .fullScreen: break
    case .help(let name): HelpText(wording: wording).lines(for: name).forEach { printer.show($0) }
    case .version: printer.show(PrintedLine("tweetie \(Version.current)"))
    case .config(let isDefaults): showSettings(isDefaults)
    case .doctor(let json):
      DoctorReport(sections: await examination()).print(on: printer, json)
      printer.flush()
      if !json { await showTestCard() }
    case .login(let login):
      try await LoginCommand(
        options: login, backstage: open(), prompt: prompt, input: input, printer: printer,
        wording: wording
      ).run()
    case .logout(let account):
      try await LogoutCommand(
        account: account, backstage: open(), prompt: prompt, printer: printer, wording: wording
      ).run()
    case .accounts(let json):
      try await AccountsCommand(
        json: json, backstage: open(isReading: true), printer: printer, wording: wording
      ).run()
    case .feed(let feed):
      try await FeedCommand(
        options: feed, account: options.account,
        backstage: open(isReading: !feed.offline), printer: printer,
        wording: wording
      ).run()
    case .feeds(let feeds):
      try await FeedsCommand(
        options: feeds, account: options.account, backstage: open(isReading: true),
        printer: printer, wording: wording
      ).run()
    case .notifications(let notifications):
      try await NotificationsCommand(
        options: notifications, account: options.account,
        backstage: open(isReading: !notifications.offline), printer: printer, wording: wording
      ).run()
    case .post(let post):
      try await PostCommand(
        options: post, account: options.account, backstage: open(), input: input, printer: printer,
        wording: wording
      ).run()
    case .mark(let post, let isLiked):
      try await MarkCommand(
        post: post, isLiked: isLiked, account: options.account, backstage: open(),
        printer: printer, wording: wording
      ).run()
    case .search(let search):
      try await SearchCommand(
        options: search, account: options.account,
        backstage: open(isReading: !search.offline), printer: printer,
        wording: wording
      ).run()
    case .outbox(let action, let json):
      try await OutboxCommand(
        action: action, json: json, backstage: open(), printer: printer, wording: wording
      ).run()
    }
  }

  /// What is set wrong is told beside the output, since it is left out of account.
  private func open(isReading: Bool = false) async throws(CommandFailure) -> Backstage {
    complainOfMistakes()
    return try await remembering { () async throws(StoreError) in try await backstage(isReading) }
  }

  private func showSettings(_ isDefaults: Bool) {
    let listing = SettingsListing(wording: wording)
    let lines = isDefaults ? listing.defaults : listing.lines(for: settings)
    lines.forEach { printer.show($0) }
    if !isDefaults { complainOfMistakes() }
  }

  private func complainOfMistakes() {
    for mistake in settings.mistakes {
      printer.complain(wording.sentence(for: mistake, in: settings.path))
    }
  }
}
