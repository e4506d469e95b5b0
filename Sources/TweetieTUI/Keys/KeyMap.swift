import Terminal

/// Which key does what.
struct KeyMap: Equatable, Sendable {
  /// A key that was given to several commands.
  struct Conflict: Equatable, Sendable {
    /// The key.
    let key: Key
    /// The commands, the one that has it first.
    let commands: [Command]
  }

  /// The keys of each command, the one to show first.
  let keys: [Command: [Key]]
  private let commands: [Key: Command]

  /// A map of these keys; of several commands with one key the first in `Command` has it.
  init(_ keys: [Command: [Key]]) {
    self.keys = keys
    var commands: [Key: Command] = [:]
    for command in Command.allCases {
      for key in keys[command] ?? [] where commands[key] == nil { commands[key] = command }
    }
    self.commands = commands
  }

  /// What the key does; nil for nothing.
  func command(for key: Key) -> Command? { commands[key] }

  /// The key to press for a command, as a hint shows it; nil where it has none.
  func name(for command: Command) -> String? {
    keys[command]?.first { commands[$0] == command }.map(KeyName.hint)
  }

  /// The same map with other keys for one command; no keys take the command away.
  ///
  /// The keys are taken from the commands that had them, because who writes `like = b` means it.
  func with(_ newKeys: [Key], for command: Command) -> KeyMap {
    var changed = keys.mapValues { $0.filter { !newKeys.contains($0) } }
    changed[command] = newKeys
    return KeyMap(changed)
  }

  /// The keys that were given to more than one command.
  var conflicts: [Conflict] {
    var owners: [Key: [Command]] = [:]
    for command in Command.allCases {
      for key in keys[command] ?? [] { owners[key, default: []].append(command) }
    }
    return owners.filter { $0.value.count > 1 }
      .map { Conflict(key: $0.key, commands: $0.value) }
      .sorted { KeyName.name(of: $0.key) < KeyName.name(of: $1.key) }
  }
}

extension KeyName {
  /// The name of a key as short as the bottom line needs it: `^D`, `⇧Tab`, `Enter`.
  static func hint(_ key: Key) -> String {
    var prefix = ""
    if key.modifiers.contains(.alt) { prefix += "Alt-" }
    if key.modifiers.contains(.shift) { prefix += "Shift-" }
    if case .character(let character) = key.code, character != " " {
      guard key.modifiers.contains(.control) else { return prefix + String(character) }
      return prefix + "^" + character.uppercased()
    }
    if key.modifiers.contains(.control) { prefix += "Ctrl-" }
    return prefix + capitalised(name(of: Key(key.code)))
  }

  private static func capitalised(_ name: String) -> String {
    switch name {
    case "pageup": "PgUp"
    case "pagedown": "PgDn"
    default: name.prefix(1).uppercased() + name.dropFirst()
    }
  }
}
