import Doubles
import FeedDomain
import Glibc
import Terminal
import Testing

@testable import Console
@testable import Words

struct CommandLineOutputTests {
  @Test func `JSON output escapes control characters`() {
    let scalars = (0...0x9F).compactMap { Unicode.Scalar($0 as UInt32) }
    let text = String(String.UnicodeScalarView(scalars))

    let line = JSONValue.string(text).jsonLine()

    #expect(!line.unicodeScalars.contains { $0.value < 0x20 || (0x7F...0x9F).contains($0.value) })
    #expect(line.contains("\\u0000") && line.contains("\\u001b") && line.contains("\\u009b"))
    #expect(line.contains("\\\"") && line.contains("\\\\"))
  }

  @Test func `JSON output keeps the order of names, and escapes non-ASCII text on request`() {
    let value: JSONValue = [
      "b": JSONValue.array([.number(-1), .bool(true), .null]), "a": "日本 x",
      "c": Double.infinity, "d": 1.5,
    ]

    #expect(value.jsonLine() == "{\"b\":[-1,true,null],\"a\":\"日本 x\",\"c\":null,\"d\":1.5}")
    #expect(JSONValue.string("é😀").jsonLine(asciiOnly: true) == "\"\\u00e9\\ud83d\\ude00\"")
  }

  @Test func `JSON output escapes bidirectional and invisible characters`() {
    #expect(
      JSONValue.string("a\u{202E}b\u{200B}c\u{E0041}").jsonLine()
        == #""a\u202eb\u200bc\udb40\udc41""#)
  }

  @Test func `a closed output pipe is not reported as an error`() async throws {
    let fixture = CommandFixture()

    let code = try await fixture.run(
      "--version", sink: SinkSpy(refusing: OutputError(errno: EPIPE)))

    #expect(code == .done)
    #expect(fixture.errors.text == "")
  }

  @Test func `output to a pipe is plain, to a terminal styled`() {
    for (isStyled, expected) in [(false, "Ada says\n"), (true, "\u{1B}[1mAda\u{1B}[22m says\n")] {
      let sink = SinkSpy()
      let printer = ResultPrinter(
        output: sink, errors: SinkSpy(),
        properties: OutputProperties(isStyled: isStyled, isUTF8: true))

      printer.printLine(PrintedLine("Ada", .bold).appendingOnSameLine(" says"))
      printer.flushOutput()

      #expect(sink.text == expected)
    }
  }

  @Test
  func `file text is printed unchanged to a file, and without control characters to a terminal`() {
    let text = "a=\u{202E}x\u{1B}[31m\u{7}\r\n\n[b]\n"
    for (isTerminal, isUTF8) in [(false, true), (false, false), (true, true), (true, false)] {
      let sink = SinkSpy()
      let printer = ResultPrinter(
        output: sink, errors: SinkSpy(),
        properties: OutputProperties(isUTF8: isUTF8, isTerminal: isTerminal))

      printer.printTextForPrograms(text)
      printer.flushOutput()

      if isTerminal {
        #expect(
          !sink.text.unicodeScalars.contains { "\u{202E}\u{1B}\u{7}\r".unicodeScalars.contains($0) }
        )
        #expect(sink.text.split(separator: "\n", omittingEmptySubsequences: false).count == 4)
        #expect(sink.text.hasPrefix("a=") && sink.text.hasSuffix("\n\n[b]\n"))
      } else {
        #expect(sink.text == text)
      }
    }
  }

  @Test func `in a locale without UTF-8 only ASCII is printed`() {
    let sink = SinkSpy()
    let printer = ResultPrinter(
      output: sink, errors: SinkSpy(), properties: OutputProperties(isStyled: false, isUTF8: false))

    printer.printLine("Zoë · 日本")
    printer.printJSONLine(.string("ë"))
    printer.flushOutput()

    #expect(sink.text == "Zoe . ????\n\"\\u00eb\"\n")
  }

  @Test func `buffered output is printed before an error message`() {
    let sink = SinkSpy()
    let printer = ResultPrinter(output: sink, errors: sink, properties: OutputProperties())

    printer.printLine("first")
    printer.printError("second")

    #expect(sink.text == "first\ntweetie: second\n")
  }

  @Test func `the quiet option suppresses notes, and keeps results and errors`() async throws {
    for (words, isQuiet) in [(["feed"], false), (["feed", "--quiet"], true)] {
      var fixture = CommandFixture()
      fixture.service.pages = [FeedPage([], older: nil)]
      #expect(try await fixture.run(words) == .done)
      #expect(fixture.errors.text.isEmpty == isQuiet)
    }
    let refused = CommandFixture(accounts: FakeCredentials([]))
    #expect(try await refused.run("feed", "--quiet") == .signedOut)
    #expect(!refused.errors.text.isEmpty)
    var told = CommandFixture()
    told.service.pages = [FeedPage([FeedEntry(CommandFixture.post("1", "Fog"))], older: nil)]
    #expect(try await told.run("feed", "--quiet") == .done)
    #expect(told.output.text.contains("Fog"))
  }

  @Test func `a full disk ends the command with an error message`() async throws {
    let fixture = CommandFixture()

    let code = try await fixture.run(
      "--version", sink: SinkSpy(refusing: OutputError(errno: ENOSPC)))

    #expect(code == .failed)
    #expect(fixture.errors.text == "tweetie: Standard output: No space left on device.\n")
  }

  @Test func `a failed write reports the system error`() {
    let full = open("/dev/full", O_WRONLY)
    defer { close(full) }

    #expect(throws: OutputError(errno: ENOSPC)) { try DescriptorSink(full).writeBytes([1]) }
    #expect(throws: OutputError(errno: EBADF)) { try DescriptorSink(-1).writeBytes([1]) }
  }

  @Test func `a typed line supports erasing, clearing and cancelling`() {
    var line = PromptLine()
    for byte in "pässx".utf8 { _ = line.addTypedByte(byte) }

    #expect(line.addTypedByte(0x7F) == .more(echo: [8, 32, 8]))
    #expect(line.text == "päss")
    #expect(line.addTypedByte(0x03) == .calledOff)
    #expect(line.addTypedByte(13) == .done)
    _ = line.addTypedByte(0x15)
    #expect(line.text == "")
    #expect(line.addTypedByte(0x04) == .calledOff)
  }

  @Test(arguments: [("a語", 2), ("👩‍👩‍👧", 2), ("é", 1), ("\u{65}\u{301}", 1)])
  func `Backspace at a prompt erases as many columns as the character has`(
    typed: String, columns: Int
  ) {
    var line = PromptLine()
    for byte in typed.utf8 { _ = line.addTypedByte(byte) }

    let erased = line.addTypedByte(0x7F)

    #expect(
      erased == .more(echo: Array(repeatElement([8, 32, 8], count: columns).joined())))
    #expect(line.text == String(typed.dropLast()))
  }

  @Test func `help names every command and option of the table`() {
    let help = HelpText(wording: Wording())
    let overview = help.helpLines(for: nil).map(\.text).joined(separator: "\n")

    for spec in CommandSpec.commands {
      #expect(overview.contains("  \(spec.name?.rawValue ?? "?")"))
      let own = help.helpLines(for: spec.name).map(\.text).joined(separator: "\n")
      for option in spec.options { #expect(own.contains(option.name)) }
    }
  }
}
