import Doubles
import FeedDomain
import Terminal
import Testing

@testable import Console
@testable import Words

/// Lines on a terminal that is too narrow for them, and help in every language.
struct CommandLineWrappingTests {
  private func wrapped(_ line: PrintedLine, _ columns: Int) -> [String] {
    line.wrappedLines(to: columns).map(\.text)
  }

  @Test func `a printed line is wrapped between words, and keeps its indentation`() {
    let line = PrintedLine("  The ferry is late again, as every day.")

    #expect(wrapped(line, 80) == ["  The ferry is late again, as every day."])
    #expect(wrapped(line, 20) == ["  The ferry is late", "  again, as every", "  day."])
    for piece in line.wrappedLines(to: 20) { #expect(piece.text.count <= 20) }
  }

  @Test func `a wrapped description stays in its column`() {
    let line = PrintedLine("  --json   print an object a line").indentingContinuationLines(
      toColumn: 11)

    #expect(wrapped(line, 24) == ["  --json   print an", "           object a line"])
  }

  @Test func `a wrapped line keeps its styles`() {
    let line = PrintedLine("one two ", .bold).appendingText("three four", .dim)

    #expect(
      line.wrappedLines(to: 9) == [
        PrintedLine("one two", .bold), PrintedLine("three", .dim), PrintedLine("four", .dim),
      ])
  }

  @Test func `a web address is not wrapped`() {
    let line = PrintedLine("See https://example.org/a/very/long/path now.")

    #expect(wrapped(line, 20) == ["See", "https://example.org/a/very/long/path", "now."])
  }

  @Test func `wide characters are wrapped as two columns, without blanks`() {
    for piece in PrintedLine("  路面電車が橋を渡っていく夕方の港").wrappedLines(to: 14) {
      #expect(TextWidth.columnCount(of: SafeText(sanitizing: piece.text)) <= 14)
      #expect(piece.text.hasPrefix("  "))
    }
  }

  @Test func `a wrapped comment line starts with the comment sign again`() {
    #expect(
      wrapped(PrintedLine("# How often a stream is refreshed"), 20) == [
        "# How often a stream", "# is refreshed",
      ])
  }

  @Test func `output is wrapped for a terminal, not for a pipe`() {
    let line = PrintedLine("  The ferry is late again.")
    for (columns, expected) in [
      (16, "  The ferry is\n  late again.\n"), (nil, "  The ferry is late again.\n"),
    ] {
      let sink = SinkSpy()
      let printer = ResultPrinter(
        output: sink, errors: SinkSpy(), properties: OutputProperties(columns: columns))

      printer.printLine(line)
      printer.flushOutput()

      #expect(sink.text == expected)
    }
  }

  @Test func `an error message is wrapped to the width of the error terminal`() {
    let errors = SinkSpy()
    let printer = ResultPrinter(
      output: SinkSpy(), errors: errors, properties: OutputProperties(), errorColumns: 30)

    printer.printError("You are not signed in. Try: tweetie login tweetie")

    #expect(
      errors.text == """
        tweetie: You are not signed
                 in. Try: tweetie
                 login tweetie

        """)
  }

  private static let languages = ["en"] + ChosenTranslationLanguage.languages

  private func wording(_ language: String) throws -> Wording {
    guard language != "en" else { return Wording() }
    return Wording(
      WrittenCatalogue(
        TranslationFile(try #require(SourceTree.text(at: "\(SourceTree.root)/po/\(language).po")))))
  }

  @Test(arguments: languages, [nil, 40, 60, 200])
  func `no line of help is wider than eighty columns, or the terminal`(
    language: String, columns: Int?
  ) throws {
    let help = HelpText(wording: try wording(language), columns: columns)
    let names = [nil] + CommandSpec.commands.map(\.name)

    for name in names {
      for line in help.helpLines(for: name) {
        let width = TextWidth.columnCount(of: SafeText(sanitizing: line.text))
        // A word that is longer than half a narrow line is not divided.
        let isWhole = (columns ?? 80) < 60 && !line.text.drop { $0 == " " }.contains(" ")
        #expect(width <= min(columns ?? 80, 80) || isWhole, "\(language): \(line.text)")
      }
    }
  }

  @Test func `every command is in one group of the help overview`() {
    let grouped = CommandGroup.allCases.flatMap(\.commands).compactMap(\.name)

    #expect(Set(grouped) == Set(CommandName.allCases))
    #expect(grouped.count == CommandName.allCases.count)
    #expect(CommandGroup.allCases.allSatisfy { !$0.commands.isEmpty })
    let overview = HelpText(wording: Wording()).helpLines(for: nil).map(\.text)
    for title in ["Reading:", "Writing:", "People:", "Accounts:", "The program:"] {
      #expect(overview.contains(title))
    }
  }
}

/// A catalogue out of a translator's file.
private struct WrittenCatalogue: TranslationCatalogue {
  let one: [String: String]

  init(_ file: TranslationFile) {
    one = Dictionary(
      file.translations.map { ($0.key.one, $0.value.first ?? "") }, uniquingKeysWith: { $1 })
  }

  func translatedText(_ message: String) -> String {
    one[message.replacing("\"", with: "\\\"")]?.replacing("\\\"", with: "\"") ?? message
  }

  func translatedText(_ one: String, _ many: String, count: Int) -> String { translatedText(one) }
}
