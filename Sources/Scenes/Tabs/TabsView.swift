import FeedDomain
import Preferences
import Terminal
import UseCases

/// The list of streams, those that are tabs in their order.
@MainActor final class TabsView: ListScene {
  weak var stage: (any Stage)?
  private let options: DisplayOptions
  let send: SceneRequests<Tabs.Request>
  private(set) var viewModel: TabsViewModel?
  package var pane = ListPane<TabRow, Never>(gap: 0)
  /// The tag that is typed; nil while none is.
  var typing: TagTyping?

  init(interactor: any Interacting<Tabs.Request>, options: DisplayOptions = DisplayOptions()) {
    send = SceneRequests(to: interactor)
    self.options = options
  }

  var header: Header { Header(viewModel?.title ?? "") }

  var hints: [Command] {
    guard typing == nil else { return [] }
    guard pane.selected?.column != nil else { return [.keepTab, .back] }
    return pane.selected?.tab == nil ? [.keepColumn, .back] : [.keepTab, .keepColumn, .back]
  }

  var keyHints: [Hint] {
    guard typing == nil, let viewModel else { return [] }
    let row = pane.selected
    var moving: [Hint] = []
    if row?.isShown == true { moving.append(Hint(Key(.left), Key(.right), word: viewModel.moving)) }
    if row?.place.isEmpty == false {
      moving.append(
        Hint(Key(.left, .control), Key(.right, .control), word: viewModel.movingColumn))
    }
    return moving + (viewModel.adding.map { [Hint("#", word: $0)] } ?? [])
  }

  var takesText: Bool { typing != nil }

  func opened() { send(.open) }

  func closed() { send.cancel() }

  func draw(on canvas: inout Canvas, in rect: CellRect, _ drawing: Drawing) {
    guard typing != nil else {
      return drawList(
        on: &canvas, in: rect, mark: drawing.isFront ? .init(drawing.theme, options) : nil,
        drawing.theme)
    }
    // Where there is room for both, the tag is typed below the list.
    let listed = min(pane.items.count, rect.size.rows - Self.rowsToType - 1)
    let top = listed >= min(pane.items.count, 3) ? listed + 1 : 0
    let list = CellRect(
      row: rect.origin.row, column: rect.origin.column, rows: max(1, top - 1),
      columns: rect.size.columns)
    if top > 0 { drawList(on: &canvas, in: list, mark: nil, drawing.theme) }
    let rest = CellRect(
      row: rect.origin.row + top, column: rect.origin.column, rows: rect.size.rows - top,
      columns: rect.size.columns)
    drawTyping(on: &canvas, in: rest, drawing.theme)
  }

  /// So much room the line that is typed has with a few choices and what the keys do.
  private static let rowsToType = 7

  private func drawList(
    on canvas: inout Canvas, in rect: CellRect, mark: ListPane<TabRow, Never>.Mark?, _ theme: Theme
  ) {
    let widest = pane.items.map { TextWidth.columns(of: $0.name) }.max() ?? 0
    pane.fit(rect.size, look: .init(theme: theme)) {
      self.block(of: $0, columns: $1, names: min(widest, $1 / 2), theme)
    }
    pane.draw(on: &canvas, in: rect, mark: mark)
  }

  func handle(_ event: SceneEvent) -> Bool {
    switch event {
    case .command: return handleInList(event)
    case .mouse: return typing != nil || handleInList(event)
    case .key(let key): return handle(key)
    case .paste(let text):
      guard typing != nil else { return false }
      paste(text)
      return true
    case .edited: return false
    }
  }
}

extension TabsView: Displaying {
  func display(_ viewModel: TabsViewModel) {
    self.viewModel = viewModel
    pane.show(viewModel.rows)
    typing?.offer(viewModel.offered)
    for cue in viewModel.cues { obey(cue) }
    stage?.redraw()
  }

  private func obey(_ cue: TabsViewModel.Cue) {
    switch cue {
    case .select(let tab):
      typing = nil
      // What stands above it stays in sight.
      let above = pane.items.firstIndex { $0.id == .tab(tab) } ?? 0
      pane.place(.tab(tab), row: min(above, max(0, pane.room.rows - 1)))
    case .say(let message): stage?.say(message)
    }
  }
}

extension TabsView {
  private func block(
    of row: TabRow, columns: Int, names: Int, _ theme: Theme
  ) -> Block<Never> {
    var line = Line(box(of: row), theme.style(row.isShown ? .good : .faint))
    let start = line.columns
    line.append(row.name, theme.style(row.isShown || !row.place.isEmpty ? .author : .text))
    line.pad(max(0, names + start - line.columns) + 2)
    line.append(row.state, theme.style(row.isShown ? .good : .faint))
    if !row.place.isEmpty {
      if !row.state.isEmpty { line.append(" · ", theme.style(.faint)) }
      line.append(row.place, theme.style(.good))
    }
    return Block(lines: [line.cut(columns: columns)])
  }

  /// A box with a mark in it for a tab; words alone are easier to listen to.
  private func box(of row: TabRow) -> SafeText {
    guard !options.isPlain else { return "" }
    guard row.tab != nil else { return "    " }
    return row.isShown ? "[x] " : "[ ] "
  }

  func obey(_ command: Command) -> Bool {
    guard let row = pane.selected else { return obeyWithoutRow(command) }
    switch command {
    case .left, .right:
      let step = command == .left ? -1 : 1
      if let tab = row.tab { send(.move(tab, by: step)) } else { moveColumn(of: row, by: step) }
    case .previousColumn: moveColumn(of: row, by: -1)
    case .nextColumn: moveColumn(of: row, by: 1)
    case .open, .keepTab: if let tab = row.tab { send(.toggle(tab)) } else { toggleColumn(of: row) }
    case .keepColumn: toggleColumn(of: row)
    default: return obeyWithoutRow(command)
    }
    return true
  }

  private func toggleColumn(of row: TabRow) {
    if let column = row.column { send(.toggleColumn(column)) }
  }

  private func moveColumn(of row: TabRow, by step: Int) {
    if let column = row.column { send(.moveColumn(column, by: step)) }
  }

  private func obeyWithoutRow(_ command: Command) -> Bool {
    switch command {
    // It is open already.
    case .tabs: break
    case .search where viewModel?.adding != nil: beginTyping()
    default: return false
    }
    return true
  }
}
