import FeedDomain
import Terminal
import Testing

@testable import Preferences
@testable import Words

struct KeySettingsTests {
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

  @Test func `without a line the defaults hold`() {
    #expect(read().keyMap == .defaults)
  }

  @Test func `a line gives a command its keys and takes them from others`() {
    let inForce = read(("like", "r f7"), ("half-page-down", "ctrl+N, pagedown"))

    #expect(inForce.mistakes.isEmpty)
    #expect(inForce.keyMap.command(for: Key(.character("r"))) == .like)
    #expect(inForce.keyMap.command(for: Key(.function(7))) == .like)
    #expect(inForce.keyMap.command(for: Key(.character("l"))) == nil)
    #expect(inForce.keyMap.command(for: Key(.pageDown)) == .halfPageDown)
    #expect(inForce.keyMap.keyName(for: .refresh) == "F5")
    #expect(inForce.keyMap.keyName(for: .halfPageDown) == "^N")
  }

  @Test func `a line without a key takes the command away`() {
    let inForce = read(("delete", ""))

    #expect(inForce.keyMap.keyName(for: .delete) == nil)
    #expect(inForce.mistakes.isEmpty)
  }

  @Test func `two commands may change places`() {
    let inForce = read(("like", "b"), ("boost", "l"))

    #expect(inForce.keyMap.command(for: Key(.character("b"))) == .like)
    #expect(inForce.keyMap.command(for: Key(.character("l"))) == .boost)
    #expect(inForce.mistakes.isEmpty)
  }

  @Test func `the last line for a command wins`() {
    let inForce = read(("like", "z"), ("like", "m"))

    #expect(inForce.keyMap.keys(of: .like) == [Key(.character("m"))])
    #expect(inForce.mistakes.isEmpty)
  }

  @Test func `a mistake names line and remedy, and the default holds`() {
    let inForce = read(("lkie", "l"), ("like", "hyper+l"))

    #expect(inForce.keyMap == .defaults)
    #expect(
      sentences(inForce) == [
        "config.ini, line 1: There is no setting lkie here. Did you mean like?",
        "config.ini, line 2: keys.like cannot be \"hyper+l\". Possible values: \(KeySettings.examples).",
      ])
  }

  @Test func `a key that two lines claim stays with the upper one, and that is told`() {
    let inForce = read(("like", "z"), ("boost", "z b"))

    #expect(inForce.keyMap.command(for: Key(.character("z"))) == .like)
    #expect(inForce.keyMap.command(for: Key(.character("b"))) == .boost)
    #expect(
      sentences(inForce) == ["config.ini, line 2: z is already the key of like (line 1)."])
  }

  @Test func `what may be written is what can be read`() {
    let names = KeySettings.examples.split(separator: ", ").dropLast()

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
  func `a preset gives commands other keys`(preset: String, key: Character, command: Command) {
    let inForce = read(preset: preset)
    #expect(inForce.mistakes.isEmpty)
    #expect(inForce.keyMap.command(for: Key(.character(key))) == command)
    #expect(inForce.keyMap.command(for: "f", claimed: [.follow]) == .follow)
  }

  @Test(arguments: KeyPreset.allCases)
  func `in a preset no command loses its keys, and no key has two commands`(preset: KeyPreset) {
    let map = preset.keyMap
    for row in CommandTable.rows where !row.keys.isEmpty {
      #expect(!map.workingKeys(for: row.command).isEmpty, "\(row.name)")
    }
    for row in CommandTable.rows where !row.isLocal {
      for key in map.keys(of: row.command) { #expect(map.command(for: key) == row.command) }
    }
  }

  @Test func `lines of the settings change a preset's keys`() {
    let inForce = read(preset: "vim", ("like", "+"))
    #expect(inForce.keyMap.command(for: "+") == .like)
    #expect(inForce.keyMap.command(for: "h") == .left)
  }
}
