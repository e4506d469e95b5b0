import PhotoDisplay
import Preferences
import Terminal

extension PlaceChoiceView {
  func draw(on canvas: inout Canvas, in rect: CellRect, _ drawing: Drawing) {
    guard let viewModel else { return }
    // Where there is little room, what is to be typed and chosen has it.
    let isRoomy = rect.size.rows >= 14
    let isFramed = isRoomy && !options.isPlain && rect.size.columns >= 40
    var page = Page(
      in: rect, firstRow: isRoomy ? max(1, rect.size.rows / 5) : 0, margin: isFramed ? 4 : 1)
    let first = page.row
    let theme = drawing.theme
    if rect.size.rows > 2 { page.write([Span(viewModel.labels.question, .strong)], theme) }
    if rect.size.rows >= 8 {
      let help = Line(viewModel.labels.help, theme.style(.faint))
      for line in TextWrapping.wrap(help, columns: page.columns) { page.write(line) }
    }
    if isRoomy { page.row += 1 }
    fieldRect = CellRect(
      row: page.row, column: page.left - rect.origin.column, rows: 1, columns: page.columns)
    page.row += isRoomy ? 2 : 1
    if offersRecent, isRoomy, !choices.isEmpty {
      page.write([Span(viewModel.labels.recent, .faint)], theme)
    }
    addChoices(choices, to: &page, isRoomy: isRoomy, theme, credit: viewModel.labels.credit)
    addState(viewModel, to: &page, drawing)
    page.draw(on: &canvas)
    if let chosen = chooser.chosen {
      canvas.point = CellPosition(
        row: rect.origin.row + choiceRows.lowerBound + chosen, column: page.left)
    }
    if isFramed, let end = fieldRect.map({ max($0.rows.upperBound, page.end) }) {
      let frame = CellRect(
        row: rect.origin.row + first - 1, column: page.left - 2, rows: end - first + 2,
        columns: page.columns + 4)
      BoxFrame(style: theme.style(.rule), isRound: true).draw(on: &canvas, in: frame, within: rect)
    }
    if let box = fieldRect?.moved(to: rect.origin) {
      chooser.field.draw(
        on: &canvas, in: box, theme.style(.field), isFocused: !chooser.list.hasKeys)
    }
  }

  private func addChoices(
    _ choices: [PlaceChoiceViewModel.Choice], to page: inout Page, isRoomy: Bool, _ theme: Theme,
    credit: SafeText
  ) {
    // What is owed for the places stands below them.
    let owed = credit.isEmpty ? 0 : 1
    let room = max(0, page.rect.size.rows - page.row - (isRoomy ? 3 : 0) - owed)
    let first = page.row
    for (index, choice) in choices.prefix(room).enumerated() {
      let isChosen = index == chooser.chosen
      let style = theme.style(isChosen ? .currentTab : .text)
      var line = Line(isChosen ? "› " : "  ", style)
      line.append(choice.name, style)
      let rest = TextWidth.columns(of: choice.coordinates)
      if line.columns + rest + 2 <= page.columns {
        line.pad(page.columns - line.columns - rest, style)
        line.append(choice.coordinates, isChosen ? style : theme.style(.faint))
      }
      page.write(line)
    }
    choiceRows = first..<page.row
    if !choiceRows.isEmpty, !credit.isEmpty {
      page.write([Span(credit, .faint, link: Hyperlink.mapTerms)], theme)
    }
    if isRoomy, !choiceRows.isEmpty { page.row += 1 }
  }

  private func addState(
    _ viewModel: PlaceChoiceViewModel, to page: inout Page, _ drawing: Drawing
  ) {
    switch viewModel.state {
    case .ready: break
    case .busy(let activity):
      let sign = Spinner.sign(frame: drawing.frame, options) + " "
      page.write([Span(sign, .busy), Span(activity, .faint)], drawing.theme)
    case .failed(let failure):
      let words = Line(failure, drawing.theme.style(.bad))
      for line in TextWrapping.wrap(words, columns: page.columns) { page.write(line) }
    }
  }
}

/// Lines in the middle of a rectangle, one below the other.
private struct Page {
  let rect: CellRect
  let columns: Int
  let left: Int
  /// The next row, counted from the rectangle's first.
  var row: Int
  private var lines: [(row: Int, line: Line)] = []

  /// The row below the last line.
  var end: Int { (lines.last?.row ?? 0) + 1 }

  init(in rect: CellRect, firstRow: Int, margin: Int) {
    self.rect = rect
    columns = max(1, min(60, rect.size.columns - 2 * margin))
    left = rect.origin.column + (rect.size.columns - columns) / 2
    row = firstRow
  }

  mutating func write(_ text: StyledText, _ theme: Theme) { write(theme.line(text)) }

  mutating func write(_ line: Line) {
    lines.append((row, line.cut(columns: columns)))
    row += 1
  }

  func draw(on canvas: inout Canvas) {
    for (row, line) in lines {
      canvas.write(
        line, at: CellPosition(row: rect.origin.row + row, column: left), within: rect)
    }
  }
}

extension CellRect {
  /// The same rectangle, counted from the corner of what it lies in.
  fileprivate func moved(to corner: CellPosition) -> CellRect {
    CellRect(
      row: origin.row + corner.row, column: origin.column + corner.column, rows: size.rows,
      columns: size.columns)
  }
}
