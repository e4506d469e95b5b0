import FeedDomain
import Preferences
import Terminal
import UseCases

/// The scene of all settings and keys with their explanations, and the theme chooser over another
/// scene.
@MainActor final class SettingsView: ListScene {
  /// The current meaning of keys.
  enum Mode: Equatable {
    /// Moving in the list.
    case list
    /// Typing the filter.
    case filter
    /// Typing the value of the named setting.
    case typing(String, TextField)
    /// Waiting for a key to assign to the command.
    case pressing(Command)
    /// Confirming that a key is taken from another command.
    case asking(SafeText, Key, Command)
    /// Choosing a theme in an overlay.
    case themes(ChoiceList)
  }

  weak var navigator: (any Navigator)?
  let options: DisplayOptions
  private let send: SceneRequests<SettingsChanging.Request>
  /// Whether only the theme chooser is shown.
  private let showsThemes: Bool
  var viewModel: SettingsViewModel?
  var mode = Mode.list
  var filter = TextField()
  /// The position of the last drawing, for mouse events.
  var origin = CellPosition(row: 0, column: 0)
  package var pane = ListPane<SettingRow, Never>()

  init(
    interactor: any Interacting<SettingsChanging.Request>, showsThemes: Bool = false,
    options: DisplayOptions = DisplayOptions()
  ) {
    send = SceneRequests(to: interactor)
    self.showsThemes = showsThemes
    self.options = options
  }

  var header: Header { Header(viewModel?.title ?? "", aside: viewModel?.aside ?? "") }
  var hints: [Command] { mode == .list ? [.open, .search, .back, .help] : [] }
  var hintWords: [Command: SafeText] {
    viewModel.map { [.open: $0.labels.change, .search: $0.labels.filter] } ?? [:]
  }
  var keyHints: [Hint] { modeHints }
  var traits: SceneTraits { SceneTraits(takesText: mode != .list, isOverlay: isOverlay) }
  private var isOverlay: Bool { if case .themes = mode { true } else { showsThemes } }

  /// The space key changes a choice, and Backspace or Delete resets the setting.
  func takes(_ key: Key) -> Bool {
    guard mode == .list, let row = pane.selected else { return false }
    if case .choice = row.kind, key == " " { return true }
    return [Key(.backspace), Key(.delete)].contains(key)
  }

  func opened() { send.once(.open) }

  func closed() {
    if case .themes = mode { send(.look(nil)) }
    send.cancel()
  }

  func handle(_ event: SceneEvent) -> Bool {
    switch event {
    case .key(let key):
      guard press(key) else { return false }
      navigator?.redraw()
      return true
    case .paste(let text):
      paste(text)
      navigator?.redraw()
      return true
    case .mouse(let mouse, let count):
      return point(mouse, count: count)
    case .command, .edited: return handleInList(event)
    }
  }

  func handleCommand(_ command: Command) -> Bool {
    switch command {
    case .open: change()
    case .left: turn(by: -1)
    case .right: turn(by: 1)
    case .nextStream: go(by: 1)
    case .previousStream: go(by: -1)
    case .search: mode = .filter
    case .back where !filter.text.isEmpty: filter = TextField()
    // It is open already.
    case .settings: break
    case .refresh: send(.open)
    default: return false
    }
    show()
    return true
  }
}

extension SettingsView: Displaying {
  func display(_ viewModel: SettingsViewModel) {
    let (isFirst, before) = (self.viewModel == nil, self.viewModel?.question)
    self.viewModel = viewModel
    if isFirst, showsThemes { openThemes() }
    if let question = viewModel.question, question != before {
      mode = .asking(question.words, question.key, question.command)
    }
    show()
  }

  func perform(_ effect: Effect) { navigator?.perform(effect) }

  /// Shows the rows that match the filter.
  private func show() {
    let words = filter.text.prefix(MatchedLine.longest).lowercased().split(separator: " ").map(
      String.init)
    var rows = (viewModel?.rows ?? []).filter { $0.has(words) }
    for (place, row) in rows.enumerated().dropLast() where row.group != rows[place + 1].group {
      rows[place].next = rows[place + 1].group
    }
    pane.show(rows)
    navigator?.redraw()
  }
}

// MARK: - What keys do

extension SettingsView {
  static let theme = "display.theme"

  var themes: [String] {
    guard case .choice(let names)? = viewModel?.rows.first(where: { $0.id == Self.theme })?.kind
    else { return [] }
    return names
  }

  private func change() {
    guard let row = pane.selected else { return }
    switch row.kind {
    case .choice where row.id == Self.theme: openThemes()
    case .choice: turn(by: 1)
    // What is hidden is not shown to be changed: it is typed anew.
    case .text:
      mode = .typing(row.id, TextField(row.value.string == row.written ? row.written : ""))
    case .keys(let command): mode = .pressing(command)
    }
  }

  private func turn(by step: Int) {
    guard let row = pane.selected, case .choice(let words) = row.kind else { return }
    let place = (words.firstIndex(of: row.written) ?? 0) + step + words.count
    send(.set(row.id, to: words[place % words.count]))
  }

  private func reset() {
    guard let row = pane.selected else { return }
    if case .keys(let command) = row.kind {
      send(.resetKeys(command))
    } else {
      send(.set(row.id, to: nil))
    }
  }

  /// Selects the first row of the next or previous group.
  private func go(by step: Int) {
    let starts = pane.items.indices.filter {
      $0 == 0 || pane.items[$0 - 1].group != pane.items[$0].group
    }
    let target =
      step > 0
      ? starts.first { $0 > pane.selection } : starts.last { $0 < pane.selection }
    if let target { pane.place(pane.items[target].id, row: 0) }
  }

  private func openThemes() {
    var list = ChoiceList.alone
    let now = viewModel?.rows.first { $0.id == Self.theme }?.written
    list.choose(themes.firstIndex { $0 == now } ?? 0)
    mode = .themes(list)
  }

  private func press(_ key: Key) -> Bool {
    switch mode {
    case .list:
      if key == " " { turn(by: 1) } else if takes(key) { reset() } else { return false }
    case .filter: return type(key)
    case .typing(let name, var field):
      switch key.code {
      case .escape: mode = .list
      case .enter:
        mode = .list
        send(.set(name, to: field.text))
      default:
        guard field.handle(key) else { return false }
        mode = .typing(name, field)
      }
    case .pressing(let command):
      mode = .list
      if key != Key(.escape) { send(.press(key, for: command)) }
    case .asking(_, let taken, let command):
      guard [.escape, .enter].contains(key.code) else { return true }
      mode = .list
      if key.code == .enter { send(.take(taken, for: command)) }
    case .themes(let list): return choose(key, in: list)
    }
    return true
  }

  private func type(_ key: Key) -> Bool {
    switch key.code {
    case .escape:
      filter = TextField()
      mode = .list
    case .enter, .down, .tab: mode = .list
    default: guard filter.handle(key) else { return false }
    }
    pane.selectFirst()
    show()
    return true
  }

  private func paste(_ text: String) {
    switch mode {
    case .filter:
      filter.insert(text.firstLine)
      show()
    case .typing(let name, var field):
      field.insert(text.firstLine)
      mode = .typing(name, field)
    case .list, .pressing, .asking, .themes: break
    }
  }

  private func choose(_ key: Key, in list: ChoiceList) -> Bool {
    var list = list
    switch key.code {
    case .down, .right, .tab, .character("j"), .character(" "): list.step(by: 1, of: themes.count)
    case .up, .left, .character("k"): list.step(by: -1, of: themes.count)
    case .enter:
      if let place = list.chosen { send(.set(Self.theme, to: themes[place])) }
      return leaveThemes()
    case .escape, .character("q"):
      send(.look(nil))
      return leaveThemes()
    default: return false
    }
    look(at: list)
    return true
  }

  private func look(at list: ChoiceList) {
    mode = .themes(list)
    if let place = list.chosen, themes.indices.contains(place) { send(.look(themes[place])) }
  }

  private func leaveThemes() -> Bool {
    mode = .list
    if showsThemes { navigator?.go(to: .back) }
    return true
  }

  private func point(_ mouse: MouseEvent, count: Int) -> Bool {
    switch mode {
    case .themes(var list):
      switch mouse.action {
      case .wheelDown: list.go(by: 1, of: themes.count)
      case .wheelUp: list.go(by: -1, of: themes.count)
      case .press(1):
        guard let row = list.row(at: mouse.position.row + origin.row, of: themes.count) else {
          return true
        }
        list.choose(row)
      default: return true
      }
      look(at: list)
      return true
    case .list:
      // The rows begin below the title of their group.
      let moved = mouse.moved(into: CellRect(row: 1, column: 0, rows: 1, columns: 1))
      return handleInList(.mouse(moved, count: count))
    case .filter, .typing, .pressing, .asking: return true
    }
  }
}
