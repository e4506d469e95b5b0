import Terminal
import TerminalRig
import Testing

/// With the other tests of the screen, since ncurses keeps its state in globals.
extension NcursesScreenTests {
  private static let off = "\u{1b}]5379;use_ctl=false\u{7}"
  private static let on = "\u{1b}]5379;use_ctl=true\u{7}"

  private func canvas(with picture: Picture?) -> Canvas {
    var canvas = Canvas(size: CellSize(rows: 6, columns: 40))
    if let picture { canvas.placePicture(picture, at: CellPosition(row: 2, column: 2)) }
    return canvas
  }

  @Test func `mlterm's text reordering is off while a picture is shown`() throws {
    let painted = try PaintedTerminal(rows: 6, columns: 40, isInMlterm: true) {
      $0.pictures = .sixel
    }
    let picture = try #require(noise(seed: 1, rows: 2, columns: 4))
    func sent(_ picture: Picture?) -> String {
      String(decoding: painted.show(canvas(with: picture)), as: UTF8.self)
    }

    let frames = [nil, picture, picture, nil, picture].map(sent)
    painted.screen.closeScreen()
    let farewell = String(decoding: painted.receive(), as: UTF8.self)

    #expect(frames.map { $0.contains(Self.off) } == [false, true, false, false, true])
    #expect(frames.map { $0.contains(Self.on) } == [false, false, false, true, false])
    #expect(farewell.contains(Self.on))
  }

  @Test func `other terminals get no sequence for text reordering`() throws {
    let painted = try PaintedTerminal(rows: 6, columns: 40) { $0.pictures = .sixel }
    let picture = try #require(noise(seed: 1, rows: 2, columns: 4))

    let frame = String(decoding: painted.show(canvas(with: picture)), as: UTF8.self)

    #expect(!frame.contains("]5379"))
  }

  @Test func `cells that a sixel covered are overwritten with blanks`() throws {
    let painted = try PaintedTerminal(rows: 6, columns: 40) { $0.pictures = .sixel }
    painted.show(canvas(with: noise(seed: 1, rows: 2, columns: 4)))

    let frame = String(decoding: painted.show(canvas(with: nil)), as: UTF8.self)

    let blanks = String(repeating: " ", count: 40)
    #expect(frame.firstRange(of: blanks) != nil)
    #expect(!frame.contains("\u{1b}[K"))
    #expect(painted.seen.text(ofRow: 2) == "")
  }

  @Test func `in mlterm an alef that joins a lam is drawn in its own column`() throws {
    var canvas = canvas(with: nil)
    canvas.writeLine(Line("\u{644}\u{627}|"), at: CellPosition(row: 1, column: 0))

    let painted = try PaintedTerminal(rows: 6, columns: 40, isInMlterm: true)
    let joining = String(decoding: painted.show(canvas), as: UTF8.self)

    #expect(joining.contains("\u{1b}7\u{1b}[1X\u{627}\u{1b}8\u{1b}[C|"))
    #expect(painted.seen.text(ofRow: 1) == "\u{644}\u{627}|")
  }
}
