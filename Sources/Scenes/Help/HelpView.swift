import Preferences
import Terminal
import Words

/// What the keys do. It is drawn from the key map in force, so it is never wrong.
@MainActor final class HelpView: Scene {
  weak var stage: (any Stage)?
  private let keys: KeyMap
  private let wording: Wording
  /// Whether the keys while one writes come first.
  private let isWriting: Bool
  private let options: DisplayOptions
  private var page: (columns: Int, theme: Theme, page: HelpPage)?
  private var scroll = 0
  private var rows = 1

  init(
    keys: KeyMap, wording: Wording, isWriting: Bool = false,
    options: DisplayOptions = DisplayOptions()
  ) {
    self.options = options
    self.keys = keys
    self.wording = wording
    self.isWriting = isWriting
  }

  var header: Header {
    Header(wording.help)
  }
  var hints: [Command] { [.back, .down, .up, .pageDown] }
  var fitsBeside: Bool { false }

  func draw(on canvas: inout Canvas, in rect: CellRect, _ drawing: Drawing) {
    let margin = rect.size.columns >= 40 ? 2 : 0
    let lines = lines(columns: rect.size.columns - 2 * margin, drawing.theme)
    // A row of air on top, where there is enough of it.
    let air = rect.size.rows >= 12 ? 1 : 0
    rows = max(1, rect.size.rows - air)
    scroll = max(0, min(scroll, lines.count - rows))
    for (offset, line) in lines.dropFirst(scroll).prefix(rows).enumerated() {
      canvas.write(
        line,
        at: CellPosition(
          row: rect.origin.row + air + offset, column: rect.origin.column + margin),
        within: rect)
    }
  }

  func handle(_ event: SceneEvent) -> Bool {
    switch event {
    case .command(let command): return handle(command)
    case .mouse(let mouse, _):
      switch mouse.action {
      case .wheelDown: scroll(by: 3)
      case .wheelUp: scroll(by: -3)
      default: return false
      }
      return true
    case .key, .paste, .edited: return false
    }
  }
}

extension HelpView {
  private func handle(_ command: Command) -> Bool {
    switch command {
    case .down, .lineDown: scroll(by: 1)
    case .up, .lineUp: scroll(by: -1)
    case .halfPageDown: scroll(by: max(1, rows / 2))
    case .halfPageUp: scroll(by: -max(1, rows / 2))
    case .pageDown: scroll(by: max(1, rows - 2))
    case .pageUp: scroll(by: -max(1, rows - 2))
    case .top: scroll(by: -scroll)
    case .bottom: scroll(by: page?.page.lines.count ?? 0)
    // The key that opens it closes it too.
    case .help: stage?.go(to: .back)
    default: return false
    }
    return true
  }

  private func scroll(by rows: Int) {
    scroll = max(0, scroll + rows)
    stage?.redraw()
  }

  private func lines(columns: Int, _ theme: Theme) -> [Line] {
    if let page, page.columns == columns, page.theme == theme { return page.page.lines }
    let page = HelpPage(
      keys, columns: max(1, columns), wording: wording, theme: theme, isWriting: isWriting,
      isPlain: options.isPlain)
    self.page = (columns, theme, page)
    return page.lines
  }
}
