import PictureWire

/// An orientation of a stored picture, by Exif's numbers: the stored corner that belongs top left.
enum PictureOrientation: Int, CaseIterable {
  case upright = 1
  case mirrored, upsideDown, mirroredUpsideDown
  case mirroredOnLeft, onLeft, mirroredOnRight, onRight

  var swapsSides: Bool { rawValue >= 5 }

  func uprightSize(_ stored: PixelExtent) -> PixelExtent {
    swapsSides ? PixelExtent(width: stored.height, height: stored.width) : stored
  }

  func storedSize(_ upright: PixelExtent) -> PixelExtent { self.uprightSize(upright) }

  func storedRegion(_ window: PictureRegion, in upright: PixelExtent) -> PictureRegion {
    let (width, height) = (Double(upright.width), Double(upright.height))
    let right = width - window.x - window.width
    let below = height - window.y - window.height
    return switch self {
    case .upright: window
    case .mirrored: PictureRegion(x: right, y: window.y, width: window.width, height: window.height)
    case .upsideDown: PictureRegion(x: right, y: below, width: window.width, height: window.height)
    case .mirroredUpsideDown:
      PictureRegion(x: window.x, y: below, width: window.width, height: window.height)
    case .mirroredOnLeft:
      PictureRegion(x: window.y, y: window.x, width: window.height, height: window.width)
    case .onLeft: PictureRegion(x: window.y, y: right, width: window.height, height: window.width)
    case .mirroredOnRight:
      PictureRegion(x: below, y: right, width: window.height, height: window.width)
    case .onRight: PictureRegion(x: below, y: window.x, width: window.height, height: window.width)
    }
  }

  func uprightPixels(_ pixels: [UInt8], of stored: PixelExtent) -> [UInt8] {
    guard self != .upright else { return pixels }
    let size = uprightSize(stored)
    let (first, across, down) = uprightPixelSteps(in: stored)
    return [UInt8](unsafeUninitializedCapacity: pixels.count) { turned, count in
      var place = 0
      for row in 0..<size.height {
        var source = (first + row * down) * 3
        for _ in 0..<size.width {
          for channel in 0..<3 { turned[place + channel] = pixels[source + channel] }
          place += 3
          source += across * 3
        }
      }
      count = pixels.count
    }
  }

  /// Returns the index of the stored pixel that belongs at the top left of the upright picture, and
  /// the index steps to its right and lower neighbours.
  private func uprightPixelSteps(in stored: PixelExtent) -> (first: Int, across: Int, down: Int) {
    let width = stored.width
    let last = stored.area - 1
    return switch self {
    case .upright: (0, 1, width)
    case .mirrored: (width - 1, -1, width)
    case .upsideDown: (last, -1, -width)
    case .mirroredUpsideDown: (last - width + 1, 1, -width)
    case .mirroredOnLeft: (0, width, 1)
    case .onLeft: (last - width + 1, -width, 1)
    case .mirroredOnRight: (last, -width, -1)
    case .onRight: (width - 1, width, -1)
    }
  }

  /// Creates the orientation of a picture file from its Exif block; upright if missing or invalid.
  init(of bytes: ByteView, in format: PictureFormat) {
    let block: ByteView? =
      switch format {
      case .jpeg: Self.exifBlock(inJPEG: bytes)
      case .png: Self.exifBlock(inPNG: bytes)
      case .webp: Self.exifBlock(inWebP: bytes)
      // These formats store the orientation in boxes of their own.
      case .gif, .avif, .heic: nil
      }
    self = block.flatMap(Self.init(exif:)) ?? .upright
  }

  /// Creates a picture's orientation from an Exif block (TIFF); nil if missing or invalid.
  private init?(exif: ByteView) {
    let isReversed = exif.hasText("II*\0", at: 0)
    guard isReversed || exif.hasText("MM\0*", at: 0) else { return nil }
    func exifNumber(_ offset: Int, _ count: Int) -> Int? {
      isReversed
        ? exif.littleEndianNumber(at: offset, bytes: count)
        : exif.bigEndianNumber(at: offset, bytes: count)
    }
    guard let directory = exifNumber(4, 4), let count = exifNumber(directory, 2) else {
      return nil
    }
    for index in 0..<count {
      let entry = directory + 2 + index * 12
      guard let tag = exifNumber(entry, 2) else { return nil }
      guard tag == 0x0112 else { continue }
      // The field is one number of two bytes.
      guard exifNumber(entry + 2, 2) == 3, exifNumber(entry + 4, 4) == 1 else { return nil }
      guard let value = exifNumber(entry + 8, 2) else { return nil }
      self.init(rawValue: value)
      return
    }
    return nil
  }

  /// Returns the Exif block before the first scan of a JPEG file; nil if there is none.
  private static func exifBlock(inJPEG bytes: ByteView) -> ByteView? {
    var place = 2
    while bytes[place] == 0xFF, let marker = bytes[place + 1], marker != 0xDA {
      // Any number of 0xFF bytes may precede a marker.
      if marker == 0xFF {
        place += 1
        continue
      }
      guard let length = bytes.bigEndianNumber(at: place + 2, bytes: 2), length >= 2 else {
        return nil
      }
      if marker == 0xE1, bytes.hasText("Exif\0\0", at: place + 4) {
        return bytes.subview(from: place + 10, count: length - 8)
      }
      place += 2 + length
    }
    return nil
  }

  private static func exifBlock(inPNG bytes: ByteView) -> ByteView? {
    var place = 8
    while let length = bytes.bigEndianNumber(at: place, bytes: 4) {
      if bytes.hasText("eXIf", at: place + 4) {
        return bytes.subview(from: place + 8, count: length)
      }
      place += 12 + length
    }
    return nil
  }

  private static func exifBlock(inWebP bytes: ByteView) -> ByteView? {
    var place = 12
    while let length = bytes.littleEndianNumber(at: place + 4, bytes: 4) {
      if bytes.hasText("EXIF", at: place) {
        let block = bytes.subview(from: place + 8, count: length)
        // Some programs write JPEG's prefix in this chunk, too.
        return block.hasText("Exif\0\0", at: 0) ? block.subview(from: 6, count: length) : block
      }
      // Chunks begin at even offsets.
      place += 8 + length + length % 2
    }
    return nil
  }
}
