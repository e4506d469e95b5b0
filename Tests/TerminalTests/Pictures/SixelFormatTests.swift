import Testing

@testable import Terminal

@Suite struct SixelFormatTests {
  private let format = SixelFormat(cell: PixelSize(width: 10, height: 20))

  @Test(arguments: [(1, 1), (3, 40), (17, 60), (54, 4)])
  func `preencoded sixel strips cover each row once, with the same bytes as when encoded alone`(
    rows: Int, columns: Int
  ) throws {
    let picture = try picture(rows: rows, columns: columns)
    let prepared = format.encodedPicture(of: picture)

    var row = 0
    while row < rows {
      let strip = try #require(format.preencodedStrip(of: prepared, startingAtRow: row))
      var bytes: [UInt8] = []
      format.appendEncodedPixels(
        CellRect(row: row, column: 0, rows: strip.rows.count, columns: columns), of: prepared,
        picture, endsScreen: false, to: &bytes)
      #expect(strip.bytes == bytes)
      #expect(strip.rows.lowerBound == row)
      row = strip.rows.upperBound
    }

    #expect(row == rows)
    #expect(prepared.strips.count < max(2, rows))
  }

  @Test func `a picture wider than a terminal's limit has no preencoded strips`() throws {
    let prepared = format.encodedPicture(of: try picture(rows: 2, columns: 101))

    #expect(prepared.strips.isEmpty)
  }

  @Test func `a sixel row lower than a band has the picture's height at the end of the screen`()
    throws
  {
    let low = SixelFormat(cell: PixelSize(width: 10, height: 4))
    let picture = try picture(rows: 1, columns: 2, cellHeight: 4)
    var bytes: [UInt8] = []

    low.appendEncodedPixels(
      CellRect(row: 0, column: 0, rows: 1, columns: 2), of: low.encodedPicture(of: picture),
      picture, endsScreen: true, to: &bytes)

    #expect(String(decoding: bytes, as: UTF8.self).contains("\"1;1;20;4"))
  }

  private func picture(rows: Int, columns: Int, cellHeight: Int = 20) throws -> Picture {
    let size = PixelSize(width: 10 * columns, height: cellHeight * rows)
    let pixels = (0..<(3 * size.width * size.height)).map { UInt8(truncatingIfNeeded: $0 / 7) }
    let image = try #require(PixelImage(size: size, pixels: pixels))
    return Picture(image, cells: CellSize(rows: rows, columns: columns))
  }
}
