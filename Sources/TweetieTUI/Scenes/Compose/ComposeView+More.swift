import FeedDomain
import Terminal

extension ComposeView {
  /// Opens the place where more is said about the post.
  func openMore() {
    guard let frame else { return }
    guard let panel = MorePanel(frame.more) else {
      return say(Message(text: frame.labels.more.nothing, tone: .plain))
    }
    popup = nil
    more = panel
  }

  /// Answers a key while more is said about the post.
  func handleInMore(_ key: Key) -> Bool {
    guard var panel = more else { return false }
    defer { if more != nil { more = panel } }
    switch (key.code, key.modifiers) {
    case (.escape, _), (.character("o"), .alt): more = nil
    case (.enter, []) where panel.place == panel.rows.count - 1: more = nil
    case (.enter, []), (.tab, []), (.down, _): panel.move(by: 1)
    case (.tab, .shift), (.up, _): panel.move(by: -1)
    default: return say(key, about: panel.row)
    }
    return true
  }

  private func say(_ key: Key, about row: MorePanel.Row) -> Bool {
    switch (row, key.code) {
    case (.quoters, .left): chooseQuoters(by: -1)
    case (.quoters, .right), (.quoters, .character(" ")): chooseQuoters(by: 1)
    case (.quoters, _): return false
    case (.language, _):
      guard language.handle(key) else { return false }
      changed()
    case (.moment, _):
      guard moment.handle(key) else { return false }
      changed()
    }
    return true
  }

  private func chooseQuoters(by step: Int) {
    // Whoever is set at the service comes first: nothing is said about it then.
    let choices: [Quoters?] = [nil] + Quoters.allCases
    let place = choices.firstIndex(of: quoters) ?? 0
    quoters = choices[(place + step + choices.count) % choices.count]
    changed()
  }

  /// Takes pasted text where more is said about the post; false where that is closed.
  func pasteIntoMore(_ text: String) -> Bool {
    guard let more else { return false }
    switch more.row {
    case .language: language.insert(text.firstLine)
    case .moment: moment.insert(text.firstLine)
    case .quoters: return true
    }
    changed()
    return true
  }

  /// What stands in the first of so many rows.
  func firstMore(of more: MorePanel, rows: Int) -> Int { max(0, more.place - rows + 1) }

  /// Draws what is said, a row each.
  func drawMore(_ rect: CellRect, on canvas: inout Canvas, _ drawing: Drawing) {
    guard let more, let labels = frame?.labels.more else { return }
    let names = more.rows.map(labels.name)
    let widest = names.map { TextWidth.columns(of: $0) }.max() ?? 0
    let start = min(widest + 1, rect.size.columns / 2)
    let shown = more.rows.indices.dropFirst(firstMore(of: more, rows: rect.size.rows))
    for (row, place) in zip(rect.rows, shown) {
      let isChosen = place == more.place
      canvas.write(
        Line(names[place], drawing.theme.style(isChosen ? .strong : .faint))
          .cut(columns: start - 1), at: CellPosition(row: row, column: rect.origin.column),
        within: rect)
      let field = CellRect(
        row: row, column: rect.origin.column + start, rows: 1, columns: rect.size.columns - start)
      draw(more.rows[place], field, on: &canvas, drawing, isChosen: isChosen)
    }
  }

  private func draw(
    _ row: MorePanel.Row, _ rect: CellRect, on canvas: inout Canvas, _ drawing: Drawing,
    isChosen: Bool
  ) {
    guard let labels = frame?.labels.more else { return }
    let theme = drawing.theme
    switch row {
    case .language, .moment:
      let text = row == .language ? language : moment
      var field = rect
      field.size.columns = min(row == .language ? 8 : 17, rect.size.columns)
      text.draw(
        on: &canvas, in: field, theme.style(.field), isFocused: drawing.isFront && isChosen)
      let hint = labels.hint(of: row, isEmpty: text.text.isEmpty)
      let column = field.columns.upperBound + 1
      guard column + TextWidth.columns(of: hint) <= rect.columns.upperBound else { return }
      canvas.write(
        Line(hint, theme.style(.faint)),
        at: CellPosition(row: rect.origin.row, column: column), within: rect)
    case .quoters:
      let words = quoters.flatMap { labels.quoterNames[$0] } ?? labels.usual
      var line = Line(isChosen ? "‹ " : "  ", theme.style(.strong))
      line.append(words, theme.style(isChosen ? .strong : .text))
      if isChosen { line.append(" ›", theme.style(.strong)) }
      canvas.write(line.cut(columns: rect.size.columns), at: rect.origin, within: rect)
    }
  }

  /// Whether something was typed for when it is posted that is no moment.
  var isMomentUnclear: Bool {
    !moment.text.allSatisfy(\.isWhitespace) && moments.moment(moment.text) == nil
  }

  /// What is said about the post, as the line below the page tells it.
  var moreSaid: [SafeText] {
    guard let frame else { return [] }
    let language = self.language.text.firstLine
    let time = moments.moment(moment.text).map { SafeText(sanitizing: moments.text(of: $0)) }
    // What matters most comes first: not all has room everywhere.
    return (time.map { [frame.labels.more.at + " " + $0] } ?? [])
      + (language.isEmpty ? [] : [SafeText(sanitizing: language)])
      + (quoters.flatMap { frame.labels.more.quotersSaid[$0] }.map { [$0] } ?? [])
  }
}
