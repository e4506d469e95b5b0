/// The layer for each way of showing pictures.
extension PictureLayer {
  convenience init(
    _ ability: PictureAbility, depth: ColourDepth, throughTmux: Bool, process: Int32,
    thread: (any SerialExecutor)?
  ) {
    let drawing: (any PictureDrawing)? =
      switch ability.way {
      case .kitty:
        KittyDrawing(
          depth: depth, numbers: .large(process: process), playsMotions: ability.playsMotions)
      case .kittyPlaceholders:
        PlaceholderDrawing(
          depth: depth, numbers: throughTmux ? .small : .large(process: process),
          throughTmux: throughTmux, playsMotions: ability.playsMotions)
      case .symbols: SymbolDrawing(depth: depth, cell: ability.cell, thread: thread)
      case .sixel:
        OverlayDrawing(SixelFormat(cell: ability.cell), depth: depth, thread: thread)
      case .iterm: OverlayDrawing(InlineFormat(), depth: depth, thread: thread)
      case .none: nil
      }
    self.init(ability: ability, drawing: drawing)
  }
}
