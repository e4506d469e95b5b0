package import Terminal

/// A thin line around a box.
package struct BoxFrame {
  package let style: Style
  /// Whether its corners are round, as around what lies in a scene; pictures have none.
  package var isRound = false

  package init(
    style: Style, isRound: Bool = false
  ) {
    (self.style, self.isRound) = (style, isRound)
  }

  /// Draws it along the box's own edge.
  package func draw(on canvas: inout Canvas, in box: CellRect, within clip: CellRect) {
    guard box.size.rows > 1, box.size.columns > 1 else { return }
    let corners: [SafeText] = isRound ? ["╭", "╮", "╰", "╯"] : ["┌", "┐", "└", "┘"]
    let last = box.rows.upperBound - 1
    for row in box.rows {
      let left = CellPosition(row: row, column: box.origin.column)
      let right = CellPosition(row: row, column: box.columns.upperBound - 1)
      switch row {
      case box.origin.row: canvas.write(line(corners[0], corners[1], box), at: left, within: clip)
      case last: canvas.write(line(corners[2], corners[3], box), at: left, within: clip)
      default:
        canvas.write(Line("│", style), at: left, within: clip)
        canvas.write(Line("│", style), at: right, within: clip)
      }
    }
  }

  private func line(_ left: SafeText, _ right: SafeText, _ box: CellRect) -> Line {
    let middle = SafeText(repeating: "─", count: box.size.columns - 2)
    return Line(left + middle + right, style)
  }
}
