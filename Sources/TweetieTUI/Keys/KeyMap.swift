import Terminal

/// Which key does what.
struct KeyMap: Equatable {
  /// The keys of each command, the one to show first.
  private(set) var keys: [Command: [Key]]
  private var commands: [Key: Command]

  /// A map of these keys.
  init(_ keys: [Command: [Key]]) {
    self.keys = keys
    commands = [:]
    for (command, keys) in keys { for key in keys { commands[key] = command } }
  }

  /// What the key does; nil for nothing.
  func command(for key: Key) -> Command? { commands[key] }
}
