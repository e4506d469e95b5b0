import FeedDomain
import Terminal

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
