import Terminal

extension SignInView {
  func draw(on canvas: inout Canvas, in rect: CellRect, _ drawing: Drawing) {
    fieldRects = [:]
    guard let viewModel else { return }
    let theme = drawing.theme
    let columns = SignInArrangement.columns(in: rect)
    let sentence = TextWrapping.wrap(
      Line(viewModel.sentence, theme.style(.text)), columns: columns)
    let notice = TextWrapping.wrap(notice(of: viewModel, drawing), columns: columns)
    let arrangement = SignInArrangement(
      in: rect, sentence: sentence.count, notice: max(1, notice.count), isPlain: options.isPlain)
    let room = arrangement.rect
    if arrangement.isFramed { Frame.draw(around: room, on: &canvas, theme.style(.rule)) }
    for (row, kind) in zip(room.rows, arrangement.rows) {
      let line = CellRect(row: row, column: room.origin.column, rows: 1, columns: columns)
      switch kind {
      case .blank: break
      case .letterhead(let index):
        write(Line(SignInArrangement.letters[index], theme.style(.strong)), line, on: &canvas)
      case .title: write(Line("Tweetie", theme.style(.strong)), line, on: &canvas)
      case .sentence(let index): write(sentence[index], line, on: &canvas)
      case .notice(let index):
        if notice.indices.contains(index) { write(notice[index], line, on: &canvas) }
      case .service: drawService(viewModel, line, on: &canvas, theme)
      case .user: draw(.user, line, arrangement.hasLabels, on: &canvas, drawing)
      case .password: draw(.password, line, arrangement.hasLabels, on: &canvas, drawing)
      case .keys:
        write(
          HintLine.line(keys(of: viewModel), columns: columns, theme: theme), line, on: &canvas)
      }
    }
    // The mouse counts from the scene's own corner.
    fieldRects = fieldRects.mapValues {
      CellRect(
        row: $0.origin.row - rect.origin.row, column: $0.origin.column - rect.origin.column,
        rows: $0.size.rows, columns: $0.size.columns)
    }
  }
}

extension SignInView {
  private func notice(of viewModel: SignInViewModel, _ drawing: Drawing) -> Line {
    let theme = drawing.theme
    switch viewModel.state {
    case .ready: return Line(viewModel.tip ?? "", theme.style(.faint))
    case .refused(let sentence): return Line(sentence, theme.style(.bad))
    case .checking(let sentence):
      guard options.isAnimated else { return Line(sentence, theme.style(.busy)) }
      return Line(
        Spinner.sign(frame: drawing.frame, options) + " " + sentence, theme.style(.busy))
    }
  }

  private func keys(of viewModel: SignInViewModel) -> [Hint] {
    let labels = viewModel.labels
    if isChecking { return [Hint(key: "Esc", word: labels.callOff)] }
    let keys = [Hint(key: "Enter", word: labels.signIn), Hint(key: "Tab", word: labels.nextField)]
    return viewModel.isAgain ? keys + [Hint(key: "Esc", word: labels.leave)] : keys
  }

  private func drawService(
    _ viewModel: SignInViewModel, _ rect: CellRect, on canvas: inout Canvas, _ theme: Theme
  ) {
    var line = Line(viewModel.labels.service, theme.style(.fieldLabel))
    line.pad(labelColumns(viewModel) - line.columns)
    line.append(viewModel.service, theme.style(.text))
    write(line, rect, on: &canvas)
  }

  private func draw(
    _ field: Field, _ rect: CellRect, _ hasLabel: Bool, on canvas: inout Canvas, _ drawing: Drawing
  ) {
    guard let viewModel else { return }
    let theme = drawing.theme
    let label = field == .user ? viewModel.labels.user : viewModel.labels.password
    let content = field == .user ? user : password
    let isFocused = drawing.isFront && !isChecking && focus == field
    var input = rect
    if hasLabel {
      let role: Role = isFocused ? .strong : .fieldLabel
      write(Line(label, theme.style(role)), rect, on: &canvas)
      input.origin.column += labelColumns(viewModel)
      input.size.columns -= labelColumns(viewModel)
    }
    content.draw(on: &canvas, in: input, theme.style(.field), isFocused: isFocused)
    if !hasLabel, content.text.isEmpty {
      var style = theme.style(.field)
      style.attributes.insert(.dim)
      write(Line(label, style), input, on: &canvas)
    }
    fieldRects[field] = input
  }

  private func labelColumns(_ viewModel: SignInViewModel) -> Int {
    let labels = viewModel.labels
    let widest = [labels.service, labels.user, labels.password].map(TextWidth.columns).max() ?? 0
    return widest + 2
  }

  private func write(_ line: Line, _ rect: CellRect, on canvas: inout Canvas) {
    canvas.write(line.cut(columns: rect.size.columns), at: rect.origin, within: rect)
  }
}
