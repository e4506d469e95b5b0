import Terminal
import Testing

/// Pictures made of blocks, on a terminal that can do more than its description says; with the
/// other tests of the screen, since ncurses keeps its state in globals.
extension NcursesScreenTests {
  @Test func `pictures use full colours once the terminal has reported them`() throws {
    let painted = try PaintedTerminal(colorterm: "") { $0.pictures = .symbols }
    var canvas = Canvas(size: painted.screen.size)
    canvas.placePicture(
      try #require(noise(seed: 1, rows: 3, columns: 6)), at: CellPosition(row: 2, column: 4))

    let first = String(decoding: painted.show(canvas), as: UTF8.self)
    painted.screen.handleTerminalReply(.rendition([48, 2, 1, 2, 3]))
    painted.screen.handleTerminalReply(.attributes([62, 22]))
    let second = String(decoding: painted.receive(), as: UTF8.self)

    #expect(first.contains("48;5;") && !first.contains("48;2;"))
    #expect(second.contains("48;2;"))
  }
}
