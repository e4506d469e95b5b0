import FeedDomain
import Groundwork
import Preferences
import Terminal
import Words

/// What somebody set up on its way to another machine, or from there.
struct Moving {
  private let desk: CommandDesk
  private let gateway: any BelongingsGateway
  private let accounts: [SignedInAccount]
  /// What is here.
  private let held: Belongings

  init(at desk: CommandDesk, isReading: Bool) async throws(CommandFailure) {
    let backstage = try await desk.open(isReading: isReading)
    guard let gateway = backstage.belongings else { throw .restricted }
    let accounts = try backstage.accounts()
    // What is but in memory would be told to be all there is.
    held = try await backstage.stored { () async throws(StoreError) in
      try await gateway.belongings(of: accounts.map(\.account.id))
    }
    (self.desk, self.gateway, self.accounts) = (desk, gateway, accounts)
  }

  /// Writes what is here.
  func export(to file: String?) async throws(CommandFailure) {
    let text = gateway.text(of: held.withoutSecrets.usable(withThemes: held.themes).belongings)
    guard let file else { return desk.printer.pass(Array(text.utf8)) }
    do throws(SystemError) {
      let whole = try WholeFile(path: file)
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
    let read: Belongings
    let bytes = try bytes(of: file)
    do throws(BelongingsMistake) {
      read = try gateway.belongings(in: bytes)
    } catch {
      throw .notBelongings(name, error)
    }
    let (usable, mistakes) = read.usable(
      withThemes: held.themes.merging(read.themes) { $1 })
    for mistake in mistakes {
      desk.printer.complain(desk.wording.sentence(for: mistake, in: name))
    }
    let here = Set(accounts.map(\.account.id))
    for account in usable.accounts.subtracting(here).map(\.rawValue).sorted() {
      desk.printer.complain(
        desk.wording.say(
          "{account} is not signed in here: sign in and import again for its tabs and columns.",
          ["account": account]))
    }
    var taken = usable.only(of: here)
    if !isTrial, !isTrusted { taken = try asking(about: taken, from: name) }
    let result = held.taking(taken, wholly: Belongings.wholeSections)
    let lines = differences(from: held, to: result)
    lines.forEach { desk.printer.show($0) }
    if lines.isEmpty {
      desk.printer.remark(desk.wording.say("Everything is set up like that already."))
    }
    guard !isTrial, !lines.isEmpty else { return }
    try await remembering { () async throws(StoreError) in
      try await gateway.keep(result, insteadOf: held)
    }
  }
}

extension Moving {
  /// What is left of it where the person does not agree to each program, server and file it names.
  private func asking(
    about belongings: Belongings, from file: String
  ) throws(CommandFailure) -> Belongings {
    let before = held.held
    let risky = Set(SettingsTable.all.filter(\.isRisky).map(\.name))
    var refused: Set<String> = []
    for (name, setting) in belongings.held.sorted(by: { $0.key < $1.key })
    where risky.contains(name) && !setting.value.isEmpty && before[name] != setting {
      let question = desk.wording.say(
        "The file sets {line}. Take that? (y/n)", ["line": "\(name) = \(setting.value)"])
      guard let agrees = try desk.prompt.agrees(to: question) else {
        throw .untrusted(file: file)
      }
      if !agrees { refused.insert(name) }
    }
    var rest = belongings
    rest.settings.removeAll { refused.contains($0.name) }
    return rest
  }

  private func bytes(of file: String?) throws(CommandFailure) -> [UInt8] {
    if let file {
      do throws(StoreError) { return try gateway.bytes(of: file) } catch { throw .store(error) }
    }
    do throws(InputError) { return Array(try desk.input.text().utf8) } catch { throw .input(error) }
  }

  /// What is different, a line each.
  private func differences(from old: Belongings, to new: Belongings) -> [PrintedLine] {
    let wording = desk.wording
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

extension Belongings {
  /// Half of somebody's keys beside half of somebody else's are of use to nobody, nor are colours.
  fileprivate static let wholeSections: Set<String> = [
    SettingsTable.keySection, OwnTheme.section,
  ]

  /// Without what should not be read over a shoulder.
  fileprivate var withoutSecrets: Belongings {
    let secrets = Set(SettingsTable.all.filter(\.isSecret).map(\.name))
    return with(settings.filter { !secrets.contains($0.name) })
  }

  /// Without the lines that no settings file can have, and what is wrong with those.
  fileprivate func usable(
    withThemes themes: [String: [Setting]]
  ) -> (belongings: Belongings, mistakes: [SettingMistake]) {
    let read = SettingsInForce(
      path: "", entries: settings.map { SettingEntry($0) },
      themes: themes.mapValues { $0.map { SettingEntry($0) } })
    let mistakes = read.mistakes.filter { $0.file == nil }
    let wrong = Set(mistakes.map(\.line))
    return (with(settings.filter { !wrong.contains($0.line) }), mistakes)
  }

  private func with(_ settings: [Setting]) -> Belongings {
    var belongings = self
    belongings.settings = settings
    return belongings
  }
}

extension SettingEntry {
  fileprivate init(_ setting: Belongings.Setting) {
    self.init(
      section: setting.section, key: setting.key, value: setting.value, line: setting.line)
  }
}
