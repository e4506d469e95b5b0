import FeedDomain
import Terminal
import Testing

@testable import Preferences
@testable import Words

@Suite struct CommandTableTests {
  /// The compiler does not know the table, so the cases are read where they are written.
  @Test func `the command table has one row for every command`() throws {
    let source = try #require(
      SourceTree.text(at: "\(SourceTree.root)/Sources/Preferences/Keys/Command.swift"))

    let rows = CommandTable.rows.map { String(describing: $0.command) }
    let cases = Self.cases(in: source).flatMap { name in
      name == "stream(Int)" ? (1...9).map { "stream(\($0))" } : [name]
    }

    #expect(cases.count > 60)
    #expect(rows.sorted() == cases.sorted())
  }

  @Test func `command names are unique, and each finds its command`() {
    let names = CommandTable.rows.map(\.name)

    #expect(Set(names).count == names.count)
    for row in CommandTable.rows {
      #expect(Command(named: row.name) == row.command)
      #expect(row.command.name == row.name)
    }
  }

  @Test func `former command names are unique, and each finds its command`() {
    let former = CommandTable.rows.flatMap(\.formerNames)
    let names = former + CommandTable.rows.map(\.name)

    #expect(Set(names).count == names.count)
    for row in CommandTable.rows {
      for name in row.formerNames { #expect(Command(named: name) == row.command) }
    }
    #expect(Command(named: "tell-of-posts")?.name == "notify-posts")
    #expect(Command(named: "keep-tab")?.name == "toggle-tab")
  }

  @Test func `a key setting accepts a former command name`() {
    let inForce = CurrentSettings(
      path: "config.ini",
      entries: [SettingEntry(section: "keys", key: "tell-of-posts", value: "%", line: 1)])

    #expect(inForce.mistakes == [])
    #expect(inForce.keyMap.command(for: "%") == .tellOfPosts)
  }

  @Test func `every command has texts, and a default key or an entry in the command list`() {
    // What only some scenes claim has its keys to itself there.
    for rows in [CommandTable.rows.filter(\.isLocal), CommandTable.rows.filter { !$0.isLocal }] {
      let keys = rows.flatMap(\.keys)
      #expect(Set(keys).count == keys.count)
    }
    for row in CommandTable.rows {
      #expect(!row.keys.isEmpty || row.isListed, "\(row.name)")
      #expect(!Wording().hintText(of: row.command).string.isEmpty, "\(row.name)")
      #expect(!Wording().titleText(of: row.command).string.isEmpty, "\(row.name)")
    }
  }

  @Test func `every listed command has lower-case synonyms in each language`() {
    for row in CommandTable.rows where row.isListed {
      let words = Wording().synonymTexts(of: row.command)

      #expect(!words.isEmpty, "\(row.name)")
      #expect(
        words.allSatisfy { !$0.isEmpty && $0.string == $0.string.lowercased() }, "\(row.name)")
      #expect(Set(words.map(\.string)).count == words.count, "\(row.name)")
    }
  }

  @Test func `the message for a command of another scene names the key that opens the scene`() {
    for row in CommandTable.rows where row.elsewhere != nil {
      let words = Wording().wrongSceneMessage(for: row.command, keys: .defaults)?.string ?? ""

      #expect(!words.isEmpty, "\(row.name)")
      #expect(!words.contains("{"), "\(row.name)")
      if let way = row.elsewhere?.leadingCommand {
        #expect(words.contains(KeyMap.defaults.keyName(for: way) ?? "?"), "\(row.name)")
      }
    }
  }

  private static func cases(in source: String) -> [String] {
    // Other enums stand behind it in the same file.
    let lines = source.split(separator: "\n").drop { !$0.hasPrefix("package enum Command:") }
      .prefix { $0 != "}" }.map { $0.drop { $0 == " " } }
    return lines.filter { $0.hasPrefix("case ") && !$0.hasPrefix("case .") }
      .flatMap { $0.dropFirst("case ".count).split(separator: ",") }
      .map { String($0.filter { $0 != " " }) }
  }
}
