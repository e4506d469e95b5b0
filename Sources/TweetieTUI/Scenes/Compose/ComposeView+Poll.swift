import FeedDomain
import Terminal

extension ComposeView {
  /// Opens the place where a poll is put together.
  func openPoll() {
    guard let labels = frame?.labels.poll else { return }
    // One that is there can be taken out, whatever the service thinks of it by now.
    guard poll != nil || frame?.polls != nil else {
      return say(Message(text: labels.noPolls, tone: .plain))
    }
    guard poll != nil || pictures.isEmpty else {
      return say(Message(text: labels.noPollWithPictures, tone: .plain))
    }
    popup = nil
    poll = poll ?? PollForm(nil, within: pollLimits)
    isInPoll = true
  }

  /// Answers a key while a poll is put together.
  func handleInPoll(_ key: Key) -> Bool {
    guard isInPoll, var form = poll else { return false }
    switch (key.code, key.modifiers) {
    case (.escape, _), (.character("p"), .alt):
      closePoll()
      return true
    case (.enter, []): form.goOn()
    case (.down, _), (.tab, []): form.move(by: 1)
    case (.up, _), (.tab, .shift): form.move(by: -1)
    case (.character("d"), .control): form.remove()
    case (.character("s"), .alt): form.toggleSeveral()
    case (.character("t"), .alt): form.lengthen()
    default:
      guard form.handle(key) else { return false }
    }
    poll = form
    changed()
    return true
  }

  /// Goes back to the text; a poll into which nothing was typed is none.
  func closePoll() {
    isInPoll = false
    poll = poll?.poll.map { PollForm($0, within: pollLimits) }
  }

  private var pollLimits: PollLimits { frame?.polls ?? .standard }

  /// How many rows the poll would like: one an answer, and one for how it is held.
  var pollRows: Int { poll.map { $0.choices.count + 1 } ?? 0 }

  /// Draws the poll; the answer that takes the keys is in sight however few rows there are.
  func drawPoll(_ rect: CellRect, on canvas: inout Canvas, _ drawing: Drawing) {
    guard let form = poll else { return }
    let rows = answerRows(of: form, in: rect.size.rows)
    let answers = form.choices.indices.dropFirst(firstAnswer(of: form, rows: rect.size.rows))
    for (row, place) in zip(rect.rows.prefix(rows), answers) {
      let line = CellRect(
        row: row, column: rect.origin.column, rows: 1, columns: rect.size.columns)
      drawChoice(place, of: form, line, on: &canvas, drawing)
    }
    guard rect.size.rows > rows, let labels = frame?.labels.poll else { return }
    var line = Line()
    line.pad(4)
    line.append(
      form.allowsSeveral ? labels.several : labels.one, drawing.theme.style(.faint))
    if let length = labels.lengths[form.lasts] {
      line.append(" · " + length, drawing.theme.style(.faint))
    }
    canvas.write(
      line.cut(columns: rect.size.columns),
      at: CellPosition(row: rect.rows.upperBound - 1, column: rect.origin.column), within: rect)
  }

  /// How many of so many rows the answers have.
  private func answerRows(of form: PollForm, in rows: Int) -> Int {
    max(1, rows - (rows > form.choices.count ? 1 : 0))
  }

  /// Which answer stands in the first of so many rows.
  func firstAnswer(of form: PollForm, rows: Int) -> Int {
    isInPoll ? max(0, form.place - answerRows(of: form, in: rows) + 1) : 0
  }

  private func drawChoice(
    _ place: Int, of form: PollForm, _ rect: CellRect, on canvas: inout Canvas, _ drawing: Drawing
  ) {
    let theme = drawing.theme
    let isChosen = isInPoll && place == form.place
    var line = Line(isChosen ? "› " : "  ", theme.style(.strong))
    line.append(options.isPlain ? "- " : "○ ", theme.style(isChosen ? .strong : .faint))
    let excess = form.excess(at: place)
    let end = Line(excess > 0 ? SafeText(sanitizing: " -\(excess)") : "", theme.style(.bad))
    guard isInPoll else {
      line.append(SafeText(sanitizing: form.choices[place].text), theme.style(.text))
      line = line.cut(columns: rect.size.columns - end.columns)
      line.append(end)
      return canvas.write(line, at: rect.origin, within: rect)
    }
    canvas.write(line, at: rect.origin, within: rect)
    var field = rect
    field.origin.column += line.columns
    field.size.columns = max(1, rect.size.columns - line.columns - 5)
    form.choices[place].draw(
      on: &canvas, in: field, theme.style(.field), isFocused: drawing.isFront && isChosen)
    canvas.write(
      end, at: CellPosition(row: rect.origin.row, column: field.columns.upperBound), within: rect)
  }
}
