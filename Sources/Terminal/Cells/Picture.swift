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
