/// A picture made ready for a box of cells; it is sent to the terminal once, however often it is
/// drawn.
public final class Picture: Sendable {
  /// Its pixels, in the shape of the box; the terminal scales what does not fit exactly.
  public let image: PixelImage
  /// The cells it fills.
  public let cells: CellSize

  /// Its mean colour, kept because every frame asks for it.
  let averageColour: (red: UInt8, green: UInt8, blue: UInt8)

  /// A picture that fills that many cells.
  public init(_ image: PixelImage, cells: CellSize) {
    (self.image, self.cells) = (image, cells)
    averageColour = image.averageColour
  }
}

extension Picture: Hashable {
  /// A picture equals only itself.
  public static func == (left: Picture, right: Picture) -> Bool { left === right }
  /// By identity, not by looks.
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

/// What is seen of a picture that moves: pictures that follow each other, from the beginning again
/// after the last.
public final class Motion: Sendable {
  /// One of them, and for how long it is seen.
  public struct Frame: Sendable {
    /// What is seen.
    public let picture: Picture
    /// For how long.
    public let duration: Duration

    /// A picture that is seen for so long.
    public init(_ picture: Picture, for duration: Duration) {
      (self.picture, self.duration) = (picture, duration)
    }

    var milliseconds: Int { Int(duration / .milliseconds(1)) }
  }

  /// In the order in which they are seen, at least two.
  public let frames: [Frame]

  /// A motion of these; nil where nothing moves.
  public init?(_ frames: [Frame]) {
    guard frames.count > 1 else { return nil }
    self.frames = frames
  }
}

extension Motion: Hashable {
  /// A motion equals only itself.
  public static func == (left: Motion, right: Motion) -> Bool { left === right }
  /// By identity, not by looks.
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

/// A picture as plain pixels.
public struct PixelImage: Equatable, Sendable {
  /// How large it is.
  public let size: PixelSize
  /// Red, green and blue, a byte each, row by row from the top left.
  public let pixels: [UInt8]

  /// The picture of these pixels; nil where they are not `width` × `height` × 3.
  public init?(size: PixelSize, pixels: [UInt8]) {
    guard size.width > 0, size.height > 0, pixels.count == size.width * size.height * 3 else {
      return nil
    }
    (self.size, self.pixels) = (size, pixels)
  }
}
