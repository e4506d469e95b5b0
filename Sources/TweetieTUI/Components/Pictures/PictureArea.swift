import FeedDomain
import Terminal

/// Where a photo stands among the lines of a block.
struct PictureArea {
  /// Its box, counted from the block's first line and column.
  var box: CellRect
  /// The photo.
  let photo: Photo
  /// What of it the box shows.
  let cut: PictureCut
  /// What it shows, in words.
  let words: SafeText
  /// Whether it stays covered until asked for.
  let isCovered: Bool
}
