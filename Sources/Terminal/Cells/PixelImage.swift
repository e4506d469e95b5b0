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
