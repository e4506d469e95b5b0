import FeedDomain
import PhotoDisplay
import Preferences
import Terminal

/// The rectangles of the sign-in form in the last drawing, relative to the scene.
struct SignInRects {
  var fields: [SignInField: CellRect] = [:]
  var service: CellRect?
  var way: CellRect?
}

extension SignInView {
  func draw(on canvas: inout Canvas, in rect: CellRect, _ drawing: Drawing) {
    rects = SignInRects()
    guard let viewModel else { return }
    switch viewModel.page {
    case nil: break
    case .services: services.draw(on: &canvas, in: rect, drawing.theme)
    case .form(let model): draw(model, on: &canvas, in: rect, drawing)
    case .approval(let model):
      approval.draw(
        on: &canvas, in: rect, drawing.theme, notice: status(drawing),
        keys: isChecking ? [viewModel.callOff] : model.keys,
        isFocused: drawing.isFront && !isChecking)
    }
  }
}

extension SignInView {
  private func draw(
    _ model: SignInFormModel, on canvas: inout Canvas, in rect: CellRect, _ drawing: Drawing
  ) {
    let theme = drawing.theme
    let columns = SignInArrangement.columns(in: rect)
    let sentence = TextWrapping.wrap(
      Line(model.sentence, theme.style(.text)), columns: columns)
    let tip = TextWrapping.wrap(theme.line(tip(of: model)), columns: columns)
      .filter { $0.columns > 0 }
    let status = TextWrapping.wrap(status(drawing), columns: columns).filter { $0.columns > 0 }
    let arrangement = SignInArrangement(
      in: rect,
      SignInArrangement.Content(
        sentence: sentence.count, tip: tip.count, status: status.count,
        fields: model.rows.map(\.field), fault: fault, hasWay: !model.wayName.isEmpty,
        isPlain: options.isPlain))
    let room = arrangement.rect
    if arrangement.isFramed { Frame.draw(around: room, on: &canvas, theme.style(.rule)) }
    for (row, kind) in zip(room.rows, arrangement.rows) {
      let line = CellRect(row: row, column: room.origin.column, rows: 1, columns: columns)
      switch kind {
      case .blank: break
      case .letterhead(let index):
        write(SignInMark.line(index, theme, isASCII: !options.hasSigns), line, on: &canvas)
      case .title: write(Line("Tweetie", theme.style(.strong)), line, on: &canvas)
      case .sentence(let index): write(sentence[index], line, on: &canvas)
      case .tip(let index):
        if tip.indices.contains(index) { write(tip[index], line, on: &canvas) }
      case .status(let index): write(status[index], line, on: &canvas)
      case .service:
        write(fact(model.serviceLabel, model.serviceName, model, theme), line, on: &canvas)
        rects.service = line.counted(from: rect.origin)
      case .way:
        write(fact(model.wayLabel, model.wayName, model, theme), line, on: &canvas)
        rects.way = line.counted(from: rect.origin)
      case .field(let field):
        let input = draw(field, model, line, arrangement.hasLabels, on: &canvas, drawing)
        rects.fields[field] = input.counted(from: rect.origin)
      case .keys:
        let keys = isChecking ? [viewModel?.callOff].compactMap(\.self) : model.keys
        write(HintLine.line(keys, columns: columns, theme: theme), line, on: &canvas)
      }
    }
  }

  private var fault: SignInField? {
    if case .refused(_, let field, _) = viewModel?.state { field } else { nil }
  }

  private func tip(of model: SignInFormModel) -> StyledText {
    if form.isEmpty, !model.invitation.isEmpty { return [Span(model.invitation, .text)] }
    let isOther = !AppPassword.mayBecome(form[.password].text)
    return isOther && !model.advice.isEmpty ? model.advice : model.tip
  }

  /// Returns the progress or the error; empty for neither.
  private func status(_ drawing: Drawing) -> Line {
    let theme = drawing.theme
    switch viewModel?.state {
    case .ready?, nil: return Line()
    case .refused(let sentence, _, _)?: return Line(sentence, theme.style(.bad))
    case .checking(let sentence)?:
      guard options.isAnimated else { return Line(sentence, theme.style(.busy)) }
      return Line(
        Spinner.sign(frame: drawing.frame, options) + " " + sentence, theme.style(.busy))
    }
  }

  private func fact(
    _ label: SafeText, _ value: SafeText, _ model: SignInFormModel, _ theme: Theme
  ) -> Line {
    var line = Line(label, theme.style(.fieldLabel))
    line.pad(labelColumns(model) - line.columns)
    line.append(value, theme.style(.text))
    return line
  }

  /// Draws a field with its label. Returns the rectangle of the text.
  private func draw(
    _ field: SignInField, _ model: SignInFormModel, _ rect: CellRect, _ hasLabel: Bool,
    on canvas: inout Canvas, _ drawing: Drawing
  ) -> CellRect {
    let theme = drawing.theme
    let label = model.rows.first { $0.field == field }?.label ?? ""
    let isFocused = drawing.isFront && !isChecking && form.focus == field
    var input = rect
    if hasLabel {
      let role: Role = field == fault ? .bad : isFocused ? .strong : .fieldLabel
      write(Line(label, theme.style(role)), rect, on: &canvas)
      input.origin.column += labelColumns(model)
      input.size.columns = max(1, input.size.columns - labelColumns(model))
    }
    form[field].draw(on: &canvas, in: input, theme.style(.field), isFocused: isFocused)
    if !hasLabel, form[field].text.isEmpty {
      var style = theme.style(.field)
      style.attributes.insert(.dim)
      write(Line(label, style), input, on: &canvas)
    }
    return input
  }

  private func labelColumns(_ model: SignInFormModel) -> Int {
    let labels = [model.serviceLabel] + model.rows.map(\.label)
    let all = model.wayName.isEmpty ? labels : labels + [model.wayLabel]
    return (all.map(TextWidth.columns).max() ?? 0) + 2
  }

  private func write(_ line: Line, _ rect: CellRect, on canvas: inout Canvas) {
    canvas.write(line.cut(columns: rect.size.columns), at: rect.origin, within: rect)
  }
}

extension CellRect {
  /// Returns the rectangle relative to a corner.
  fileprivate func counted(from corner: CellPosition) -> CellRect {
    CellRect(
      row: origin.row - corner.row, column: origin.column - corner.column, rows: size.rows,
      columns: size.columns)
  }
}
