import FeedDomain
import Preferences
import Terminal
import UseCases
import Words

/// A scene of the command palette: an overlay with a search field, and a list of all commands,
/// streams and settings.
@MainActor
final class PaletteView: Scene {
  weak var navigator: (any Navigator)?
  private var entries: [PaletteEntry]
  private lazy var searched = entries.map { SearchablePaletteEntry($0) }
  /// The closure that returns the link or handle that a text typed into the palette stands for; nil
  /// for other text.
  private let recognizeLink: (String) -> ResolvableLink?
  private let recent: RecentCommands
  /// True if the account's entries have read states, so that the palette offers actions on all
  /// entries that a typed search finds.
  private let actsOnEntries: Bool
  private let wording: Wording
  private let options: DisplayOptions
  private var shownEntries: [PaletteEntry]
  private var filterField = FilterField(list: .withoutField)
  /// The minimum width of the screen, in cells, at which the palette leaves the scene behind
  /// visible.
  private static let fullWidth = 90
  /// The maximum number of characters of a text typed into the palette that may be an address.
  private static let longestLink = 5_000
  private var origin = CellPosition(row: 0, column: 0)

  init(
    _ entries: [PaletteEntry], recognizeLink: @escaping (String) -> ResolvableLink? = { _ in nil },
    recent: RecentCommands = RecentCommands(path: nil), wording: Wording,
    actsOnEntries: Bool = false, options: DisplayOptions = DisplayOptions()
  ) {
    self.entries = entries
    self.recognizeLink = recognizeLink
    self.recent = recent
    self.actsOnEntries = actsOnEntries
    self.wording = wording
    self.options = options
    shownEntries = entries
  }

  var properties: SceneProperties { SceneProperties(takesText: true, isOverlay: true) }

  func drawScene(on canvas: inout Canvas, in rect: CellRect, _ drawing: DrawingParameters) {
    let theme = drawing.theme
    origin = rect.origin
    let box = OverlayBox(
      in: rect, rows: min(entries.count + 3, 18),
      columns: rect.size.columns < Self.fullWidth ? rect.size.columns : 72, options: options)
    box.clearOverlayAndDrawFrame(on: &canvas, theme)
    filterField.drawFilterField(
      after: Line(": ", theme.style(.busy)), on: &canvas, in: box.content, theme)
    let rect = box.listArea(below: 1)
    if shownEntries.isEmpty {
      canvas.writeLine(
        Line(wording.say("No matching command works here."), theme.style(.faint)).truncatedLine(
          columns: rect.size.columns),
        at: rect.origin, within: box.content)
    }
    let match = FuzzySearch(filterField.text)
    // The keys have a column of their own on wide screens.
    let keyColumns =
      rect.size.columns < 60
      ? -1 : shownEntries.map { TextWidth.columnCount(of: $0.key) }.max() ?? 0
    filterField.list.drawChoiceRows(shownEntries.count, on: &canvas, in: rect) { place, isChosen in
      Line(
        choice: highlightedEntryTitle(
          of: shownEntries[place], match, theme.style(isChosen ? .currentTab : .text),
          columns: rect.size.columns - 3
            - max(TextWidth.columnCount(of: shownEntries[place].key), keyColumns + 1)),
        shownEntries[place].key
          + SafeText(
            repeating: " ",
            count: max(0, keyColumns + 1 - TextWidth.columnCount(of: shownEntries[place].key))),
        endStyle: theme.style(.strong), isChosen: isChosen,
        columns: rect.size.columns, theme)
    }
    let hints = [
      KeyHint(Key(.enter), label: wording.say("run it")),
      KeyHint(Key(.up), Key(.down), label: wording.choose),
      KeyHint(Key(.escape), label: wording.leaveSearch),
    ]
    box.writeHints(hints, on: &canvas, theme)
  }

  func handleEvent(_ event: SceneInputEvent) -> Bool {
    if case .key(let key) = event, handlePaletteKey(key) { return true }
    switch filterField.handleEvent(event, from: origin, of: shownEntries.count) {
    case .ignored: return false
    case .closed: navigator?.navigate(to: .back)
    case .confirmed: performEntryChoice(at: filterField.chosen)
    case .clicked(let row): performEntryChoice(at: row)
    case .selectionChanged: break
    case .edited: showMatchingEntries()
    }
    navigator?.requestRedraw()
    return true
  }

  /// Returns the title of a palette entry as a line with the matching letters highlighted; if only
  /// a synonym matches, the synonym follows in case both fit into `columns`.
  private func highlightedEntryTitle(
    of entry: PaletteEntry, _ match: FuzzySearch, _ style: Style, columns: Int
  ) -> Line {
    var found = style
    found.attributes.formUnion([.bold, .underlined])
    if let synonym = match.synonymMatchingInsteadOfTitle(of: entry) {
      var line = Line(entry.title + " · ", style)
      line.append(Line(synonym, style, marking: match.matchedOffsets(in: synonym.string), found))
      return line.columns <= columns ? line : Line(entry.title, style)
    }
    return Line(entry.title, style, marking: match.matchedOffsets(in: entry.title.string), found)
  }

  /// Handles the keys of the command palette that other filter fields do not have, such as Ctrl-N;
  /// returns false for other keys.
  private func handlePaletteKey(_ key: Key) -> Bool {
    let count = shownEntries.count
    switch (key.code, key.modifiers) {
    case (.character("n"), .control): filterField.list.moveSelectionWrapping(by: 1, of: count)
    case (.character("p"), .control): filterField.list.moveSelectionWrapping(by: -1, of: count)
    case (.pageDown, _):
      filterField.list.moveSelectionClamped(by: filterField.list.page, of: count)
    case (.pageUp, _):
      filterField.list.moveSelectionClamped(by: -filterField.list.page, of: count)
    // Backspace in an empty field closes the list.
    case (.backspace, []) where filterField.text.isEmpty: navigator?.navigate(to: .back)
    default: return false
    }
    navigator?.requestRedraw()
    return true
  }

  /// Replaces the entries of the open palette, as when lists were created since the start of the
  /// program; the typed text and the selection stay.
  func replacePaletteEntries(_ entries: [PaletteEntry]) {
    guard entries != self.entries else { return }
    let chosen = filterField.chosen.flatMap {
      shownEntries.indices.contains($0) ? shownEntries[$0] : nil
    }
    self.entries = entries
    searched = entries.map { SearchablePaletteEntry($0) }
    showMatchingEntries()
    if let place = chosen.flatMap({ chosen in shownEntries.firstIndex { $0.choice == chosen.choice }
    }) {
      filterField.list.selectChoiceRow(place)
    }
  }

  private func showMatchingEntries() {
    let opened = recognizeLink(String(filterField.text.prefix(Self.longestLink))).map {
      PaletteEntry(opening: $0, wording)
    }
    let act =
      actsOnEntries ? BulkEntryAction(filterField.text).map { PaletteEntry($0, wording) } : nil
    let timeline = PaletteEntry(timelineTyped: filterField.text, wording)
    shownEntries =
      [act, timeline, opened].compactMap(\.self)
      + FuzzySearch(filterField.text).matchingEntries(of: searched)
    filterField.list.resetSelection()
    navigator?.requestRedraw()
  }

  private func performEntryChoice(at place: Int?) {
    guard let place, shownEntries.indices.contains(place) else { return }
    let choice = shownEntries[place].choice
    if case .command(let command) = choice { recent.recordRecentCommand(command) }
    navigator?.performPaletteChoice(choice)
  }
}

extension PaletteView {
  func screenReaderContents(at now: Timestamp) -> ScreenReaderContents {
    var words = ScreenReaderContents(title: wording.hintText(of: .palette))
    if shownEntries.isEmpty { words.notes = [wording.say("No matching command works here.")] }
    let names = shownEntries.map { $0.key.isEmpty ? $0.title : $0.title + ", " + $0.key }
    words.setFilterFieldQuestion(wording.hintText(of: .palette), filterField, choices: names) {
      [weak self] in
      self?.filterField.list.selectChoiceRow($0)
    }
    // A typed line filters the list; a number runs one of its entries.
    words.question?.keys = []
    return words
  }
}
