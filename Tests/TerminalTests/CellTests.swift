import Testing

@testable import Terminal

@Suite struct CellTests {
  @Test(arguments: ["a", "é", "e\u{301}\u{323}", "日", "👍🏽", "👩🏽‍❤️‍💋‍👨🏿", "🏴󠁧󠁢󠁥󠁮󠁧󠁿", "1️⃣"])
  func `a cell returns the character it was made of`(_ text: String) {
    let line = Line(SafeText(sanitizing: text))

    #expect(line.cells.first?.character == Character(text))
  }

  @Test(arguments: [
    Style.plain, Style(.ansi(0), on: .ansi(255), .bold), Style(.rgb(255, 0, 1), on: .standard),
    Style(.standard, on: .rgb(0, 254, 255), [.dim, .italic, .underlined, .reversed]),
  ])
  func `a cell returns the style it was made of`(_ style: Style) {
    let line = Line("日", style)

    #expect(line.cells.map(\.style) == [style, style])
    #expect(line.cells.map(\.width) == [2, 0])
  }

  @Test func `a cell has a size of 16 bytes, and is copied without reference counting`() {
    #expect(MemoryLayout<Cell>.stride == 16)
    #expect(_isPOD(Cell.self))
  }
}
