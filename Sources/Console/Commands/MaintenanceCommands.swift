import FeedDomain
import Groundwork
import Preferences
import Terminal
import UseCases
import Words

extension CommandSpec {
  static let fetch = CommandSpec(
    .fetch, .files, "[STREAM…]", [.fetchedSince, .threads, .pictures, .json, .account],
    examples: "fetch --threads --pictures", "fetch home '#tram' --since 1d",
    meaning: { $0.say("fetch streams, to be read without a network") }
  ) { arguments throws(UsageError) in
    let names = try arguments.operands.map { word throws(UsageError) in
      try StreamName(typed: word)
    }
    let span = try arguments.span(.fetchedSince)
    let (hasThreads, hasPictures) = (arguments.has(.threads), arguments.has(.pictures))
    let json = arguments.has(.json)
    return { context async throws(CommandFailure) in
      let services = try await context.open()
      if let problem = services.inMemoryBecause { throw .store(problem) }
      let signedIn = try services.opened(services.account(named: context.accountName))
      let account = try CommandAccount(context, services, signedIn)
      guard let session = await services.session(signedIn) else {
        throw .notYet(signedIn.account.service)
      }
      var feeds: [Feed] = []
      for name in names.isEmpty ? [nil] : names.map(Optional.some) {
        let feed = try await account.feed(name, offline: false)
        if !feeds.contains(feed) { feeds.append(feed) }
      }
      let keepsPictures = services.stores.photos?.outlivesProgram == true
      if hasPictures, !keepsPictures {
        context.printer.complain(
          context.wording.say("Pictures are left out: photo-cache is off in the settings."))
      }
      let plan = FetchPlan(
        feeds, since: span.map { account.now.advanced(by: .zero - $0) }, hasThreads: hasThreads,
        screen: hasPictures && keepsPictures ? FetchPlan.usualScreen : nil)
      let (news, teller) = AsyncStream.makeStream(
        of: OfflineCopy.self, bufferingPolicy: .bufferingNewest(1))
      async let fetched = fetch(plan, in: session, telling: teller)
      for await soFar in news { context.printer.progress(context.wording.fetching(soFar)) }
      let offlineCopy = await fetched
      context.tell(offlineCopy, json: json)
      switch offlineCopy.missingPart {
      case nil: break
      case .budget: context.printer.remark(context.wording.fetchedAtOnce)
      case .calledOff: throw .calledOff
      case .service(let error): throw .service(error)
      case .store(let error): throw .store(error)
      }
    }
  }

  @MainActor private static func fetch(
    _ plan: FetchPlan, in session: Session, telling teller: AsyncStream<OfflineCopy>.Continuation
  ) async -> OfflineCopy {
    defer { teller.finish() }
    return await OfflineCopier(session, plan) { teller.yield($0) }.run()
  }

  static let config = CommandSpec(
    .config, .program, "[FILE|-]", [.defaults, .exported, .imported, .dryRun, .trusted],
    examples: "config --export mine.txt", "config --import mine.txt --dry-run",
    meaning: { $0.say("show the settings in use, and the line of the file that set each") }
  ) { arguments throws(UsageError) in
    let asked = [OptionSpec.defaults, .exported, .imported].filter(arguments.has)
    guard asked.count < 2 else { throw .contradiction(asked[0].name, asked[1].name) }
    for option in [OptionSpec.dryRun, .trusted]
    where arguments.has(option) && !arguments.has(.imported) {
      throw .missingOption(OptionSpec.imported.name, for: option.name)
    }
    if let archive = asked.first, archive.name != OptionSpec.defaults.name {
      let name = try arguments.operand()
      if name == "" { throw .missingOperand("FILE") }
      // Without a file, standard output or input.
      let file = name == "-" ? nil : name
      let (isTrial, isTrusted) = (arguments.has(.dryRun), arguments.has(.trusted))
      return { context async throws(CommandFailure) in
        guard archive.name == OptionSpec.imported.name else {
          return try await SettingsArchive(context, isReading: true).export(to: file)
        }
        try await SettingsArchive(context, isReading: false)
          .take(from: file, isTrial: isTrial, isTrusted: isTrusted)
      }
    }
    if let file = arguments.operands.first { throw .fileWithoutUse(file) }
    let showsDefaults = !asked.isEmpty
    return { context async throws(CommandFailure) in
      let listing = SettingsListing(wording: context.wording)
      let lines = showsDefaults ? listing.defaults : listing.lines(for: context.settings)
      lines.forEach { context.printer.show($0) }
      if !showsDefaults { context.complainOfMistakes() }
    }
  }

  static let doctor = CommandSpec(
    .doctor, .program, "", [.json], examples: "doctor", "doctor --json",
    meaning: { $0.say("show what helps when something does not work") }
  ) { arguments throws(UsageError) in
    try arguments.expectNoOperands()
    let json = arguments.has(.json)
    return { context async throws(CommandFailure) in
      DoctorReport(sections: await context.installationCheck()).print(on: context.printer, json)
      context.printer.flush()
      if !json { await context.showTestCard() }
    }
  }
}

extension CommandContext {
  fileprivate func tell(_ offlineCopy: OfflineCopy, json: Bool) {
    if json {
      printer.show(
        [
          "posts": offlineCopy.posts, "pictures": offlineCopy.pictures,
          "conversations": offlineCopy.conversations, "bytes": offlineCopy.bytes,
          "missing_pictures": offlineCopy.missingPictures,
          "complete": offlineCopy.missingPart == nil,
        ])
    } else {
      printer.confirm(wording.ready(offlineCopy))
    }
    if offlineCopy.missingPictures > 0 {
      printer.complain(wording.picturesMissing(offlineCopy.missingPictures))
    }
  }
}

/// What somebody set up on its way to another machine, or from there.
private struct SettingsArchive {
  private let context: CommandContext
  private let gateway: any PortableSettingsGateway
  private let accounts: [SignedInAccount]
  private let held: PortableSettings

  init(_ context: CommandContext, isReading: Bool) async throws(CommandFailure) {
    let services = try await context.open(isReading: isReading)
    guard let gateway = services.portableSettings else { throw .restricted }
    let accounts = try services.accounts()
    // What is but in memory would be told to be all there is.
    held = try await services.stored { () async throws(StoreError) in
      try await gateway.portableSettings(of: accounts.map(\.account.id))
    }
    (self.context, self.gateway, self.accounts) = (context, gateway, accounts)
  }

  func export(to file: String?) async throws(CommandFailure) {
    let text = gateway.text(
      of: held.withoutSecrets.usable(withThemes: held.themes).portableSettings)
    guard let file else { return context.printer.pass(Array(text.utf8)) }
    do throws(SystemError) {
      let whole = try AtomicFile(path: file)
      try whole.write(Array(text.utf8))
      try whole.finish()
    } catch {
      throw .unwritable(error.step, reason: error.reason)
    }
  }

  /// Takes what a file says, and tells what is different by that. Programs to start, servers to ask
  /// and files to write are taken once the person agreed to each, or trusts the file.
  func take(from file: String?, isTrial: Bool, isTrusted: Bool) async throws(CommandFailure) {
    let name = file ?? "-"
    let read: PortableSettings
    let bytes = try bytes(of: file)
    do throws(PortableSettingsError) {
      read = try gateway.portableSettings(in: bytes)
    } catch {
      throw .notBelongings(name, error)
    }
    let (usable, mistakes) = read.usable(
      withThemes: held.themes.merging(read.themes) { $1 })
    for mistake in mistakes {
      context.printer.complain(context.wording.sentence(for: mistake, in: name))
    }
    let here = Set(accounts.map(\.account.id))
    for account in usable.accounts.subtracting(here).map(\.rawValue).sorted() {
      context.printer.complain(
        context.wording.say(
          "{account} is not signed in here: sign in and import again for its tabs and columns.",
          ["account": account]))
    }
    var taken = usable.only(of: here)
    if !isTrial, !isTrusted { taken = try asking(about: taken, from: name) }
    let result = held.taking(taken, wholly: PortableSettings.wholeSections)
    let lines = differences(from: held, to: result)
    lines.forEach { context.printer.show($0) }
    if lines.isEmpty {
      context.printer.remark(context.wording.say("Everything is set up like that already."))
    }
    guard !isTrial, !lines.isEmpty else { return }
    try await remembering { () async throws(StoreError) in
      try await gateway.keep(result, insteadOf: held)
    }
  }

  /// What is left of it where the person does not agree to each program, server and file it names.
  private func asking(
    about portableSettings: PortableSettings, from file: String
  ) throws(CommandFailure) -> PortableSettings {
    let before = held.held
    let risky = Set(SettingsTable.all.filter(\.isRisky).map(\.name))
    var refused: Set<String> = []
    for (name, setting) in portableSettings.held.sorted(by: { $0.key < $1.key })
    where risky.contains(name) && !setting.value.isEmpty && before[name] != setting {
      let question = context.wording.say(
        "The file sets {line}. Take that? (y/n)", ["line": "\(name) = \(setting.value)"])
      guard let agrees = try context.prompt.agrees(to: question) else {
        throw .untrusted(file: file)
      }
      if !agrees { refused.insert(name) }
    }
    var rest = portableSettings
    rest.settings.removeAll { refused.contains($0.name) }
    return rest
  }

  private func bytes(of file: String?) throws(CommandFailure) -> [UInt8] {
    if let file {
      do throws(StoreError) { return try gateway.bytes(of: file) } catch { throw .store(error) }
    }
    do throws(InputError) { return Array(try context.input.text().utf8) } catch {
      throw .input(error)
    }
  }

  private func differences(from old: PortableSettings, to new: PortableSettings) -> [PrintedLine] {
    let wording = context.wording
    let (before, after) = (old.held, new.held)
    var lines = Set(before.keys).union(after.keys).sorted().compactMap { name -> PrintedLine? in
      guard before[name] != after[name] else { return nil }
      let value: SafeText = "\(name) = \(after[name]?.value ?? "")"
      guard let was = before[name] else { return PrintedLine(value) }
      return PrintedLine(value).adding("  # ", .dim).adding(
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
      if let tabs = new.tabs[account.id], tabs != old.tabs[account.id] {
        lines.append(
          PrintedLine(wording.movedTabs(tabs.map { wording.name(of: $0.feed) }, of: account)))
      }
      let known = old.places[account.id] ?? []
      let places = (new.places[account.id] ?? []).filter { !known.contains($0) }
      if !places.isEmpty {
        let names = places.map { SafeText(sanitizing: $0.name) }
        lines.append(PrintedLine(wording.movedPlaces(names, of: account)))
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
  /// Half of somebody's keys beside half of somebody else's are of use to nobody, nor are colours.
  fileprivate static let wholeSections: Set<String> = [
    SettingsTable.keySection, OwnTheme.section,
  ]

  /// Without what should not be read over a shoulder.
  fileprivate var withoutSecrets: PortableSettings {
    let secrets = Set(SettingsTable.all.filter(\.isSecret).map(\.name))
    return with(settings.filter { !secrets.contains($0.name) })
  }

  /// Without the lines that no settings file can have, and what is wrong with those.
  fileprivate func usable(
    withThemes themes: [String: [Setting]]
  ) -> (portableSettings: PortableSettings, mistakes: [SettingMistake]) {
    let read = SettingsInForce(
      path: "", entries: settings.map { SettingEntry($0) },
      themes: themes.mapValues { $0.map { SettingEntry($0) } })
    let mistakes = read.mistakes.filter { $0.file == nil }
    let wrong = Set(mistakes.map(\.line))
    return (with(settings.filter { !wrong.contains($0.line) }), mistakes)
  }

  private func with(_ settings: [Setting]) -> PortableSettings {
    changed(self) { $0.settings = settings }
  }
}

extension SettingEntry {
  fileprivate init(_ setting: PortableSettings.Setting) {
    self.init(
      section: setting.section, key: setting.key, value: setting.value, line: setting.line)
  }
}
