import Glibc
import Terminal
import TerminalRig
import Testing

/// ncurses keeps its state in globals and the locale is the process's, so these run one by one.
@MainActor @Suite(.serialized) struct NcursesScreenTests {
  @Test func `a canvas is shown as it was drawn`() throws {
    let painted = try PaintedTerminal()
    var canvas = canvas(24, 80)
    canvas.writeLine(
      Line("Ada Lovelace", Style(.rgb(250, 120, 30), on: .rgb(10, 20, 30), .bold)),
      at: CellPosition(row: 2, column: 3))
    canvas.writeLine(
      Line("日本語 👍🏽 👩‍👩‍👧 e\u{301} 🇩🇪 ❤️ कि", Style(.ansi(12))), at: CellPosition(row: 3, column: 0))

    painted.show(canvas)

    #expect(painted.difference(from: canvas) == nil)
    #expect(painted.audit.findings.isEmpty)
    #expect(painted.seen.isAlternate)
    #expect(!painted.seen.isCursorVisible)
  }

  @Test func `an unchanged canvas writes nothing`() throws {
    let painted = try PaintedTerminal()
    let canvas = list(from: 0, selected: 3)
    painted.show(canvas)

    #expect(painted.show(canvas) == [])
    #expect(painted.show(list(from: 0, selected: 3)) == [])
  }

  @Test func `moving a selection redraws two rows`() throws {
    let painted = try PaintedTerminal()
    let whole = painted.show(list(from: 0, selected: 3))

    let moved = painted.show(list(from: 0, selected: 4))

    #expect(painted.difference(from: list(from: 0, selected: 4)) == nil)
    #expect(moved.count < 240)
    #expect(moved.count < whole.count / 6)
  }

  @Test func `scrolling by a row uses the terminal's scrolling`() throws {
    let painted = try PaintedTerminal()
    let whole = painted.show(list(from: 0, selected: 30))

    let scrolled = painted.show(list(from: 1, selected: 30))

    #expect(String(decoding: scrolled, as: UTF8.self).contains("\u{1b}[2;23r"))
    #expect(painted.difference(from: list(from: 1, selected: 30)) == nil)
    #expect(scrolled.count * 10 < whole.count * 4)
  }

  @Test func `random edits are shown correctly on each terminal type`() throws {
    for (term, seed) in [("xterm-256color", 1), ("screen-256color", 2), ("linux", 3), ("tmux", 4)] {
      let painted = try PaintedTerminal(rows: 12, columns: 30, term: term)
      var random = SeededNumbers(seed: UInt64(seed))
      var shown = canvas(12, 30)
      for step in 0..<150 {
        shown = random.edited(shown, slanted: term.hasPrefix("xterm"))
        painted.show(shown)
        let difference = painted.difference(from: shown)
        #expect(difference == nil, "\(term), step \(step)")
        if difference != nil { break }
      }
      #expect(painted.audit.findings.isEmpty, "\(term)")
    }
  }

  @Test func `links begin and end with their text, also after scrolling`() throws {
    let painted = try PaintedTerminal(rows: 6, columns: 40)
    let target = try #require(SafeWebLink("https://example.org/a"))
    var first = canvas(6, 40)
    var line = Line("see ")
    line.append("this", link: target)
    line.append(" now")
    first.writeLine(line, at: CellPosition(row: 2, column: 0))

    let bytes = String(decoding: painted.show(first), as: UTF8.self)

    #expect(bytes.contains("\u{1b}]8;;https://example.org/a\u{1b}\\this\u{1b}]8;;\u{1b}\\"))
    #expect(painted.audit.findings.isEmpty)
    var without = canvas(6, 40)
    without.writeLine(Line("see this now"), at: CellPosition(row: 2, column: 0))
    let gone = String(decoding: painted.show(without), as: UTF8.self)
    #expect(gone.contains("this"))
    #expect(!gone.contains("https"))
  }

  @Test(arguments: [true, false])
  func `the synchronized output setting overrides the terminal's reply`(_ isHeld: Bool) throws {
    let painted = try PaintedTerminal(rows: 6, columns: 40) { $0.synchronizedOutput = isHeld }
    painted.screen.handleTerminalReply(.mode(2026, isHeld ? .unknown : .reset))
    var canvas = canvas(6, 40)
    canvas.writeLine(Line("this"), at: CellPosition(row: 2, column: 0))

    let bytes = String(decoding: painted.show(canvas), as: UTF8.self)

    #expect(!bytes.contains("$p"))
    #expect(bytes.contains("\u{1b}[?2026h") == isHeld)
    #expect(bytes.hasSuffix("\u{1b}[?2026l") == isHeld)
  }

  @Test(arguments: [("xterm-256color", TerminalQuerySequences.background), ("linux", "")])
  func `a query is sent only to terminals that reply`(term: String, sent: String) throws {
    let painted = try PaintedTerminal(rows: 6, columns: 40, term: term)
    painted.show(canvas(6, 40))

    painted.screen.sendQuery(TerminalQuerySequences.background)

    #expect(painted.receive() == Array(sent.utf8))
    #expect(painted.audit.findings.isEmpty)
  }

  @Test(arguments: [
    ("xterm-256color", "truecolor", "38;2;215;95;0"), ("xterm-256color", "", "38;5;166"),
    ("xterm", "", "[3"), ("xterm", "truecolor", "38;2;215;95;0"),
  ])
  func `colours are the nearest that the terminal has`(
    term: String, colorterm: String, expected: String
  ) throws {
    let painted = try PaintedTerminal(rows: 3, columns: 10, term: term, colorterm: colorterm)
    var canvas = canvas(3, 10)
    canvas.writeLine(Line("x", Style(.rgb(215, 95, 0))), at: CellPosition(row: 1, column: 1))

    #expect(String(decoding: painted.show(canvas), as: UTF8.self).contains(expected))
  }

  @Test func `with sixteen colours black text is not made bold`() throws {
    let painted = try PaintedTerminal(rows: 3, columns: 20, term: "xterm", colorterm: "")
    var canvas = canvas(3, 20)
    canvas.writeLine(
      Line("tab", Style(.rgb(22, 24, 29), on: .rgb(120, 169, 255), .bold)),
      at: CellPosition(row: 0, column: 1))
    canvas.writeLine(
      Line("bold", Style(.rgb(255, 92, 116), .bold)), at: CellPosition(row: 1, column: 1))

    painted.show(canvas)

    #expect(!painted.seen.cell(row: 0, column: 1).isBold)
    #expect(painted.seen.cell(row: 1, column: 1).isBold)
  }

  @Test func `the cursor is seen where the canvas has one`() throws {
    let painted = try PaintedTerminal(rows: 4, columns: 20)
    var canvas = canvas(4, 20)
    canvas.cursor = CellPosition(row: 2, column: 5)

    painted.show(canvas)

    #expect(painted.seen.isCursorVisible)
    #expect(painted.seen.cursor == (2, 5))
    canvas.cursor = CellPosition(row: 2, column: 6)
    painted.show(canvas)
    #expect(painted.seen.cursor == (2, 6))
    canvas.cursor = nil
    painted.show(canvas)
    #expect(!painted.seen.isCursorVisible)
  }

  @Test func `on a slow line frames are dropped, and the newest is shown last`() throws {
    let painted = try PaintedTerminal(rows: 60, columns: 200)
    var random = SeededNumbers(seed: 5)
    var newest = canvas(60, 200)

    for _ in 0..<200 {
      newest = canvas(60, 200)
      for row in 0..<60 {
        let text = SafeText(sanitizing: String(random.next(), radix: 36) + " in row \(row)")
        newest.writeLine(Line(text), at: CellPosition(row: row, column: row))
      }
      painted.screen.showCanvas(newest)
    }
    #expect(painted.screen.hasPendingOutput)
    #expect(painted.screen.bytesWritten < 100_000)
    painted.receive()

    #expect(painted.difference(from: newest) == nil)
  }

  @Test func `a screen of any size is drawn, down to one cell and back`() throws {
    let painted = try PaintedTerminal(rows: 1, columns: 1)
    let sizes = [
      (1, 1), (2, 1), (1, 2), (24, 80), (0, 0), (3, 200), (65_535, 65_535), (1000, 1000), (5, 7),
      (-4, -4), (60, 200),
    ]
    for (rows, columns) in sizes {
      painted.screen.resizeScreen(to: CellSize(rows: rows, columns: columns))
      painted.show(list(from: 0, selected: 1))
    }

    painted.resize(rows: 30, columns: 100)
    painted.show(list(from: 2, selected: 3))

    #expect(painted.difference(from: list(from: 2, selected: 3)) == nil)
    #expect(painted.screen.size == CellSize(rows: 30, columns: 100))
  }

  @Test func `thousands of different links are shown correctly`() throws {
    let painted = try PaintedTerminal(rows: 10, columns: 40)
    var last = canvas(10, 40)
    for frame in 0..<300 {
      last = canvas(10, 40)
      for row in 0..<10 {
        let link = SafeWebLink("https://example.org/\(frame * 10 + row)")
        last.writeLine(
          Line(SafeText(sanitizing: "link \(frame * 10 + row)"), link: link),
          at: CellPosition(row: row, column: 0))
      }
      painted.show(last)
    }

    #expect(painted.difference(from: last) == nil)
    #expect(painted.audit.findings.isEmpty)
  }

  @Test func `a screen with more colours than the terminal library holds still shows its text`()
    throws
  {
    let painted = try PaintedTerminal(rows: 60, columns: 200)
    let words = Line("The last row", Style(.rgb(200, 200, 200), on: .rgb(40, 40, 40)))
    painted.show(colourful(words: Line("What stood there before"), lastRow: 5))

    painted.show(colourful(words: words, lastRow: 59))
    let crowded = painted.seen.rows[59]
    let calm = colourful(words: words, lastRow: 5)
    painted.show(calm)

    #expect(crowded == "The last row")
    #expect(painted.difference(from: calm) == nil)
    #expect(painted.audit.findings.isEmpty)
  }

  /// A canvas whose cells have a colour each, down to the last row, which has words.
  private func colourful(words: Line, lastRow: Int) -> Canvas {
    var canvas = canvas(60, 200)
    for row in 0..<lastRow {
      for column in 0..<200 {
        let colour = Colour.rgb(UInt8(row * 4), UInt8(column), 90)
        canvas.writeLine(Line("x", Style(on: colour)), at: CellPosition(row: row, column: column))
      }
    }
    canvas.writeLine(words, at: CellPosition(row: 59, column: 0))
    return canvas
  }

  @Test func `text is copied to the clipboard as base64`() throws {
    let painted = try PaintedTerminal()
    painted.show(canvas(24, 80))

    let isCopied = painted.screen.copyToClipboard("a\u{1b}b 日本")

    #expect(isCopied)
    #expect(painted.receive() == Array("\u{1b}]52;c;YWIg5pel5pys\u{1b}\\".utf8))
  }

  @Test func `a text too long for the clipboard is not sent, and reported as not copied`()
    throws
  {
    let painted = try PaintedTerminal()
    painted.show(canvas(24, 80))

    let text = String(repeating: "a", count: 75_001)
    let isCopied = painted.screen.copyToClipboard(SafeText(sanitizing: text))

    #expect(!isCopied)
    #expect(painted.receive() == [])
  }

  func canvas(_ rows: Int, _ columns: Int) -> Canvas {
    Canvas(size: CellSize(rows: rows, columns: columns))
  }

  /// A list as scenes draw it: a title, rows of differing text, a selection, a line of keys.
  func list(from first: Int, selected: Int) -> Canvas {
    var canvas = canvas(24, 80)
    canvas.writeLine(
      Line("Tweetie  Home", Style(.rgb(29, 155, 240), .bold)), at: CellPosition(row: 0, column: 0))
    for row in 1..<23 {
      let number = first + row
      let style = number == selected ? Style(on: .rgb(40, 44, 52)) : .plain
      let words = String(repeating: "word\(number * 7919) ", count: 5)
      var line = Line(SafeText(sanitizing: "\(number) \(words)"), style)
      line.append(
        SafeText(sanitizing: "♥ \(number)"), Style(.rgb(249, 24, 128), on: style.background))
      line.appendBlanks(80 - line.columns, style)
      canvas.writeLine(line, at: CellPosition(row: row, column: 0))
    }
    canvas.writeLine(Line("j down  k up  l like", .plain), at: CellPosition(row: 23, column: 0))
    return canvas
  }
}
