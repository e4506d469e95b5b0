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
    let cell = drawing.pictures.cell
    // Four by three on the screen.
    let columns = rect.size.rows * cell.height * 4 / (3 * max(1, cell.width))
    let size = CellSize(rows: rect.size.rows, columns: max(4, columns))
    var left = rect.origin.column + 2
    for picture in pictures where !picture.isPosted {
      let box = CellRect(origin: CellPosition(row: rect.origin.row, column: left), size: size)
      guard box.columns.upperBound <= rect.columns.upperBound else { return }
      left += size.columns + 1
      canvas.fill(box, drawing.theme.style(.box))
      let photo = Photo(inFile: picture.path)
      if case .here(let shown) = drawing.pictures.picture(of: photo, in: size, .filling) {
        canvas.place(shown, at: box.origin, within: box)
      }
    }
  }

  private func name(of picture: Draft.Attachment) -> SafeText {
    if picture.isPosted { return frame.labels.pictures.posted }
    let name = picture.path.split(separator: "/").last.map(String.init) ?? picture.path
    return SafeText(sanitizing: name)
  }
}
