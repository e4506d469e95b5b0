internal import Glibc

/// A picture scaled for a rectangle of cells; sent to the terminal once, however often it is drawn.
public final class Picture: Sendable {
  /// The pixels of the picture, with the shape of its rectangle of cells; the terminal scales them.
  public let image: PixelImage
  public let cells: CellSize

  /// The mean colour of the picture, stored since every frame needs it.
  let averageColour: (red: UInt8, green: UInt8, blue: UInt8)

  public init(_ image: PixelImage, cells: CellSize) {
    (self.image, self.cells) = (image, cells)
    averageColour = image.averageColour
  }
}

extension Picture: Hashable {
  public static func == (left: Picture, right: Picture) -> Bool { left === right }
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

/// An animated picture on the screen, whose frames are shown in a loop.
public final class Animation: Sendable {
  public struct AnimationFrame: Sendable {
    public let picture: Picture
    public let duration: Duration

    public init(_ picture: Picture, for duration: Duration) {
      (self.picture, self.duration) = (picture, duration)
    }

    var milliseconds: Int { Int(duration / .milliseconds(1)) }
  }

  /// The frames of the animation; at least two.
  public let frames: [AnimationFrame]

  public init?(_ frames: [AnimationFrame]) {
    guard frames.count > 1 else { return nil }
    self.frames = frames
  }
}

extension Animation: Hashable {
  public static func == (left: Animation, right: Animation) -> Bool { left === right }
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

public struct PixelImage: Equatable, Sendable {
  public let size: PixelSize
  /// The pixels of the image: red, green and blue bytes, row by row from the top left.
  public let pixels: [UInt8]

  /// Creates an image from pixels; nil unless there are `width` × `height` × 3 bytes.
  public init?(size: PixelSize, pixels: [UInt8]) {
    guard size.width > 0, size.height > 0, pixels.count == size.width * size.height * 3 else {
      return nil
    }
    (self.size, self.pixels) = (size, pixels)
  }

  /// Returns the image scaled by nearest neighbour, or unchanged if it has the wanted size.
  func scaled(to wanted: PixelSize) -> PixelImage {
    guard wanted != size, wanted.width > 0, wanted.height > 0 else { return self }
    var scaled: [UInt8] = []
    scaled.reserveCapacity(wanted.width * wanted.height * 3)
    for y in 0..<wanted.height {
      let row = y * size.height / wanted.height * size.width
      for x in 0..<wanted.width {
        let pixel = 3 * (row + x * size.width / wanted.width)
        scaled += pixels[pixel..<(pixel + 3)]
      }
    }
    return PixelImage(size: wanted, pixels: scaled) ?? self
  }

  /// Returns true if one of `count` equal horizontal strips of the image, such as a row of cells,
  /// looks the same in another image; the pixel rows next to the strip count, too.
  func hasSameStripPixels(as other: PixelImage, inPart part: Int, of count: Int) -> Bool {
    guard size == other.size else { return false }
    let first = max(0, part * size.height / count - 1)
    let end = min(size.height, ((part + 1) * size.height + count - 1) / count + 1)
    let bytes = (3 * size.width * first)..<(3 * size.width * end)
    // Slices would be compared byte by byte, while a key may wait.
    return pixels.withUnsafeBytes { own in
      other.pixels.withUnsafeBytes { others in
        let part = UnsafeRawBufferPointer(rebasing: own[bytes])
        let same = UnsafeRawBufferPointer(rebasing: others[bytes])
        guard let part = part.baseAddress, let same = same.baseAddress else { return true }
        return memcmp(part, same, bytes.count) == 0
      }
    }
  }

  func pixelRows(in rect: PixelRect) -> [ArraySlice<UInt8>] {
    (rect.y..<(rect.y + rect.height)).map { y in
      let start = 3 * (y * size.width + rect.x)
      return pixels[start..<(start + 3 * rect.width)]
    }
  }

  /// The mean colour of some thousand pixels of the image, shown until the picture is loaded.
  var averageColour: (red: UInt8, green: UInt8, blue: UInt8) {
    let count = pixels.count / 3
    let step = max(1, count / 1024)
    var sums = (0, 0, 0)
    var looked = 0
    for pixel in stride(from: 0, to: count, by: step) {
      sums.0 += Int(pixels[3 * pixel])
      sums.1 += Int(pixels[3 * pixel + 1])
      sums.2 += Int(pixels[3 * pixel + 2])
      looked += 1
    }
    return (UInt8(sums.0 / looked), UInt8(sums.1 / looked), UInt8(sums.2 / looked))
  }
}
