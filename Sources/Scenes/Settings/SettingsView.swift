import FeedDomain
import Preferences
import Terminal
import UseCases

/// A scene that lists all settings and keys with explanations, or shows only the theme chooser in
/// front of another scene.
@MainActor
final class SettingsView: ListScene {
  enum SettingsInputMode: Equatable {
    case list
    case filter
    /// A mode of the settings scene: the user types the value of the setting with this name.
    case typing(String, TextField)
    /// A mode of the settings scene: the next pressed key is given to a command, or taken from it.
    case pressing(Command)
    /// A mode of the settings scene: the user is asked whether a key is to be taken from another
    /// command.
    case asking(SafeText, Key, Command)
    case themes(ChoiceListState)
  }

  weak var navigator: (any Navigator)?
  let options: DisplayOptions
  private let send: SceneRequestSender<SettingsScene.SceneRequest>
  /// The name of the setting that is selected when the settings scene opens; nil for the first, and
  /// once it is selected.
  private var openingName: String?
  /// True if the settings scene shows only the theme chooser, without the list of settings.
  private let showsThemes: Bool
  var viewModel: SettingsViewModel?
  var mode = SettingsInputMode.list
  var filter = TextField()
  var origin = CellPosition(row: 0, column: 0)
  package var pane = ListPane<SettingRow, Never>()

  init(
    interactor: any Interacting<SettingsScene.SceneRequest>, selecting name: String? = nil,
    showsThemes: Bool = false, options: DisplayOptions = DisplayOptions()
  ) {
    send = SceneRequestSender(to: interactor)
    openingName = name
    self.showsThemes = showsThemes
    self.options = options
  }

  var header: SceneHeader { SceneHeader(viewModel?.title ?? "", aside: viewModel?.remark ?? "") }
  var hints: [Command] { mode == .list ? [.open, .search, .back, .help] : [] }
  var hintWords: [Command: SafeText] {
    viewModel.map { [.open: $0.labels.change, .search: $0.labels.filter] } ?? [:]
  }
  var keyHints: [KeyHint] { modeHints }
  var properties: SceneProperties {
    SceneProperties(takesText: mode != .list, isOverlay: isOverlay)
  }
  private var isOverlay: Bool { if case .themes = mode { true } else { showsThemes } }

  /// Returns true if a key changes or resets the selected setting: space, Backspace or Delete.
  func handlesKeyItself(_ key: Key) -> Bool {
    guard mode == .list, let row = pane.selected else { return false }
    if case .choice = row.kind, key == " " { return true }
    return [Key(.backspace), Key(.delete)].contains(key)
  }

  func sceneDidAppear() { send.sendOpeningRequestOnce(.open) }

  func sceneDidClose() {
    if case .themes = mode { send(.previewTheme(nil)) }
    send.cancelAllRequests()
  }

  func handleEvent(_ event: SceneInputEvent) -> Bool {
    switch event {
    case .key(let key):
      guard handleKey(key) else { return false }
      navigator?.requestRedraw()
      return true
    case .paste(let text):
      pasteText(text)
      navigator?.requestRedraw()
      return true
    case .mouse(let mouse, let clicks):
      return handleMouse(mouse, clicks: clicks)
    case .command, .edited: return handleListEvent(event)
    }
  }

  func handleCommand(_ command: Command) -> Bool {
    switch command {
    case .open: changeOrEditSelectedSetting()
    case .left: switchSettingValue(by: -1)
    case .right: switchSettingValue(by: 1)
    case .nextStream: selectSettingGroup(by: 1)
    case .previousStream: selectSettingGroup(by: -1)
    case .search: mode = .filter
    case .back where !filter.text.isEmpty: filter = TextField()
    // The command for the settings does nothing here, since the scene is open already.
    case .settings: break
    case .refresh: send(.open)
    default: return false
    }
    showMatchingSettings()
    return true
  }

  // MARK: - Keys

  static let theme = "display.theme"

  var themes: [String] {
    guard case .choice(let names)? = viewModel?.rows.first(where: { $0.id == Self.theme })?.kind
    else { return [] }
    return names
  }

  private func changeOrEditSelectedSetting() {
    guard let row = pane.selected else { return }
    switch row.kind {
    case .choice where row.id == Self.theme: openThemeChooser()
    case .choice: switchSettingValue(by: 1)
    // A hidden value, such as a secret, is not offered for editing, but typed anew.
    case .text:
      mode = .typing(row.id, TextField(row.value.string == row.written ? row.written : ""))
    case .keys(let command): mode = .pressing(command)
    }
  }

  private func switchSettingValue(by step: Int) {
    guard let row = pane.selected, case .choice(let words) = row.kind else { return }
    let place = (words.firstIndex(of: row.written) ?? 0) + step + words.count
    send(.set(row.id, to: words[place % words.count]))
  }

  private func resetSelectedSetting() {
    guard let row = pane.selected else { return }
    if case .keys(let command) = row.kind {
      send(.resetKeys(command))
    } else {
      send(.set(row.id, to: nil))
    }
  }

  /// Selects the first row of the next group in the settings scene for 1, of the previous group for
  /// -1.
  private func selectSettingGroup(by step: Int) {
    let starts = pane.items.indices.filter {
      $0 == 0 || pane.items[$0 - 1].group != pane.items[$0].group
    }
    let target =
      step > 0
      ? starts.first { $0 > pane.selection } : starts.last { $0 < pane.selection }
    if let target { pane.selectItem(pane.items[target].id, onRow: 0) }
  }

  private func openThemeChooser() {
    var list = ChoiceListState.withoutField
    let now = viewModel?.rows.first { $0.id == Self.theme }?.written
    list.selectChoiceRow(themes.firstIndex { $0 == now } ?? 0)
    mode = .themes(list)
  }

  private func handleKey(_ key: Key) -> Bool {
    switch mode {
    case .list:
      if key == " " {
        switchSettingValue(by: 1)
      } else if handlesKeyItself(key) {
        resetSelectedSetting()
      } else {
        return false
      }
    case .filter: return handleFilterKey(key)
    case .typing(let name, var field):
      switch key.code {
      case .escape: mode = .list
      case .enter:
        mode = .list
        send(.set(name, to: field.text))
      default:
        guard field.handleKey(key) else { return false }
        mode = .typing(name, field)
      }
    case .pressing(let command):
      mode = .list
      if key != Key(.escape) { send(.press(key, for: command)) }
    case .asking(_, let taken, let command):
      guard [.escape, .enter].contains(key.code) else { return true }
      mode = .list
      if key.code == .enter { send(.take(taken, for: command)) }
    case .themes(let list): return handleThemeChooserKey(key, in: list)
    }
    return true
  }

  private func handleFilterKey(_ key: Key) -> Bool {
    switch key.code {
    case .escape:
      filter = TextField()
      mode = .list
    case .enter, .down, .tab: mode = .list
    default: guard filter.handleKey(key) else { return false }
    }
    pane.selectFirstItem()
    showMatchingSettings()
    return true
  }

  private func pasteText(_ text: String) {
    switch mode {
    case .filter:
      filter.insertText(text.firstLine)
      showMatchingSettings()
    case .typing(let name, var field):
      field.insertText(text.firstLine)
      mode = .typing(name, field)
    case .list, .pressing, .asking, .themes: break
    }
  }

  private func handleThemeChooserKey(_ key: Key, in list: ChoiceListState) -> Bool {
    var list = list
    switch key.code {
    case .down, .right, .tab, .character("j"), .character(" "):
      list.moveSelectionWrapping(by: 1, of: themes.count)
    case .up, .left, .character("k"): list.moveSelectionWrapping(by: -1, of: themes.count)
    case .enter:
      if let place = list.chosen { send(.set(Self.theme, to: themes[place])) }
      return closeThemeChooserHandlingKey()
    case .escape, .character("q"):
      send(.previewTheme(nil))
      return closeThemeChooserHandlingKey()
    default: return false
    }
    previewSelectedTheme(list)
    return true
  }

  private func previewSelectedTheme(_ list: ChoiceListState) {
    mode = .themes(list)
    if let place = list.chosen, themes.indices.contains(place) {
      send(.previewTheme(themes[place]))
    }
  }

  /// Closes the theme chooser, with the scene if it shows only the chooser; returns true, since the
  /// key is handled.
  private func closeThemeChooserHandlingKey() -> Bool {
    mode = .list
    if showsThemes { navigator?.navigate(to: .back) }
    return true
  }

  private func handleMouse(_ mouse: MouseEvent, clicks: Int) -> Bool {
    switch mode {
    case .themes(var list):
      switch mouse.action {
      case .wheelDown: list.moveSelectionClamped(by: 1, of: themes.count)
      case .wheelUp: list.moveSelectionClamped(by: -1, of: themes.count)
      case .press(1):
        guard let row = list.choiceIndex(at: mouse.position.row + origin.row, of: themes.count)
        else {
          return true
        }
        list.selectChoiceRow(row)
      default: return true
      }
      previewSelectedTheme(list)
      return true
    case .list:
      // The rows begin below the title of their group.
      let moved = mouse.relativeEvent(to: CellRect(row: 1, column: 0, rows: 1, columns: 1))
      return handleListEvent(.mouse(moved, clicks: clicks))
    case .filter, .typing, .pressing, .asking: return true
    }
  }

  private static let widest = 76
  /// The maximum width of a row in the settings scene, in cells, with the choices beside the value.
  private static let widestRow = 100

  func drawScene(on canvas: inout Canvas, in rect: CellRect, _ drawing: DrawingParameters) {
    let theme = drawing.theme
    origin = rect.origin
    if case .themes(var list) = mode {
      drawThemeChooser(&list, on: &canvas, in: rect, theme)
      mode = .themes(list)
      return
    }
    guard let viewModel else { return }
    let columns = min(rect.size.columns - 3, Self.widest)
    let words = settingExplanationOrQuestionLines(columns: columns, theme)
    let below =
      rect.size.rows >= 16 ? 6 : rect.size.rows >= 9 ? 4 : mode == .list ? 0 : min(words.count, 2)
    let rows = CellRect(
      row: rect.origin.row + 1, column: rect.origin.column,
      rows: max(1, rect.size.rows - 1 - below),
      columns: min(rect.size.columns, Self.widestRow))
    pane.setSizeAndLayoutFunction(rows.size, look: .init(theme: theme)) {
      Self.laidOutRow(of: $0, columns: $1, theme)
    }
    pane.drawItems(
      on: &canvas, in: rows,
      mark: drawing.isFront ? ListPane.SelectedItemAppearance(theme, options) : nil
    )
    drawGroupTitleOrFilter(on: &canvas, in: rect, theme)
    if case .typing(_, let field) = mode, let point = canvas.point {
      let start = pane.selected.map { Self.valueColumn(of: $0, columns: columns) } ?? 0
      field.drawTextField(
        on: &canvas,
        in: CellRect(
          row: point.row, column: point.column + start, rows: 1, columns: columns - start),
        theme.style(.field), isFocused: true)
    }
    if pane.items.isEmpty {
      canvas.writeLine(
        Line(viewModel.labels.noMatches, theme.style(.faint)),
        at: CellPosition(row: rows.origin.row, column: rect.origin.column + 2), within: rect)
    }
    guard below > 0 else { return }
    let top = rect.rows.upperBound - below
    if below > 2, !options.isPlain {
      canvas.writeLine(
        Line(repeating: "─", count: columns, theme.style(.rule)),
        at: CellPosition(row: top, column: rect.origin.column + 2),
        within: rect)
    }
    for (place, line) in words.prefix(below > 2 ? below - 1 : below).enumerated() {
      canvas.writeLine(
        line,
        at: CellPosition(
          row: top + (below > 2 ? 1 : 0) + place, column: rect.origin.column + 2), within: rect)
    }
  }

  private func drawGroupTitleOrFilter(on canvas: inout Canvas, in rect: CellRect, _ theme: Theme) {
    let start = CellPosition(row: rect.origin.row, column: rect.origin.column + 2)
    let isTyping = mode == .filter
    guard isTyping || !filter.text.isEmpty else {
      let first = pane.visibleItemIndices().lowerBound
      let title = pane.items.indices.contains(first) ? pane.items[first].group : ""
      return canvas.writeLine(Line(title, theme.style(.strong)), at: start, within: rect)
    }
    canvas.writeLine(Line("/ ", theme.style(.busy)), at: start, within: rect)
    let box = CellRect(
      row: start.row, column: start.column + 2, rows: 1,
      columns: max(1, min(rect.size.columns - 5, Self.widest - 2)))
    filter.drawTextField(on: &canvas, in: box, theme.style(.field), isFocused: isTyping)
  }

  /// Returns the lines below the list of settings: the explanation of the selected setting, or the
  /// question that is open.
  private func settingExplanationOrQuestionLines(columns: Int, _ theme: Theme) -> [Line] {
    func wrappedLines(_ text: SafeText, _ role: TextRole) -> [Line] {
      TextWrapper.wrappedLines(of: Line(text, theme.style(role)), columns: columns)
    }
    switch mode {
    case .pressing(let command): return wrappedLines(viewModel?.keyPrompts[command] ?? "", .busy)
    case .asking(let question, _, _): return wrappedLines(question, .warning)
    case .list, .filter, .typing, .themes: break
    }
    guard let row = pane.selected else { return [] }
    let facts = row.facts.reduce("" as SafeText) { $0.isEmpty ? $1 : $0 + " " + $1 }
    return wrappedLines(row.meaning, .text)
      + (row.override.map { wrappedLines($0, .warning) } ?? [])
      + wrappedLines(facts, .faint)
  }

  /// Returns the column at which the value begins in a row of the settings scene; further right for
  /// a command's keys, since titles of commands are long.
  private static func valueColumn(of row: SettingRow, columns: Int) -> Int {
    if case .keys = row.kind { return max(columns * 2 / 3, columns - 16) }
    return min(26, columns * 2 / 3)
  }

  /// Lays out a row of the settings scene: the title and the value, and beside them the other
  /// choices, which are drawn only while the row is selected.
  private static func laidOutRow(of row: SettingRow, columns room: Int, _ theme: Theme)
    -> LaidOutLines<Never>
  {
    let columns = min(room, widest)
    var start = valueColumn(of: row, columns: columns)
    // A long command title may use the columns that its keys leave.
    if case .keys = row.kind {
      let titleEnd = TextWidth.columnCount(of: row.title) + 1
      start = max(start, min(titleEnd, columns - TextWidth.columnCount(of: row.value)))
    }
    var line = Line(row.title, theme.style(.author)).truncatedLine(columns: start - 1)
    line.appendBlanks(start - line.columns)
    line.append(row.value, theme.style(row.isChanged ? .good : .text))
    var block = LaidOutLines<Never>()
    if case .choice(let choices) = row.kind {
      let end = line.columns
      var gap: SafeText = "   "
      for choice in choices where choice != row.written && !choice.isEmpty {
        let text = gap + SafeText(sanitizing: choice)
        guard line.columns + TextWidth.columnCount(of: text) + 2 <= room else {
          line.append(" …", theme.style(.faint))
          break
        }
        line.append(text, theme.style(.faint))
        gap = " "
      }
      if end < line.columns { block.selectedOnly = [(0, end..<line.columns)] }
    }
    block.lines = [line.truncatedLine(columns: room)]
    if let next = row.nextGroupTitle {
      block.lines += [Line(), Line(next, theme.style(.strong))]
      block.trailing = 2
    }
    return block
  }

  var modeHints: [KeyHint] {
    guard let labels = viewModel?.labels else { return [] }
    let leave = KeyHint(Key(.escape), label: labels.leave)
    return switch mode {
    case .list: [KeyHint(Key(.backspace), label: labels.reset)]
    case .filter, .typing: [KeyHint(Key(.enter), label: labels.keep), leave]
    case .pressing: [leave]
    case .asking: [KeyHint(Key(.enter), label: labels.take), leave]
    case .themes:
      [
        KeyHint(Key(.enter), label: labels.keep),
        KeyHint(Key(.up), Key(.down), label: labels.choose), leave,
      ]
    }
  }

  /// Draws the theme chooser at the right of the screen, where it covers little of the scene
  /// behind.
  private func drawThemeChooser(
    _ list: inout ChoiceListState, on canvas: inout Canvas, in rect: CellRect, _ theme: Theme
  ) {
    // The dialog leaves a part of the screen visible, so that the theme can be judged.
    let width = rect.size.columns >= 70 ? 40 : min(rect.size.columns, 22)
    var side = CellRect(
      row: rect.origin.row, column: rect.columns.upperBound - width, rows: rect.size.rows,
      columns: width)
    if width < min(rect.size.columns, 40), !options.isPlain {
      // Without a frame, a rule keeps the names apart from the texts of the scene behind.
      canvas.fillRect(side, theme.style(.text))
      for row in side.rows {
        canvas.writeLine(Line("│", theme.style(.rule)), onRow: row, of: side)
      }
      side.origin.column += 2
      side.size.columns -= 2
    }
    let box = OverlayBox(in: side, rows: themes.count + 2, columns: 28, options: options)
    box.clearOverlayAndDrawFrame(on: &canvas, theme)
    // The title has the background of the theme, so that a light theme is readable on a dark
    // terminal.
    let text = theme.style(.text)
    let title = Style(text.foreground, on: text.background, .bold)
    canvas.writeLine(
      Line(viewModel?.labels.themes ?? "", title), at: box.content.origin, within: box.content)
    let room = box.content.droppingRows(2)
    let now = viewModel?.rows.first { $0.id == Self.theme }?.written
    list.drawChoiceRows(themes.count, on: &canvas, in: room) { place, isChosen in
      Line(
        choice: SafeText(sanitizing: themes[place]), themes[place] == now ? "✓" : "",
        endStyle: theme.style(.good), isChosen: isChosen, columns: room.size.columns, theme)
    }
  }
}

extension SettingsView: Displaying {
  func display(_ viewModel: SettingsViewModel) {
    let (isFirst, before) = (self.viewModel == nil, self.viewModel?.question)
    self.viewModel = viewModel
    if isFirst, showsThemes { openThemeChooser() }
    defer {
      if let name = openingName, pane.selectItem(name, onRow: 0) { openingName = nil }
    }
    if let question = viewModel.question, question != before {
      mode = .asking(question.words, question.key, question.command)
    }
    showMatchingSettings()
  }

  /// Replaces the list of the settings scene by the settings that match the filter, with the titles
  /// of groups between them.
  private func showMatchingSettings() {
    let words = filter.text.prefix(FuzzySearchableLine.longest).lowercased().split(separator: " ")
      .map(
        String.init)
    var rows = (viewModel?.rows ?? []).filter { $0.containsAllWords(words) }
    for (place, row) in rows.enumerated().dropLast() where row.group != rows[place + 1].group {
      rows[place].nextGroupTitle = rows[place + 1].group
    }
    pane.replaceItems(rows)
    navigator?.requestRedraw()
  }
}

extension SettingsView {
  func screenReaderContents(at now: Timestamp) -> ScreenReaderContents {
    var words = screenReaderContentsOfList(notice: nil, isBusy: viewModel == nil) { row in
      let others: SafeText =
        if case .choice(let choices) = row.kind {
          SafeText(sanitizing: choices.filter { !$0.isEmpty }.joined(separator: ", "))
        } else { "" }
      return [
        row.group + ": " + row.title + ": " + row.value, row.meaning, row.override ?? "", others,
      ].filter { !$0.isBlank }
    }
    guard let viewModel else { return words }
    switch mode {
    case .list: break
    case .filter: words.question = ScreenReaderQuestion(viewModel.labels.filter, filter)
    case .typing(_, let field):
      words.question = ScreenReaderQuestion(pane.selected?.title ?? "", field)
    case .pressing(let command):
      words.question = ScreenReaderQuestion(viewModel.keyPrompts[command] ?? "", "")
      words.question?.kind = .key
    case .asking(let question, _, _):
      (words.notes, words.items) = ([question], ScreenReaderItems(modeHints))
    case .themes(let list):
      (words.title, words.status) = (viewModel.labels.themes, "")
      words.items = ScreenReaderItems(
        menu: themes.map { SafeText(sanitizing: $0) }, selected: list.chosen
      ) { [weak self] index in
        guard let self, case .themes(var list) = mode else { return }
        list.selectChoiceRow(index)
        previewSelectedTheme(list)
      }
    }
    return words
  }
}
