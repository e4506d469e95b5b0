internal import CPictureEncoding

/// A JPEG file being written, row by row.
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

  /// Adds what a camera writes; must be called before the first row.
  func add(_ exif: ExifSegment) throws(PaintingFailure) {
    let bytes = exif.bytes
    let firstApplicationData: Int32 = 0xE1
    guard cpictures_jpeg_segment(file, firstApplicationData, bytes, UInt32(bytes.count)) != 0 else {
      throw .unwritable
    }
  }

  /// Adds a row of red, green and blue bytes; false where that fails.
  func add(row: UnsafePointer<UInt8>?) -> Bool { cpictures_jpeg_row(file, row) != 0 }

  consuming func finished() throws(PaintingFailure) -> [UInt8] {
    var bytes: UnsafePointer<UInt8>?
    var count = 0
    guard cpictures_jpeg_finish(file, &bytes, &count) != 0 else { throw .unwritable }
    return Array(UnsafeBufferPointer(start: bytes, count: count))
  }
}
