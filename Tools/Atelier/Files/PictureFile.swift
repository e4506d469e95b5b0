internal import CPictureEncoding
internal import Glibc

/// A reason why no picture file was written.
package enum PaintingFailure: Error {
  /// The caller no longer wants the file.
  case unwanted
  /// The library for the format failed.
  case unwritable
  /// The library libjpeg or libpng is not installed.
  case noJPEG, noPNG
}

extension Painting {
  /// The orientation in which a file stores its rows.
  package enum Turn: Int, Sendable {
    case none = 1
    /// The rows are upside down, which a tag states.
    case half = 3
    /// The rows are turned by a quarter, which a tag states.
    case quarter = 6
  }

  /// Returns the painting without grain, which takes up most of a small file.
  package func withoutGrain() -> Painting {
    var painting = self
    painting.finish.grain = 0
    return painting
  }

  /// Returns a JPEG file with the painting in a size.
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

  /// Returns a PNG file with the painting in a size.
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

  /// Returns the pixels of the painting in a size.
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
  /// Returns the pixels as a JPEG file in an orientation.
  package func jpeg(
    quality: Int = 86, turn: Painting.Turn = .none
  ) throws(PaintingFailure) -> [UInt8] {
    let lies = turn == .quarter
    let file = try JPEGFile(
      width: lies ? height : width, height: lies ? width : height, quality: quality)
    if turn != .none { try file.add(ExifSegment(orientation: turn.rawValue)) }
    for row in rows(turned: turn) { guard file.add(row: row) else { throw .unwritable } }
    return try file.finished()
  }
}

/// A writer of a JPEG file, row by row.
struct JPEGFile: ~Copyable {
  private let file: OpaquePointer

  init(width: Int, height: Int, quality: Int) throws(PaintingFailure) {
    guard cpictures_has_jpeg() != 0 else { throw .noJPEG }
    guard let file = cpictures_jpeg_begin(UInt32(width), UInt32(height), Int32(quality)) else {
      throw .unwritable
    }
    self.file = file
  }

  deinit { cpictures_jpeg_free(file) }

  /// Adds an Exif segment to the file; must be called before the first row.
  func add(_ exif: ExifSegment) throws(PaintingFailure) {
    let bytes = exif.bytes
    let firstApplicationData: Int32 = 0xE1
    guard cpictures_jpeg_segment(file, firstApplicationData, bytes, UInt32(bytes.count)) != 0 else {
      throw .unwritable
    }
  }

  /// Adds a row of red, green and blue bytes to the file; returns false on failure.
  func add(row: UnsafePointer<UInt8>?) -> Bool { cpictures_jpeg_row(file, row) != 0 }

  consuming func finished() throws(PaintingFailure) -> [UInt8] {
    var bytes: UnsafePointer<UInt8>?
    var count = 0
    guard cpictures_jpeg_finish(file, &bytes, &count) != 0 else { throw .unwritable }
    return Array(UnsafeBufferPointer(start: bytes, count: count))
  }
}

/// An Exif segment like that of a camera's file, which contains only the orientation.
struct ExifSegment {
  let orientation: Int

  var bytes: [UInt8] {
    let name = Array("Exif".utf8) + [0, 0]
    let header: [UInt8] = [0x4D, 0x4D, 0, 42, 0, 0, 0, 8]
    // One entry: tag 0x0112, type 3, one value.
    let entry: [UInt8] = [0, 1, 0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, UInt8(orientation), 0, 0]
    return name + header + entry + [0, 0, 0, 0]
  }
}
