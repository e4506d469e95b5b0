import FeedDomain
import Preferences
import Terminal
import Words

@MainActor
final class HelpView: Scene {
  weak var navigator: (any Navigator)?
  private let contents: HelpContents
  private let keys: KeyMap
  private let wording: Wording
  private var field = TextField()
  private var page: (columns: Int, theme: Theme, page: HelpPageLayout)?
  /// The help page's columns of key names, with the page's width for which they were made; nil
  /// before the first drawing.
  private var keyColumns: (page: Int, keys: HelpKeyColumns)?
  private var scroll = 0
  /// The index of the help page's entry that was last read to a screen reader.
  private var spokenEntry = 0
  private var rows = 1

  init(_ contents: HelpContents, keys: KeyMap, wording: Wording) {
    (self.contents, self.keys, self.wording) = (contents, keys, wording)
  }

  var header: SceneHeader { SceneHeader(wording.help, aside: contents.presetText) }
  var properties: SceneProperties {
    SceneProperties(takesText: true, mayHaveBlankTopRow: false, fitsBeside: false)
  }

  var keyHints: [KeyHint] {
    [
      KeyHint(Key(.escape), label: wording.hintText(of: .back)),
      KeyHint(Key(.up), Key(.down), label: wording.say("scroll")),
    ]
  }

  func drawScene(on canvas: inout Canvas, in rect: CellRect, _ drawing: DrawingParameters) {
    let margin = rect.size.columns >= 40 ? 2 : 0
    let columns = max(1, rect.size.columns - 2 * margin)
    let lines = helpPageLines(columns: columns, drawing.theme)
    // On a high screen there is a blank row below the field.
    let top = rect.size.rows >= 12 ? 2 : 1
    rows = max(1, rect.size.rows - top)
    scroll = max(0, min(scroll, lines.count - rows))
    // On a scrolled page the terminal's cursor stands on the first visible line.
    field.drawLabelledField(
      label: wording.say("Find"), on: &canvas,
      in: CellRect(
        row: rect.origin.row, column: rect.origin.column + margin, rows: 1, columns: columns),
      drawing.theme, isFocused: drawing.isFront && scroll == 0)
    canvas.point = CellPosition(row: rect.origin.row + top, column: rect.origin.column + margin)
    for (offset, line) in lines.dropFirst(scroll).prefix(rows).enumerated() {
      canvas.writeLine(
        line,
        at: CellPosition(
          row: rect.origin.row + top + offset, column: rect.origin.column + margin),
        within: rect)
    }
  }

  func handleEvent(_ event: SceneInputEvent) -> Bool {
    switch event {
    case .key(let key): return handleKey(key)
    case .paste(let text):
      field.insertText(text.firstLine)
      showSearchResults()
    case .mouse(let mouse, _):
      switch mouse.action {
      case .wheelDown: scrollRows(by: 3)
      case .wheelUp: scrollRows(by: -3)
      default: return false
      }
    case .command, .edited: return false
    }
    return true
  }

  private func handleKey(_ key: Key) -> Bool {
    switch (key.code, key.modifiers) {
    case (.down, _): scrollRows(by: 1)
    case (.up, _): scrollRows(by: -1)
    case (.pageDown, _): scrollRows(by: max(1, rows - 2))
    case (.pageUp, _): scrollRows(by: -max(1, rows - 2))
    case (.escape, _) where field.text.isEmpty: navigator?.navigate(to: .back)
    case (.escape, _):
      field.clearText()
      showSearchResults()
    // The key that opens the help also closes it, as long as nothing is typed.
    case _ where field.text.isEmpty && keys.command(for: key) == .help:
      navigator?.navigate(to: .back)
    case (.backspace, []) where field.text.isEmpty: navigator?.navigate(to: .back)
    case (.home, _) where field.text.isEmpty: scrollRows(by: -scroll)
    case (.end, _) where field.text.isEmpty: scrollRows(by: page?.page.lines.count ?? 0)
    default:
      guard field.handleKey(key) else { return false }
      showSearchResults()
    }
    return true
  }

  private func showSearchResults() {
    page = nil
    (scroll, spokenEntry) = (0, 0)
    navigator?.requestRedraw()
  }

  private func scrollRows(by rows: Int) {
    scroll = max(0, scroll + rows)
    navigator?.requestRedraw()
  }

  func screenReaderContents(at now: Timestamp) -> ScreenReaderContents {
    var words = ScreenReaderContents(header)
    words.question = ScreenReaderQuestion(wording.say("Find"), field)
    words.question?.keys = []
    words.question?.takesNumbers = true
    let entries = contents.filteredContents(matching: field.text).groups.flatMap { group in
      group.entries.map { entry in
        let keys = SafeText(sanitizing: entry.keys.joined(separator: " "))
        return group.title + ": " + entry.title + ": " + keys
      }
    }
    guard !entries.isEmpty else {
      words.notes = [wording.say("No matching key.")]
      return words
    }
    words.items = ScreenReaderItems(
      ids: entries.map { AnyHashable($0) }, selected: min(spokenEntry, entries.count - 1),
      lines: { [entries[$0]] }, select: { [weak self] in self?.spokenEntry = $0 })
    return words
  }

  private func keyColumns(for columns: Int) -> HelpKeyColumns {
    if let keyColumns, keyColumns.page == columns { return keyColumns.keys }
    let keys = HelpKeyColumns(for: contents, columns: columns)
    keyColumns = (columns, keys)
    return keys
  }

  private func helpPageLines(columns: Int, _ theme: Theme) -> [Line] {
    if let page, page.columns == columns, page.theme == theme { return page.page.lines }
    let page = HelpPageLayout(
      contents.filteredContents(matching: field.text), columns: columns, theme: theme,
      keys: keyColumns(for: columns))
    self.page = (columns, theme, page)
    return page.lines.isEmpty
      ? [Line(wording.say("No matching key."), theme.style(.faint))] : page.lines
  }
}

struct HelpPageLayout {
  let lines: [Line]

  init(_ contents: HelpContents, columns: Int, theme: Theme, keys: HelpKeyColumns) {
    let groups = contents.groups.map { group in
      [Line(group.title, theme.style(.strong))]
        + group.entries.flatMap {
          keys.keyColumnLayout(of: $0, in: group).helpEntryLines($0, theme)
        }
    }
    let attributions = contents.attributions.flatMap {
      TextWrapper.wrappedLines(of: Line($0, theme.style(.faint)), columns: columns)
    }
    lines =
      (keys.isDouble
        ? Self.linesInTwoColumns(groups, width: keys.width) : Self.linesInOneColumn(groups))
      + (attributions.isEmpty ? [] : [Line()] + attributions)
  }

  private static func linesInOneColumn(_ groups: [[Line]]) -> [Line] {
    Array(groups.joined(separator: [Line()]))
  }

  private static func linesInTwoColumns(_ groups: [[Line]], width: Int) -> [Line] {
    let total = groups.reduce(0) { $0 + $1.count + 1 }
    var left: [[Line]] = []
    var right: [[Line]] = []
    var used = 0
    for group in groups {
      if right.isEmpty, used + group.count / 2 <= total / 2 {
        left.append(group)
        used += group.count + 1
      } else {
        right.append(group)
      }
    }
    let (first, second) = (linesInOneColumn(left), linesInOneColumn(right))
    return (0..<max(first.count, second.count)).map { row in
      var line = row < first.count ? first[row] : Line()
      guard row < second.count else { return line }
      line.appendBlanks(width + 4 - line.columns)
      line.append(second[row])
      return line
    }
  }
}

/// The columns of key names and of typed command names on the help page, which stay while the user
/// searches.
struct HelpKeyColumns {
  private static let columnsForTwo = 96

  /// True if the help page has two columns of entries.
  let isDouble: Bool
  /// The width of the help page's column of entries, in cells.
  let width: Int
  /// The titles of the groups with wide names, such as those of mouse actions.
  private let wideGroups: Set<String>
  /// The columns of the key names, of those in groups with wide names, and of typed commands.
  private let keys, wideKeys, names: HelpKeyColumn

  init(for contents: HelpContents, columns: Int) {
    let isDouble = columns >= Self.columnsForTwo
    let width = isDouble ? (columns - 4) / 2 : columns
    let groups = contents.groups.map { ($0.title.string, $0.entries.filter { !$0.isTyped }) }
    let wide = groups.filter { HelpKeyColumn.hasUnusuallyWideKeyNames($0.1, columns: width) }
    let wideGroups = Set(wide.map(\.0))
    keys = HelpKeyColumn(
      for: groups.filter { !wideGroups.contains($0.0) }.flatMap(\.1), columns: width)
    wideKeys = HelpKeyColumn(for: wide.flatMap(\.1), columns: width)
    names = HelpKeyColumn(
      for: contents.groups.flatMap(\.entries).filter(\.isTyped), columns: width)
    (self.isDouble, self.width, self.wideGroups) = (isDouble, width, wideGroups)
  }

  fileprivate func keyColumnLayout(of entry: HelpEntry, in group: HelpContents.HelpEntryGroup)
    -> HelpKeyColumn
  {
    entry.isTyped ? names : wideGroups.contains(group.title.string) ? wideKeys : keys
  }
}

/// A column of key names, or of typed command names, beside the titles of the help page: the width
/// with which the most titles fit on one line.
private struct HelpKeyColumn {
  /// The maximum width of a column of key names, in cells.
  private static let maximumWidth = 19
  private static let minimumWidth = 8
  /// The width of a name, in cells, from which on a group has a column of its own.
  private static let wideName = 12
  /// The number of entries of the help page among which one may have names that are wider than the
  /// column, so that its title begins further right.
  private static let entriesPerWideOne = 8
  /// On the help page, the minimum number of cells by which the few key names that are wider than
  /// their column must exceed it, since a title that begins one cell further right looks
  /// misaligned. Not applied on a narrow page.
  private static let minimumOverhang = 3
  private static let narrowPage = 50

  /// The width of the column of key names, without the blanks on its sides.
  private let width: Int
  /// The width of the column of key names in which more than one name is shown.
  private let maximumKeyNameWidth: Int
  /// The width of the page's column with names and titles.
  private let columns: Int

  init(for entries: [HelpEntry], columns: Int) {
    let maximumKeyNameWidth = Self.maximumKeyNameWidth(in: columns)
    (self.maximumKeyNameWidth, self.columns) = (maximumKeyNameWidth, columns)
    let names = entries.map {
      TextWidth.columnCount(of: Self.fittingKeyNames($0.keys, columns: maximumKeyNameWidth))
    }
    let titles = entries.map { Line($0.title, .plain) }
    /// Returns the number of lines that the titles take beside a key column of a width.
    func totalTitleLineCount(_ width: Int) -> Int {
      zip(names, titles).reduce(0) { count, entry in
        let room = Self.titleWidth(beside: max(width, entry.0), of: columns)
        let isShort = entry.1.columns <= room
        return count
          + (isShort ? 1 : TextWrapper.wrappedLines(of: entry.1, columns: room).count)
      }
    }
    func nameWidthsGreater(than width: Int) -> [Int] { names.filter { $0 > width } }
    /// Returns true if a key column of a width looks aligned: few names are wider, and these
    /// clearly.
    func isSuitableKeyColumnWidth(_ width: Int) -> Bool {
      let wider = nameWidthsGreater(than: width)
      let looksAligned =
        columns < Self.narrowPage || wider.allSatisfy { $0 >= width + Self.minimumOverhang }
      return looksAligned && wider.count * Self.entriesPerWideOne <= names.count
    }
    // Of widths with as few lines, the one that fewer names exceed, then the smaller.
    let widths = (min(Self.minimumWidth, maximumKeyNameWidth)...maximumKeyNameWidth).filter {
      $0 == maximumKeyNameWidth || isSuitableKeyColumnWidth($0)
    }
    let costs = widths.map { ($0, totalTitleLineCount($0), nameWidthsGreater(than: $0).count) }
    width = costs.min { ($0.1, $0.2) < ($1.1, $1.2) }?.0 ?? maximumKeyNameWidth
  }

  /// Returns true if a group of the help page has names that are wider than those of most keys.
  static func hasUnusuallyWideKeyNames(_ entries: [HelpEntry], columns: Int) -> Bool {
    let maximumKeyNameWidth = maximumKeyNameWidth(in: columns)
    return entries.contains {
      TextWidth.columnCount(of: fittingKeyNames($0.keys, columns: maximumKeyNameWidth)) >= wideName
    }
  }

  private static func maximumKeyNameWidth(in columns: Int) -> Int {
    min(maximumWidth, columns * 2 / 5)
  }

  /// Returns an entry of the help page as lines: its key names, and beside them its title.
  func helpEntryLines(_ entry: HelpEntry, _ theme: Theme) -> [Line] {
    let names = Self.fittingKeyNames(entry.keys, columns: maximumKeyNameWidth)
    let start = max(width, TextWidth.columnCount(of: names))
    let titles = TextWrapper.wrappedLines(
      of: Line(entry.title, theme.style(.text)),
      columns: Self.titleWidth(beside: start, of: columns))
    return titles.enumerated().map { number, title in
      var line = Line()
      line.appendBlanks(2)
      if number == 0 { line.append(names, theme.style(.mention)) }
      line.appendBlanks(start + 4 - line.columns)
      line.append(title)
      return line
    }
  }

  private static func titleWidth(beside names: Int, of columns: Int) -> Int {
    max(1, columns - names - 4)
  }

  /// Returns the names of a command's keys as one text for the help page: as many names as fit into
  /// `columns`, at least one; names are not cut.
  private static func fittingKeyNames(_ names: [String], columns: Int) -> SafeText {
    var text = SafeText(sanitizing: names.first ?? "")
    for name in names.dropFirst() {
      let longer = text + "  " + SafeText(sanitizing: name)
      guard TextWidth.columnCount(of: longer) <= columns else { break }
      text = longer
    }
    return text
  }
}
