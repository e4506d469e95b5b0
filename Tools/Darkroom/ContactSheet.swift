import Atelier

/// Photographs side by side.
struct ContactSheet {
  private static let edge = 400
  private static let gap = 8
  private static let columns = 5

  private let cells: [PaintedPixels]

  init(_ catalogue: Catalogue, part: String) throws {
    let parts = part.split(separator: ",")
    let names = Painting.names.filter { name in
      parts.isEmpty || parts.contains { name.contains($0) }
    }
    cells = try names.compactMap { name in
      let size = catalogue.size(of: name).fitting(Self.edge)
      return try catalogue.painting(of: name)?.pixels(width: size.width, height: size.height)
    }
  }

  func jpeg() throws -> [UInt8] {
    let cell = Self.edge + Self.gap
    let rows = (cells.count + Self.columns - 1) / Self.columns
    let (width, height) = (cell * min(Self.columns, cells.count), cell * rows)
    var bytes = [UInt8](repeating: 24, count: width * height * 3)
    for (index, picture) in cells.enumerated() {
      let left = index % Self.columns * cell + (cell - picture.width) / 2
      let top = index / Self.columns * cell + (cell - picture.height) / 2
      for row in 0..<picture.height {
        let from = row * picture.width * 3
        let to = ((top + row) * width + left) * 3
        let line = picture.bytes[from..<from + picture.width * 3]
        bytes.replaceSubrange(to..<to + line.count, with: line)
      }
    }
    return try PaintedPixels(width: width, height: height, bytes: bytes).jpeg()
  }
}
