import FeedDomain
package import Terminal

/// How much of a picture the terminal can show, and what that costs on the line.
package struct PictureDetail: Equatable {
  /// How large a cell is, which gives boxes their shape.
  package let cell: PixelSize
  /// How many of a picture's pixels a cell shows from left to right; from top to bottom it shows as
  /// many as its shape makes that, so that nothing is stretched.
  let pixelsAcross: Int
  /// About how many bytes a cell of a picture takes.
  let bytesPerCell: Int
  /// Whether a blur may be shown first and the picture after it; else only a colour goes first.
  let showsBlurs: Bool
  /// Whether the terminal is on the same desk: only there may pictures move.
  let isNear: Bool

  init(
    cell: PixelSize, pixelsAcross: Int, bytesPerCell: Int, showsBlurs: Bool, isNear: Bool = true
  ) {
    (self.cell, self.pixelsAcross, self.bytesPerCell) = (cell, pixelsAcross, bytesPerCell)
    (self.showsBlurs, self.isNear) = (showsBlurs, isNear)
  }

  /// The pixels that fill a box.
  package func pixels(for box: CellSize) -> PixelSize {
    PixelSize(
      width: box.columns * pixelsAcross,
      height: max(1, box.rows * cell.height * pixelsAcross / max(1, cell.width)))
  }

  /// The cells of a box that an image of that size fills.
  package func cells(for image: PixelSize, within box: CellSize) -> CellSize {
    let whole = pixels(for: box)
    func cells(_ length: Int, of pixels: Int, in most: Int) -> Int {
      min(most, max(1, (length * most + pixels / 2) / max(1, pixels)))
    }
    return CellSize(
      rows: cells(image.height, of: whole.height, in: box.rows),
      columns: cells(image.width, of: whole.width, in: box.columns))
  }

  /// About how many bytes a picture for a box takes.
  package func bytes(for box: CellSize) -> Int { box.rows * box.columns * bytesPerCell }

  /// What a terminal of that ability can show; nil for nothing.
  ///
  /// On the way to another machine half the pixels in each direction are a quarter of the bytes,
  /// where the terminal makes pictures larger by itself.
  package init?(_ ability: PictureAbility, isFar: Bool) {
    let cell = ability.cell
    switch ability.way {
    case .none: return nil
    case .symbols:
      // Finer than any block character, so that the one nearest in shape can be found.
      self.init(
        cell: cell, pixelsAcross: min(8, cell.width), bytesPerCell: 30, showsBlurs: !isFar,
        isNear: !isFar)
    case .kitty, .kittyPlaceholders:
      // Three bytes a pixel, written with four letters.
      let area = cell.width * cell.height
      self.init(
        cell: cell, pixelsAcross: isFar ? max(1, cell.width / 2) : cell.width,
        bytesPerCell: isFar ? area : 4 * area, showsBlurs: true, isNear: !isFar)
    case .sixel, .iterm:
      // They cost as much whatever is in them: only what is near gets a blur and then the picture.
      self.init(
        cell: cell, pixelsAcross: cell.width, bytesPerCell: cell.width * cell.height / 2,
        showsBlurs: !isFar,
        isNear: !isFar)
    }
  }
}

/// A part of a photo, in shares of its width and height.
struct PhotoRegion: Equatable {
  /// So much may be missing at an edge of what only stands in for a picture.
  private static let slack = 0.05

  let x: Double
  let y: Double
  let width: Double
  let height: Double

  init(x: Double = 0, y: Double = 0, width: Double = 1, height: Double = 1) {
    (self.x, self.y, self.width, self.height) = (x, y, width, height)
  }

  /// What a cut shows of a photo in a box of that shape.
  init(_ cut: PictureCut, of photo: PhotoSize, in box: PixelSize) {
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

  /// Where another part is within this one, in shares of this one; nil where too much of it is not.
  func place(of other: PhotoRegion) -> PhotoRegion? {
    guard width > 0, height > 0,
      let across = Self.place(of: other.x, other.width, in: x, width),
      let down = Self.place(of: other.y, other.height, in: y, height)
    else { return nil }
    return PhotoRegion(x: across.start, y: down.start, width: across.length, height: down.length)
  }

  private static func place(
    of start: Double, _ length: Double, in outer: Double, _ outerLength: Double
  ) -> (start: Double, length: Double)? {
    guard start >= outer - slack, start + length <= outer + outerLength + slack else { return nil }
    let first = min(1, max(0, (start - outer) / outerLength))
    return (first, min(1 - first, length / outerLength))
  }
}

extension PixelImage {
  /// A part of the picture in another size, each pixel the mean of four that lie around it; nil
  /// where there is nothing to be seen.
  func region(_ region: PhotoRegion, in wanted: PixelSize) -> PixelImage? {
    guard wanted.width > 0, wanted.height > 0 else { return nil }
    let columns = Self.samples(region.x, region.width, count: wanted.width, of: size.width)
    let rows = Self.samples(region.y, region.height, count: wanted.height, of: size.height)
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

  /// The pixels that are looked at along a side, two for each that is wanted.
  private static func samples(
    _ start: Double, _ length: Double, count: Int, of side: Int
  ) -> [Int] {
    (0..<(2 * count)).map { number in
      let place = start + length * (Double(number) + 0.5) / Double(2 * count)
      return min(side - 1, max(0, Int(place * Double(side))))
    }
  }
}

/// A small picture as it was decoded, kept beside the photo it was made of: a wall that was seen
/// before needs no decoding.
///
/// Its name in the cache is the photo's address, the cut and the size; its contents are a mark, the
/// width, the height and the pixels.
package struct Thumbnail {
  /// What takes more bytes is decoded anew: it would take the room of too many photos.
  private static let most = 512 * 1024
  /// So many times its pixels a photo has to have for decoding to be worth saving.
  private static let leastShare = 2
  private static let mark = Array("TWPIXEL1".utf8)
  private static let headerSize = 16

  /// Under which it is kept.
  let rendition: Photo.Rendition

  /// What a photo would be in a box of so many pixels; nil where that is not kept.
  init?(of photo: Photo.Rendition, _ cut: PictureCut, in box: PixelSize) {
    let name: String
    switch cut {
    case .whole: name = "whole"
    case .filling: name = "filling"
    case .part: return nil
    }
    let area = box.width * box.height
    guard area > 0, area * 3 <= Self.most,
      photo.size.width * photo.size.height >= area * Self.leastShare
    else { return nil }
    rendition = Photo.Rendition(
      url: "\(photo.url) \(name) \(box.width)x\(box.height)",
      size: PhotoSize(width: box.width, height: box.height))
  }

  /// What is kept of an image.
  package func contents(of image: PixelImage) -> [UInt8] {
    var contents: [UInt8] = []
    contents.reserveCapacity(Self.headerSize + image.pixels.count)
    contents += Self.mark
    for number in [image.size.width, image.size.height] {
      contents += [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
    }
    return contents + image.pixels
  }

  /// The image in what was kept; nil where it is not one that fits into the box.
  package func image(in contents: [UInt8]) -> PixelImage? {
    guard contents.count > Self.headerSize, contents.starts(with: Self.mark) else { return nil }
    let size = PixelSize(width: number(at: 8, in: contents), height: number(at: 12, in: contents))
    guard size.width <= rendition.size.width, size.height <= rendition.size.height else {
      return nil
    }
    return PixelImage(size: size, pixels: Array(contents[Self.headerSize...]))
  }

  private func number(at offset: Int, in contents: [UInt8]) -> Int {
    contents[offset..<(offset + 4)].reduce(0) { $0 << 8 | Int($1) }
  }
}
