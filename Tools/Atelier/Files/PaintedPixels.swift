/// A painting as pixels.
package struct PaintedPixels: Equatable, Sendable {
  package let width: Int
  package let height: Int
  /// Red, green and blue bytes, row by row.
  package let bytes: [UInt8]

  package init(width: Int, height: Int, bytes: [UInt8]) {
    precondition(bytes.count == width * height * 3, "The bytes are not as many as the pixels.")
    (self.width, self.height, self.bytes) = (width, height, bytes)
  }

  /// The rows of a file that lies that way.
  func rows(turned turn: Painting.Turn) -> some Sequence<[UInt8]> {
    (0..<(turn == .quarter ? width : height)).lazy.map { row in
      switch turn {
      case .none: Array(bytes[row * width * 3..<(row + 1) * width * 3])
      case .half: self.row(width) { (width - 1 - $0, height - 1 - row) }
      // The file is turned clockwise to be seen, so each of its rows is a column, read upwards.
      case .quarter: self.row(height) { (width - 1 - row, $0) }
      }
    }
  }

  private func row(_ count: Int, _ place: (Int) -> (x: Int, y: Int)) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: count * 3) { buffer, filled in
      for index in 0..<count {
        let (x, y) = place(index)
        for channel in 0..<3 {
          buffer[3 * index + channel] = bytes[(y * width + x) * 3 + channel]
        }
      }
      filled = count * 3
    }
  }
}
