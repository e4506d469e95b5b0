import FeedDomain
import PhotoDisplay
import Preferences
import Terminal
import Words

/// A scene of the command menu: an overlay that lists every command with its key. Pressing the key
/// of a command runs the command; arrows select an entry.
@MainActor
final class CommandMenuView: Scene {
  /// A line of the command menu: the title of a group, a line of an entry, or a blank line.
  private enum CommandMenuLine: Equatable {
    case heading(SafeText)
    case entry(Int)
    /// A kind of line in the command menu: the continuation of a wrapped title, with the index of
    /// the title's entry.
    case continued(Int, SafeText)
    case blank

    /// The index of the entry to which the line of the command menu belongs; nil for headings and
    /// blank lines.
    var place: Int? {
      switch self {
      case .entry(let place), .continued(let place, _): place
      case .heading, .blank: nil
      }
    }
  }

  weak var navigator: (any Navigator)?
  private let contents: CommandMenuContents
  private let entries: [CommandMenuContents.CommandMenuEntry]
  /// The commands that have precedence over others with the same keys in the command menu, as in
  /// the scene behind.
  private let priority: [Command]
  private let keys: KeyMap
  private let wording: Wording
  private let options: DisplayOptions
  private var chosen = 0
  private var scroll = 0
  /// The lines of the command menu as last drawn, for each of the one or two columns.
  private var columns: [[CommandMenuLine]] = [[]]
  private var titleColumns = 1
  /// The rectangle of the command menu's lines in the last drawing, relative to the scene, for
  /// mouse events.
  private var area = CellRect(row: 0, column: 0, rows: 1, columns: 1)

  /// The minimum width of the screen, in cells, at which the command menu leaves the scene behind
  /// visible.
  private static let fullWidth = 90
  private static let widthForTwo = 120
  private static let gap = 4
  private static func maximumMenuRows(in rows: Int) -> Int { max(24, rows * 3 / 5) }

  init(
    _ contents: CommandMenuContents, priority: [Command] = [], keys: KeyMap, wording: Wording,
    options: DisplayOptions = DisplayOptions()
  ) {
    (self.contents, entries) = (contents, contents.entries)
    (self.priority, self.keys, self.wording, self.options) = (priority, keys, wording, options)
  }

  var properties: SceneProperties { SceneProperties(isOverlay: true) }
  func handlesKey(_ key: Key) -> Bool { true }

  func drawScene(on canvas: inout Canvas, in rect: CellRect, _ drawing: DrawingParameters) {
    let theme = drawing.theme
    let isDouble = rect.size.columns >= Self.widthForTwo && !options.isPlain
    let full = isDouble ? 112 : rect.size.columns < Self.fullWidth ? rect.size.columns : 76
    func overlayBox(rows: Int) -> OverlayBox {
      OverlayBox(in: rect, rows: rows, columns: full, options: options)
    }
    let mostRows = Self.maximumMenuRows(in: rect.size.rows)
    let inside = overlayBox(rows: mostRows).inner.size.columns
    let keyColumns = min(9, entries.map { TextWidth.columnCount(of: $0.key) }.max() ?? 0)
    titleColumns = max(1, (isDouble ? (inside - Self.gap) / 2 : inside) - keyColumns - 4)
    columns = isDouble ? menuLinesInTwoColumns(contents.groups) : [menuLines(contents.groups)]
    let longest = columns.map(\.count).max() ?? 0
    let overlayBox = overlayBox(rows: min(longest + 2, mostRows))
    overlayBox.clearOverlayAndDrawFrame(on: &canvas, theme)
    let list = overlayBox.listArea(below: 0)
    area = list.relativeRect(to: rect)
    scrollToSelectedEntry(rows: list.size.rows)
    let width = menuColumnWidth(of: list)
    for (number, lines) in columns.enumerated() {
      let left = list.origin.column + number * (width + Self.gap)
      for (row, line) in zip(list.rows, lines.dropFirst(scroll)) {
        let place = CellPosition(row: row, column: left)
        if line == .entry(chosen) { canvas.point = place }
        canvas.writeLine(
          drawnMenuLine(line, keyColumns: keyColumns, columns: width, theme), at: place,
          within: list)
      }
    }
    if let reason = entries.indices.contains(chosen) ? entries[chosen].reason : nil {
      let line = Line(reason, theme.style(.warning)).truncatedLine(
        columns: overlayBox.inner.size.columns)
      overlayBox.writeLastRow(line, on: &canvas)
    } else {
      overlayBox.writeHints(
        [
          KeyHint(Key(.enter), word: wording.say("run it")),
          KeyHint(Key(.up), Key(.down), word: wording.choose),
          KeyHint(Key(.escape), word: wording.leaveSearch),
        ], on: &canvas, theme)
    }
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
    case (.down, []), (.tab, []): selectEntry((chosen + 1) % max(1, entries.count))
    case (.up, []), (.tab, .shift):
      selectEntry((chosen + entries.count - 1) % max(1, entries.count))
    case (.pageDown, []): selectEntry(chosen + max(1, area.size.rows - 1))
    case (.pageUp, []): selectEntry(chosen - max(1, area.size.rows - 1))
    case (.home, []): selectEntry(0)
    case (.end, []): selectEntry(entries.count - 1)
    case (.left, []), (.right, []): selectEntryInOtherColumn()
    default:
      guard let command = keys.command(for: key, claimed: priority) else { return false }
      // The key that opens the menu closes the menu, too.
      guard command != .menu else {
        navigator?.navigate(to: .back)
        return true
      }
      guard let place = entries.firstIndex(where: { $0.command == command }) else { return false }
      runCommandOfEntry(place)
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
    return words
  }

  private func selectEntry(_ place: Int) {
    chosen = max(0, min(place, entries.count - 1))
    navigator?.requestRedraw()
  }

  /// Closes the command menu and runs the command of an entry in the scene behind, or shows the
  /// reason why the command cannot be run.
  private func runCommandOfEntry(_ place: Int) {
    guard entries.indices.contains(place) else { return }
    chosen = place
    let entry = entries[place]
    if let reason = entry.reason {
      navigator?.showMessage(BottomLineMessage(text: reason, tone: .plain))
      navigator?.requestRedraw()
    } else if entry.command == .menu {
      navigator?.navigate(to: .back)
    } else {
      navigator?.performPaletteChoice(.command(entry.command))
    }
  }

  private func selectEntryInOtherColumn() {
    guard columns.count == 2, let here = linePosition(ofEntry: chosen) else { return }
    let other = columns[1 - here.column]
    let entries = other.enumerated().compactMap { row, line -> (row: Int, place: Int)? in
      if case .entry(let place) = line { (row, place) } else { nil }
    }
    if let nearest = entries.min(by: { abs($0.row - here.row) < abs($1.row - here.row) }) {
      selectEntry(nearest.place)
    }
  }

  private func linePosition(ofEntry place: Int) -> (column: Int, row: Int)? {
    for (column, lines) in columns.enumerated() {
      if let row = lines.firstIndex(of: .entry(place)) { return (column, row) }
    }
    return nil
  }

  /// Scrolls the command menu as little as needed to show the selected entry; with a group's first
  /// entry, also the group's title.
  private func scrollToSelectedEntry(rows: Int) {
    let longest = columns.map(\.count).max() ?? 0
    if let here = linePosition(ofEntry: chosen) {
      let lines = columns[here.column]
      var top = here.row
      if top > 0, case .heading = lines[top - 1], rows > 1 { top -= 1 }
      scroll = min(max(scroll, here.row - rows + 1), top)
    }
    scroll = max(0, min(scroll, longest - rows))
  }

  private func menuColumnWidth(of list: CellRect) -> Int {
    columns.count == 1 ? list.size.columns : (list.size.columns - Self.gap) / 2
  }

  private func entryIndex(at position: CellPosition) -> Int? {
    let row = position.row - area.origin.row
    let column = (position.column - area.origin.column) / (menuColumnWidth(of: area) + Self.gap)
    guard (0..<area.size.rows).contains(row), position.column >= area.origin.column,
      columns.indices.contains(column), columns[column].indices.contains(scroll + row)
    else { return nil }
    return columns[column][scroll + row].place
  }

  private func drawnMenuLine(
    _ menuLine: CommandMenuLine, keyColumns: Int, columns: Int, _ theme: Theme
  ) -> Line {
    switch menuLine {
    case .blank: return Line()
    case .heading(let title):
      return Line(title, theme.style(.strong)).truncatedLine(columns: columns)
    case .continued(let place, let words):
      let isChosen = place == chosen
      let style = theme.style(
        isChosen ? .currentTab : entries[place].reason == nil ? .text : .faint)
      var line = Line()
      line.padWithBlanks(keyColumns + 4, style)
      line.append(words, style)
      line = line.truncatedLine(columns: columns)
      if isChosen { line.padWithBlanks(columns - line.columns, style) }
      return line
    case .entry(let place):
      let entry = entries[place]
      let isChosen = place == chosen
      let style = theme.style(isChosen ? .currentTab : entry.reason == nil ? .text : .faint)
      var line = Line(isChosen ? "› " : "  ", style)
      line.append(
        entry.key, isChosen || entry.reason != nil ? style : theme.style(.strong))
      line.padWithBlanks(max(1, keyColumns + 4 - line.columns), style)
      let titles = entryTitleLines(of: place)
      line.append(titles[0], style)
      // A reason that does not fit here is shown below while the entry is selected.
      if let reason = entry.reason, titles.count == 1,
        line.columns + 3 + TextWidth.columnCount(of: reason) <= columns
      {
        line.append(" · " + reason, style)
      }
      line = line.truncatedLine(columns: columns)
      if isChosen { line.padWithBlanks(columns - line.columns, style) }
      return line
    }
  }

  private func entryTitleLines(of place: Int) -> [SafeText] {
    let lines = TextWrapping.wrappedLines(
      of: Line(entries[place].title, .plain), columns: titleColumns)
    return lines.isEmpty ? [""] : lines.map(\.text).map { SafeText(sanitizing: $0) }
  }

  private func menuLines(
    _ groups: [CommandMenuContents.CommandMenuGroup], countingFrom first: Int = 0
  ) -> [CommandMenuLine] {
    var lines: [CommandMenuLine] = []
    var place = first
    for group in groups {
      if !lines.isEmpty { lines.append(.blank) }
      lines.append(.heading(group.title))
      for _ in group.entries {
        lines.append(.entry(place))
        lines += entryTitleLines(of: place).dropFirst().map { .continued(place, $0) }
        place += 1
      }
    }
    return lines
  }

  private func menuLinesInTwoColumns(_ groups: [CommandMenuContents.CommandMenuGroup])
    -> [[CommandMenuLine]]
  {
    let total = groups.reduce(0) { $0 + $1.entries.count }
    var (count, used) = (0, 0)
    while count < groups.count, used + groups[count].entries.count / 2 <= total / 2 {
      used += groups[count].entries.count
      count += 1
    }
    return [
      menuLines(Array(groups[..<count])), menuLines(Array(groups[count...]), countingFrom: used),
    ]
  }
}
