import FeedDomain
import Terminal

extension ComposeView {
  func draw(on canvas: inout Canvas, in rect: CellRect, _ drawing: Drawing) {
    guard let frame else { return }
    let theme = drawing.theme
    let original = frame.original.map {
      lines(of: $0, columns: ComposePage.columns(in: rect), theme)
    }
    corner = rect.origin
    page = ComposePage(
      rect, original: original?.count ?? 0, hasWarning: warning != nil,
      pictures: pictures.count, poll: pollRows, panel: panel != nil ? 2 : more?.rows.count ?? 0,
      showsPictures: drawing.pictures.isOn && !options.isPlain
        && pictures.contains { !$0.isPosted })
    if let original { draw(original, page.original, on: &canvas, theme) }
    warningRect = page.warning.map { drawWarning(frame, $0, on: &canvas, drawing) }
    text.draw(
      on: &canvas, in: page.text, scroll: &scroll, style: theme.style(.text),
      isFocused: drawing.isFront && !isInWarning && !isSending && !isElsewhere)
    if let pictures = page.pictures { drawPictures(pictures, on: &canvas, theme) }
    if let poll = page.poll { drawPoll(poll, on: &canvas, drawing) }
    if let rect = page.thumbnails { drawThumbnails(rect, on: &canvas, drawing) }
    if let rect = page.panel {
      panel?.draw(frame.labels, on: &canvas, in: rect, theme, isFocused: drawing.isFront)
      drawMore(rect, on: &canvas, drawing)
    }
    if text.characters.isEmpty {
      write(Line(frame.labels.placeholder, theme.style(.faint)), page.text, on: &canvas)
    }
    if let rule = page.rule, !options.isPlain {
      let dashes = SafeText(sanitizing: String(repeating: "─", count: rule.size.columns))
      write(Line(dashes, theme.style(.rule)), rule, on: &canvas)
    }
    drawStatus(frame, page.status, on: &canvas, theme)
    let hints = self.hints(frame.labels)
    if let keys = page.keys {
      write(HintLine.line(hints, columns: keys.size.columns, theme: theme), keys, on: &canvas)
    }
    shownHints = page.keys.map { HintLine.count(of: hints, columns: $0.size.columns) } ?? 0
    if let list = popup?.rect(at: canvas.cursor ?? rect.origin, in: page.text),
      canvas.cursor != nil, drawing.isFront
    {
      popup?.draw(on: &canvas, in: list, theme)
    }
  }
}

extension ComposeView {
  /// The post above, and a line more than there is ever room for where it is longer.
  private func lines(
    of original: ComposeViewModel.Original, columns: Int, _ theme: Theme
  ) -> [Line] {
    let columns = columns - guide(theme).columns
    var lines = [theme.line(original.author).cut(columns: columns)]
    for paragraph in original.lines where lines.count <= ComposePage.mostOriginal {
      lines += TextWrapping.wrap(Line(paragraph, theme.style(.quote)), columns: columns)
    }
    return lines
  }

  private func draw(_ original: [Line], _ rect: CellRect, on canvas: inout Canvas, _ theme: Theme) {
    guard rect.size.rows > 0 else { return }
    let guide = guide(theme)
    var lines = Array(original.prefix(rect.size.rows))
    if original.count > lines.count, let last = lines.popLast() {
      lines.append(shortened(last, columns: rect.size.columns - guide.columns, theme))
    }
    for (row, text) in zip(rect.rows, lines) {
      var line = guide
      line.append(text)
      canvas.write(line, at: CellPosition(row: row, column: rect.origin.column), within: rect)
    }
  }

  private func guide(_ theme: Theme) -> Line {
    Line(options.isPlain ? "" : "│ ", theme.style(.rule))
  }

  /// A line with the sign that there is more, after its last whole word.
  private func shortened(_ line: Line, columns: Int, _ theme: Theme) -> Line {
    var line = line
    if line.columns + 2 > columns {
      let end = line.cells.prefix(columns - 2).lastIndex { $0.character == " " && $0.width == 1 }
      line = line.prefix(columns: end ?? columns - 2)
    }
    line.append(" …", theme.style(.faint))
    return line
  }

  /// Draws the words before the text, and returns where they can be typed.
  private func drawWarning(
    _ frame: ComposeViewModel.Frame, _ rect: CellRect, on canvas: inout Canvas, _ drawing: Drawing
  ) -> CellRect {
    let theme = drawing.theme
    var label = Line(frame.labels.warning, theme.style(.warning))
    label.pad(1)
    label = label.cut(columns: rect.size.columns / 2)
    canvas.write(label, at: rect.origin, within: rect)
    var field = rect
    field.origin.column += label.columns
    field.size.columns -= label.columns
    warning?.draw(
      on: &canvas, in: field, theme.style(.field),
      isFocused: drawing.isFront && isInWarning && !isSending)
    return field
  }

  private func drawStatus(
    _ frame: ComposeViewModel.Frame, _ rect: CellRect, on canvas: inout Canvas, _ theme: Theme
  ) {
    var right = Line(status.saved, theme.style(.faint))
    if right.columns > 0 { right.pad(2) }
    right.append(status.remaining, theme.style(status.role))
    canvas.write(
      right,
      at: CellPosition(row: rect.origin.row, column: rect.columns.upperBound - right.columns),
      within: rect)
    let audience = frame.audiences.first { $0.visibility == visibility }
    guard let audience else { return }
    var left = Line(options.isPlain ? "" : "→ ", theme.style(.faint))
    left.append(audience.name, theme.style(visibility == .everybody ? .faint : .strong))
    for words in moreSaid { left.append(" · " + words, theme.style(.faint)) }
    if isSensitive {
      left.append(" · " + frame.labels.covered, theme.style(.warning))
    }
    canvas.write(
      left.cut(columns: rect.size.columns - right.columns - 1), at: rect.origin, within: rect)
  }

  private func write(_ line: Line, _ rect: CellRect, on canvas: inout Canvas) {
    canvas.write(line.cut(columns: rect.size.columns), at: rect.origin, within: rect)
  }
}
