extension Orientation {
  /// The orientation that a picture's Exif block names; upright where there is none, or nonsense.
  init(of bytes: ByteView, in format: PictureFormat) {
    let block: ByteView? =
      switch format {
      case .jpeg: Self.block(inJPEG: bytes)
      case .png: Self.block(inPNG: bytes)
      case .webp: Self.block(inWebP: bytes)
      // The boxes around it say it.
      case .gif, .avif, .heic: nil
      }
    self = block.flatMap(Self.init(exif:)) ?? .upright
  }

  /// The orientation in a block that begins with its byte order; nothing else is read from it.
  private init?(exif: ByteView) {
    let isReversed = exif.has("II*\0", at: 0)
    guard isReversed || exif.has("MM\0*", at: 0) else { return nil }
    func number(_ offset: Int, _ count: Int) -> Int? {
      isReversed
        ? exif.reversedNumber(at: offset, bytes: count) : exif.number(at: offset, bytes: count)
    }
    guard let directory = number(4, 4), let count = number(directory, 2) else { return nil }
    for index in 0..<count {
      let entry = directory + 2 + index * 12
      guard let tag = number(entry, 2) else { return nil }
      guard tag == 0x0112 else { continue }
      // A short, once.
      guard number(entry + 2, 2) == 3, number(entry + 4, 4) == 1 else { return nil }
      guard let value = number(entry + 8, 2) else { return nil }
      self.init(rawValue: value)
      return
    }
    return nil
  }

  /// Walks the markers before the first scan.
  private static func block(inJPEG bytes: ByteView) -> ByteView? {
    var place = 2
    while bytes[place] == 0xFF, let marker = bytes[place + 1], marker != 0xDA {
      // Any number of these may come before a marker.
      if marker == 0xFF {
        place += 1
        continue
      }
      guard let length = bytes.number(at: place + 2, bytes: 2), length >= 2 else { return nil }
      if marker == 0xE1, bytes.has("Exif\0\0", at: place + 4) {
        return bytes.part(from: place + 10, count: length - 8)
      }
      place += 2 + length
    }
    return nil
  }

  private static func block(inPNG bytes: ByteView) -> ByteView? {
    var place = 8
    while let length = bytes.number(at: place, bytes: 4) {
      if bytes.has("eXIf", at: place + 4) { return bytes.part(from: place + 8, count: length) }
      place += 12 + length
    }
    return nil
  }

  private static func block(inWebP bytes: ByteView) -> ByteView? {
    var place = 12
    while let length = bytes.reversedNumber(at: place + 4, bytes: 4) {
      if bytes.has("EXIF", at: place) {
        let block = bytes.part(from: place + 8, count: length)
        // Some write JPEG's introduction here too.
        return block.has("Exif\0\0", at: 0) ? block.part(from: 6, count: length) : block
      }
      // Chunks begin at even places.
      place += 8 + length + length % 2
    }
    return nil
  }
}
