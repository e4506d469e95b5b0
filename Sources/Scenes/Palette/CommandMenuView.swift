import FeedDomain
import PhotoDisplay
import Preferences
import Terminal
import Words

/// A scene of the command menu: an overlay with a small sheet of the commands that can be used
/// here, each with its key; Tab lists every command instead. Pressing the key of a command runs the
/// command; arrows select an entry.
@MainActor
final class CommandMenuView: Scene {
  weak var navigator: (any Navigator)?
  private let contents: CommandMenuSheetAndGroups
  /// The commands that have precedence over others with the same keys in the command menu, as in
  /// the scene behind.
  private let priority: [Command]
  private let keys: KeyMap
  private let wording: Wording
  private let options: DisplayOptions
  /// True if the command menu lists every command, false for the small sheet.
  private var listsAll = false
  private var layout = CommandMenuLayout()
  private var chosen = 0
  private var scroll = 0
  /// The rectangle of the command menu's lines in the last drawing, relative to the scene, for
  /// mouse events.
  private var area = CellRect(row: 0, column: 0, rows: 1, columns: 1)

  /// The minimum width of the screen, in cells, at which the command menu leaves the scene behind
  /// visible.
  private static let fullWidth = 90
  private static let widthForTwo = 120
  private static func maximumMenuRows(in rows: Int) -> Int { max(24, rows * 3 / 5) }
  /// The rows of the overlay below the command menu's lines: a blank row and the key hints.
  private static let rowsBelow = 2

  init(
    _ contents: CommandMenuSheetAndGroups, priority: [Command] = [], keys: KeyMap, wording: Wording,
    options: DisplayOptions = DisplayOptions()
  ) {
    self.contents = contents
    (self.priority, self.keys, self.wording, self.options) = (priority, keys, wording, options)
    layout = CommandMenuLayout(listOf: contents.sheet, columns: 1, width: Self.fullWidth)
  }

  var properties: SceneProperties { SceneProperties(isOverlay: true) }
  func handlesKeyItself(_ key: Key) -> Bool { true }

  private var entries: [CommandMenuSheetAndGroups.CommandMenuEntry] { layout.entries }

  func drawScene(on canvas: inout Canvas, in rect: CellRect, _ drawing: DrawingParameters) {
    let theme = drawing.theme
    let overlayBox = listsAll ? layOutAllCommands(in: rect) : layOutSheet(in: rect)
    overlayBox.clearOverlayAndDrawFrame(on: &canvas, theme)
    let list = overlayBox.listArea(below: 0)
    area = list.relativeRect(to: rect)
    chosen = max(0, min(chosen, entries.count - 1))
    scrollToSelectedEntry(rows: list.size.rows)
    for (number, lines) in layout.columns.enumerated() {
      let left = list.origin.column + number * (layout.width + CommandMenuLayout.gap)
      for (row, line) in zip(list.rows, lines.dropFirst(scroll)) {
        let place = CellPosition(row: row, column: left)
        if line == .entry(chosen) { canvas.point = place }
        canvas.writeLine(
          layout.drawnMenuLine(line, chosen: chosen, theme), at: place, within: list)
      }
    }
    overlayBox.writeLastRow(
      menuReasonOrHintLine(columns: overlayBox.content.size.columns, theme), on: &canvas)
  }

  /// Lays out every command of the command menu in one or two columns, and returns the overlay's
  /// box.
  private func layOutAllCommands(in rect: CellRect) -> OverlayBox {
    let isDouble = rect.size.columns >= Self.widthForTwo && !options.isPlain
    let full = isDouble ? 112 : rect.size.columns < Self.fullWidth ? rect.size.columns : 76
    let mostRows = Self.maximumMenuRows(in: rect.size.rows)
    let inside = OverlayBox(in: rect, rows: mostRows, columns: full, options: options).content.size
    layout = CommandMenuLayout(
      listOf: contents.groups, columns: isDouble ? 2 : 1, width: inside.columns)
    return OverlayBox(
      in: rect, rows: min(layout.rows + Self.rowsBelow, mostRows), columns: full, options: options)
  }

  /// Lays out the command menu's small sheet of commands in as many columns as fit and are needed,
  /// and returns the overlay's box.
  private func layOutSheet(in rect: CellRect) -> OverlayBox {
    let most = OverlayBox(
      in: rect, rows: max(rect.size.rows, 14), columns: rect.size.columns, options: options)
    layout = CommandMenuLayout(
      sheetOf: contents.sheet, fitting: most.listArea(below: 0).size, isSingle: options.isPlain)
    // Without a frame the sheet covers the scene.
    guard most.content != rect else { return most }
    return OverlayBox(
      in: rect, rows: layout.rows + Self.rowsBelow,
      columns: max(layout.totalColumns, min(60, most.content.size.columns)), options: options)
  }

  /// Returns the last line of the command menu: the reason why the selected command cannot be run,
  /// else its title in the small sheet, and key hints.
  private func menuReasonOrHintLine(columns: Int, _ theme: Theme) -> Line {
    let entry = entries.indices.contains(chosen) ? entries[chosen] : nil
    if let reason = entry?.reason {
      return Line(reason, theme.style(.warning)).truncatedLine(columns: columns)
    }
    let hints = [
      KeyHint(Key(.tab), label: listsAll ? wording.say("fewer") : wording.say("all commands")),
      KeyHint(Key(.enter), label: wording.say("run it")),
      KeyHint(Key(.escape), label: wording.leaveSearch),
    ]
    func hintLine(_ columns: Int) -> Line {
      KeyHintLine.keyHintLine(hints, columns: columns, theme: theme)
    }
    guard !listsAll, let title = entry?.title else { return hintLine(columns) }
    var line = Line(title, theme.style(.text))
    let fitting = hintLine(columns - line.columns - 3)
    guard fitting.columns > 0 else { return hintLine(columns) }
    line.appendBlanks(columns - line.columns - fitting.columns)
    line.append(fitting)
    return line
  }

  func handleEvent(_ event: SceneInputEvent) -> Bool {
    switch event {
    case .key(let key): return handleKey(key)
    case .mouse(let mouse, _):
      switch mouse.action {
      case .wheelDown: selectEntry(chosen + 3)
      case .wheelUp: selectEntry(chosen - 3)
      case .press(1): if let place = entryIndex(at: mouse.position) { runCommandOfEntry(place) }
      default: break
      }
      return true
    case .command, .paste, .edited: return false
    }
  }

  private func handleKey(_ key: Key) -> Bool {
    switch (key.code, key.modifiers) {
    case (.escape, _), (.backspace, _): navigator?.navigate(to: .back)
    case (.enter, []): runCommandOfEntry(chosen)
    case (.tab, []): toggleListOfAllCommands()
    case (.down, []): selectEntry((chosen + 1) % max(1, entries.count))
    case (.up, []), (.tab, .shift):
      selectEntry((chosen + entries.count - 1) % max(1, entries.count))
    case (.pageDown, []): selectEntry(chosen + max(1, area.size.rows - 1))
    case (.pageUp, []): selectEntry(chosen - max(1, area.size.rows - 1))
    case (.home, []): selectEntry(0)
    case (.end, []): selectEntry(entries.count - 1)
    case (.left, []): selectEntryInColumn(beside: -1)
    case (.right, []): selectEntryInColumn(beside: 1)
    default:
      guard let command = keys.command(for: key, claimed: priority) else { return false }
      // The key that opens the menu closes the menu, too.
      guard command != .menu else {
        navigator?.navigate(to: .back)
        return true
      }
      guard let entry = contents.entries.first(where: { $0.command == command }) else {
        return false
      }
      chosen = entries.firstIndex { $0.command == command } ?? chosen
      runCommandOrShowReason(of: entry)
    }
    return true
  }

  func screenReaderContents(at now: Timestamp) -> ScreenReaderContents {
    var words = ScreenReaderContents(title: wording.hintText(of: .menu))
    let texts = entries.map { entry in
      [entry.title, entry.key, entry.reason ?? ""].filter { !$0.isEmpty }.joined(separator: ", ")
    }
    words.items = ScreenReaderItems(menu: texts, selected: entries.isEmpty ? nil : chosen) {
      [weak self] in
      self?.selectEntry($0)
    }
    if !listsAll { words.hints = [KeyHint(Key(.tab), label: wording.say("all commands"))] }
    return words
  }

  /// Switches between the small sheet and the list of every command; a command that both
  /// contain stays selected.
  private func toggleListOfAllCommands() {
    let command = entries.indices.contains(chosen) ? entries[chosen].command : nil
    listsAll.toggle()
    layout = CommandMenuLayout(
      listOf: listsAll ? contents.groups : contents.sheet, columns: 1, width: Self.fullWidth)
    scroll = 0
    selectEntry(entries.firstIndex { $0.command == command } ?? 0)
  }

  private func selectEntry(_ place: Int) {
    chosen = max(0, min(place, entries.count - 1))
    navigator?.requestRedraw()
  }

  private func runCommandOfEntry(_ place: Int) {
    guard entries.indices.contains(place) else { return }
    chosen = place
    runCommandOrShowReason(of: entries[place])
  }

  /// Closes the command menu and runs the command of an entry in the scene behind, or shows the
  /// reason why the command cannot be run.
  private func runCommandOrShowReason(of entry: CommandMenuSheetAndGroups.CommandMenuEntry) {
    if let reason = entry.reason {
      navigator?.showMessage(BottomLineMessage(text: reason, tone: .plain))
      navigator?.requestRedraw()
    } else if entry.command == .menu {
      navigator?.navigate(to: .back)
    } else {
      navigator?.performPaletteChoice(.command(entry.command))
    }
  }

  /// Selects the entry of the next or previous column that is nearest to the selected one.
  private func selectEntryInColumn(beside step: Int) {
    let count = layout.columns.count
    guard count > 1, let here = layout.linePosition(ofEntry: chosen) else { return }
    let other = layout.columns[(here.column + step + count) % count]
    let entries = other.enumerated().compactMap { row, line -> (row: Int, place: Int)? in
      if case .entry(let place) = line { (row, place) } else { nil }
    }
    if let nearest = entries.min(by: { abs($0.row - here.row) < abs($1.row - here.row) }) {
      selectEntry(nearest.place)
    }
  }

  /// Scrolls the command menu as little as needed to show the selected entry; with a group's first
  /// entry, also the group's title.
  private func scrollToSelectedEntry(rows: Int) {
    if let here = layout.linePosition(ofEntry: chosen) {
      let lines = layout.columns[here.column]
      var top = here.row
      if top > 0, case .heading = lines[top - 1], rows > 1 { top -= 1 }
      scroll = min(max(scroll, here.row - rows + 1), top)
    }
    scroll = max(0, min(scroll, layout.rows - rows))
  }

  private func entryIndex(at position: CellPosition) -> Int? {
    let row = position.row - area.origin.row
    let column =
      (position.column - area.origin.column) / (layout.width + CommandMenuLayout.gap)
    guard (0..<area.size.rows).contains(row), position.column >= area.origin.column,
      layout.columns.indices.contains(column),
      layout.columns[column].indices.contains(scroll + row)
    else { return nil }
    return layout.columns[column][scroll + row].entryIndex
  }
}

/// A layout of the command menu: the lines of its columns, for the entries of its groups.
private struct CommandMenuLayout {
  /// A line of the command menu: the title of a group, a line of an entry, or a blank line.
  enum CommandMenuLine: Equatable {
    case heading(SafeText)
    case entry(Int)
    /// A kind of line in the command menu: the continuation of a wrapped title, with the index of
    /// the title's entry.
    case continued(Int, SafeText)
    case blank

    /// The index of the entry to which the line of the command menu belongs; nil for headings and
    /// blank lines.
    var entryIndex: Int? {
      switch self {
      case .entry(let place), .continued(let place, _): place
      case .heading, .blank: nil
      }
    }
  }

  /// The number of blank columns between two columns of the command menu.
  static let gap = 2
  /// The maximum number of columns of the small sheet.
  private static let mostColumns = 3
  private static let widestColumn = 34

  private(set) var entries: [CommandMenuSheetAndGroups.CommandMenuEntry] = []
  private(set) var columns: [[CommandMenuLine]] = [[]]
  /// The width of one column of the command menu.
  private(set) var width = 1
  private var keyColumns = 0
  /// True if entries are named by a word or two, as in the small sheet; false for their titles.
  private var isSheet = false

  init() {}

  var rows: Int { columns.map(\.count).max() ?? 0 }
  var totalColumns: Int { columns.count * (width + Self.gap) - Self.gap }

  /// Creates the layout of a list of commands with their titles, in one or two columns of a total
  /// width.
  init(listOf groups: [CommandMenuSheetAndGroups.CommandMenuGroup], columns count: Int, width: Int)
  {
    entries = groups.flatMap(\.entries)
    keyColumns = min(9, entries.map { TextWidth.columnCount(of: $0.key) }.max() ?? 0)
    self.width = max(1, (width - (count - 1) * Self.gap) / count)
    columns =
      count == 2 ? menuLinesInTwoColumns(groups) : [menuLinesInOneColumn(groups)]
  }

  /// Creates the layout of the small sheet for an area: in columns, without the last entries if not
  /// all fit. The first group is always whole, and is scrolled if the area is too low. If
  /// `isSingle`, all entries are in one column.
  init(
    sheetOf groups: [CommandMenuSheetAndGroups.CommandMenuGroup], fitting size: CellSize,
    isSingle: Bool
  ) {
    isSheet = true
    let all = groups.flatMap(\.entries)
    keyColumns = min(9, all.map { TextWidth.columnCount(of: $0.key) }.max() ?? 0)
    let longest = all.map { TextWidth.columnCount(of: $0.label) }.max() ?? 0
    width = max(1, min(keyColumns + 4 + longest, Self.widestColumn, size.columns))
    let most = max(1, min(Self.mostColumns, (size.columns + Self.gap) / (width + Self.gap)))
    if isSingle || most == 1 { width = max(1, size.columns) }
    guard !isSingle else {
      (entries, columns) = (all, [menuLinesInOneColumn(groups)])
      return
    }
    var groups = groups
    while groups.count > 1, menuLinesInFlowingColumns(groups, rows: size.rows).count > most {
      groups[groups.count - 1].entries.removeLast()
      if groups[groups.count - 1].entries.isEmpty { groups.removeLast() }
    }
    entries = groups.flatMap(\.entries)
    columns = menuLinesInFlowingColumns(groups, rows: size.rows)
    if columns.count > most {
      columns = [menuLinesInOneColumn(groups)]
      return
    }
    // The columns become as equal as possible.
    for rows in 1..<max(1, size.rows) {
      let lower = menuLinesInFlowingColumns(groups, rows: rows)
      if lower.count <= most {
        columns = lower
        return
      }
    }
  }

  func linePosition(ofEntry place: Int) -> (column: Int, row: Int)? {
    for (column, lines) in columns.enumerated() {
      if let row = lines.firstIndex(of: .entry(place)) { return (column, row) }
    }
    return nil
  }

  func drawnMenuLine(_ menuLine: CommandMenuLine, chosen: Int, _ theme: Theme) -> Line {
    switch menuLine {
    case .blank: return Line()
    case .heading(let title):
      return Line(title, theme.style(.strong)).truncatedLine(columns: width)
    case .continued(let place, let words):
      let isChosen = place == chosen
      let style = theme.style(
        isChosen ? .currentTab : entries[place].reason == nil ? .text : .faint)
      var line = Line()
      line.appendBlanks(keyColumns + 4, style)
      line.append(words, style)
      line = line.truncatedLine(columns: width)
      if isChosen { line.appendBlanks(width - line.columns, style) }
      return line
    case .entry(let place): return drawnEntryLine(of: place, isChosen: place == chosen, theme)
    }
  }

  private func drawnEntryLine(of place: Int, isChosen: Bool, _ theme: Theme) -> Line {
    let entry = entries[place]
    let style = theme.style(isChosen ? .currentTab : entry.reason == nil ? .text : .faint)
    var line = Line(isChosen ? "› " : "  ", style)
    line.append(entry.key, isChosen || entry.reason != nil ? style : theme.style(.strong))
    line.appendBlanks(max(1, keyColumns + 4 - line.columns), style)
    let titles = isSheet ? [entry.label] : entryTitleLines(of: place)
    line.append(titles[0], style)
    // A reason that does not fit here is shown below while the entry is selected.
    if let reason = entry.reason, titles.count == 1,
      line.columns + 3 + TextWidth.columnCount(of: reason) <= width
    {
      line.append(" · " + reason, style)
    }
    line = line.truncatedLine(columns: width)
    if isChosen { line.appendBlanks(width - line.columns, style) }
    return line
  }

  private func entryTitleLines(of place: Int) -> [SafeText] {
    let lines = TextWrapper.wrappedLines(
      of: Line(entries[place].title, .plain), columns: max(1, width - keyColumns - 4))
    return lines.isEmpty ? [""] : lines.map(\.text).map { SafeText(sanitizing: $0) }
  }

  private func menuLinesInOneColumn(
    _ groups: [CommandMenuSheetAndGroups.CommandMenuGroup], countingFrom first: Int = 0
  ) -> [CommandMenuLine] {
    var lines: [CommandMenuLine] = []
    var place = first
    for group in groups {
      if !lines.isEmpty { lines.append(.blank) }
      lines.append(.heading(group.title))
      for _ in group.entries {
        lines.append(.entry(place))
        if !isSheet {
          lines += entryTitleLines(of: place).dropFirst().map { .continued(place, $0) }
        }
        place += 1
      }
    }
    return lines
  }

  private func menuLinesInTwoColumns(_ groups: [CommandMenuSheetAndGroups.CommandMenuGroup])
    -> [[CommandMenuLine]]
  {
    let total = groups.reduce(0) { $0 + $1.entries.count }
    var (count, used) = (0, 0)
    while count < groups.count, used + groups[count].entries.count / 2 <= total / 2 {
      used += groups[count].entries.count
      count += 1
    }
    return [
      menuLinesInOneColumn(Array(groups[..<count])),
      menuLinesInOneColumn(Array(groups[count...]), countingFrom: used),
    ]
  }

  /// Returns the lines of the small sheet in columns of at most `rows` lines: a group continues in
  /// the next column, and its title is never the last line of a column.
  private func menuLinesInFlowingColumns(
    _ groups: [CommandMenuSheetAndGroups.CommandMenuGroup], rows: Int
  )
    -> [[CommandMenuLine]]
  {
    var columns: [[CommandMenuLine]] = [[]]
    var place = 0
    for group in groups {
      for number in group.entries.indices {
        var lines: [CommandMenuLine] = [.entry(place)]
        if number == 0 { lines.insert(.heading(group.title), at: 0) }
        let last = columns.count - 1
        let isAtTop = columns[last].isEmpty
        let blanks = number == 0 && !isAtTop ? 1 : 0
        if isAtTop || columns[last].count + blanks + lines.count <= rows {
          columns[last] += (blanks == 1 ? [.blank] : []) + lines
        } else {
          columns.append(lines)
        }
        place += 1
      }
    }
    return columns
  }
}
