import FeedDomain
package import Terminal

/// A resolution of pictures on the terminal, in pixels and bytes for each cell.
package struct TerminalPictureResolution: Equatable {
  package let cell: PixelSize
  /// The number of a picture's pixels across a cell; the number down follows from the cell's shape.
  let pixelsAcross: Int
  let bytesPerCell: Int
  /// True if a blur may be shown while a picture loads; false for a single colour.
  let showsBlurs: Bool
  /// True if the terminal is on this machine; only there pictures are animated.
  let isNear: Bool
  /// True if small pictures are recognisable, which they are not in block characters without
  /// colours.
  let showsPortraits: Bool
  /// True if pictures are drawn as block characters.
  let drawsBlocks: Bool

  init(
    cell: PixelSize, pixelsAcross: Int, bytesPerCell: Int, showsBlurs: Bool, isNear: Bool = true,
    showsPortraits: Bool = true, drawsBlocks: Bool = false
  ) {
    (self.cell, self.pixelsAcross, self.bytesPerCell) = (cell, pixelsAcross, bytesPerCell)
    (self.showsBlurs, self.isNear) = (showsBlurs, isNear)
    (self.showsPortraits, self.drawsBlocks) = (showsPortraits, drawsBlocks)
  }

  package func pixelSize(for box: CellSize) -> PixelSize {
    PixelSize(
      width: box.columns * pixelsAcross,
      height: max(1, box.rows * cell.height * pixelsAcross / max(1, cell.width)))
  }

  package func cellSize(for image: PixelSize, within box: CellSize) -> CellSize {
    let whole = pixelSize(for: box)
    func proportionalCellCount(_ length: Int, of pixels: Int, in most: Int) -> Int {
      min(most, max(1, (length * most + pixels / 2) / max(1, pixels)))
    }
    return CellSize(
      rows: proportionalCellCount(image.height, of: whole.height, in: box.rows),
      columns: proportionalCellCount(image.width, of: whole.width, in: box.columns))
  }

  package func terminalByteCount(for box: CellSize) -> Int { box.rows * box.columns * bytesPerCell }

  /// Creates the resolution of pictures from the terminal's picture mode; nil if no pictures are
  /// shown. Over a network, pictures have half the pixels in width and height, which saves three
  /// quarters of the bytes, if the terminal can scale.
  package init?(_ ability: TerminalPictureAbilities, isFar: Bool, hasColours: Bool = true) {
    let cell = ability.cell
    switch ability.method {
    case .none: return nil
    case .symbols:
      // More pixels than block characters have, so that the most similar character can be found.
      self.init(
        cell: cell, pixelsAcross: min(8, cell.width), bytesPerCell: 30, showsBlurs: !isFar,
        isNear: !isFar, showsPortraits: hasColours, drawsBlocks: true)
    case .kitty, .kittyPlaceholders:
      // Three bytes a pixel, which base64 writes as four characters.
      let area = cell.width * cell.height
      self.init(
        cell: cell, pixelsAcross: isFar ? max(1, cell.width / 2) : cell.width,
        bytesPerCell: isFar ? area : 4 * area, showsBlurs: true, isNear: !isFar)
    case .sixel, .iterm:
      // Sixels of a blur cost as many bytes as the picture's, so only a local terminal gets both.
      self.init(
        cell: cell, pixelsAcross: cell.width, bytesPerCell: cell.width * cell.height / 2,
        showsBlurs: !isFar,
        isNear: !isFar)
    }
  }
}

/// A part of a photo, in fractions of its sides.
struct PhotoRegion: Equatable {
  /// The fraction of a photo's side that may be missing in a placeholder.
  private static let tolerance = 0.05

  let x: Double
  let y: Double
  let width: Double
  let height: Double

  init(x: Double = 0, y: Double = 0, width: Double = 1, height: Double = 1) {
    (self.x, self.y, self.width, self.height) = (x, y, width, height)
  }

  init(_ cut: PictureCropping, of photo: PhotoSize, in box: PixelSize) {
    switch cut {
    case .whole: self.init()
    case .part(let x, let y, let width, let height):
      self.init(
        x: Double(x) / 1000, y: Double(y) / 1000, width: Double(width) / 1000,
        height: Double(height) / 1000)
    case .filling:
      let across = Double(box.width) / Double(max(1, photo.width))
      let down = Double(box.height) / Double(max(1, photo.height))
      let scale = max(across, down, .leastNormalMagnitude)
      let (width, height) = (across / scale, down / scale)
      self.init(x: (1 - width) / 2, y: (1 - height) / 2, width: width, height: height)
    }
  }

  /// Returns the position of another part of the photo within this part, in fractions; nil if too
  /// much of the other part is outside.
  func relativeRegion(of other: PhotoRegion) -> PhotoRegion? {
    guard width > 0, height > 0,
      let across = Self.spanRelativeToRegion(of: other.x, other.width, in: x, width),
      let down = Self.spanRelativeToRegion(of: other.y, other.height, in: y, height)
    else { return nil }
    return PhotoRegion(x: across.start, y: down.start, width: across.length, height: down.length)
  }

  private static func spanRelativeToRegion(
    of start: Double, _ length: Double, in outer: Double, _ outerLength: Double
  ) -> (start: Double, length: Double)? {
    guard start >= outer - tolerance, start + length <= outer + outerLength + tolerance else {
      return nil
    }
    let first = min(1, max(0, (start - outer) / outerLength))
    return (first, min(1 - first, length / outerLength))
  }
}

extension PixelImage {
  /// Returns a part of the image scaled to a size, each pixel the mean of four; nil for an empty
  /// part.
  func scaledImageOfRegion(_ region: PhotoRegion, in wanted: PixelSize) -> PixelImage? {
    guard wanted.width > 0, wanted.height > 0 else { return nil }
    let columns = Self.sampledPixelIndices(
      region.x, region.width, count: wanted.width, of: size.width)
    let rows = Self.sampledPixelIndices(
      region.y, region.height, count: wanted.height, of: size.height)
    var result: [UInt8] = []
    result.reserveCapacity(wanted.width * wanted.height * 3)
    for y in 0..<wanted.height {
      let (upper, lower) = (rows[2 * y] * size.width, rows[2 * y + 1] * size.width)
      for x in 0..<wanted.width {
        let (left, right) = (columns[2 * x], columns[2 * x + 1])
        for channel in 0..<3 {
          let sum =
            Int(pixels[3 * (upper + left) + channel]) + Int(pixels[3 * (upper + right) + channel])
            + Int(pixels[3 * (lower + left) + channel]) + Int(pixels[3 * (lower + right) + channel])
          result.append(UInt8(sum / 4))
        }
      }
    }
    return PixelImage(size: wanted, pixels: result)
  }

  /// Returns the indices of the pixels that are sampled along an image's side, two for each pixel
  /// of the scaled image.
  private static func sampledPixelIndices(
    _ start: Double, _ length: Double, count: Int, of side: Int
  ) -> [Int] {
    (0..<(2 * count)).map { number in
      let place = start + length * (Double(number) + 0.5) / Double(2 * count)
      return min(side - 1, max(0, Int(place * Double(side))))
    }
  }
}

/// A cache file with a photo's decoded small picture, so that photos seen before need no decoding.
/// The file is stored beside the photo; its name is made of the photo's address, cut and size, and
/// it contains a mark, width, height and pixels.
package struct ThumbnailPixelFile {
  /// Maximum size in bytes of a cached small picture; larger ones are decoded again, as they would
  /// displace too many photos.
  private static let maximumBytes = 512 * 1024
  /// The smallest ratio of a photo's pixels to those of its small picture at which caching the
  /// small picture is worth it.
  private static let leastShare = 2
  private static let signature = Array("TWPIXEL1".utf8)
  private static let headerSize = 16

  let rendition: Photo.PhotoRendition

  /// Creates the cache file of a photo's small picture in a box; nil if caching is not worth it.
  init?(of photo: Photo.PhotoRendition, _ cut: PictureCropping, in box: PixelSize) {
    let name: String
    switch cut {
    case .whole: name = "whole"
    case .filling: name = "filling"
    case .part: return nil
    }
    let area = box.width * box.height
    // Servers state the photo's size, which can be any.
    let photoArea = photo.size.width.multipliedReportingOverflow(by: photo.size.height)
    guard area > 0, area * 3 <= Self.maximumBytes, !photoArea.overflow,
      photoArea.partialValue >= area * Self.leastShare
    else { return nil }
    rendition = Photo.PhotoRendition(
      url: "\(photo.url) \(name) \(box.width)x\(box.height)",
      size: PhotoSize(width: box.width, height: box.height))
  }

  package func thumbnailFileContents(of image: PixelImage) -> [UInt8] {
    var contents: [UInt8] = []
    contents.reserveCapacity(Self.headerSize + image.pixels.count)
    contents += Self.signature
    for number in [image.size.width, image.size.height] {
      contents += [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
    }
    return contents + image.pixels
  }

  /// Returns the image in the contents of a small picture's cache file; nil for other contents, or
  /// a wrong size.
  package func decodedImage(in contents: [UInt8]) -> PixelImage? {
    guard contents.count > Self.headerSize, contents.starts(with: Self.signature) else {
      return nil
    }
    let size = PixelSize(
      width: decodedNumber(at: 8, in: contents), height: decodedNumber(at: 12, in: contents))
    guard size.width <= rendition.size.width, size.height <= rendition.size.height else {
      return nil
    }
    return PixelImage(size: size, pixels: Array(contents[Self.headerSize...]))
  }

  private func decodedNumber(at offset: Int, in contents: [UInt8]) -> Int {
    contents[offset..<(offset + 4)].reduce(0) { $0 << 8 | Int($1) }
  }
}
