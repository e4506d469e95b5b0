import Glibc
import Terminal
import Testing

@testable import Preferences
@testable import Words

/// `Docs/Keys.md`, made of the table of commands. `TWEETIE_WRITE_DOCS=1` writes the file anew.
struct KeysDocumentTests {
  @Test func `the document of keys lists every command as the table does`() throws {
    let path = "\(SourceTree.root)/Docs/Keys.md"
    let document = Self.document
    if getenv("TWEETIE_WRITE_DOCS") != nil {
      let file = try #require(fopen(path, "w"))
      fputs(document, file)
      fclose(file)
    }

    #expect(SourceTree.text(at: path) == document)
  }

  private static var document: String {
    let wording = Wording()
    let head = """
      # Keys

      Every command of the full screen, with the keys it has unless the settings say otherwise. The \
      name is what `[keys]` in the settings and the list of commands (`:`) know it by; a command \
      without a key is chosen from that list. Where a key has two meanings, the scene decides, and \
      `?` shows which keys are in force there. This page is made of the table of commands by a test; \
      `TWEETIE_WRITE_DOCS=1 Scripts/run-tests --filter KeysDocumentTests` writes it anew.

      """
    let groups = CommandGroup.allCases.map { group in
      let rows = CommandTable.rows.filter { $0.group == group }
      return """

        ## \(wording.groupTitle(of: group))

        | Keys | Name | |
        |---|---|---|

        """
          + rows.map { row in
            let title = wording.titleText(of: row.command).string.replacing("|", with: "\\|")
            return "| \(markdown(of: row.keys)) | `\(row.name)` | \(title) |\n"
          }.joined()
    }
    return head + groups.joined() + presets + """

      ## Free

      No command and no preset has \(freeKeys.joined(separator: " ")).

      """
  }

  /// The keys of each preset that differ from the keys of the command table, as Markdown.
  private static var presets: String {
    let head = """

      ## Presets

      The setting `key-preset` (`[reading]`) chooses the keys to begin with: `tweetie`, those above, \
      `mastodon` or `vim`. These keys differ.

      """
    let rows = CommandGroup.allCases.flatMap { group in
      CommandTable.rows.filter { $0.group == group }
    }
    let tables = KeyPreset.allCases.filter { $0 != .tweetie }.map { preset in
      let keyMap = preset.keyMap
      return """

        ### `\(preset.rawValue)`

        | Keys | Name | With `tweetie` |
        |---|---|---|

        """
          + rows.filter { keyMap.keys(of: $0.command) != $0.keys }.map { row in
            let keys = markdown(of: keyMap.keys(of: row.command))
            return "| \(keys) | `\(row.name)` | \(markdown(of: row.keys)) |\n"
          }.joined()
    }
    return head + tables.joined()
  }

  private static func markdown(of keys: [Key]) -> String {
    keys.map { "`\(KeyName.shortKeyName(of: $0).replacing("|", with: "\\|"))`" }
      .joined(separator: " ")
  }

  /// The keys of printable characters that have no meaning in any preset, as Markdown.
  private static var freeKeys: [String] {
    let presets = KeyPreset.allCases.map(\.keyMap)
    return (UInt8(ascii: "!")...UInt8(ascii: "~")).map { Character(Unicode.Scalar($0)) }.filter {
      character in
      presets.allSatisfy { $0.command(for: Key(.character(character))) == nil }
    }.map { $0 == "`" ? "`` ` ``" : "`\($0)`" }
  }
}
