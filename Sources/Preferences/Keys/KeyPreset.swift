import Terminal

/// A set of default keys, chosen by a setting; the keys of the settings file change them further.
package enum KeyPreset: String, CaseIterable, Sendable {
  case tweetie
  /// The keys of Mastodon's web pages.
  case mastodon
  /// The keys of vi, with h and l for left and right.
  case vim

  /// The keys that differ from those of the command table.
  private var keys: [(command: Command, keys: [Key])] {
    switch self {
    case .tweetie: []
    case .mastodon:
      [
        (.reply, ["r"]), (.refresh, [".", Key(.function(5))]), (.like, ["f"]), (.jump, [";"]),
        (.compose, ["n", "c"]), (.notifications, ["N"]), (.place, ["^"]), (.search, ["s", "/"]),
        (.send, ["R"]), (.open, [Key(.enter), "o"]), (.openLink, ["l"]),
        (.unreadOnly, ["~"]),
      ]
    case .vim:
      [
        (.left, ["h", Key(.left)]), (.right, ["l", Key(.right)]), (.like, ["f"]), (.jump, [";"]),
        (.toggleRead, ["~"]),
      ]
    }
  }

  /// The key map of a preset. Keys for commands of certain scenes stay shared with those for all
  /// scenes, such as f on profiles.
  package var keyMap: KeyMap {
    let own = keys
    let bindings = CommandTable.rows.map { row in
      let taken = own.filter {
        CommandTable.tableRow(of: $0.command).isLocal == row.isLocal && $0.command != row.command
      }.flatMap(\.keys)
      return KeyMap.KeyBinding(
        row.command,
        own.first { $0.command == row.command }?.keys ?? row.keys.filter { !taken.contains($0) })
    }
    return KeyMap(bindings)
  }
}
