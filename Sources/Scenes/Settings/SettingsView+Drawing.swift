import Preferences
import Terminal

extension SettingsView {
  /// The maximum distance between a name and its value.
  private static let widest = 76

  func draw(on canvas: inout Canvas, in rect: CellRect, _ drawing: Drawing) {
    let theme = drawing.theme
    origin = rect.origin
    if case .themes(var list) = mode {
      draw(&list, on: &canvas, in: rect, theme)
      mode = .themes(list)
      return
    }
    guard let viewModel else { return }
    let columns = min(rect.size.columns - 3, Self.widest)
    let words = words(columns: columns, theme)
    let below =
      rect.size.rows >= 16 ? 6 : rect.size.rows >= 9 ? 4 : mode == .list ? 0 : min(words.count, 2)
    let rows = CellRect(
      row: rect.origin.row + 1, column: rect.origin.column,
      rows: max(1, rect.size.rows - 1 - below), columns: min(rect.size.columns, columns + 3))
    pane.fit(rows.size, look: .init(theme: theme)) { Self.block(of: $0, columns: $1, theme) }
    pane.draw(
      on: &canvas, in: rows, mark: drawing.isFront ? ListPane.Mark(theme, options) : nil)
    drawTop(on: &canvas, in: rect, theme)
    if case .typing(_, let field) = mode, let point = canvas.point {
      let start = min(28, columns / 2)
      field.draw(
        on: &canvas,
        in: CellRect(
          row: point.row, column: point.column + start, rows: 1, columns: columns - start),
        theme.style(.field), isFocused: true)
    }
    if pane.items.isEmpty {
      canvas.write(
        Line(viewModel.labels.nothing, theme.style(.faint)),
        at: CellPosition(row: rows.origin.row, column: rect.origin.column + 2), within: rect)
    }
    guard below > 0 else { return }
    let top = rect.rows.upperBound - below
    if below > 2, !options.isPlain {
      canvas.write(
        Line(repeating: "─", count: columns, theme.style(.rule)),
        at: CellPosition(row: top, column: rect.origin.column + 2),
        within: rect)
    }
    for (place, line) in words.prefix(below > 2 ? below - 1 : below).enumerated() {
      canvas.write(
        line,
        at: CellPosition(
          row: top + (below > 2 ? 1 : 0) + place, column: rect.origin.column + 2), within: rect)
    }
  }

  /// Draws the title of the selected row's group, or the filter field.
  private func drawTop(on canvas: inout Canvas, in rect: CellRect, _ theme: Theme) {
    let start = CellPosition(row: rect.origin.row, column: rect.origin.column + 2)
    let isTyping = mode == .filter
    guard isTyping || !filter.text.isEmpty else {
      let title = pane.selected.map(\.group) ?? ""
      return canvas.write(Line(title, theme.style(.strong)), at: start, within: rect)
    }
    canvas.write(Line("/ ", theme.style(.busy)), at: start, within: rect)
    let box = CellRect(
      row: start.row, column: start.column + 2, rows: 1,
      columns: max(1, min(rect.size.columns - 5, Self.widest - 2)))
    filter.draw(on: &canvas, in: box, theme.style(.field), isFocused: isTyping)
  }

  /// Returns the explanation of the selected row, or the current question.
  private func words(columns: Int, _ theme: Theme) -> [Line] {
    func wrapped(_ text: SafeText, _ role: Role) -> [Line] {
      TextWrapping.wrap(Line(text, theme.style(role)), columns: columns)
    }
    switch mode {
    case .pressing(let command): return wrapped(viewModel?.asking[command] ?? "", .busy)
    case .asking(let question, _, _): return wrapped(question, .warning)
    case .list, .filter, .typing, .themes: break
    }
    guard let row = pane.selected else { return [] }
    let facts = row.facts.reduce("" as SafeText) { $0.isEmpty ? $1 : $0 + " " + $1 }
    return wrapped(row.meaning, .text) + (row.override.map { wrapped($0, .warning) } ?? [])
      + wrapped(facts, .faint)
  }

  private static func block(of row: SettingRow, columns: Int, _ theme: Theme) -> Block<Never> {
    let value = Line(row.value, theme.style(row.isChanged ? .good : .faint))
      .cut(columns: max(1, columns / 2))
    var line = Line(row.title, theme.style(.author))
      .cut(columns: max(1, columns - value.columns - 2))
    line.pad(max(1, columns - line.columns - value.columns))
    line.append(value)
    var block = Block<Never>(lines: [line])
    if let next = row.next {
      block.lines += [Line(), Line(next, theme.style(.strong))]
      block.trailing = 2
    }
    return block
  }

  /// The key hints of the current mode.
  var modeHints: [Hint] {
    guard let labels = viewModel?.labels else { return [] }
    let leave = Hint(Key(.escape), word: labels.leave)
    return switch mode {
    case .list: [Hint(Key(.backspace), word: labels.reset)]
    case .filter, .typing: [Hint(Key(.enter), word: labels.keep), leave]
    case .pressing: [leave]
    case .asking: [Hint(Key(.enter), word: labels.take), leave]
    case .themes:
      [
        Hint(Key(.enter), word: labels.keep),
        Hint(Key(.up), Key(.down), word: labels.choose), leave,
      ]
    }
  }

  /// Draws the theme chooser on the right, to cover little of the scene behind.
  private func draw(
    _ list: inout ChoiceList, on canvas: inout Canvas, in rect: CellRect, _ theme: Theme
  ) {
    // Beside a frame there must be something left to see.
    let width = rect.size.columns >= 70 ? 40 : min(rect.size.columns, 22)
    let side = CellRect(
      row: rect.origin.row, column: rect.columns.upperBound - width, rows: rect.size.rows,
      columns: width)
    let box = OverlayBox(in: side, rows: themes.count + 2, columns: 28, options: options)
    box.clear(on: &canvas, theme)
    // A theme for a light ground may be looked at on a dark one: the title has to be read on both.
    let text = theme.style(.text)
    let title = Style(text.foreground, on: text.background, .bold)
    canvas.write(
      Line(viewModel?.labels.themes ?? "", title), at: box.inner.origin, within: box.inner)
    let room = CellRect(
      row: box.inner.origin.row + 2, column: box.inner.origin.column,
      rows: max(0, box.inner.size.rows - 2), columns: box.inner.size.columns)
    let now = viewModel?.rows.first { $0.id == Self.theme }?.written
    list.draw(themes.count, on: &canvas, in: room) { place, isChosen in
      Line(
        choice: SafeText(sanitizing: themes[place]), themes[place] == now ? "✓" : "",
        endStyle: theme.style(.good), isChosen: isChosen, columns: room.size.columns, theme)
    }
  }
}
