import FeedDomain
import Terminal

/// A key map with the changes of the settings file, and the mistakes in the lines about keys.
struct KeyMapFromSettings: Equatable {
  private(set) var map: KeyMap
  private(set) var mistakes: [SettingMistake] = []

  /// Creates the key map from lines of the settings file such as `like = l`: keys separated by
  /// blanks, or none; the last line for a command wins. A key is taken from the command that has it
  /// by default; if two lines name one key, the upper line has it.
  init(_ entries: [SettingEntry], preset: KeyPreset = .tweetie) {
    map = preset == .tweetie ? .defaults : preset.keyMap
    var claims: [Key: (command: Command, line: Int)] = [:]
    for (command, entry) in lastEntryOfEachCommand(in: entries) {
      var keys: [Key] = []
      for name in entry.value.split(separator: " ").map(Self.removingTrailingComma) {
        if let key = KeyName.parsedKey(named: name) {
          if let other = claims[key], other.command != command,
            !KeyMap.canShareKey(key, other.command, command)
          {
            addSettingMistake(.keyTaken(name, by: other.command.name, line: other.line), entry)
          } else {
            claims[key] = (command, entry.line)
            keys.append(key)
          }
        } else {
          addSettingMistake(
            .badValue(name, key: Self.keySettingName(of: entry), allowed: Self.examples), entry)
        }
      }
      // A line without any valid key does not remove the command's keys.
      if !keys.isEmpty || entry.value.isEmpty { map = map.replacingKeys(keys, for: command) }
    }
  }

  /// The examples of key names in error messages, as text: a letter, and names of every kind.
  static let examples = "l, L, ctrl+d, shift+tab, enter, esc, space, pageup, f5, …"

  private static func keySettingName(of entry: SettingEntry) -> String {
    "\(SettingsTable.keySection).\(entry.key)"
  }

  /// Returns the name of a key in the settings file without a comma behind it, which is accepted
  /// beside the blank between keys.
  private static func removingTrailingComma(from word: Substring) -> String {
    String(word.count > 1 && word.hasSuffix(",") ? word.dropLast() : word)
  }

  /// Returns the last line about each command's keys in the settings file, in the order of the
  /// file; records a mistake for each unknown command.
  private mutating func lastEntryOfEachCommand(in entries: [SettingEntry]) -> [(
    Command, SettingEntry
  )] {
    var last: [Command: SettingEntry] = [:]
    for entry in entries {
      if let command = Command(named: entry.key) {
        last[command] = entry
      } else {
        let names = CommandTable.rows.map(\.name)
        addSettingMistake(
          .unknownKey(
            entry.key, nearest: NearestNameSearch.nearestName(for: entry.key, among: names)),
          entry)
      }
    }
    return last.sorted { $0.value.line < $1.value.line }
  }

  private mutating func addSettingMistake(
    _ reason: SettingMistake.SettingMistakeReason, _ entry: SettingEntry
  ) {
    mistakes.append(SettingMistake(line: entry.line, reason: reason))
  }
}
