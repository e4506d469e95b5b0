import Terminal

/// The key map that the settings ask for, and what in them names no command or no key.
struct KeySettings: Equatable {
  private(set) var map = KeyMap.defaults
  private(set) var mistakes: [SettingMistake] = []

  /// Reads lines like `like = l`; the last of two for the same command wins.
  ///
  /// Several keys stand with blanks between them, and none takes the command away. A key is taken
  /// from the command that has it by default; one that two lines claim stays with the upper one.
  init(_ entries: [SettingEntry]) {
    var claims: [Key: (command: Command, line: Int)] = [:]
    for (command, entry) in wishes(in: entries) {
      var keys: [Key] = []
      for name in entry.value.split(separator: " ").map(Self.withoutComma) {
        if let key = KeyName.key(named: name) {
          if let other = claims[key], other.command != command,
            !KeyMap.share(key, other.command, command)
          {
            note(.keyTaken(name, by: other.command.name, line: other.line), entry)
          } else {
            claims[key] = (command, entry.line)
            keys.append(key)
          }
        } else {
          note(.badValue(name, key: Self.name(of: entry), allowed: Self.examples), entry)
        }
      }
      // A line of which nothing can be used is no wish to be without the command.
      if !keys.isEmpty || entry.value.isEmpty { map = map.with(keys, for: command) }
    }
  }
}

extension KeySettings {
  /// What may be written, as a mistake names it: a letter, and names of every kind.
  static let examples = "l, L, ctrl+d, shift+tab, enter, esc, space, pageup, f5, …"

  private static func name(of entry: SettingEntry) -> String {
    "\(SettingsTable.keySection).\(entry.key)"
  }

  /// Blanks part the keys; whoever writes a comma as well means the same.
  private static func withoutComma(_ word: Substring) -> String {
    String(word.count > 1 && word.hasSuffix(",") ? word.dropLast() : word)
  }

  /// The line that counts for each command, in the order of the file.
  private mutating func wishes(in entries: [SettingEntry]) -> [(Command, SettingEntry)] {
    var last: [Command: SettingEntry] = [:]
    for entry in entries {
      if let command = Command(named: entry.key) {
        last[command] = entry
      } else {
        let names = CommandTable.rows.map(\.name)
        note(.unknownKey(entry.key, nearest: NearestName.to(entry.key, among: names)), entry)
      }
    }
    return last.sorted { $0.value.line < $1.value.line }
  }

  private mutating func note(_ reason: SettingMistake.Reason, _ entry: SettingEntry) {
    mistakes.append(SettingMistake(line: entry.line, reason: reason))
  }
}
