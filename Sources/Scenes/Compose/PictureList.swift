import FeedDomain
import PhotoDisplay
import Preferences
import Terminal

/// The pictures that go with a post, as they stand below it.
struct PictureList {
  let pictures: [Draft.Attachment]
  let frame: ComposeViewModel.Frame

  /// Draws them, a row each.
  func draw(on canvas: inout Canvas, in rect: CellRect, chosen: Int?, _ theme: Theme) {
    for (row, (index, picture)) in zip(rect.rows, pictures.enumerated()) {
      let isChosen = chosen == index
      var line = Line(isChosen ? "› " : "  ", theme.style(.strong))
      line.append(
        "\(index + 1)/\(frame.pictures) " + name(of: picture),
        theme.style(isChosen ? .strong : .text))
      if picture.isDescribed {
        line.append("  \(picture.altText)", theme.style(.faint))
      } else {
        line.append("  " + frame.labels.pictures.undescribed, theme.style(.warning))
      }
      canvas.write(
        line.cut(columns: rect.size.columns),
        at: CellPosition(row: row, column: rect.origin.column), within: rect)
    }
  }

  /// Draws what they look like, side by side; a box stands for one that is not here yet.
  @MainActor func drawThumbnails(on canvas: inout Canvas, in rect: CellRect, _ drawing: Drawing) {
    let size = Thumbnail.size(rows: rect.size.rows, drawing)
    var left = rect.origin.column + 2
    for picture in pictures where !picture.isPosted {
      let box = CellRect(origin: CellPosition(row: rect.origin.row, column: left), size: size)
      guard box.columns.upperBound <= rect.columns.upperBound else { return }
      left += size.columns + 1
      Thumbnail(path: picture.path).draw(on: &canvas, in: box, drawing)
    }
  }

  private func name(of picture: Draft.Attachment) -> SafeText {
    if picture.isPosted { return frame.labels.pictures.posted }
    let name = picture.path.split(separator: "/").last.map(String.init) ?? picture.path
    return SafeText(sanitizing: name)
  }
}
