import FeedDomain
import PhotoDisplay
import Preferences
import Terminal

/// What a picture in a file looks like, small; a box stands for one that is not here yet.
struct Thumbnail {
  /// Where the file is.
  let path: String

  /// How large it is in so many rows: four by three on the screen.
  @MainActor static func size(rows: Int, _ drawing: Drawing) -> CellSize {
    let cell = drawing.pictures.cell
    let columns = rows * cell.height * 4 / (3 * max(1, cell.width))
    return CellSize(rows: rows, columns: max(4, columns))
  }

  /// Draws it.
  @MainActor func draw(on canvas: inout Canvas, in box: CellRect, _ drawing: Drawing) {
    canvas.fill(box, drawing.theme.style(.box))
    let photo = Photo(inFile: path)
    if case .here(let shown) = drawing.pictures.picture(of: photo, in: box.size, .filling) {
      canvas.place(shown, at: box.origin, within: box)
    }
  }
}
