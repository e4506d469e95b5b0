/// Turns pictures into block characters on the thread it is given, or between other work.
actor SymbolEncoder {
  private let thread: (any SerialExecutor)?
  /// Opened for the first picture, so that no start waits for it.
  private lazy var library = ChafaLibrary()

  init(thread: (any SerialExecutor)?) { self.thread = thread }

  nonisolated var unownedExecutor: UnownedSerialExecutor {
    thread?.asUnownedSerialExecutor() ?? MainActor.sharedUnownedExecutor
  }

  /// The picture's cells, row by row.
  func glyphs(of picture: Picture, depth: ColourDepth, cell: PixelSize) -> [PictureGlyph] {
    Self.glyphs(of: picture, depth: depth, cell: cell, with: library)
  }

  /// The same with chafa where it is installed, and by half blocks where it is not.
  static func glyphs(
    of picture: Picture, depth: ColourDepth, cell: PixelSize, with library: ChafaLibrary?
  ) -> [PictureGlyph] {
    let canvas = library.flatMap {
      SymbolCanvas($0.functions, cells: picture.cells, cell: cell, depth: depth)?
        .glyphs(of: picture.image)
    }
    return canvas ?? HalfBlocks(cells: picture.cells, depth: depth).glyphs(of: picture.image)
  }
}
