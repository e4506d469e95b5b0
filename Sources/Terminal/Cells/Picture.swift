/// A picture scaled for a rectangle of cells; sent to the terminal once, however often it is drawn.
public final class Picture: Sendable {
  /// The pixels, in the proportions of the rectangle; the terminal scales them.
  public let image: PixelImage
  public let cells: CellSize

  /// The mean colour, stored since every frame asks for it.
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

/// An animated picture: frames shown in a loop.
public final class Motion: Sendable {
  public struct Frame: Sendable {
    public let picture: Picture
    public let duration: Duration

    public init(_ picture: Picture, for duration: Duration) {
      (self.picture, self.duration) = (picture, duration)
    }

    var milliseconds: Int { Int(duration / .milliseconds(1)) }
  }

  /// The frames; at least two.
  public let frames: [Frame]

  /// Returns nil for fewer than two frames.
  public init?(_ frames: [Frame]) {
    guard frames.count > 1 else { return nil }
    self.frames = frames
  }
}

extension Motion: Hashable {
  public static func == (left: Motion, right: Motion) -> Bool { left === right }
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

/// A picture as RGB pixels.
public struct PixelImage: Equatable, Sendable {
  public let size: PixelSize
  /// Red, green and blue bytes, row by row from the top left.
  public let pixels: [UInt8]

  /// Returns nil unless there are `width` × `height` × 3 bytes.
  public init?(size: PixelSize, pixels: [UInt8]) {
    guard size.width > 0, size.height > 0, pixels.count == size.width * size.height * 3 else {
      return nil
    }
    (self.size, self.pixels) = (size, pixels)
  }
}
