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
  private var scroll = 0
  /// The index of the help page's entry that was last read to a screen reader.
  private var spokenEntry = 0
  private var rows = 1

  init(_ contents: HelpContents, keys: KeyMap, wording: Wording) {
    (self.contents, self.keys, self.wording) = (contents, keys, wording)
  }

  var header: SceneHeader { SceneHeader(wording.help) }
  var properties: SceneProperties {
    SceneProperties(takesText: true, mayHaveBlankTopRow: false, fitsBeside: false)
  }

  var keyHints: [KeyHint] {
    [
      KeyHint(Key(.escape), word: wording.hintText(of: .back)),
      KeyHint(Key(.up), Key(.down), word: wording.say("scroll")),
    ]
  }

  func drawScene(on canvas: inout Canvas, in rect: CellRect, _ drawing: DrawingParameters) {
    let margin = rect.size.columns >= 40 ? 2 : 0
    let columns = max(1, rect.size.columns - 2 * margin)
    field.drawLabelledField(
      label: wording.say("Find"), on: &canvas,
      in: CellRect(
        row: rect.origin.row, column: rect.origin.column + margin, rows: 1, columns: columns),
      drawing.theme, isFocused: drawing.isFront)
    let lines = helpPageLines(columns: columns, drawing.theme)
    // On a high screen there is a blank row below the field.
    let top = rect.size.rows >= 12 ? 2 : 1
    rows = max(1, rect.size.rows - top)
    scroll = max(0, min(scroll, lines.count - rows))
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

  private func helpPageLines(columns: Int, _ theme: Theme) -> [Line] {
    if let page, page.columns == columns, page.theme == theme { return page.page.lines }
    let page = HelpPageLayout(
      contents.filteredContents(matching: field.text), columns: columns, theme: theme)
    self.page = (columns, theme, page)
    return page.lines.isEmpty
      ? [Line(wording.say("No matching key."), theme.style(.faint))] : page.lines
  }
}

struct HelpPageLayout {
  let lines: [Line]

  private static let columnsForTwo = 96

  init(_ contents: HelpContents, columns: Int, theme: Theme) {
    let isDouble = columns >= Self.columnsForTwo
    let width = isDouble ? (columns - 4) / 2 : columns
    let groups = contents.groups.map {
      Self.helpGroupLines($0.title, $0.entries, columns: width, theme)
    }
    let attributions = contents.attributions.flatMap {
      TextWrapping.wrappedLines(of: Line($0, theme.style(.faint)), columns: columns)
    }
    lines =
      (isDouble ? Self.linesInTwoColumns(groups, width: width) : Self.linesInOneColumn(groups))
      + (attributions.isEmpty ? [] : [Line()] + attributions)
  }

  private static func helpGroupLines(
    _ title: SafeText, _ entries: [HelpEntry], columns: Int, _ theme: Theme
  ) -> [Line] {
    let heading = Line(title, theme.style(.strong))
    let keyColumns = min(18, columns * 2 / 5)
    let titleColumns = max(1, columns - keyColumns - 4)
    return [heading]
      + entries.flatMap { entry -> [Line] in
        let names = fittingKeyNames(entry.keys, columns: keyColumns)
        let titles = TextWrapping.wrappedLines(
          of: Line(entry.title, theme.style(.text)), columns: titleColumns)
        return titles.enumerated().map { number, title in
          var line = Line()
          line.padWithBlanks(2)
          if number == 0 { line.append(names, theme.style(.mention)) }
          line.padWithBlanks(keyColumns + 4 - line.columns)
          line.append(title)
          return line
        }
      }
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
      line.padWithBlanks(width + 4 - line.columns)
      line.append(second[row])
      return line
    }
  }
}
