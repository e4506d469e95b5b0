package import Terminal

package struct KeyMap: Equatable, Sendable {
  package struct KeyBinding: Equatable, Sendable {
    package let command: Command
    package var keys: [Key]

    init(_ command: Command, _ keys: [Key]) { (self.command, self.keys) = (command, keys) }
  }

  /// The bindings of the key map. They are a few dozen: searching them takes less time before the
  /// first frame than building a table.
  private var bindings: [KeyBinding]

  package static let defaults = KeyMap(CommandTable.rows.map { KeyBinding($0.command, $0.keys) })

  /// Creates a key map of bindings; if several commands are given one key, the first has it.
  package init(_ bindings: [KeyBinding]) { self.bindings = bindings }

  /// Returns the keys bound to a command, first the one that hints show; includes keys with which
  /// another command is performed.
  package func keys(of command: Command) -> [Key] {
    bindings.first { $0.command == command }?.keys ?? []
  }

  /// Returns the command that a key performs in a scene that claims the commands `claimed`; nil if
  /// the key has none.
  package func command(for key: Key, claimed: [Command] = []) -> Command? {
    var meant: Command?
    // By index, as iterating would copy each binding.
    for index in bindings.indices where bindings[index].keys.contains(key) {
      let command = bindings[index].command
      if claimed.contains(command) { return command }
      if meant.map(Command.local.contains) ?? true { meant = command }
    }
    return meant
  }

  /// Returns the keys that perform a command, without keys with which another command is performed.
  package func workingKeys(for command: Command) -> [Key] {
    keys(of: command).filter { isWorkingKey($0, of: command) }
  }

  package func firstKey(for command: Command) -> Key? {
    keys(of: command).first { isWorkingKey($0, of: command) }
  }

  private func isWorkingKey(_ key: Key, of command: Command) -> Bool {
    self.command(for: key, claimed: Command.local.contains(command) ? [command] : []) == command
  }

  /// Returns the name of the key to press for a command, as hints show it; nil if no key is bound
  /// to the command.
  package func keyName(for command: Command) -> String? {
    firstKey(for: command).map(KeyName.shortKeyName)
  }

  /// Returns a key map with other keys for a command, without keys for an empty list. The keys are
  /// taken from the commands that had them; but a key of two commands for different scenes stays
  /// with both.
  package func replacingKeys(_ newKeys: [Key], for command: Command) -> KeyMap {
    var changed = self
    for place in bindings.indices {
      let other = bindings[place].command
      changed.bindings[place].keys.removeAll {
        newKeys.contains($0) && !Self.canShareKey($0, command, other)
      }
      if other == command { changed.bindings[place].keys = newKeys }
    }
    return changed
  }

  /// Returns true if two commands may have the same key, each in its own scenes.
  static func canShareKey(_ key: Key, _ one: Command, _ other: Command) -> Bool {
    CommandTable.tableRow(of: one).isLocal != CommandTable.tableRow(of: other).isLocal
      && [one, other].allSatisfy { CommandTable.tableRow(of: $0).keys.contains(key) }
  }
}

extension KeyName {
  /// Returns the short name of a key for the bottom line: `^D`, `⇧Tab`, `Enter`.
  package static func shortKeyName(of key: Key) -> String {
    var prefix = ""
    if key.modifiers.contains(.alt) { prefix += "Alt-" }
    if key.modifiers.contains(.shift) { prefix += "Shift-" }
    if case .character(let character) = key.code, character != " " {
      if key.modifiers.contains(.control) { return prefix + "^" + character.uppercased() }
      return prefix + (prefix.isEmpty ? String(character) : character.uppercased())
    }
    if key.modifiers.contains(.control) { prefix += "Ctrl-" }
    return prefix + displayedKeyName(keyName(of: Key(key.code)))
  }

  private static func displayedKeyName(_ name: String) -> String {
    switch name {
    case "pageup": "PgUp"
    case "pagedown": "PgDn"
    // The signs printed on keyboards, which are the same in all languages.
    case "up": "↑"
    case "down": "↓"
    case "left": "←"
    case "right": "→"
    default: name.prefix(1).uppercased() + String(name.dropFirst())
    }
  }
}
