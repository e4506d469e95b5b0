internal import CPictureEncoding
internal import Glibc

/// Why there is no file.
package enum PaintingFailure: Error {
  /// Nobody wants it any more.
  case unwanted
  /// The library that writes such files refused.
  case unwritable
  /// libjpeg or libpng is not installed.
  case noJPEG, noPNG
}

extension Painting {
  /// Which way up a file's rows are.
  package enum Turn: Int, Sendable {
    /// As they are seen.
    case none = 1
    /// Upside down; a tag says which way up it belongs.
    case half = 3
    /// On its side; a tag says which way up it belongs.
    case quarter = 6
  }

  /// The painting without grain, which is the largest part of a small file.
  package func withoutGrain() -> Painting {
    var painting = self
    painting.finish.grain = 0
    return painting
  }

  /// Paints it into a JPEG file of that size.
  package func jpeg(
    width: Int, height: Int, quality: Int = 86, turn: Turn = .none,
    while isWanted: () -> Bool = { true }
  ) throws(PaintingFailure) -> [UInt8] {
    guard turn == .none else {
      return try pixels(width: width, height: height, while: isWanted)
        .jpeg(quality: quality, turn: turn)
    }
    let file = try JPEGFile(width: width, height: height, quality: quality)
    var isWritable = true
    let isDone = Brushwork(self, width: width, height: height).paint(while: isWanted) { row in
      isWritable = file.add(row: row.baseAddress)
      return isWritable
    }
    guard isWritable else { throw .unwritable }
    guard isDone else { throw .unwanted }
    return try file.finished()
  }

  /// Paints it into a PNG file of that size.
  package func png(
    width: Int, height: Int, while isWanted: () -> Bool = { true }
  ) throws(PaintingFailure) -> [UInt8] {
    let pixels = try pixels(width: width, height: height, while: isWanted)
    guard cpictures_has_png() != 0 else { throw .noPNG }
    var count = 0
    guard let bytes = cpictures_png(UInt32(width), UInt32(height), pixels.bytes, &count) else {
      throw .unwritable
    }
    defer { free(bytes) }
    return Array(UnsafeBufferPointer(start: bytes, count: count))
  }

  /// Paints it into memory.
  package func pixels(
    width: Int, height: Int, while isWanted: () -> Bool = { true }
  ) throws(PaintingFailure) -> PaintedPixels {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(width * height * 3)
    let brushwork = Brushwork(self, width: width, height: height)
    let isDone = brushwork.paint(while: isWanted) { row in
      bytes += row
      return true
    }
    guard isDone else { throw .unwanted }
    return PaintedPixels(width: width, height: height, bytes: bytes)
  }
}

extension PaintedPixels {
  /// The pixels as a JPEG file whose rows lie that way.
  package func jpeg(
    quality: Int = 86, turn: Painting.Turn = .none
  ) throws(PaintingFailure) -> [UInt8] {
    let lies = turn == .quarter
    let file = try JPEGFile(
      width: lies ? height : width, height: lies ? width : height, quality: quality)
    if turn != .none { try file.add(ExifSegment(orientation: turn.rawValue)) }
    for row in rows(turned: turn) {
      guard file.add(row: row) else { throw .unwritable }
    }
    return try file.finished()
  }
}
