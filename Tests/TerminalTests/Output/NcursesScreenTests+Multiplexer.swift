import Terminal
import TerminalRig
import Testing

/// What is different in tmux.
extension NcursesScreenTests {
  @Test func `in tmux text after a character of ambiguous width is in its column`() throws {
    let painted = try PaintedTerminal(rows: 8, columns: 40, term: "screen-256color", isInTmux: true)
    var terminals = DisagreeingTerminals()
    let first = names(selected: 2)
    let second = names(selected: 3)

    terminals.feed(painted.show(first))
    #expect(painted.difference(from: first) == nil)
    terminals.feed(painted.show(second))

    #expect(painted.difference(from: second) == nil)
    #expect(terminals.misplaced == "")
    #expect(painted.audit.findings.isEmpty)
  }

  @Test func `random edits are shown correctly in tmux`() throws {
    let painted = try PaintedTerminal(rows: 12, columns: 30, term: "tmux-256color", isInTmux: true)
    var random = SeededNumbers(seed: 11)
    var shown = Canvas(size: CellSize(rows: 12, columns: 30))

    for step in 0..<200 {
      shown = random.edited(shown, slanted: true)
      painted.show(shown)
      let difference = painted.difference(from: shown)
      #expect(difference == nil, "step \(step)")
      if difference != nil { break }
    }

    #expect(painted.audit.findings.isEmpty)
  }

  @Test func `a link continues after a character of ambiguous width`() throws {
    let painted = try PaintedTerminal(rows: 4, columns: 40, isInTmux: true)
    var canvas = Canvas(size: CellSize(rows: 4, columns: 40))
    let target = try #require(SafeWebLink("https://example.org/a"))
    canvas.writeLine(Line("कि ok", link: target), at: CellPosition(row: 1, column: 3))

    let bytes = String(decoding: painted.show(canvas), as: UTF8.self)

    let (open, close) = ("\u{1b}]8;;https://example.org/a\u{1b}\\", "\u{1b}]8;;\u{1b}\\")
    #expect(bytes.contains("\(close)\u{1b}[1;1H\u{1b}[0m \(open)\u{1b}8"))
    #expect(painted.audit.findings.isEmpty)
  }

  /// A list in which names of several scripts stand before other text, and rows with a background.
  private func names(selected: Int) -> Canvas {
    var canvas = Canvas(size: CellSize(rows: 8, columns: 40))
    let names = ["आरव शर्मा", "प्रिया कि", "हिन्दी नमस्ते", "Ada", "कि", "किकि", "के", "शी"]
    for (row, name) in names.enumerated() {
      let style = row == selected ? Style(on: .rgb(40, 44, 52)) : .plain
      var line = Line(" ", style)
      line.append(SafeText(sanitizing: name), style)
      line.append(SafeText(sanitizing: " @handle\(row) · 4h"), style)
      line.appendBlanks(40 - line.columns, style)
      canvas.writeLine(line, at: CellPosition(row: row, column: 0))
    }
    return canvas
  }
}
