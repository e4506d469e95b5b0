package import Terminal

/// What stands for somebody until their picture is here, and where they have none: the first letter
/// of their name on a ground of their colour.
package struct PersonTile {
  private let letter: SafeText
  private let style: Style

  /// The tile of somebody of that name, which looks like this.
  package init(_ name: SafeText, _ style: Style) {
    let first = name.string.first { $0.isLetter || $0.isNumber } ?? name.string.first
    letter = SafeText(sanitizing: first.map { $0.uppercased() } ?? "")
    var style = style
    style.attributes.formUnion([.reversed, .bold])
    self.style = style
  }

  /// Draws it in the box.
  package func draw(on canvas: inout Canvas, in box: CellRect, within clip: CellRect) {
    canvas.fill(box.shared(with: clip), style)
    let line = Line(letter, style)
    canvas.write(
      line,
      at: CellPosition(
        row: box.origin.row + (box.size.rows - 1) / 2,
        column: box.origin.column + (box.size.columns - line.columns) / 2), within: clip)
  }
}
