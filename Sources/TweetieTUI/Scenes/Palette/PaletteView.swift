import FeedDomain
import Terminal

/// All commands and streams over whatever is on the screen, with a field that picks among them.
@MainActor final class PaletteView: Scene {
  weak var stage: (any Stage)?
  private let entries: [PaletteEntry]
  private let wording: Wording
  private let options: DisplayOptions
  private var shown: [PaletteEntry]
  private var field = TextField()
  private var selection = 0
  private var scroll = 0
  /// Where it was drawn, and the entries in it, for the mouse.
  private var origin = CellPosition(row: 0, column: 0)
  private var list = CellRect(row: 0, column: 0, rows: 0, columns: 0)

  init(_ entries: [PaletteEntry], wording: Wording, options: DisplayOptions = DisplayOptions()) {
    self.entries = entries
    self.wording = wording
    self.options = options
    shown = entries
  }

  var header: Header { Header() }
  var hints: [Command] { [] }
  var takesText: Bool { true }
  var isOverlay: Bool { true }

  func draw(on canvas: inout Canvas, in rect: CellRect, _ drawing: Drawing) {
    let theme = drawing.theme
    origin = rect.origin
    let box = OverlayBox(
      in: rect, rows: min(entries.count + 3, 18), columns: 64, options: options)
    box.clear(on: &canvas, theme)
    let inner = box.inner
    let hasHints = inner.size.rows >= 6
    drawField(on: &canvas, in: inner, theme)
    list = CellRect(
      row: inner.origin.row + 1, column: inner.origin.column,
      rows: max(0, inner.size.rows - (hasHints ? 3 : 1)), columns: inner.size.columns)
    keepSelectionInSight()
    if shown.isEmpty {
      canvas.write(
        Line(wording.noSuchCommand, theme.style(.faint)).cut(columns: list.size.columns),
        at: list.origin, within: inner)
    }
    for (row, place) in zip(list.rows, scroll..<shown.count) {
      canvas.write(
        line(of: shown[place], isSelected: place == selection, theme),
        at: CellPosition(row: row, column: list.origin.column), within: inner)
    }
    guard hasHints else { return }
    let hints = [
      Hint(key: "Enter", word: wording.doIt), Hint(key: "↑↓", word: wording.choose),
      Hint(key: "Esc", word: wording.leaveSearch),
    ]
    canvas.write(
      HintLine.line(hints, columns: inner.size.columns, theme: theme),
      at: CellPosition(row: inner.rows.upperBound - 1, column: inner.origin.column), within: inner)
  }

  func handle(_ event: SceneEvent) -> Bool {
    switch event {
    case .key(let key): return handle(key)
    case .paste(let text):
      field.insert(String(text.prefix { !$0.isNewline }))
      pick()
      return true
    case .mouse(let mouse, _): return point(mouse)
    case .command, .edited: return false
    }
  }
}

extension PaletteView {
  private func drawField(on canvas: inout Canvas, in rect: CellRect, _ theme: Theme) {
    let prompt = Line(": ", theme.style(.busy))
    canvas.write(prompt, at: rect.origin, within: rect)
    let box = CellRect(
      row: rect.origin.row, column: rect.origin.column + prompt.columns, rows: 1,
      columns: max(1, rect.size.columns - prompt.columns))
    field.draw(on: &canvas, in: box, theme.style(.field), isFocused: true)
  }

  private func line(of entry: PaletteEntry, isSelected: Bool, _ theme: Theme) -> Line {
    let columns = list.size.columns
    let style = theme.style(isSelected ? .currentTab : .text)
    let key = Line(entry.key, isSelected ? style : theme.style(.key))
    var line = Line(isSelected ? "› " : "  ", style)
    line.append(
      Line(entry.title, style).cut(columns: max(1, columns - key.columns - line.columns - 1)))
    line.pad(max(1, columns - line.columns - key.columns), style)
    line.append(key)
    return line
  }

  private func handle(_ key: Key) -> Bool {
    switch (key.code, key.modifiers) {
    case (.escape, _): stage?.go(to: .back)
    case (.enter, _): take(selection)
    case (.down, _), (.tab, []), (.character("n"), .control): select(selection + 1)
    case (.up, _), (.tab, .shift), (.character("p"), .control): select(selection - 1)
    case (.pageDown, _): select(min(shown.count - 1, selection + max(1, list.size.rows - 1)))
    case (.pageUp, _): select(max(0, selection - max(1, list.size.rows - 1)))
    // Where nothing is left to erase, erasing leaves.
    case (.backspace, []) where field.text.isEmpty: stage?.go(to: .back)
    default:
      guard field.handle(key) else { return false }
      pick()
    }
    stage?.redraw()
    return true
  }

  private func pick() {
    shown = FuzzyMatch(field.text).best(of: entries)
    selection = 0
    scroll = 0
    stage?.redraw()
  }

  /// Selects an entry; beyond the ends it goes round.
  private func select(_ place: Int) {
    guard !shown.isEmpty else { return }
    selection = place < 0 ? shown.count - 1 : place >= shown.count ? 0 : place
  }

  private func take(_ place: Int) {
    guard shown.indices.contains(place) else { return }
    stage?.run(shown[place].choice)
  }

  private func keepSelectionInSight() {
    let rows = max(1, list.size.rows)
    scroll = min(max(scroll, selection - rows + 1), selection)
    scroll = max(0, min(scroll, shown.count - rows))
  }

  private func point(_ mouse: MouseEvent) -> Bool {
    switch mouse.action {
    case .wheelDown: select(min(shown.count - 1, selection + 1))
    case .wheelUp: select(max(0, selection - 1))
    case .press(1):
      let row = mouse.position.row + origin.row - list.origin.row
      guard (0..<list.size.rows).contains(row) else { return true }
      take(scroll + row)
    default: break
    }
    stage?.redraw()
    return true
  }
}
