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
  private var list = ChoiceList.alone
  /// Where it was drawn, for the mouse.
  private var origin = CellPosition(row: 0, column: 0)

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
    let rect = CellRect(
      row: inner.origin.row + 1, column: inner.origin.column,
      rows: max(0, inner.size.rows - (hasHints ? 3 : 1)), columns: inner.size.columns)
    if shown.isEmpty {
      canvas.write(
        Line(wording.noSuchCommand, theme.style(.faint)).cut(columns: rect.size.columns),
        at: rect.origin, within: inner)
    }
    list.draw(shown.count, on: &canvas, in: rect) { place, isChosen in
      Line(
        choice: shown[place].title, shown[place].key, endStyle: theme.style(.key),
        isChosen: isChosen, columns: rect.size.columns, theme)
    }
    guard hasHints else { return }
    let hints = [
      Hint(Key(.enter), word: wording.doIt), Hint(Key(.up), Key(.down), word: wording.choose),
      Hint(Key(.escape), word: wording.leaveSearch),
    ]
    box.write(hints, on: &canvas, theme)
  }

  func handle(_ event: SceneEvent) -> Bool {
    switch event {
    case .key(let key): return handle(key)
    case .paste(let text):
      field.insert(text.firstLine)
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

  private func handle(_ key: Key) -> Bool {
    switch (key.code, key.modifiers) {
    case (.escape, _): stage?.go(to: .back)
    case (.enter, _): take(list.chosen)
    case (.down, _), (.tab, []), (.character("n"), .control): list.step(by: 1, of: shown.count)
    case (.up, _), (.tab, .shift), (.character("p"), .control): list.step(by: -1, of: shown.count)
    case (.pageDown, _): list.go(by: list.page, of: shown.count)
    case (.pageUp, _): list.go(by: -list.page, of: shown.count)
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
    list = .alone
    stage?.redraw()
  }

  private func take(_ place: Int?) {
    guard let place, shown.indices.contains(place) else { return }
    stage?.run(shown[place].choice)
  }

  private func point(_ mouse: MouseEvent) -> Bool {
    switch mouse.action {
    case .wheelDown: list.go(by: 1, of: shown.count)
    case .wheelUp: list.go(by: -1, of: shown.count)
    case .press(1): take(list.row(at: mouse.position.row + origin.row, of: shown.count))
    default: break
    }
    stage?.redraw()
    return true
  }
}
