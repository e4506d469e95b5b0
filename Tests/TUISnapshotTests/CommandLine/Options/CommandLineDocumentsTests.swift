import FeedDomain
import Testing

@testable import Console
@testable import Preferences

/// The manual and the completions say what the table of options says.
struct CommandLineDocumentsTests {
  private var options: [OptionSpec] {
    CommandSpec.fullScreen.options + CommandSpec.commands.flatMap(\.allOptions)
  }

  private func document(_ path: String) throws -> String {
    try #require(SourceTree.text(at: "\(SourceTree.root)/\(path)"))
  }

  /// Every word of the text that begins with two dashes.
  private func longOptions(in text: String) -> Set<String> {
    let words = text.split { !($0.isLetter || $0 == "-") }
    return Set(words.map(String.init).filter { $0.hasPrefix("--") && $0.count > 3 })
  }

  @Test func `the manual page documents exactly the commands and options of the program`() throws {
    let manual = try document("Docs/man/tweetie.1").replacing("\\-", with: "-")
      .replacing("\\fB", with: " ").replacing("\\fR", with: " ")

    #expect(longOptions(in: manual) == Set(options.map(\.name)))
    for command in CommandName.allCases { #expect(manual.contains(" \(command.rawValue) ")) }
  }

  @Test func `the manual page documents every setting with its default`() throws {
    let manual = try document("Docs/man/tweetie.1").replacing("\\-", with: "-")

    for definition in SettingsTable.all {
      let value = definition.show(Settings())
      let isThere =
        definition.section == "log"
        ? manual.contains(definition.key)
        : manual.contains(".BR \(definition.key) \" =\(value.isEmpty ? "" : " \(value)")\"")
      #expect(isThere, "\(definition.name)")
      #expect(manual.contains(".SS [\(definition.section)]"))
    }
  }

  @Test(arguments: [("Docs/man/tweetie.1", ".fi"), ("README.md", "```")])
  func `the rules shown in the manual page and the README are valid rules`(
    path: String, end: String
  ) throws {
    let lines = try document(path).replacing("\\e", with: "\\").replacing("\\-", with: "-")
      .split(separator: "\n", omittingEmptySubsequences: false)
    let start = try #require(lines.firstIndex(of: "[rules]"))
    let values = lines[start...].dropFirst().prefix { $0 != end }.map { line in
      String(line.drop { $0 != "=" }.dropFirst(2))
    }

    #expect(values == ["hide title sponsored", #"star any /swift \d/ in The Blog"#])
    #expect(values.compactMap { FilterRule($0)?.text } == values)
  }

  @Test(arguments: ["tweetie.bash", "_tweetie", "tweetie.fish"])
  func `shell completion scripts ask the program, and list no commands or options themselves`(
    _ name: String
  )
    throws
  {
    let completion = try document("completions/\(name)")

    #expect(completion.contains(" \(CommandLineCompleter.commandName) "))
    #expect(completion.contains(CommandLineCompleter.files))
    #expect(!completion.contains("--json") && !completion.contains("unbookmark"))
  }
}
