import FeedDomain
import PhotoDisplay
import Preferences
package import Terminal

/// Draws a post's photo in a box of a wall or a carousel.
///
/// Where there are no colours a line runs around each box: without one nobody would see where a
/// photo ends that is only words.
@MainActor struct GalleryPhoto {
  let posts: PostPresentation
  let drawing: Drawing
  /// Whether it is the one that is looked at, which moves where it can.
  var isSelected = false
  /// What is made of a picture that stands aside.
  var tone: (@MainActor (Picture) -> Picture)?

  /// Draws what there is of it; what reaches out of the clip is left out.
  func draw(
    _ item: PostItem, on canvas: inout Canvas, in box: CellRect, within clip: CellRect
  ) {
    guard let photo = item.photo, !box.shared(with: clip).isEmpty else { return }
    var pictures = PictureBox(drawing, posts)
    pictures.tone = tone
    pictures.draw(
      photo, describedAs: posts.description(of: photo), isSelected: isSelected,
      coveredBy: item.isCovered ? posts.cover(of: item) : nil, on: &canvas,
      in: frame(box, on: &canvas, within: clip), within: clip)
  }

  /// Draws it coarsely: it is on its way somewhere, where it will be in that box.
  func draw(
    moving item: PostItem, on canvas: inout Canvas, in box: CellRect, to end: CellRect,
    within clip: CellRect
  ) {
    guard let photo = item.photo else { return }
    // Asked for in its last size, it is there on arrival.
    let picture = item.isCovered ? nil : picture(of: photo, in: end.size)
    let inside = frame(box, on: &canvas, within: clip)
    if let picture {
      MovingPicture(image: picture.image).draw(on: &canvas, in: inside, within: clip)
    } else {
      canvas.fill(inside.shared(with: clip), BoxGround(of: photo, drawing.theme).style)
    }
  }

  private func picture(of photo: Photo, in size: CellSize) -> Picture? {
    switch drawing.pictures.picture(of: photo, in: size, .filling) {
    case .here(let picture): picture
    case .coming(let standIn, _), .held(let standIn): standIn
    case .off, .failed: nil
    }
  }

  /// What is left of the box inside the line around it, where there is one.
  private func frame(
    _ box: CellRect, on canvas: inout Canvas, within clip: CellRect
  ) -> CellRect {
    guard drawing.theme.style(.box).background == .standard, box.size.rows > 2,
      box.size.columns > 2
    else { return box }
    BoxFrame(style: drawing.theme.style(.rule)).draw(on: &canvas, in: box, within: clip)
    return CellRect(
      row: box.origin.row + 1, column: box.origin.column + 1, rows: box.size.rows - 2,
      columns: box.size.columns - 2)
  }
}

extension CellRect {
  /// Whether it has no cells.
  package var isEmpty: Bool { rows.isEmpty || columns.isEmpty }
}
