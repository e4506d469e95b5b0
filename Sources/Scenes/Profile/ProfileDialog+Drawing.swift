import Preferences
import Terminal

extension ProfileDialog {
  /// Draws the dialog in the middle of rect.
  func draw(
    on canvas: inout Canvas, in rect: CellRect, _ theme: Theme, sign: SafeText,
    options: DisplayOptions
  ) {
    let isFramed = !options.isPlain && rect.size.columns >= 40 && rect.size.rows >= 10
    let border = isFramed ? (rows: 4, columns: 6) : (rows: 0, columns: 0)
    let columns = max(1, min(56, rect.size.columns - border.columns))
    let prefix: StyledText = isBusy && options.isAnimated ? [Span(sign + " ", .busy)] : []
    let asked = lines.map { theme.line($0.isEmpty ? [] : prefix + $0) }
    let hints = isBusy ? [] : keyLines(columns: columns, theme, isTight: !isFramed)
    // The keys are in sight however small the room is.
    let room = max(1, rect.size.rows - border.rows - hints.count)
    var text = asked.flatMap { TextWrapping.wrap($0, columns: columns) }
    if text.count + (isBusy ? 0 : 1) > room {
      text = weightiest(of: asked, columns: columns, rows: room)
    } else if !isBusy {
      text.append(Line())
    }
    let all = text + hints
    let box = CellRect(
      row: rect.origin.row + max(0, (rect.size.rows - all.count) / 2),
      column: rect.origin.column + max(0, (rect.size.columns - columns) / 2), rows: all.count,
      columns: columns)
    if isFramed {
      canvas.fill(
        CellRect(
          row: box.origin.row - 2, column: box.origin.column - 3, rows: box.size.rows + 4,
          columns: columns + 6), theme.style(.text))
      Frame.draw(around: box, on: &canvas, theme.style(.rule))
    } else {
      canvas.fill(rect, theme.style(.text))
    }
    for (row, line) in zip(box.rows, all) {
      canvas.write(line, at: CellPosition(row: row, column: box.origin.column), within: rect)
    }
  }

  /// Returns the key hints in one line or, in a small box that is too narrow, one below the other.
  private func keyLines(columns: Int, _ theme: Theme, isTight: Bool) -> [Line] {
    guard isTight, HintLine.count(of: keys, columns: columns) < keys.count else {
      return [HintLine.line(keys, columns: columns, theme: theme)]
    }
    return keys.map { HintLine.line([$0], columns: columns, theme: theme) }
  }

  /// Returns the most important lines that fit: the question first, then warnings, then
  /// explanations and details.
  private func weightiest(of asked: [Line], columns: Int, rows: Int) -> [Line] {
    func weight(_ index: Int) -> Int {
      switch lines[index].first?.role {
      case .strong, .busy: 3
      case .warning: 2
      case .faint: 1
      default: 0
      }
    }
    var left = rows
    var kept: [Int: [Line]] = [:]
    let ranked = asked.indices.filter { asked[$0].columns > 0 }
      .sorted { (weight($1), $0) < (weight($0), $1) }
    for (place, index) in ranked.enumerated() where left > 0 {
      // A row at least for each that must not be missing.
      let owed = ranked.dropFirst(place + 1).count { weight($0) > 1 }
      let fitting = asked[index].wrapped(columns: columns, rows: max(1, left - owed))
      kept[index] = fitting
      left -= fitting.count
    }
    return asked.indices.flatMap { kept[$0] ?? [] }
  }
}
