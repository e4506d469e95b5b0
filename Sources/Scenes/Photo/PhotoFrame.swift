import PhotoDisplay
import Terminal

/// How a photo was drawn last, for keys and the mouse.
struct PhotoFrame {
  /// How the room was divided.
  var arrangement = PhotoArrangement(
    of: CellRect(row: 0, column: 0, rows: 0, columns: 0), factLines: nil)
  /// How large the photo and its room are; nil before there is one.
  var measure: PhotoZoom.Measure?
  /// The words below it.
  var caption = Block<PostClick>()
  /// Where pictures came from.
  weak var shelf: (any PictureProvider)?
}
