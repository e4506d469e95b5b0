/// Pictures as block characters: their cells are text like any other.
@MainActor final class SymbolDrawing: PictureDrawing {
  var changed: () -> Void = {}

  private let encoder: SymbolEncoder
  private let depth: ColourDepth
  private let cell: PixelSize
  private var encoded = PictureCache<PictureFace>(capacity: 200_000)
  private var begun: Set<Picture> = []

  init(depth: ColourDepth, cell: PixelSize, thread: (any SerialExecutor)?) {
    (self.depth, self.cell) = (depth, cell)
    encoder = SymbolEncoder(thread: thread)
  }

  func face(of picture: Picture) -> PictureFace {
    if let face = encoded.value(for: picture) { return face }
    if begun.insert(picture).inserted { Task { await encode(picture) } }
    return .average(of: picture, depth: depth)
  }

  func isReady(_ picture: Picture) -> Bool {
    _ = face(of: picture)
    return encoded.contains(picture)
  }

  private func encode(_ picture: Picture) async {
    let glyphs = await encoder.glyphs(of: picture, depth: depth, cell: cell)
    begun.remove(picture)
    encoded.keep(
      .symbols(glyphs), for: picture, cost: picture.cells.rows * picture.cells.columns)
    changed()
  }
}

extension PictureFace {
  /// The picture's mean colour in all its cells.
  static func average(of picture: Picture, depth: ColourDepth) -> PictureFace {
    let colour = picture.averageColour
    return .flat(PictureColour(colour.red, colour.green, colour.blue, depth: depth))
  }
}
