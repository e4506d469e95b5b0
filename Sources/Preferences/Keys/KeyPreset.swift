package import Terminal
package import Words

/// A preset of default keys, chosen by a setting; settings for single keys change it.
package enum KeyPreset: String, CaseIterable, Sendable {
  case tweetie
  /// A preset of default keys: those of Mastodon's web pages.
  case mastodon
  /// A preset of default keys: those of vi, with h and l for left and right.
  case vim

  /// The preset's keys that differ from those of the command table.
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

  /// The key map of the preset. A key that the preset gives to a command for all scenes stays also
  /// with a command for certain scenes, such as f on profiles.
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

extension KeyPreset {
  /// The name of the key preset as shown on the screen: that of the program whose keys it has.
  package var name: SafeText {
    switch self {
    case .tweetie: "Tweetie"
    case .mastodon: "Mastodon"
    case .vim: "vim"
    }
  }

  package func presetDescription(in wording: Wording) -> SafeText {
    switch self {
    case .tweetie: wording.say("l likes, b boosts, R replies, c writes")
    case .mastodon: wording.say("f likes, b boosts, r replies, n writes, s searches")
    case .vim: wording.say("h and l move left and right, f likes")
    }
  }
}
