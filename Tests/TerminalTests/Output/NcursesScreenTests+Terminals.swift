import Glibc
import Terminal
import TerminalRig
import Testing

/// Terminals of several kinds, and none.
extension NcursesScreenTests {
  @Test func `old terminals get no links, queries or clipboard text`() throws {
    let painted = try PaintedTerminal(rows: 6, columns: 40, term: "linux", colorterm: "")
    let target = try #require(SafeWebLink("https://example.org/a"))
    var canvas = canvas(6, 40)
    canvas.writeLine(Line("this", link: target), at: CellPosition(row: 2, column: 0))

    let bytes = String(decoding: painted.show(canvas), as: UTF8.self)
    let isCopied = painted.screen.copyToClipboard("text")

    #expect(!isCopied)
    #expect(!bytes.contains("\u{1b}]"))
    #expect(!bytes.contains("$p"))
    #expect(painted.receive() == [])
  }

  @Test func `with hyperlinks off no link is written`() throws {
    let painted = try PaintedTerminal(rows: 6, columns: 40) { $0.hyperlinks = false }
    let target = try #require(SafeWebLink("https://example.org/a"))
    var canvas = canvas(6, 40)
    canvas.writeLine(Line("this", link: target), at: CellPosition(row: 2, column: 0))

    let bytes = String(decoding: painted.show(canvas), as: UTF8.self)
    painted.screen.closeScreen()
    let farewell = String(decoding: painted.receive(), as: UTF8.self)

    #expect(bytes.contains("this"))
    #expect(!(bytes + farewell).contains("\u{1b}]8"))
  }

  @Test func `without UTF-8 only ASCII is written, in the same columns`() throws {
    let painted = try PaintedTerminal(rows: 4, columns: 40, encoding: .ascii)
    var canvas = canvas(4, 40)
    canvas.writeLine(Line("┌──┐ ♥ 12 é 日本 👍 …|"), at: CellPosition(row: 1, column: 0))

    let bytes = painted.show(canvas)

    #expect(bytes.allSatisfy { $0 < 0x80 })
    #expect(painted.seen.text(ofRow: 1) == "+--+ L 12 e ???? +1 .|")
  }

  @Test func `a closed terminal is detected without waiting`() throws {
    let terminal = try PseudoTerminal(size: .standard)
    let path = terminal.path
    let descriptor = open(path, O_RDWR | O_NOCTTY)
    defer { Glibc.close(descriptor) }
    let screen = try NcursesScreen(
      input: descriptor, output: descriptor, size: CellSize(rows: 24, columns: 80),
      options: TerminalOptions(environment: ["TERM": "xterm"], encoding: .utf8))
    withExtendedLifetime(consume terminal) {}

    screen.showCanvas(list(from: 0, selected: 0))
    screen.closeScreen()

    #expect(screen.isDisconnected)
    #expect(!screen.hasPendingOutput)
  }

  @Test func `an unknown or unsuitable terminal type is refused`() {
    #expect(throws: TerminalError.unknownTerminal("no-such-terminal")) {
      try PaintedTerminal(term: "no-such-terminal")
    }
    #expect(throws: TerminalError.unknownTerminal("")) { try PaintedTerminal(term: "") }
    #expect(throws: TerminalError.cannotPaint("dumb")) { try PaintedTerminal(term: "dumb") }
    // It is spoken to in another language.
    #expect(throws: TerminalError.cannotPaint("vt52")) { try PaintedTerminal(term: "vt52") }
  }

  @Test func `a descriptor that is no terminal is refused`() {
    let null = open("/dev/null", O_RDWR)
    defer { Glibc.close(null) }

    #expect(throws: TerminalError.notATerminal) {
      try NcursesScreen(
        input: null, output: null, size: CellSize(rows: 24, columns: 80),
        options: TerminalOptions(environment: ["TERM": "xterm"], encoding: .utf8))
    }
  }

  @Test func `a style at the right margin is removed, also in kitty`() throws {
    let painted = try PaintedTerminal(rows: 3, columns: 20)
    let blue = Style(.rgb(0, 0, 0), on: .rgb(120, 169, 255))
    var badge = canvas(3, 20)
    badge.writeLine(Line(" 3… ", blue), at: CellPosition(row: 2, column: 16))
    painted.show(canvas(3, 20))
    let marginal = painted.show(badge)

    let after = painted.show(canvas(3, 20))

    // After the last column kitty's cursor is behind the margin: the first step back leads to it.
    let kitty = VirtualScreen(size: WindowSize(columns: 20, rows: 3))
    let bytes = String(decoding: marginal + after, as: UTF8.self)
    let inKitty = bytes.replacing(#/\u{1b}\[\?7h((?:\u{1b}\[[0-9;]*m)*)\u{8}/#) { match in
      "\u{1b}[?7h\(match.1)"
    }
    kitty.feed(Array(inKitty.utf8))
    for column in 0..<20 {
      #expect(kitty.cell(row: 2, column: column).background == .standard, "\(column)")
    }
    #expect(painted.difference(from: canvas(3, 20)) == nil)
  }
}
