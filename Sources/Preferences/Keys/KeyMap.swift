package import Terminal

/// Which key does what.
package struct KeyMap: Equatable, Sendable {
  /// A key that was given to several commands.
  struct Conflict: Equatable, Sendable {
    let key: Key
    /// The commands, the one that has it first.
    let commands: [Command]
  }

  /// A command and its keys, the one to show first.
  package struct Binding: Equatable, Sendable {
    package let command: Command
    package var keys: [Key]

    init(_ command: Command, _ keys: [Key]) {
      (self.command, self.keys) = (command, keys)
    }
  }

  /// A few dozen: looked for one by one, which is less to do before the first frame than a table.
  private var bindings: [Binding]

  /// The keys as they are where the settings say nothing.
  package static let defaults = KeyMap(CommandTable.rows.map { Binding($0.command, $0.keys) })

  /// A map of these keys; of several commands with one key the first has it.
  package init(_ bindings: [Binding]) { self.bindings = bindings }

  /// The keys of a command, the one to show first; also those another command has.
  package func keys(of command: Command) -> [Key] {
    bindings.first { $0.command == command }?.keys ?? []
  }

  /// What the key does; nil for nothing.
  package func command(for key: Key) -> Command? {
    bindings.first { $0.keys.contains(key) }?.command
  }

  /// The key to press for a command; nil where it has none.
  package func key(for command: Command) -> Key? {
    keys(of: command).first { self.command(for: $0) == command }
  }

  /// The key to press for a command, as a hint shows it; nil where it has none.
  package func name(for command: Command) -> String? { key(for: command).map(KeyName.hint) }

  /// The same map with other keys for one command; no keys take the command away.
  ///
  /// The keys are taken from the commands that had them, because who writes `like = b` means it.
  package func with(_ newKeys: [Key], for command: Command) -> KeyMap {
    var changed = self
    for place in bindings.indices {
      changed.bindings[place].keys.removeAll { newKeys.contains($0) }
      if bindings[place].command == command { changed.bindings[place].keys = newKeys }
    }
    return changed
  }

  /// The keys that were given to more than one command.
  var conflicts: [Conflict] {
    var owners: [Key: [Command]] = [:]
    for binding in bindings {
      for key in binding.keys { owners[key, default: []].append(binding.command) }
    }
    return owners.filter { $0.value.count > 1 }
      .map { Conflict(key: $0.key, commands: $0.value) }
      .sorted { KeyName.name(of: $0.key) < KeyName.name(of: $1.key) }
  }
}

extension KeyName {
  /// The name of a key as short as the bottom line needs it: `^D`, `⇧Tab`, `Enter`.
  package static func hint(_ key: Key) -> String {
    var prefix = ""
    if key.modifiers.contains(.alt) { prefix += "Alt-" }
    if key.modifiers.contains(.shift) { prefix += "Shift-" }
    if case .character(let character) = key.code, character != " " {
      if key.modifiers.contains(.control) { return prefix + "^" + character.uppercased() }
      return prefix + (prefix.isEmpty ? String(character) : character.uppercased())
    }
    if key.modifiers.contains(.control) { prefix += "Ctrl-" }
    return prefix + capitalised(name(of: Key(key.code)))
  }

  private static func capitalised(_ name: String) -> String {
    switch name {
    case "pageup": "PgUp"
    case "pagedown": "PgDn"
    // What stands on the keys, in every language.
    case "up": "↑"
    case "down": "↓"
    case "left": "←"
    case "right": "→"
    default: name.prefix(1).uppercased() + String(name.dropFirst())
    }
  }
}
