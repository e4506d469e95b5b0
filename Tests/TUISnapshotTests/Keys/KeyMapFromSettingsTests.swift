import FeedDomain
import Terminal
import Testing

@testable import Preferences
@testable import Words

struct KeyMapFromSettingsTests {
  private func read(_ lines: (String, String)...) -> CurrentSettings {
    CurrentSettings(
      path: "config.ini",
      entries: lines.enumerated().map { index, line in
        SettingEntry(section: "keys", key: line.0, value: line.1, line: index + 1)
      })
  }

  private func sentences(_ inForce: CurrentSettings) -> [String] {
    inForce.mistakes.map { Wording().mistakeMessage(for: $0, in: inForce.path).string }
  }

  @Test func `without key settings the default keys apply`() {
    #expect(read().keyMap == .defaults)
  }

  @Test func `a key setting assigns keys to a command, and takes them from others`() {
    let inForce = read(("like", "r f7"), ("half-page-down", "ctrl+N, pagedown"))

    #expect(inForce.mistakes.isEmpty)
    #expect(inForce.keyMap.command(for: Key(.character("r"))) == .like)
    #expect(inForce.keyMap.command(for: Key(.function(7))) == .like)
    #expect(inForce.keyMap.command(for: Key(.character("l"))) == nil)
    #expect(inForce.keyMap.command(for: Key(.pageDown)) == .halfPageDown)
    #expect(inForce.keyMap.keyName(for: .refresh) == "F5")
    #expect(inForce.keyMap.keyName(for: .halfPageDown) == "^N")
  }

  @Test func `an empty key setting removes a command's keys`() {
    let inForce = read(("delete", ""))

    #expect(inForce.keyMap.keyName(for: .delete) == nil)
    #expect(inForce.mistakes.isEmpty)
  }

  @Test func `key settings can swap two keys`() {
    let inForce = read(("like", "b"), ("boost", "l"))

    #expect(inForce.keyMap.command(for: Key(.character("b"))) == .like)
    #expect(inForce.keyMap.command(for: Key(.character("l"))) == .boost)
    #expect(inForce.mistakes.isEmpty)
  }

  @Test func `the last key setting of a command wins`() {
    let inForce = read(("like", "z"), ("like", "m"))

    #expect(inForce.keyMap.keys(of: .like) == [Key(.character("m"))])
    #expect(inForce.mistakes.isEmpty)
  }

  @Test func `an invalid key setting is reported with line and remedy, and the default applies`() {
    let inForce = read(("lkie", "l"), ("like", "hyper+l"))

    #expect(inForce.keyMap == .defaults)
    #expect(
      sentences(inForce) == [
        "config.ini, line 1: There is no setting lkie here. Did you mean like?",
        "config.ini, line 2: keys.like cannot be \"hyper+l\". Possible values: \(KeyMapFromSettings.examples).",
      ])
  }

  @Test func `a key set twice stays with the first setting, and the second is reported`() {
    let inForce = read(("like", "z"), ("boost", "z b"))

    #expect(inForce.keyMap.command(for: Key(.character("z"))) == .like)
    #expect(inForce.keyMap.command(for: Key(.character("b"))) == .boost)
    #expect(
      sentences(inForce) == ["config.ini, line 2: z is already the key of like (line 1)."])
  }

  @Test func `the example keys of the error message can be parsed`() {
    let names = KeyMapFromSettings.examples.split(separator: ", ").dropLast()

    #expect(names.allSatisfy { KeyName.parsedKey(named: String($0)) != nil })
  }

  private func read(preset: String, _ lines: (String, String)...) -> CurrentSettings {
    let entries = lines.enumerated().map { index, line in
      SettingEntry(section: "keys", key: line.0, value: line.1, line: index + 2)
    }
    return CurrentSettings(
      path: "config.ini",
      entries: [SettingEntry(section: "reading", key: "key-preset", value: preset, line: 1)]
        + entries)
  }

  @Test(arguments: [
    ("mastodon", "r", Command.reply), ("mastodon", "f", .like), ("mastodon", "b", .boost),
    ("mastodon", "n", .compose), ("mastodon", "s", .search), ("mastodon", ".", .refresh),
    ("vim", "h", .left), ("vim", "l", .right), ("vim", "f", .like), ("tweetie", "l", .like),
  ])
  func `a key preset assigns other keys`(preset: String, key: Character, command: Command) {
    let inForce = read(preset: preset)
    #expect(inForce.mistakes.isEmpty)
    #expect(inForce.keyMap.command(for: Key(.character(key))) == command)
    #expect(inForce.keyMap.command(for: "f", claimed: [.follow]) == .follow)
  }

  @Test(arguments: KeyPreset.allCases)
  func `in every preset each command has a key, and no key has two commands`(preset: KeyPreset) {
    let map = preset.keyMap
    for row in CommandTable.rows where !row.keys.isEmpty {
      #expect(!map.workingKeys(for: row.command).isEmpty, "\(row.name)")
    }
    for row in CommandTable.rows where !row.isLocal {
      for key in map.keys(of: row.command) { #expect(map.command(for: key) == row.command) }
    }
  }

  @Test func `key settings change the keys of a preset`() {
    let inForce = read(preset: "vim", ("like", "+"))
    #expect(inForce.keyMap.command(for: "+") == .like)
    #expect(inForce.keyMap.command(for: "h") == .left)
  }
}
