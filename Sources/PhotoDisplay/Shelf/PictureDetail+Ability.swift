package import Terminal

extension PictureDetail {
  /// What a terminal of that ability can show; nil for nothing.
  ///
  /// On the way to another machine half the pixels in each direction are a quarter of the bytes,
  /// where the terminal makes pictures larger by itself.
  package init?(_ ability: PictureAbility, isFar: Bool) {
    let cell = ability.cell
    switch ability.way {
    case .none: return nil
    case .symbols:
      // Finer than any block character, so that the one nearest in shape can be found.
      self.init(
        cell: cell, pixelsAcross: min(8, cell.width), bytesPerCell: 30, showsBlurs: !isFar,
        isNear: !isFar)
    case .kitty, .kittyPlaceholders:
      // Three bytes a pixel, written with four letters.
      let area = cell.width * cell.height
      self.init(
        cell: cell, pixelsAcross: isFar ? max(1, cell.width / 2) : cell.width,
        bytesPerCell: isFar ? area : 4 * area, showsBlurs: true, isNear: !isFar)
    case .sixel, .iterm:
      // They cost as much whatever is in them: only what is near gets a blur and then the picture.
      self.init(
        cell: cell, pixelsAcross: cell.width, bytesPerCell: cell.width * cell.height / 2,
        showsBlurs: !isFar,
        isNear: !isFar)
    }
  }
}
