import Terminal
import TerminalRig
import Testing

/// With the other tests of the screen, since ncurses keeps its state in globals.
extension NcursesScreenTests {
  /// What would do harm, were it taken for more than colours.
  private static let harm: [[UInt8]] =
    [
      "\u{1b}[2J\u{1b}[H", "\u{1b}]52;c;aGFybQ==\u{7}", "\u{1b}P0;1q\u{1b}\\",
      "\u{1b}_Ga=d\u{1b}\\",
      "\u{1b}]1337;File=:\u{7}", "\u{1b}c", "\u{1b}\\\u{1b}[?1049l", "\r\n\u{18}\u{1a}\u{8}\u{7f}",
    ].map { Array($0.utf8) } + [
      [0x9b, 0x32, 0x4a], [0x90, 0x71, 0x9c], [0x9d, 0x35, 0x32, 0x3b],
    ]

  @Test(arguments: PictureProtocol.allCases)
  func `pixels that resemble control sequences do not change text outside the picture`(
    method: PictureProtocol
  ) async throws {
    let stage = try PictureFixture(method)
    let words = "what is beside a picture stays as it is"

    for seed in 0..<40 {
      let picture = try #require(Self.picture(seed: seed))
      var canvas = Canvas(size: stage.painted.screen.size)
      for row in 0..<14 {
        let text = Line(SafeText(sanitizing: words))
        canvas.writeLine(text, at: CellPosition(row: row, column: 0))
      }
      canvas.placePicture(picture, at: CellPosition(row: 2 + seed % 5, column: 3 + seed % 9))
      await stage.show(canvas)

      #expect(stage.shown.text.text(ofRow: 0) == words, "\(method), \(seed)")
      #expect(stage.shown.text.text(ofRow: 13) == words, "\(method), \(seed)")
    }

    #expect(stage.painted.audit.findings.isEmpty)
    #expect(stage.shown.complaints == [])
    #expect(stage.shown.kitty.complaints == [])
  }

  /// Pixels that spell one of these again and again, beginning anywhere.
  private static func picture(seed: Int) -> Picture? {
    let size = PixelSize(width: 60, height: 60)
    let spell = harm[seed % harm.count]
    let pixels = (0..<(size.width * size.height * 3)).map { spell[($0 + seed) % spell.count] }
    return PixelImage(size: size, pixels: pixels).map {
      Picture($0, cells: CellSize(rows: 3, columns: 6))
    }
  }
}
