import FeedDomain
import Preferences
import Terminal
import UseCases
import Words

/// A row of the tab editor: a stream that can be a tab or a deck column, or other content that can
/// be a column.
struct TabOrColumnEditorRow: Identifiable, Equatable {
  enum TabOrColumnEditorRowID: Hashable {
    /// A kind of row id in the tab editor: that of a stream of the account, which can be a tab and
    /// a column.
    case tab(AccountStreamTab)
    /// A kind of row id in the tab editor: that of content that can only be a column, such as a
    /// stream of another account.
    case column(DeckColumn)
  }

  let id: TabOrColumnEditorRowID
  let name: SafeText
  /// True if the stream in the row of the tab editor is a tab.
  var isShown = false
  /// The text in the row of the tab editor that says whether the stream is a tab; empty if it
  /// cannot be one.
  var state: SafeText = ""
  /// The deck column that a row of the tab editor adds or removes; nil if there is no deck.
  var column: DeckColumn?
  /// The number of the deck column as text in the row of the tab editor; empty if it is no column.
  var columnNumber: SafeText = ""

  /// The stream tab that the row of the tab editor adds or removes; nil if the row can only be a
  /// column.
  var tab: AccountStreamTab? { if case .tab(let tab) = id { tab } else { nil } }
}

struct TabsViewModel: Equatable {
  let title: SafeText
  /// The text of the key hint for adding a hashtag as a tab in the tab editor; nil if the service
  /// has no hashtag streams.
  let adding: SafeText?
  let moving: SafeText
  let movingColumn: SafeText
  /// The headings in the tab editor above the checkboxes for tabs and for columns.
  let tabHeading, columnHeading: SafeText
  let keys: [KeyHint]
  /// The rows of the tab editor: streams, of which some are tabs, and then other columns.
  let rows: [TabOrColumnEditorRow]
  /// The hashtags that the tab editor offers as completions of the typed text.
  let offeredTags: [HashtagCompletion]
  /// The stream that was added last as a tab, whose row the tab editor then selects; nil before the
  /// first.
  let lastAdded: AccountStreamTab?
}

struct TabsPresenter {
  let wording: Wording
  /// True if the service has hashtag streams, so that the tab editor can add hashtags.
  var hasTags = false

  func viewModel(of state: TabsScene.SceneState) -> TabsViewModel {
    let own = Set(state.streams.map { DeckColumn.DeckColumnContent.stream($0.tab) })
    let others = state.columns.filter {
      !(isOfActiveAccount($0, in: state) && own.contains($0.column.content))
    }
    return TabsViewModel(
      title: wording.streams, adding: hasTags ? wording.say("add a tag") : nil,
      moving: wording.say("move"),
      movingColumn: wording.say("move column"),
      tabHeading: wording.say("Tab"), columnHeading: wording.say("Column"),
      keys: [
        KeyHint(Key(.enter), label: wording.take), KeyHint(Key(.tab), label: wording.choose),
        KeyHint(Key(.escape), label: wording.backLabel),
      ],
      rows: state.streams.map { editorRowOfStreamTab(of: $0, in: state) }
        + others.map { editorRowOfDeckColumn(of: $0, in: state) },
      offeredTags: state.tags.map { HashtagCompletion(tag: $0, name: "#\($0)") },
      lastAdded: state.lastAdded
    )
  }

  private func editorRowOfStreamTab(
    of entry: TabsScene.StreamTabRow, in state: TabsScene.SceneState
  )
    -> TabOrColumnEditorRow
  {
    let column = state.columns.first {
      isOfActiveAccount($0, in: state) && $0.column.content == .stream(entry.tab)
    }
    return TabOrColumnEditorRow(
      id: .tab(entry.tab), name: wording.name(of: entry.tab.feed), isShown: entry.isShown,
      state: entry.isShown ? wording.say("shown as a tab") : wording.say("not shown"),
      column: column?.column,
      columnNumber: columnNumberText(of: column))
  }

  private func editorRowOfDeckColumn(
    of column: TabsScene.DeckColumnRow, in state: TabsScene.SceneState
  )
    -> TabOrColumnEditorRow
  {
    let name = wording.name(of: column.column.content)
    return TabOrColumnEditorRow(
      id: .column(column.column),
      name: isOfActiveAccount(column, in: state)
        ? name : name + "  " + wording.accountHandle(of: column.account),
      column: column.column, columnNumber: columnNumberText(of: column))
  }

  private func isOfActiveAccount(_ column: TabsScene.DeckColumnRow, in state: TabsScene.SceneState)
    -> Bool
  {
    column.account.id == state.account
  }

  private func columnNumberText(of column: TabsScene.DeckColumnRow?) -> SafeText {
    column?.columnNumber.map { wording.columnNumberText($0) } ?? ""
  }
}

/// A scene of the tab editor, in which stream tabs and deck columns are added, removed and moved.
@MainActor
final class TabsView: ListScene {
  weak var navigator: (any Navigator)?
  private let options: DisplayOptions
  private let send: SceneRequestSender<TabsScene.SceneRequest>
  private var viewModel: TabsViewModel?
  package var pane = ListPane<TabOrColumnEditorRow, Never>(gap: 0)
  /// The tab editor's field for a hashtag; nil while no hashtag is typed.
  private var typing: TagInputField?
  private var listArea = CellRect(row: 0, column: 0, rows: 1, columns: 1)

  init(
    interactor: any Interacting<TabsScene.SceneRequest>, options: DisplayOptions = DisplayOptions()
  ) {
    send = SceneRequestSender(to: interactor)
    self.options = options
  }

  var header: SceneHeader { SceneHeader(viewModel?.title ?? "") }

  var hints: [Command] {
    guard typing == nil else { return [] }
    guard pane.selected?.column != nil else { return [.keepTab, .back] }
    return pane.selected?.tab == nil ? [.keepColumn, .back] : [.keepTab, .keepColumn, .back]
  }

  var keyHints: [KeyHint] {
    guard typing == nil, let viewModel else { return [] }
    let row = pane.selected
    var moving: [KeyHint] = []
    if row?.isShown == true {
      moving.append(KeyHint(Key(.left), Key(.right), label: viewModel.moving))
    }
    if row?.columnNumber.isEmpty == false {
      moving.append(
        KeyHint(Key(.left, .control), Key(.right, .control), label: viewModel.movingColumn))
    }
    return moving + (viewModel.adding.map { [KeyHint("#", label: $0)] } ?? [])
  }

  var properties: SceneProperties {
    SceneProperties(takesText: typing != nil, isOverlay: true)
  }

  /// Returns true for the key "#", which opens the tab editor's field for a hashtag.
  func handlesKeyItself(_ key: Key) -> Bool { typing == nil && opensTagInput(key) }

  func sceneDidAppear() { send(.open) }

  func sceneDidClose() {
    send.cancelAllRequests()
    send(.close)
  }

  func drawScene(on canvas: inout Canvas, in whole: CellRect, _ drawing: DrawingParameters) {
    guard let viewModel else { return }
    let theme = drawing.theme
    let rows = pane.items.count + (tickWidths == nil ? 0 : 1)
    let box = OverlayBox(
      in: whole,
      rows: OverlayBox.titleRows + rows + (typing == nil ? 0 : Self.rowsToType + 1),
      columns: Self.boxColumns, options: options, isList: true)
    box.clearOverlayAndDrawFrame(on: &canvas, theme)
    let rect = box.writeTitle(viewModel.title, on: &canvas, theme)
    var list = rect
    defer { listArea = list.relativeRect(to: whole) }
    guard typing != nil else {
      list = drawTabList(
        on: &canvas, in: rect, mark: drawing.isFront ? .init(theme, options) : nil, theme)
      return
    }
    // If both fit, the field for a tag is below the list.
    let listed = min(rows, rect.size.rows - Self.rowsToType - 1)
    let top = listed >= min(rows, 3) ? listed + 1 : 0
    if top > 0 {
      list.size.rows = max(1, top - 1)
      list = drawTabList(on: &canvas, in: list, mark: nil, theme)
    }
    drawTagInput(on: &canvas, in: rect.droppingRows(top), theme)
  }

  private static let boxColumns = 60

  /// The height in rows of the tab editor's field for a hashtag, with some completions and the key
  /// hints.
  private static let rowsToType = 7

  /// Draws the list of the tab editor, and above it the headings of the checkboxes if there is
  /// room. Returns the rectangle of the list without the headings.
  private func drawTabList(
    on canvas: inout Canvas, in rect: CellRect,
    mark: ListPane<TabOrColumnEditorRow, Never>.SelectedItemAppearance?,
    _ theme: Theme
  ) -> CellRect {
    let widest = pane.items.map { TextWidth.columnCount(of: $0.name) }.max() ?? 0
    var rect = rect
    let widths = tickWidths
    if let widths, rect.size.rows >= 4, let viewModel {
      var heading = Line("  ", theme.style(.faint))
      heading.append(viewModel.tabHeading, theme.style(.faint))
      heading.appendBlanks(2 + widths.tab - heading.columns)
      heading.append(viewModel.columnHeading, theme.style(.faint))
      canvas.writeLine(
        heading.truncatedLine(columns: rect.size.columns), at: rect.origin, within: rect)
      rect.origin.row += 1
      rect.size.rows -= 1
    }
    pane.setSizeAndLayoutFunction(rect.size, look: .init(theme: theme)) {
      self.laidOutRow(of: $0, columns: $1, names: min(widest, $1 / 2), widths, theme)
    }
    pane.drawItems(on: &canvas, in: rect, mark: mark)
    return rect
  }

  /// The widths in columns of the tab editor's checkboxes for tabs and for columns, with blanks;
  /// nil without a deck, and in plain mode, which has words instead.
  private var tickWidths: (tab: Int, column: Int)? {
    guard !options.isPlain, let viewModel, pane.items.contains(where: { $0.column != nil }) else {
      return nil
    }
    func checkboxColumnWidth(_ heading: SafeText) -> Int {
      max(3, TextWidth.columnCount(of: heading)) + 2
    }
    return (checkboxColumnWidth(viewModel.tabHeading), checkboxColumnWidth(viewModel.columnHeading))
  }

  /// Adds or removes the tab or column whose checkbox in the tab editor was clicked; returns false
  /// for a click elsewhere.
  private func toggleClickedCheckbox(at position: CellPosition) -> Bool {
    guard let widths = tickWidths, position.column >= 2,
      position.column < 2 + widths.tab + widths.column,
      (0..<pane.room.rows).contains(position.row),
      let index = pane.itemAndAction(at: position)?.index
    else { return false }
    pane.selectItem(onRow: position.row)
    let row = pane.items[index]
    if position.column < 2 + widths.tab {
      if let tab = row.tab { send(.toggle(tab)) }
    } else {
      toggleDeckColumn(of: row)
    }
    return true
  }

  func handleEvent(_ event: SceneInputEvent) -> Bool {
    switch event {
    case .command: return handleListEvent(event)
    case .mouse(let mouse, let clicks):
      guard typing == nil, !mouse.isButtonPress(outside: listArea) else { return true }
      let moved = mouse.relativeEvent(to: listArea)
      if case .press(1) = mouse.action, toggleClickedCheckbox(at: moved.position) { return true }
      return handleListEvent(.mouse(moved, clicks: clicks))
    case .key(let key): return handleKey(key)
    case .paste(let text):
      guard typing != nil else { return false }
      pasteText(text)
      return true
    case .edited: return false
    }
  }

  private func laidOutRow(
    of row: TabOrColumnEditorRow, columns: Int, names: Int, _ widths: (tab: Int, column: Int)?,
    _ theme: Theme
  ) -> LaidOutLines<Never> {
    if let widths {
      return laidOutRowWithCheckboxes(of: row, columns: columns, names: names, widths, theme)
    }
    var line = Line(checkboxText(of: row), theme.style(row.isShown ? .good : .faint))
    let start = line.columns
    line.append(row.name, theme.style(row.isShown || !row.columnNumber.isEmpty ? .author : .text))
    line.appendBlanks(max(0, names + start - line.columns) + 2)
    line.append(row.state, theme.style(row.isShown ? .good : .faint))
    if !row.columnNumber.isEmpty {
      if !row.state.isEmpty { line.append(" · ", theme.style(.faint)) }
      line.append(row.columnNumber, theme.style(.good))
    }
    return LaidOutLines(lines: [line.truncatedLine(columns: columns)])
  }

  /// Lays out a row of the tab editor: checkboxes for the tab and the column, the name, and the
  /// column's number.
  private func laidOutRowWithCheckboxes(
    of row: TabOrColumnEditorRow, columns: Int, names: Int, _ widths: (tab: Int, column: Int),
    _ theme: Theme
  ) -> LaidOutLines<Never> {
    func checkboxLine(_ isOn: Bool) -> Line {
      Line(isOn ? "[x]" : "[ ]", theme.style(isOn ? .good : .faint))
    }
    var line = Line()
    if row.tab != nil { line.append(checkboxLine(row.isShown)) }
    line.appendBlanks(widths.tab - line.columns)
    if row.column != nil { line.append(checkboxLine(!row.columnNumber.isEmpty)) }
    line.appendBlanks(widths.tab + widths.column - line.columns)
    let start = line.columns
    line.append(row.name, theme.style(row.isShown || !row.columnNumber.isEmpty ? .author : .text))
    if !row.columnNumber.isEmpty {
      line.appendBlanks(max(0, names + start - line.columns) + 2)
      line.append(row.columnNumber, theme.style(.faint))
    }
    return LaidOutLines(lines: [line.truncatedLine(columns: columns)])
  }

  /// Returns the checkbox for the tab in a row of the tab editor, as text; empty in plain mode,
  /// which has words instead.
  private func checkboxText(of row: TabOrColumnEditorRow) -> SafeText {
    guard !options.isPlain else { return "" }
    guard row.tab != nil else { return "    " }
    return row.isShown ? "[x] " : "[ ] "
  }

  func handleCommand(_ command: Command) -> Bool {
    guard let row = pane.selected else { return handleCommandWithoutRow(command) }
    switch command {
    case .left, .right:
      let step = command == .left ? -1 : 1
      if let tab = row.tab { send(.move(tab, by: step)) } else { moveDeckColumn(of: row, by: step) }
    case .previousColumn: moveDeckColumn(of: row, by: -1)
    case .nextColumn: moveDeckColumn(of: row, by: 1)
    case .open, .keepTab:
      if let tab = row.tab { send(.toggle(tab)) } else { toggleDeckColumn(of: row) }
    case .keepColumn: toggleDeckColumn(of: row)
    default: return handleCommandWithoutRow(command)
    }
    return true
  }

  private func toggleDeckColumn(of row: TabOrColumnEditorRow) {
    if let column = row.column { send(.toggleColumn(column)) }
  }

  private func moveDeckColumn(of row: TabOrColumnEditorRow, by step: Int) {
    if let column = row.column { send(.moveColumn(column, by: step)) }
  }

  private func handleCommandWithoutRow(_ command: Command) -> Bool {
    switch command {
    // The command for the tabs scene does nothing here, since the scene is open already.
    case .tabs: break
    case .refresh: send(.refresh)
    case .search where viewModel?.adding != nil: openTagInput()
    default: return false
    }
    return true
  }

  private func handleKey(_ key: Key) -> Bool {
    guard var typing else {
      guard opensTagInput(key) else { return false }
      openTagInput()
      return true
    }
    switch (key.code, key.modifiers) {
    case (.escape, _): self.typing = nil
    case (.enter, _): send(.add(typing.text))
    default:
      let result = typing.handleKey(key)
      self.typing = typing
      if result == .textChanged { send(.type(typing.filterField.text)) }
    }
    navigator?.requestRedraw()
    return true
  }

  private func opensTagInput(_ key: Key) -> Bool {
    key == Key(.character("#")) && viewModel?.adding != nil
  }

  private func openTagInput() {
    typing = TagInputField()
    typing?.setHashtagCompletions(viewModel?.offeredTags ?? [])
    send(.type(""))
    navigator?.requestRedraw()
  }

  private func pasteText(_ text: String) {
    typing?.filterField.pasteText(text)
    send(.type(typing?.filterField.text ?? ""))
    navigator?.requestRedraw()
  }

  private func drawTagInput(on canvas: inout Canvas, in rect: CellRect, _ theme: Theme) {
    guard let typing, let keys = viewModel?.keys, rect.size.rows > 0 else { return }
    // Aligned with the names in the list.
    let left = rect.size.columns >= 40 ? 2 : 0
    let columns = max(1, min(40, rect.size.columns - left - 3))
    func cellPosition(_ row: Int, _ column: Int) -> CellPosition {
      CellPosition(row: rect.origin.row + row, column: rect.origin.column + column)
    }
    canvas.writeLine(Line("#", theme.style(.tag)), at: cellPosition(0, left), within: rect)
    typing.filterField.field.drawTextField(
      on: &canvas,
      in: CellRect(
        row: rect.origin.row, column: rect.origin.column + left + 1, rows: 1, columns: columns),
      theme.style(.field), isFocused: !typing.filterField.list.holdsCursor)
    let hasHints = rect.size.rows >= 4
    let room = max(0, rect.size.rows - 1 - (hasHints ? 2 : 0))
    for (index, choice) in typing.choices.prefix(room).enumerated() {
      let isChosen = index == typing.filterField.chosen
      if isChosen { canvas.point = cellPosition(index + 1, 0) }
      let style = theme.style(isChosen ? .currentTab : .tag)
      let line = Line((isChosen ? "› " : "  ") + choice.name, style)
      canvas.writeLine(
        line.truncatedLine(columns: rect.size.columns),
        at: cellPosition(index + 1, 0), within: rect)
    }
    guard hasHints else { return }
    canvas.writeLine(
      KeyHintLine.keyHintLine(keys, columns: rect.size.columns - left, theme: theme),
      at: cellPosition(rect.size.rows - 1, left), within: rect)
  }
}

extension TabsView: Displaying {
  func display(_ viewModel: TabsViewModel) {
    let before = self.viewModel?.lastAdded
    self.viewModel = viewModel
    pane.replaceItems(viewModel.rows)
    typing?.setHashtagCompletions(viewModel.offeredTags)
    if let added = viewModel.lastAdded, added != before { selectAddedTab(added) }
    navigator?.requestRedraw()
  }

  private func selectAddedTab(_ tab: AccountStreamTab) {
    typing = nil
    // The rows above the new tab stay visible.
    let above = pane.items.firstIndex { $0.id == .tab(tab) } ?? 0
    pane.selectItem(.tab(tab), onRow: min(above, max(0, pane.room.rows - 1)))
  }
}

/// A field of the tab editor in which a hashtag is typed, with completions.
struct TagInputField: Equatable {
  var filterField = FilterField()
  private(set) var choices: [HashtagCompletion] = []

  /// The selected completion in the tab editor's field for a hashtag; the typed text if none is
  /// selected.
  var text: String { filterField.chosen.map { choices[$0].tag } ?? filterField.text }

  /// Handles a key in the tab editor's field for a hashtag, and returns whether the text or the
  /// selection changed; Tab copies the selected or first completion into the field.
  mutating func handleKey(_ key: Key) -> FilterField.FilterKeyResult {
    guard key == Key(.tab) else { return filterField.handleKey(key, of: choices.count) }
    let place = filterField.chosen ?? 0
    guard choices.indices.contains(place) else { return .ignored }
    let before = filterField.text
    filterField = FilterField(choices[place].tag)
    return filterField.text == before ? .selectionChanged : .textChanged
  }

  /// Replaces the completions of the typed hashtag; the selected one stays selected.
  mutating func setHashtagCompletions(_ choices: [HashtagCompletion]) {
    guard choices != self.choices else { return }
    // The selected choice stays selected when more choices are found.
    let tag = filterField.chosen.map { self.choices[$0].tag }
    self.choices = choices
    filterField.list.selectChoiceRow(tag.flatMap { tag in choices.firstIndex { $0.tag == tag } })
  }
}

struct HashtagCompletion: Equatable {
  let tag: String
  let name: SafeText
}

extension TabsView {
  func screenReaderContents(at now: Timestamp) -> ScreenReaderContents {
    var words = screenReaderContentsOfList(notice: nil, isBusy: viewModel == nil)
    guard let typing else { return words }
    words.setFilterFieldQuestion("#", typing.filterField, choices: typing.choices.map(\.name)) {
      [weak self] in
      self?.typing?.filterField.list.selectChoiceRow($0)
    }
    return words
  }
}
