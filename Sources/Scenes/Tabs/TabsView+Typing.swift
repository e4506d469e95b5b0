import FeedDomain
import Preferences
import Terminal
import UseCases

/// Typing a tag to have as a tab.
extension TabsView {
  func handle(_ key: Key) -> Bool {
    guard var typing else {
      guard key == Key(.character("#")), viewModel?.adding != nil else { return false }
      beginTyping()
      return true
    }
    switch (key.code, key.modifiers) {
    case (.escape, _): self.typing = nil
    case (.enter, _): send(.add(typing.text))
    default:
      let outcome = typing.handle(key)
      self.typing = typing
      if outcome == .typed { send(.type(typing.chooser.text)) }
    }
    stage?.redraw()
    return true
  }

  func beginTyping() {
    typing = TagTyping()
    send(.type(""))
    stage?.redraw()
  }

  func paste(_ text: String) {
    typing?.chooser.paste(text)
    send(.type(typing?.chooser.text ?? ""))
    stage?.redraw()
  }

  func drawTyping(on canvas: inout Canvas, in rect: CellRect, _ theme: Theme) {
    guard let typing, let keys = viewModel?.keys, rect.size.rows > 0 else { return }
    // In line with the names in the list.
    let left = rect.size.columns >= 40 ? 2 : 0
    let columns = max(1, min(40, rect.size.columns - left - 3))
    func position(_ row: Int, _ column: Int) -> CellPosition {
      CellPosition(row: rect.origin.row + row, column: rect.origin.column + column)
    }
    canvas.write(Line("#", theme.style(.tag)), at: position(0, left), within: rect)
    typing.chooser.field.draw(
      on: &canvas,
      in: CellRect(
        row: rect.origin.row, column: rect.origin.column + left + 1, rows: 1, columns: columns),
      theme.style(.field), isFocused: !typing.chooser.list.hasKeys)
    let hasHints = rect.size.rows >= 4
    let room = max(0, rect.size.rows - 1 - (hasHints ? 2 : 0))
    for (index, choice) in typing.choices.prefix(room).enumerated() {
      let isChosen = index == typing.chooser.chosen
      if isChosen { canvas.point = position(index + 1, 0) }
      let style = theme.style(isChosen ? .currentTab : .tag)
      let line = Line(isChosen ? "› " : "  ", style)
      canvas.write(
        line.adding(choice.name, style).cut(columns: rect.size.columns),
        at: position(index + 1, 0), within: rect)
    }
    guard hasHints else { return }
    canvas.write(
      HintLine.line(keys, columns: rect.size.columns - left, theme: theme),
      at: position(rect.size.rows - 1, left), within: rect)
  }
}

extension Line {
  fileprivate func adding(_ text: SafeText, _ style: Style) -> Line {
    var line = self
    line.append(text, style)
    return line
  }
}
