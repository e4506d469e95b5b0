/// A picture made ready for a box of cells; the same one is put on the terminal once, however often
/// it is drawn.
public final class Picture: Sendable {
  /// Its pixels, in the shape of the box; the terminal scales what does not fit exactly.
  public let image: PixelImage
  /// The cells it fills.
  public let cells: CellSize

  /// Its mean colour; every frame asks for it.
  let averageColour: (red: UInt8, green: UInt8, blue: UInt8)

  /// The picture that fills so many cells.
  public init(_ image: PixelImage, cells: CellSize) {
    self.image = image
    self.cells = cells
    averageColour = image.averageColour
  }
}

extension Picture: Hashable {
  /// A picture is the same as itself only.
  public static func == (left: Picture, right: Picture) -> Bool { left === right }
  /// By what it is, not how it looks.
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
