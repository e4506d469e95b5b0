import Terminal
import Testing

@testable import PhotoDisplay

struct PictureDetailTests {
  private let box = CellSize(rows: 21, columns: 80)

  @Test(arguments: [PictureProtocol.symbols, .kitty, .sixel], [false, true])
  func `a picture with the aspect ratio of its box fills it, at any cell size`(
    way: PictureProtocol, isFar: Bool
  ) throws {
    for cell in [(8, 17), (10, 20), (9, 19), (7, 13)] {
      let cell = PixelSize(width: cell.0, height: cell.1)
      let ability = TerminalPictureAbilities(method: way, cell: cell)
      let detail = try #require(TerminalPictureResolution(ability, isFar: isFar))
      let pixels = detail.pixelSize(for: box)

      #expect(detail.cellSize(for: pixels, within: box) == box)
      // A square is a square.
      let width = pixels.width * cell.height * box.rows
      let height = pixels.height * cell.width * box.columns
      #expect(abs(width - height) * 100 < width)
    }
  }

  @Test(arguments: [
    (PictureProtocol.symbols, false, false), (.symbols, true, true), (.kitty, false, true),
  ])
  func `character pictures without colours show no profile pictures`(
    way: PictureProtocol, hasColours: Bool, showsPortraits: Bool
  ) throws {
    let ability = TerminalPictureAbilities(method: way, cell: PixelSize(width: 8, height: 17))

    let detail = TerminalPictureResolution(ability, isFar: false, hasColours: hasColours)

    #expect(try #require(detail).showsPortraits == showsPortraits)
    #expect(try #require(detail).drawsBlocks == (way == .symbols))
  }

  @Test func `a picture half as wide as its box takes half the columns`() throws {
    let ability = TerminalPictureAbilities(method: .symbols, cell: PixelSize(width: 8, height: 17))
    let detail = try #require(TerminalPictureResolution(ability, isFar: false))
    let pixels = detail.pixelSize(for: box)

    let cells = detail.cellSize(
      for: PixelSize(width: pixels.width / 2, height: pixels.height), within: box)

    #expect(cells == CellSize(rows: 21, columns: 40))
  }
}
