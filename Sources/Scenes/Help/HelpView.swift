import Preferences
import Terminal
import Words

/// The help scene with a search field. The contents come from the current key map.
@MainActor final class HelpView: Scene {
  weak var navigator: (any Navigator)?
  private let contents: HelpContents
  private let keys: KeyMap
  private let wording: Wording
  private var field = TextField()
  private var page: (columns: Int, theme: Theme, page: HelpPage)?
  private var scroll = 0
  private var rows = 1

  init(_ contents: HelpContents, keys: KeyMap, wording: Wording) {
    (self.contents, self.keys, self.wording) = (contents, keys, wording)
  }

  var header: Header { Header(wording.help) }
  var traits: SceneTraits { SceneTraits(takesText: true, hasAir: false, fitsBeside: false) }

  var keyHints: [Hint] {
    [
      Hint(Key(.escape), word: wording.hint(of: .back)),
      Hint(Key(.up), Key(.down), word: wording.say("scroll")),
    ]
  }

  func draw(on canvas: inout Canvas, in rect: CellRect, _ drawing: Drawing) {
    let margin = rect.size.columns >= 40 ? 2 : 0
    let columns = max(1, rect.size.columns - 2 * margin)
    drawField(
      on: &canvas,
      in: CellRect(
        row: rect.origin.row, column: rect.origin.column + margin, rows: 1, columns: columns),
      drawing)
    let lines = lines(columns: columns, drawing.theme)
    // A row of air below the field, where there is enough of it.
    let top = rect.size.rows >= 12 ? 2 : 1
    rows = max(1, rect.size.rows - top)
    scroll = max(0, min(scroll, lines.count - rows))
    for (offset, line) in lines.dropFirst(scroll).prefix(rows).enumerated() {
      canvas.write(
        line,
        at: CellPosition(
          row: rect.origin.row + top + offset, column: rect.origin.column + margin),
        within: rect)
    }
  }

  func handle(_ event: SceneEvent) -> Bool {
    switch event {
    case .key(let key): return handle(key)
    case .paste(let text):
      field.insert(text.firstLine)
      look()
    case .mouse(let mouse, _):
      switch mouse.action {
      case .wheelDown: scroll(by: 3)
      case .wheelUp: scroll(by: -3)
      default: return false
      }
    case .command, .edited: return false
    }
    return true
  }
}

extension HelpView {
  private func drawField(on canvas: inout Canvas, in rect: CellRect, _ drawing: Drawing) {
    let label = Line(wording.say("Find") + "  ", drawing.theme.style(.fieldLabel))
    canvas.write(label, at: rect.origin, within: rect)
    let room = max(1, min(40, rect.size.columns - label.columns))
    field.draw(
      on: &canvas,
      in: CellRect(
        row: rect.origin.row, column: rect.origin.column + label.columns, rows: 1, columns: room),
      drawing.theme.style(.field), isFocused: drawing.isFront)
  }

  private func handle(_ key: Key) -> Bool {
    switch (key.code, key.modifiers) {
    case (.down, _): scroll(by: 1)
    case (.up, _): scroll(by: -1)
    case (.pageDown, _): scroll(by: max(1, rows - 2))
    case (.pageUp, _): scroll(by: -max(1, rows - 2))
    case (.escape, _) where field.text.isEmpty: navigator?.go(to: .back)
    case (.escape, _):
      field.clear()
      look()
    // The key that opens it closes it too, until something else is typed.
    case _ where field.text.isEmpty && keys.command(for: key) == .help: navigator?.go(to: .back)
    case (.backspace, []) where field.text.isEmpty: navigator?.go(to: .back)
    case (.home, _) where field.text.isEmpty: scroll(by: -scroll)
    case (.end, _) where field.text.isEmpty: scroll(by: page?.page.lines.count ?? 0)
    default:
      guard field.handle(key) else { return false }
      look()
    }
    return true
  }

  /// Shows the search result from the top.
  private func look() {
    page = nil
    scroll = 0
    navigator?.redraw()
  }

  private func scroll(by rows: Int) {
    scroll = max(0, scroll + rows)
    navigator?.redraw()
  }

  private func lines(columns: Int, _ theme: Theme) -> [Line] {
    if let page, page.columns == columns, page.theme == theme { return page.page.lines }
    let page = HelpPage(contents.matching(field.text), columns: columns, theme: theme)
    self.page = (columns, theme, page)
    return page.lines.isEmpty
      ? [Line(wording.say("No key does that."), theme.style(.faint))] : page.lines
  }
}
