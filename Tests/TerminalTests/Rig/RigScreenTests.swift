import TerminalRig
import Testing

struct RigScreenTests {
  private func screen(_ text: String) -> VirtualScreen {
    let screen = VirtualScreen(size: WindowSize(columns: 20, rows: 4))
    screen.feed(Array(text.utf8))
    return screen
  }

  @Test func `text is at the position where it was written`() {
    let screen = screen("\u{1B}[2;3Hname\u{1B}[4;1H日本x")

    #expect(screen.rows == ["", "  name", "", "日本x"])
    #expect(screen.row(containing: "name") == 1)
    #expect(screen.cursor == (3, 5))
  }

  @Test func `cells have the colours and attributes of their text`() {
    let screen = screen("\u{1B}[1;7;38;2;10;20;30mA\u{1B}[0;3;4;48;5;196mB\u{1B}[0mC")

    let cells = (0..<3).map { screen.cell(row: 0, column: $0) }

    #expect(cells[0].isBold && cells[0].isReversed && cells[0].foreground == .rgb(10, 20, 30))
    #expect(cells[0].background == .standard)
    #expect(cells[1].isItalic && cells[1].isUnderlined && cells[1].background == .rgb(255, 0, 0))
    #expect(cells[1].backgroundIndex == 196 && cells[1].foregroundIndex == nil)
    #expect(!cells[2].isBold && cells[2].foreground == .standard)
  }

  @Test func `a wide character takes two cells`() {
    let screen = screen("日x")

    #expect(screen.cell(row: 0, column: 0).width == 2)
    #expect(screen.cell(row: 0, column: 1).text == "")
    #expect(screen.cell(row: 0, column: 2).text == "x")
  }

  @Test func `modes, title and bell are recorded`() {
    let screen = screen("\u{1B}[?1049h\u{1B}[?25l\u{1B}[?1002h\u{1B}]2;evil\u{7}\u{7}")

    #expect(screen.isAlternate && !screen.isCursorVisible)
    #expect(screen.mouse == .drags)
    #expect(screen.title == "evil")
    #expect(screen.bellCount == 1)
  }

  @Test func `the main screen is restored after the alternate one`() {
    let screen = screen("$ prompt\u{1B}[?1049h\u{1B}[HTweetie")
    #expect(screen.text.hasPrefix("Tweetie"))

    screen.feed(Array("\u{1B}[?1049l".utf8))

    #expect(screen.rows[0] == "$ prompt")
  }

  @Test func `a query for synchronized output gets a reply`() {
    #expect(screen("\u{1B}[?2026$p").takeReplies() == Array("\u{1B}[?2026;2$y".utf8))
  }
}
