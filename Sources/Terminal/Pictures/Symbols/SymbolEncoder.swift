/// Turns pictures into block characters on the thread it is given, or between other work.
actor SymbolEncoder {
  private let thread: (any SerialExecutor)?
  /// Opened for the first picture, so that no start waits for it.
  private lazy var library = ChafaLibrary()

  init(thread: (any SerialExecutor)?) { self.thread = thread }

  nonisolated var unownedExecutor: UnownedSerialExecutor {
    thread?.asUnownedSerialExecutor() ?? MainActor.sharedUnownedExecutor
  }

  /// The picture's cells, row by row; nil where chafa is not installed.
  func glyphs(of picture: Picture, depth: ColourDepth, cell: PixelSize) -> [PictureGlyph]? {
    library.flatMap {
      SymbolCanvas($0.functions, cells: picture.cells, cell: cell, depth: depth)?
        .glyphs(of: picture.image)
    }
  }
}
