import Terminal
import Testing

@testable import Preferences

struct KeyMapTests {
  @Test func `every default key has a name, and no key has two commands`() {
    let keys = Command.allCases.flatMap { KeyMap.defaults.keys(of: $0) }

    #expect(keys.allSatisfy { KeyName.parsedKey(named: KeyName.keyName(of: $0)) == $0 })
    #expect(KeyMap.defaults.conflicts.isEmpty)
    for row in CommandTable.rows where !row.keys.isEmpty {
      #expect(KeyMap.defaults.keyName(for: row.command) != nil, "\(row.name)")
    }
  }

  @Test(arguments: [
    "l", "L", "ctrl+d", "shift+tab", "space", "f12", "alt+enter", "+", "ctrl+alt+x", "ñ",
  ])
  func `a key name is parsed to its key and back`(name: String) throws {
    let key = try #require(KeyName.parsedKey(named: name))

    #expect(KeyName.keyName(of: key) == (name == "+" ? "plus" : name))
    #expect(KeyName.parsedKey(named: KeyName.keyName(of: key)) == key)
  }

  @Test(arguments: ["", "ctrl+", "hyper+x", "f25", "f0", "ctrl", "ab", "shift+a", " ", "ctrl++x"])
  func `an invalid key name is refused`(name: String) {
    #expect(KeyName.parsedKey(named: name) == nil)
  }

  @Test func `assigning a key to a command takes it from the former command`() throws {
    let map = KeyMap.defaults.replacingKeys([Key(.character("l"))], for: .refresh)

    #expect(map.command(for: Key(.character("l"))) == .refresh)
    #expect(map.command(for: Key(.character("r"))) == nil)
    #expect(map.keyName(for: .like) == nil)
    #expect(map.conflicts.isEmpty)
  }

  @Test func `a key of two commands runs the one that the scene claims`() {
    let key = Key(.character("f"))

    #expect(KeyMap.defaults.command(for: key) == .jump)
    #expect(KeyMap.defaults.command(for: key, claimed: [.follow]) == .follow)
    #expect(KeyMap.defaults.keyName(for: .follow) == "f")
    #expect(KeyMap.defaults.keyName(for: .jump) == "f")
  }

  @Test func `assigning a shared key changes one of its two commands only`() {
    let key = Key(.character("f"))

    let same = KeyMap.defaults.replacingKeys([key], for: .jump)
    let other = KeyMap.defaults.replacingKeys([key], for: .like)

    #expect(same.command(for: key, claimed: [.follow]) == .follow)
    #expect(other.command(for: key, claimed: [.follow]) == .like)
  }

  @Test func `a key given twice is the first command's`() {
    let key = Key(.character("z"))

    let map = KeyMap([.init(.like, [key]), .init(.boost, [key])])

    #expect(map.command(for: key) == .like)
  }

  @Test func `key hints use short key names`() {
    let names = [Command.halfPageDown, .previousStream, .open, .back, .pageDown].map {
      KeyMap.defaults.keyName(for: $0)
    }

    #expect(names == ["^D", "Shift-Tab", "Enter", "Esc", "PgDn"])
  }
}

extension KeyMap {
  /// The commands of each key that several have, though they may not share it.
  fileprivate var conflicts: [Key: [Command]] {
    var owners: [Key: [Command]] = [:]
    for command in Command.allCases {
      for key in keys(of: command) { owners[key, default: []].append(command) }
    }
    return owners.filter { key, commands in
      commands.dropFirst().contains { !Self.canShareKey(key, commands[0], $0) }
    }
  }
}
