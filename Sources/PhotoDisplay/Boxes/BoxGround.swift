package import FeedDomain
package import Preferences
package import Terminal

/// The colour of a box whose picture is not here, and words on it.
package struct BoxGround {
  /// The photo's own colour with letters that can be read on it, or the theme's.
  package let style: Style

  package init(of photo: Photo, _ theme: Theme) {
    let plain = theme.style(.box)
    guard plain.background != .standard, let colour = photo.colour else {
      style = plain
      return
    }
    let (red, green, blue) = (
      UInt8(colour >> 16 & 0xff), UInt8(colour >> 8 & 0xff), UInt8(colour & 0xff)
    )
    // As bright as the eye takes it for.
    let brightness = (Int(red) * 299 + Int(green) * 587 + Int(blue) * 114) / 1000
    style = Style(brightness < 140 ? .ansi(15) : .ansi(0), on: .rgb(red, green, blue))
  }

  /// Writes words into the middle of the box, as much of them as it has room for, on a plate of one
  /// colour: on a blur they could not be read.
  package func write(
    _ text: SafeText, on canvas: inout Canvas, in box: CellRect, within clip: CellRect
  ) {
    let columns = box.size.columns > 4 ? box.size.columns - 2 : box.size.columns
    guard columns > 0 else { return }
    let lines = TextWrapping.wrap(Line(text, style), columns: columns).prefix(box.size.rows)
    let top = box.origin.row + (box.size.rows - lines.count) / 2
    let widest = min(box.size.columns, (lines.map(\.columns).max() ?? 0) + 2)
    let plate = CellRect(
      row: top, column: box.origin.column + (box.size.columns - widest) / 2, rows: lines.count,
      columns: widest)
    canvas.fill(plate.shared(with: clip), style)
    for (offset, line) in lines.enumerated() {
      let left = box.origin.column + (box.size.columns - line.columns) / 2
      canvas.write(line, at: CellPosition(row: top + offset, column: left), within: clip)
    }
  }
}

extension CellRect {
  /// What belongs to both.
  package func shared(with other: CellRect) -> CellRect {
    let rows =
      max(
        self.rows.lowerBound, other.rows.lowerBound)..<max(
        max(self.rows.lowerBound, other.rows.lowerBound),
        min(self.rows.upperBound, other.rows.upperBound))
    let columns =
      max(
        self.columns.lowerBound, other.columns.lowerBound)..<max(
        max(self.columns.lowerBound, other.columns.lowerBound),
        min(self.columns.upperBound, other.columns.upperBound))
    return CellRect(
      row: rows.lowerBound, column: columns.lowerBound, rows: rows.count, columns: columns.count)
  }
}
