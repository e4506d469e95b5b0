import FeedDomain
import Terminal

/// Draws a post's photo in a box: the picture, as far as it is here, or its colour and its words.
@MainActor struct GalleryPhoto {
  let posts: PostPresentation
  let drawing: Drawing

  /// Draws it; what reaches out of the clip is left out.
  func draw(
    _ item: PostItem, on canvas: inout Canvas, in box: CellRect, within clip: CellRect,
    _ cut: PictureCut
  ) {
    guard let photo = item.photo else { return }
    if item.isCovered {
      return draw(posts.cover(of: item), of: photo, on: &canvas, in: box, within: clip)
    }
    switch drawing.pictures.picture(of: photo, in: box.size, cut) {
    case .here(let picture): place(picture, on: &canvas, in: box, within: clip)
    case .coming(let standIn?, _): place(standIn, on: &canvas, in: box, within: clip)
    case .coming(nil, _), .off, .failed:
      draw(posts.description(of: photo), of: photo, on: &canvas, in: box, within: clip)
    }
  }

  /// Draws words on the colour of a photo, or in a frame where there are no colours.
  func draw(
    _ words: SafeText, of photo: Photo, on canvas: inout Canvas, in box: CellRect,
    within clip: CellRect
  ) {
    let style = PhotoColours(theme: drawing.theme).style(of: photo)
    if let style {
      canvas.fill(box.intersection(clip), style)
    } else {
      BoxFrame(style: drawing.theme.style(.rule)).draw(on: &canvas, in: box, within: clip)
    }
    let margin = box.size.columns > 8 ? 2 : 1
    let room = CellRect(
      row: box.origin.row + (style == nil ? 1 : 0), column: box.origin.column + margin,
      rows: box.size.rows - (style == nil ? 2 : 0), columns: box.size.columns - 2 * margin)
    guard room.size.rows > 0, room.size.columns > 0 else { return }
    let all = TextWrapping.wrap(
      Line(words, style ?? drawing.theme.style(.photo)), columns: room.size.columns)
    var lines = Array(all.prefix(room.size.rows))
    if all.count > lines.count, let last = lines.popLast() {
      var cut = last.prefix(columns: room.size.columns - 1)
      cut.append("…", style ?? drawing.theme.style(.photo))
      lines.append(cut)
    }
    let top = room.origin.row + (room.size.rows - lines.count) / 2
    for (offset, line) in lines.enumerated() {
      canvas.write(
        line, at: CellPosition(row: top + offset, column: room.origin.column), within: clip)
    }
  }

  private func place(
    _ picture: Picture, on canvas: inout Canvas, in box: CellRect, within clip: CellRect
  ) {
    // One that is smaller than its box, as a photo that fits into it whole, stands in the middle.
    let position = CellPosition(
      row: box.origin.row + max(0, (box.size.rows - picture.cells.rows) / 2),
      column: box.origin.column + max(0, (box.size.columns - picture.cells.columns) / 2))
    canvas.place(picture, at: position, within: box.intersection(clip))
  }
}

extension CellRect {
  /// What two rectangles have in common; without cells where that is nothing.
  func intersection(_ other: CellRect) -> CellRect {
    let rows = rows.clamped(to: other.rows)
    let columns = columns.clamped(to: other.columns)
    return CellRect(
      row: rows.lowerBound, column: columns.lowerBound, rows: rows.count, columns: columns.count)
  }
}
