import Glibc
import Terminal
import TerminalRig
import Testing

/// What the terminal is switched to, and how it is handed back.
extension NcursesScreenTests {
  @Test func `frames use synchronized output once the terminal reports it`() throws {
    let painted = try PaintedTerminal(rows: 4, columns: 20)
    let asked = painted.show(canvas(4, 20))
    painted.screen.handleTerminalReply(.mode(2026, .reset))
    var canvas = canvas(4, 20)
    canvas.writeLine(Line("x"), at: CellPosition(row: 1, column: 1))

    let bytes = String(decoding: painted.show(canvas), as: UTF8.self)

    #expect(String(decoding: asked, as: UTF8.self).contains("\u{1b}[?2026$p"))
    #expect(bytes.hasPrefix("\u{1b}[?2026h"))
    #expect(bytes.hasSuffix("\u{1b}[?2026l"))
  }

  @Test func `closing the screen restores the terminal modes`() throws {
    let size = WindowSize.standard
    let terminal = try PseudoTerminal(size: size)
    let before = terminal.modes
    let descriptor = open(terminal.path, O_RDWR | O_NOCTTY)
    defer { Glibc.close(descriptor) }
    let screen = try NcursesScreen(
      input: descriptor, output: descriptor, size: CellSize(rows: 24, columns: 80),
      options: TerminalOptions(environment: ["TERM": "xterm"], encoding: .utf8))
    screen.showCanvas(list(from: 0, selected: 1))
    let during = terminal.modes
    var audit = SequenceAudit(size: size)
    let seen = VirtualScreen(size: size)

    screen.closeScreen()
    if case .bytes(let bytes) = terminal.readAvailable() {
      audit.feed(bytes)
      seen.feed(bytes)
    }

    #expect(during != before)
    #expect(terminal.modes == before)
    #expect(audit.findings.isEmpty)
    #expect(audit.leftovers.isEmpty)
    #expect(!seen.isAlternate && seen.isCursorVisible && seen.mouse == .off)
  }

  @Test func `a reply that comes just before the screen is closed does not reach the shell`() throws
  {
    let painted = try PaintedTerminal(term: "xterm")
    painted.screen.sendQuery(TerminalQuerySequences.version + TerminalQuerySequences.attributes)
    _ = painted.terminal.write(Array("\u{1b}P>|XTerm(380)\u{1b}\\\u{1b}[?62;4c".utf8))

    painted.screen.closeScreen()

    #expect(painted.terminal.unread == 0)
  }

  @Test func `synchronized output is ended as often as it was begun`() throws {
    let painted = try PaintedTerminal(rows: 6, columns: 40) { $0.synchronizedOutput = true }
    var bytes = painted.show(list(from: 0, selected: 1))

    painted.screen.handOverTerminal()
    bytes += painted.receive()

    let words = String(decoding: bytes, as: UTF8.self)
    #expect(words.count(of: "\u{1b}[?2026h") == 1)
    #expect(words.count(of: "\u{1b}[?2026l") == 1)
    #expect(!words.contains("\u{18}"))
  }

  @Test func `the restoration first cancels an unfinished sequence and synchronized output`() {
    let options = TerminalOptions(environment: ["TERM": "xterm"], encoding: .utf8)

    let restoration = String(decoding: TerminalRestoration(options).bytes, as: UTF8.self)

    #expect(restoration.hasPrefix("\u{18}\u{1b}[?2026l"))
  }

  @Test func `suspending restores the terminal, and resuming redraws the whole screen`() throws {
    let painted = try PaintedTerminal()
    let canvas = list(from: 0, selected: 2)
    painted.show(canvas)

    painted.screen.handOverTerminal()
    painted.receive()
    #expect(painted.audit.leftovers.isEmpty)
    painted.screen.showCanvas(list(from: 3, selected: 4))
    #expect(painted.receive() == [])

    painted.screen.takeBackTerminal()
    painted.receive()
    #expect(painted.difference(from: list(from: 3, selected: 4)) == nil)
    #expect(painted.seen.isAlternate)
  }
}

extension String {
  fileprivate func count(of word: String) -> Int {
    split(separator: word, omittingEmptySubsequences: false).count - 1
  }
}
