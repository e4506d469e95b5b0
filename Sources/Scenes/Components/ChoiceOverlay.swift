import FeedDomain
import PhotoDisplay
import Preferences
import Terminal
import UseCases

/// A titled list of choices in an overlay or a panel, with or without a field for typing.
struct ChoiceOverlay: Equatable {
  struct OverlayChoice: Equatable {
    let name: SafeText
    var explanation: SafeText = ""
    /// True if the choice of an overlay is ticked; nil in an overlay without ticks.
    var isTicked: Bool?
  }

  /// A use of the text field above an overlay's choices: none, to filter the choices, or also to
  /// add a new choice.
  enum OverlayTextFieldUse: Equatable {
    case none
    /// A use of an overlay's text field: to filter the choices, of which one is always selected.
    case filter
    /// A use of an overlay's text field: to filter the choices, or to add the typed text as a new
    /// choice with Enter.
    case newChoice
  }

  /// A result of a key press or click in a choice overlay.
  enum ChoiceOverlayResult: Equatable {
    case ignored
    case handled
    case closed
    /// A result of a key press or click in a choice overlay: a choice was taken, given by its index
    /// among all choices.
    case chosen(Int)
    case typed(String)
  }

  let title: SafeText
  /// The line of help below the overlay's title; empty for none.
  let help: SafeText
  let choices: [OverlayChoice]
  let field: OverlayTextFieldUse
  /// The key hints in the last row of a choice overlay, that of Enter first; empty in a panel.
  let hints: [KeyHint]
  /// The key hint of Enter while a ticked choice is selected; nil for the usual hint.
  let tickedHint: KeyHint?
  /// The name of the choice that the user added last by typing it into the overlay; nil before the
  /// first. When the name changes, the choice is selected, unless the user has typed again.
  let lastAdded: SafeText?
  private var filterField: FilterField
  /// The text of the new choice that was taken from the overlay's text field and is being added;
  /// nil for none.
  private var submitted: String?

  init(
    _ title: SafeText, help: SafeText = "", _ choices: [OverlayChoice],
    field: OverlayTextFieldUse = .none,
    hints: [KeyHint] = [], tickedHint: KeyHint? = nil, lastAdded: SafeText? = nil
  ) {
    (self.title, self.help, self.choices, self.field) = (title, help, choices, field)
    (self.hints, self.tickedHint, self.lastAdded) = (hints, tickedHint, lastAdded)
    filterField = FilterField(list: field == .newChoice ? .belowField : .withoutField)
  }

  /// The indices of the choices whose names contain the typed text.
  private var places: [Int] {
    let typed = filterField.text.lowercased()
    return choices.indices.filter {
      typed.isEmpty || choices[$0].name.string.lowercased().contains(typed)
    }
  }

  /// The index of the overlay's selected choice among all choices; nil if there is none.
  var chosen: Int? {
    filterField.chosen.flatMap { places.indices.contains($0) ? places[$0] : nil }
  }

  /// Returns the overlay `next` with the typed text and the selection of this overlay; if `next`
  /// has a newly added choice and nothing is typed, that choice is selected instead.
  func carryingInput(to next: ChoiceOverlay) -> ChoiceOverlay {
    var next = next
    (next.filterField, next.submitted) = (filterField, submitted)
    if let added = next.lastAdded, added != self.lastAdded {
      next.submitted = nil
      if filterField.text.isEmpty {
        next.filterField.list.selectChoiceRow(next.choices.firstIndex { $0.name == added })
      }
    }
    return next
  }

  /// Puts the text of a choice that could not be added back into the overlay's text field, unless
  /// the user has typed again.
  mutating func restoreSubmittedText() {
    if let submitted, filterField.text.isEmpty {
      filterField = FilterField(submitted, list: .belowField)
    }
    submitted = nil
  }

  mutating func selectChoice(at place: Int) {
    filterField.list.selectChoiceRow(places.firstIndex(of: place))
  }

  /// Returns the index of the choice that the overlay shows on a row of the screen; nil if none.
  func choiceIndex(at row: Int) -> Int? {
    filterField.list.choiceIndex(at: row, of: places.count).map { places[$0] }
  }
}

extension ChoiceOverlay {
  private static let columns = 56
  private static let maximumRows = 12

  /// The number of rows above the overlay's choices: the title, the help, and a blank one.
  private var rowsAbove: Int { help.isBlank ? 2 : 3 }

  /// The preferred height of the choice overlay in rows, without a frame.
  var rows: Int {
    let list = max(field == .none ? 1 : 4, min(choices.count, Self.maximumRows))
    return rowsAbove + list + (hints.isEmpty ? 0 : 2)
  }

  mutating func drawOverlay(
    on canvas: inout Canvas, in rect: CellRect, options: DisplayOptions, _ theme: Theme
  ) {
    let box = OverlayBox(
      in: rect, rows: rows, columns: Self.columns, options: options, isList: true)
    box.clearOverlayAndDrawFrame(on: &canvas, theme)
    let inner = box.content
    var title = Line(title, theme.style(.author)).truncatedLine(columns: inner.size.columns)
    if field == .none {
      canvas.writeLine(title, at: inner.origin, within: inner)
    } else {
      title.append("  ", theme.style(.text))
      filterField.drawFilterField(after: title, on: &canvas, in: inner, theme)
    }
    if !help.isBlank {
      canvas.writeLine(
        Line(help, theme.style(.faint)).truncatedLine(columns: inner.size.columns),
        onRow: inner.origin.row + 1, of: inner)
    }
    // On a small screen the choices take the blank rows.
    let isTight = inner.size.rows < rows
    let above = rowsAbove - (isTight ? 1 : 0)
    let below = hints.isEmpty || inner.size.rows < 6 ? 0 : isTight ? 1 : 2
    let list = inner.droppingRows(above, fromEnd: below)
    let (places, choices) = (places, choices)
    filterField.list.drawChoiceRows(places.count, on: &canvas, in: list) { row, isChosen in
      let choice = choices[places[row]]
      let tick: SafeText = choice.isTicked.map { $0 ? "✓ " : "  " } ?? ""
      return Line(
        choice: tick + choice.name, choice.explanation,
        endStyle: theme.style(choice.isTicked == true ? .good : .faint), isChosen: isChosen,
        columns: list.size.columns, theme)
    }
    let isTicked = chosen.map { choices[$0].isTicked == true } ?? false
    let first = isTicked ? tickedHint ?? hints.first : hints.first
    box.writeHints([first].compactMap(\.self) + hints.dropFirst(), on: &canvas, theme)
  }
}

extension ChoiceOverlay {
  /// Handles an event in a choice overlay and returns the result. Mouse positions are relative to
  /// `origin`, the top left cell of the scene.
  mutating func handleEvent(_ event: SceneInputEvent, origin: CellPosition) -> ChoiceOverlayResult {
    let count = places.count
    switch event {
    case .command(.down): filterField.list.moveSelectionWrapping(by: 1, of: count)
    case .command(.up): filterField.list.moveSelectionWrapping(by: -1, of: count)
    case .command(.open): return submitSelectionOrText()
    case .command(.back): return .closed
    case .command(.quit), .command(.repaint), .command(.suspend), .edited: return .ignored
    case .command: return field == .none ? .handled : .ignored
    case .key(let key): return handleKey(key, of: count)
    case .paste(let text): if field != .none { filterField.pasteText(text) }
    case .mouse(let mouse, _):
      guard let row = filterField.handleMouse(mouse, from: origin, of: count) else { break }
      return .chosen(places[row])
    }
    return .handled
  }

  private mutating func handleKey(_ key: Key, of count: Int) -> ChoiceOverlayResult {
    switch key.code {
    case .escape: return .closed
    case .enter where key.modifiers.isEmpty: return submitSelectionOrText()
    case .up, .down: break
    default: guard field != .none else { return .ignored }
    }
    switch filterField.handleKey(key, of: count) {
    case .ignored: return .ignored
    case .cursorMoved, .textChanged: filterField.list.resetSelection()
    case .selectionChanged: break
    }
    return .handled
  }

  /// Returns the selected choice; without one, the typed text if a new choice can be added, and
  /// clears the field.
  private mutating func submitSelectionOrText() -> ChoiceOverlayResult {
    if let chosen { return .chosen(chosen) }
    let typed = filterField.text
    guard field == .newChoice, !typed.isEmpty else { return .handled }
    // The field is empty at once, so that the next choice can be typed while this one is added.
    submitted = typed
    filterField = FilterField(list: .belowField)
    return .typed(typed)
  }

  /// Adds the title and the choices of an overlay to the contents of a scene for screen readers.
  /// The closure `choose` receives the index of the answer among all choices.
  @MainActor
  func addScreenReaderContents(
    to words: inout ScreenReaderContents, choose: @escaping @MainActor (Int) -> Void
  ) {
    let (places, shown) = (places, places.map { choices[$0] })
    let names = shown.map { choice in
      choice.name + (choice.isTicked == true ? " ✓" : "")
        + (choice.explanation.isBlank ? "" : ", " + choice.explanation)
    }
    if field == .none {
      words.question = ScreenReaderQuestion(title, "")
      words.question?.choices = names
      words.question?.choose = { choose(places[$0]) }
    } else {
      words.setFilterFieldQuestion(
        help.isBlank ? title : help, filterField, choices: names
      ) { choose(places[$0]) }
    }
  }
}

/// A scene that shows a choice overlay.
@MainActor
final class ChoiceOverlayView: Scene {
  weak var navigator: (any Navigator)?
  private let options: DisplayOptions
  private let takesText: Bool
  /// The closure that acts on the result of a key press or click in a choice overlay. Its arguments
  /// are the result, the overlay and the scene.
  private let handleResult:
    @MainActor (ChoiceOverlay.ChoiceOverlayResult, ChoiceOverlay, ChoiceOverlayView) -> Void
  var didOpenScene: (@MainActor () -> Void)?
  var didCloseScene: (@MainActor () -> Void)?
  private var overlay: ChoiceOverlay?
  /// The position of the overlay's top left cell in the last drawing, for mouse events.
  private var origin = CellPosition(row: 0, column: 0)

  init(
    _ overlay: ChoiceOverlay? = nil, takesText: Bool, options: DisplayOptions,
    handleResult:
      @escaping @MainActor (ChoiceOverlay.ChoiceOverlayResult, ChoiceOverlay, ChoiceOverlayView) ->
      Void
  ) {
    (self.overlay, self.takesText, self.options, self.handleResult) = (
      overlay, takesText, options, handleResult
    )
  }

  var properties: SceneProperties { SceneProperties(takesText: takesText, isOverlay: true) }

  func sceneDidAppear() { didOpenScene?() }

  func sceneDidClose() { didCloseScene?() }

  func drawScene(on canvas: inout Canvas, in rect: CellRect, _ drawing: DrawingParameters) {
    origin = rect.origin
    overlay?.drawOverlay(on: &canvas, in: rect, options: options, drawing.theme)
  }

  func handleEvent(_ event: SceneInputEvent) -> Bool {
    guard let outcome = overlay?.handleEvent(event, origin: origin), let overlay else {
      if event == .key(Key(.escape)) { navigator?.navigate(to: .back) }
      return event == .key(Key(.escape))
    }
    switch outcome {
    case .ignored: return false
    case .handled: break
    case .closed: navigator?.navigate(to: .back)
    case .chosen, .typed: handleResult(outcome, overlay, self)
    }
    navigator?.requestRedraw()
    return true
  }
}

extension ChoiceOverlayView: Displaying {
  func display(_ overlay: ChoiceOverlay) {
    self.overlay = self.overlay?.carryingInput(to: overlay) ?? overlay
    navigator?.requestRedraw()
  }

  func perform(_ effect: SceneEffect) {
    overlay?.restoreSubmittedText()
    navigator?.performEffect(effect)
    navigator?.requestRedraw()
  }

  func screenReaderContents(at now: Timestamp) -> ScreenReaderContents {
    var words = ScreenReaderContents(title: overlay?.title ?? "")
    words.isBusy = overlay == nil
    overlay?.addScreenReaderContents(to: &words) { [weak self] place in
      guard let self, let overlay else { return }
      if takesText {
        self.overlay?.selectChoice(at: place)
      } else {
        handleResult(.chosen(place), overlay, self)
      }
    }
    return words
  }
}
