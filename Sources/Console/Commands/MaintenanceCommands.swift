import FeedDomain
import Groundwork
import Preferences
import Terminal
import UseCases
import Words

extension CommandSpec {
  static let qr = CommandSpec(
    .qr, .program, "ADDRESS", [],
    examples: "qr https://example.org/@ada", "qr mailto:ada@example.org",
    meaning: { $0.say("print an address as a QR code, for a phone") }
  ) { arguments throws(UsageError) in
    let address = try arguments.requiredSingleOperand("ADDRESS")
    try arguments.expectNoOperands(after: 1)
    guard let code = QRCode(address) else {
      throw .badValue(address, option: "ADDRESS", allowed: "1–271 bytes")
    }
    return { context async throws(CommandFailure) in
      let printer = context.printer
      let lines = printer.isUTF8 ? code.halfBlockLines() : code.asciiLines()
      let columns = lines.first.map { TextWidth.columnCount(of: $0) } ?? 0
      if let width = printer.columns, width < columns {
        printer.printRemark(
          context.wording.say(
            "The window is too narrow for this QR code: it needs {count} columns.",
            ["count": columns]))
      }
      // A wrapped line could not be read.
      for line in lines { printer.printRawBytes(Array((line.string + "\n").utf8)) }
    }
  }

  static let fetch = CommandSpec(
    .fetch, .files, "[STREAM…]", [.fetchedSince, .threads, .pictures, .fullTexts, .json, .account],
    examples: "fetch --threads --pictures", "fetch home '#tram' --since 1d",
    meaning: { $0.say("fetch streams for reading offline") }
  ) { arguments throws(UsageError) in
    let names = try arguments.operands.map { word throws(UsageError) in
      try StreamName(typed: word)
    }
    let span = try arguments.durationOption(.fetchedSince)
    let (hasThreads, hasPictures) = (arguments.hasOption(.threads), arguments.hasOption(.pictures))
    let (hasFullTexts, json) = (arguments.hasOption(.fullTexts), arguments.hasOption(.json))
    return { context async throws(CommandFailure) in
      let services = try await context.openServices()
      if let problem = services.memoryOnlyReason { throw .store(problem) }
      let signedIn = try services.accountWithSecret(
        services.signedInAccount(named: context.accountName))
      let account = try CommandAccount(context, services, signedIn)
      guard let session = await services.session(signedIn) else {
        throw .unsupportedService(signedIn.account.service)
      }
      if hasFullTexts, account.connection.articles == nil { throw .notOffered("fetch --full") }
      var feeds: [Feed] = []
      for name in names.isEmpty ? [nil] : names.map(Optional.some) {
        let feed = try await account.foundStream(named: name, offline: false)
        if !feeds.contains(feed) { feeds.append(feed) }
      }
      let sent = try await context.sendWaitingChangesBeforeFetch(of: signedIn, with: services)
      await services.refreshReadStates(of: signedIn)
      let keepsPictures = services.stores.photos?.outlivesProgram == true
      if hasPictures, !keepsPictures {
        context.printer.printError(
          context.wording.say("Pictures are not fetched: photo-cache is off in the settings."))
      }
      var wanted = OfflineCopyPlan(
        feeds, startTime: span.map { account.now.timeAdvanced(by: .zero - $0) },
        hasThreads: hasThreads,
        hasFullTexts: hasFullTexts,
        screen: hasPictures && keepsPictures ? OfflineCopyPlan.usualScreen : nil)
      wanted.budget.requests = max(1, wanted.budget.requests - sent)
      let plan = wanted
      let (news, teller) = AsyncStream.makeStream(
        of: OfflineCopyResult.self, bufferingPolicy: .bufferingNewest(1))
      async let fetched = makeOfflineCopy(plan, in: session, telling: teller)
      for await soFar in news {
        context.printer.showProgress(context.wording.offlineCopyProgressText(soFar))
      }
      let offlineCopy = await fetched
      context.printOfflineCopyResult(offlineCopy, json: json)
      if hasFullTexts || offlineCopy.articles > 0 || !offlineCopy.missingArticles.isEmpty {
        context.printer.printRemark(context.wording.fetchedAndMissingArticlesText(offlineCopy))
      }
      if let until = offlineCopy.skippedUntil {
        context.printer.printRemark(
          context.wording.skippedPagesRetryText(offlineCopy.skippedPages, until: until))
      }
      switch offlineCopy.missingPart {
      case nil, .budget:
        await context.reportFailingFeeds(of: feeds, connection: account.connection)
        guard offlineCopy.missingPart == .budget else { break }
        context.printer.printRemark(context.wording.fetchedAtOnce)
      case .calledOff: throw .calledOff
      case .service(let error):
        throw await CommandFailure.service(error).namingFailingFeeds(
          of: feeds, connection: account.connection)
      case .store(let error): throw .store(error)
      }
    }
  }

  @MainActor private static func makeOfflineCopy(
    _ plan: OfflineCopyPlan, in session: AccountSession,
    telling teller: AsyncStream<OfflineCopyResult>.Continuation
  ) async -> OfflineCopyResult {
    defer { teller.finish() }
    return await OfflineCopier(session, plan) { teller.yield($0) }.copyForOfflineReading()
  }

  static let config = CommandSpec(
    .config, .program, "[FILE|-]", [.defaults, .exported, .imported, .dryRun, .trusted],
    examples: "config --export mine.txt", "config --import mine.txt --dry-run",
    meaning: { $0.say("show the settings and where each is set, or export and import them") }
  ) { arguments throws(UsageError) in
    let asked = [OptionSpec.defaults, .exported, .imported].filter(arguments.hasOption)
    guard asked.count < 2 else { throw .contradiction(asked[0].name, asked[1].name) }
    for option in [OptionSpec.dryRun, .trusted]
    where arguments.hasOption(option) && !arguments.hasOption(.imported) {
      throw .missingOption(OptionSpec.imported.name, for: option.name)
    }
    if let archive = asked.first, archive.name != OptionSpec.defaults.name {
      let name = try arguments.optionalSingleOperand()
      if name == "" { throw .missingOperand("FILE") }
      // The name for standard output or input, without a file.
      let file = name == "-" ? nil : name
      let (isTrial, isTrusted) = (arguments.hasOption(.dryRun), arguments.hasOption(.trusted))
      return { context async throws(CommandFailure) in
        guard archive.name == OptionSpec.imported.name else {
          return try await SettingsFileTransfer(context, isReading: true).exportSettings(to: file)
        }
        try await SettingsFileTransfer(context, isReading: false)
          .importSettings(from: file, isTrial: isTrial, isTrusted: isTrusted)
      }
    }
    if let file = arguments.operands.first { throw .fileWithoutUse(file) }
    let showsDefaults = !asked.isEmpty
    return { context async throws(CommandFailure) in
      let listing = SettingsFormatter(wording: context.wording)
      let lines =
        showsDefaults ? listing.defaults : listing.currentSettingLines(for: context.settings)
      lines.forEach { context.printer.printLine($0) }
      if !showsDefaults { context.reportSettingsMistakes() }
    }
  }

  static let doctor = CommandSpec(
    .doctor, .program, "", [.bundle, .json], examples: "doctor", "doctor --bundle",
    meaning: { $0.say("check the installation, and show facts for a bug report") }
  ) { arguments throws(UsageError) in
    try arguments.expectNoOperands()
    let (json, isBundle) = (arguments.hasOption(.json), arguments.hasOption(.bundle))
    return { context async throws(CommandFailure) in
      DoctorReport(sections: await context.installationCheck(isBundle))
        .printDoctorReport(on: context.printer, json)
      context.printer.flushOutput()
      if !json && !isBundle { await context.showTestCard() }
    }
  }
}

extension CommandContext {
  fileprivate func printOfflineCopyResult(_ offlineCopy: OfflineCopyResult, json: Bool) {
    printer.hasChanged = true
    if json {
      printer.printJSONLine(
        [
          "posts": offlineCopy.posts, "pictures": offlineCopy.pictures,
          "conversations": offlineCopy.conversations, "bytes": offlineCopy.bytes,
          "articles": offlineCopy.articles,
          "missing_pictures": offlineCopy.missingPictures,
          "complete": offlineCopy.missingPart == nil,
        ])
    } else if !offlineCopy.isFailure {
      printer.printConfirmation(wording.offlineCopyReadyMessage(offlineCopy))
    }
    if offlineCopy.missingPictures > 0 {
      printer.printError(wording.missingPicturesText(offlineCopy.missingPictures))
    }
  }

  /// Prints an error line for each web feed of the streams that could not be fetched.
  func reportFailingFeeds(of streams: [Feed], connection: ServiceConnection) async {
    guard let gateway = connection.subscriptions else { return }
    var failing: [Subscription] = []
    for stream in streams { failing += await gateway.failingSubscriptions(in: stream) }
    guard !failing.isEmpty else { return }
    let all = await gateway.storedSubscriptions
    var known: Set<Subscription.ID> = []
    for feed in failing where known.insert(feed.id).inserted {
      printer.printError(wording.failedSubscriptionsText([feed], among: all))
    }
  }
}

/// An exporter and importer of the settings, for the commands `config --export` and `config
/// --import`, through a file that can be moved to another machine.
private struct SettingsFileTransfer {
  private let context: CommandContext
  private let gateway: any PortableSettingsGateway
  private let accounts: [SignedInAccount]
  private let transferredSettings: PortableSettings

  init(_ context: CommandContext, isReading: Bool) async throws(CommandFailure) {
    let services = try await context.openServices(isReading: isReading)
    guard let gateway = services.portableSettings else { throw .restricted }
    let accounts = try services.signedInAccounts()
    // Settings from a store in memory would look complete, so they are refused.
    transferredSettings = try await services.readStoreRequiringDisk {
      () async throws(StoreError) in
      try await gateway.portableSettings(of: accounts.map(\.account.id))
    }
    (self.context, self.gateway, self.accounts) = (context, gateway, accounts)
  }

  func exportSettings(to file: String?) async throws(CommandFailure) {
    let text = gateway.exportedSettingsText(
      of: transferredSettings.withoutSecrets.validPortableSettingsAndMistakes(
        withThemes: transferredSettings.themes
      ).portableSettings)
    guard let file else { return context.printer.printTextForPrograms(text) }
    do throws(FileOperationError) {
      let whole = try AtomicFile(path: file)
      try whole.writeBytes(Array(text.utf8))
      try whole.moveToFinalPath()
    } catch {
      throw .unwritable(error.step, reason: error.reason)
    }
  }

  /// Imports a settings file, and prints the changes. Lines that name a program, a server or a file
  /// to write are imported only if the user agrees to each, or if `isTrusted`.
  func importSettings(from file: String?, isTrial: Bool, isTrusted: Bool)
    async throws(CommandFailure)
  {
    let name = file ?? "-"
    let read: PortableSettings
    let bytes = try readExportedSettings(from: file)
    do throws(PortableSettingsError) {
      read = try gateway.parsedPortableSettings(in: bytes)
    } catch {
      throw .invalidSettingsArchive(name, error)
    }
    let (usable, mistakes) = read.validPortableSettingsAndMistakes(
      withThemes: transferredSettings.themes.merging(read.themes) { $1 })
    for mistake in mistakes {
      context.printer.printError(context.wording.mistakeMessage(for: mistake, in: name))
    }
    let here = Set(accounts.map(\.account.id))
    for account in usable.accounts.subtracting(here).map(\.rawValue).sorted() {
      context.printer.printError(
        context.wording.say(
          "{account} is not signed in here. Sign in, then import again to get its tabs and columns.",
          ["account": account]))
    }
    var taken = usable.restricted(to: here)
    if !isTrial, !isTrusted { taken = try settingsConfirmedByUser(about: taken, from: name) }
    let result = transferredSettings.importingSettings(
      taken, wholly: PortableSettings.wholeSections)
    let lines = settingDifferenceLines(from: transferredSettings, to: result)
    lines.forEach { context.printer.printLine($0) }
    if lines.isEmpty {
      context.printer.printRemark(
        context.wording.say("Nothing to change: everything is already set this way."))
    }
    guard !isTrial, !lines.isEmpty else { return }
    try await convertingStoreErrors { () async throws(StoreError) in
      try await gateway.storeChangedSettingsOnMachine(result, insteadOf: transferredSettings)
    }
    context.printer.hasChanged = true
  }

  /// Asks the user about each program, server and file that imported settings name, and returns the
  /// settings without the lines that the user refused.
  private func settingsConfirmedByUser(
    about portableSettings: PortableSettings, from file: String
  ) throws(CommandFailure) -> PortableSettings {
    let before = transferredSettings.settingsInForce
    let risky = Set(SettingsTable.all.filter(\.isRisky).map(\.name))
    var refused: Set<String> = []
    for (name, setting) in portableSettings.settingsInForce.sorted(by: { $0.key < $1.key })
    where (risky.contains(name) || setting.section == SettingsTable.shareSection)
      && !setting.value.isEmpty && before[name] != setting
    {
      let question = context.wording.say(
        "The file sets {line}. Import it? (y/n)", ["line": "\(name) = \(setting.value)"])
      guard let agrees = try context.prompt.askYesNoIfTerminal(to: question) else {
        throw .untrusted(file: file)
      }
      if !agrees { refused.insert(name) }
    }
    var rest = portableSettings
    rest.settings.removeAll { refused.contains($0.name) }
    return rest
  }

  private func readExportedSettings(from file: String?) throws(CommandFailure) -> [UInt8] {
    if let file {
      do throws(StoreError) { return try gateway.readExportedSettingsFile(at: file) } catch {
        throw .store(error)
      }
    }
    do throws(InputReadingError) { return Array(try context.input.inputText().utf8) } catch {
      throw .input(error)
    }
  }

  private func settingDifferenceLines(from old: PortableSettings, to new: PortableSettings)
    -> [PrintedLine]
  {
    let wording = context.wording
    let (before, after) = (old.settingsInForce, new.settingsInForce)
    var lines = Set(before.keys).union(after.keys).sorted().compactMap { name -> PrintedLine? in
      guard before[name] != after[name] else { return nil }
      let value: SafeText = "\(name) = \(after[name]?.value ?? "")"
      guard let was = before[name] else { return PrintedLine(value) }
      return PrintedLine(value).appendingText("  # ", .dim).appendingText(
        wording.say("was {value}", ["value": was.value.isEmpty ? "\"\"" : was.value]), .dim)
    }
    lines += new.themes.keys.sorted().filter { old.themes[$0] != new.themes[$0] }
      .map { PrintedLine(wording.say("Theme: {name}", ["name": $0])) }
    let known = Set(old.mutes)
    let mutes = new.mutes.filter { !known.contains($0) }.map { SafeText(sanitizing: $0.text) }
    if !mutes.isEmpty {
      lines.append(
        PrintedLine(wording.say("Muted: {names}", ["names": mutes.joined(separator: ", ")])))
    }
    for account in accounts.map(\.account) {
      let handle = wording.accountHandle(of: account)
      if let tabs = new.tabs[account.id], tabs != old.tabs[account.id] {
        let names = tabs.map { wording.name(of: $0.feed) }.joined(separator: ", ")
        lines.append(
          PrintedLine(
            wording.say("Tabs of {account}: {names}", ["names": names, "account": handle])))
      }
      let known = old.places[account.id] ?? []
      let places = (new.places[account.id] ?? []).filter { !known.contains($0) }
      if !places.isEmpty {
        let names = places.map { SafeText(sanitizing: $0.name) }.joined(separator: ", ")
        lines.append(
          PrintedLine(
            wording.say("Places of {account}: {names}", ["names": names, "account": handle])))
      }
    }
    if new.columns != old.columns {
      lines.append(
        PrintedLine(
          wording.say(
            "Columns: {names}",
            ["names": new.columns.map { wording.name(of: $0.content) }.joined(separator: ", ")])))
    }
    return lines
  }
}

extension PortableSettings {
  /// The names of the sections that an import of settings replaces as a whole, such as keys and
  /// colours, since a mixture of two people's choices would be useless.
  fileprivate static let wholeSections: Set<String> = [
    SettingsTable.keySection, PersonalTheme.section, SettingsTable.ruleSections[1],
  ]

  fileprivate var withoutSecrets: PortableSettings {
    let secrets = Set(SettingsTable.all.filter(\.isSecret).map(\.name))
    return replacingSettings(settings.filter { !secrets.contains($0.name) })
  }

  /// Returns the imported settings without invalid lines, and the mistakes in these lines.
  fileprivate func validPortableSettingsAndMistakes(
    withThemes themes: [String: [SettingEntry]]
  ) -> (portableSettings: PortableSettings, mistakes: [SettingMistake]) {
    let read = CurrentSettings(path: "", entries: settings, themes: themes)
    let mistakes = read.mistakes.filter { $0.file == nil }
    let wrong = Set(mistakes.map(\.line))
    return (replacingSettings(settings.filter { !wrong.contains($0.line) }), mistakes)
  }

  private func replacingSettings(_ settings: [SettingEntry]) -> PortableSettings {
    changedCopy(self) { $0.settings = settings }
  }
}
