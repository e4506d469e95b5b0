import Terminal
import Testing

@Suite struct InsetTests {
  private let tram = PictureInText("https://a.example/tram.png")

  private var line: Line {
    var line = Line("On the ")
    line.appendPictureInText(tram)
    line.append(" home", .plain)
    return line
  }

  @Test func `a small picture takes two columns and keeps its place in composed text`() {
    var whole = Line("> ")
    whole.append(line)

    #expect(whole.text == "> On the :: home")
    #expect(whole.insets.map(\.cells) == [9..<11])
    #expect(whole.prefix(columns: 10).insets.map(\.cells) == [9..<10])
    #expect(whole.prefix(columns: 9).insets.isEmpty)
  }

  @Test func `a small picture is not broken when its line is wrapped`() {
    let lines = TextWrapper.wrappedLines(of: line, columns: 8)

    #expect(lines.map(\.text) == ["On the", ":: home"])
    #expect(lines.map { $0.insets.map(\.cells) } == [[], [0..<2]])
  }

  @Test func `the canvas has the position of a small picture until it is drawn over`() {
    var canvas = Canvas(size: CellSize(rows: 2, columns: 20))
    canvas.writeLine(line, at: CellPosition(row: 1, column: 3))

    let before = canvas.insets
    canvas.fillRect(CellRect(row: 1, column: 11, rows: 1, columns: 1))

    #expect(before.map(\.position) == [CellPosition(row: 1, column: 10)])
    #expect(before.map(\.columns) == [2])
    #expect(canvas.insets.isEmpty)
  }
}
