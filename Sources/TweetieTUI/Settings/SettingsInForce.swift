/// The settings as they were read, where each comes from, and what could not be used.
struct SettingsInForce: Equatable, Sendable {
  /// The file they are read from.
  let path: String
  private(set) var settings = Settings()
  /// What the keys do.
  let keyMap: KeyMap
  /// The lines that set something, by the setting's name.
  private(set) var lines: [String: Int] = [:]
  private(set) var mistakes: [SettingMistake] = []

  /// Reads the lines of a file; the last of two for the same setting wins.
  init(path: String, entries: [SettingEntry], mistakes: [SettingMistake] = []) {
    self.path = path
    self.mistakes = mistakes
    let keys = KeySettings(entries.filter { $0.section == SettingsTable.keySection })
    keyMap = keys.map
    for entry in entries { take(entry) }
    self.mistakes += keys.mistakes
    self.mistakes.sort { $0.line < $1.line }
  }
}

extension SettingsInForce {
  /// Has the faults judged by who knows what can go wrong: what they could be, where they cannot be
  /// what they are.
  mutating func judgeFaults(_ remedy: (String) -> String?) {
    let faults = settings.faults
    guard !faults.isEmpty, let allowed = remedy(faults) else { return }
    settings.faults = Settings().faults
    let name = "tweetie.faults"
    let line = lines.removeValue(forKey: name) ?? 0
    mistakes.append(
      SettingMistake(line: line, reason: .badValue(faults, key: name, allowed: allowed)))
    mistakes.sort { $0.line < $1.line }
  }

  private mutating func take(_ entry: SettingEntry) {
    guard entry.section != SettingsTable.keySection else {
      settings.keys.append(entry)
      return
    }
    guard SettingsTable.all.contains(where: { $0.section == entry.section }) else {
      let names = Set(SettingsTable.all.map(\.section)).sorted() + [SettingsTable.keySection]
      let nearest = NearestName.to(entry.section, among: names)
      return note(.unknownSection(entry.section, nearest: nearest), entry)
    }
    let isMeant = { (definition: SettingDefinition) in
      definition.section == entry.section && definition.key == entry.key
    }
    guard let definition = SettingsTable.all.first(where: isMeant) else {
      let section = SettingsTable.all.filter { $0.section == entry.section }
      let nearest = NearestName.to(entry.key, among: section.map(\.key))
      return note(.unknownKey(entry.key, nearest: nearest), entry)
    }
    guard definition.take(entry.value, &settings) else {
      return note(
        .badValue(entry.value, key: definition.name, allowed: definition.allowed()), entry)
    }
    lines[definition.name] = entry.line
  }

  private mutating func note(_ reason: SettingMistake.Reason, _ entry: SettingEntry) {
    mistakes.append(SettingMistake(line: entry.line, reason: reason))
  }
}
