import FeedDomain
import PhotoDisplay
import Terminal

extension Block {
  /// Indents the block and reserves a box for a profile picture on its left, even while the picture
  /// is missing.
  mutating func stand(
    beside portrait: Photo, in box: CellSize, indent: Int, tile: PersonTile? = nil
  ) {
    var blanks = Line()
    blanks.pad(indent)
    self.indent(by: indent) { _ in blanks }
    lines += Array(repeating: Line(), count: max(0, box.rows - lines.count))
    pictures.append(
      PictureArea(
        box: CellRect(origin: CellPosition(row: 0, column: 0), size: box), photo: portrait,
        cut: .filling, words: "", isCovered: false, tile: tile))
  }
}
