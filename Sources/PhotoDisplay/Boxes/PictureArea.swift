package import FeedDomain
package import Terminal

/// Where a photo stands among the lines of a block.
package struct PictureArea {
  /// Its box, counted from the block's first line and column.
  package var box: CellRect
  package let photo: Photo
  /// What of it the box shows.
  package let cut: PictureCut
  /// What it shows, in words.
  package let words: SafeText
  /// Whether it stays covered until asked for.
  package let isCovered: Bool
  /// The tile that stands where it is somebody's, until it is here: what matters less is asked for
  /// last, and no failure is told.
  package let tile: PersonTile?

  package init(
    box: CellRect, photo: Photo, cut: PictureCut, words: SafeText, isCovered: Bool,
    tile: PersonTile? = nil
  ) {
    self.tile = tile
    self.box = box
    self.photo = photo
    self.cut = cut
    self.words = words
    self.isCovered = isCovered
  }
}
