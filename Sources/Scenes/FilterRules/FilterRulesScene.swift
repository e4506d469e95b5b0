import FeedDomain
import Preferences
import Terminal
import UseCases
import Words

struct FilterRulesViewModel: Equatable {
  let title, help, add, change, remove, choose, leave: SafeText
  let rules: [FilterRuleOrSavedSearch]
  /// The rule or saved search that was added last in the rules overlay, which then clears its
  /// field; nil before the first.
  let lastAdded: FilterRuleOrSavedSearch?
}

extension FilterRulesViewModel {
  init(_ state: FilterRulesScene.SceneState, _ wording: Wording) {
    title = wording.say("Rules")
    help = wording.say("hide title WORDS, star any /EXPRESSION/ in FEED, search NAME: WORDS")
    (add, change) = (wording.say("add"), wording.say("change"))
    (remove, choose, leave) = (wording.say("remove"), wording.choose, wording.leaveSearch)
    (rules, lastAdded) = (state.rules, state.lastAdded)
  }
}

/// An overlay that lists the rules and saved searches for web feeds, with a field for adding
/// others.
@MainActor
final class FilterRulesView: Scene {
  weak var navigator: (any Navigator)?
  private let options: DisplayOptions
  private let send: SceneRequestSender<FilterRulesScene.SceneRequest>
  private var viewModel: FilterRulesViewModel?
  private var filterField = FilterField()
  /// The rule that is being edited in the field of the rules overlay; nil while a new one is typed.
  private var changed: FilterRuleOrSavedSearch?
  private var origin = CellPosition(row: 0, column: 0)

  init(
    interactor: any Interacting<FilterRulesScene.SceneRequest>,
    options: DisplayOptions = DisplayOptions()
  ) {
    send = SceneRequestSender(to: interactor)
    self.options = options
  }

  private static let mostHelpRows = 3

  var properties: SceneProperties { SceneProperties(takesText: true, isOverlay: true) }

  func sceneDidAppear() { send.sendOpeningRequestOnce(.open) }

  func sceneDidClose() { send.cancelAllRequests() }

  private var rules: [FilterRuleOrSavedSearch] { viewModel?.rules ?? [] }

  func drawScene(on canvas: inout Canvas, in rect: CellRect, _ drawing: DrawingParameters) {
    guard let viewModel else { return }
    let theme = drawing.theme
    origin = rect.origin
    let box = OverlayBox(
      in: rect, rows: max(11, min(rules.count + 6, 18)), columns: 76, options: options)
    box.clearOverlayAndDrawFrame(on: &canvas, theme)
    var prompt = Line(viewModel.title, theme.style(.author))
    prompt.append("  ", theme.style(.text))
    let field = filterField.drawFilterField(after: prompt, on: &canvas, in: box.content, theme)
    let help = Line(viewModel.help, theme.style(.faint))
      .wrappedLines(columns: box.content.size.columns, rows: Self.mostHelpRows)
    for (row, line) in help.enumerated() {
      canvas.writeLine(
        line, at: CellPosition(row: field.origin.row + 1 + row, column: box.content.origin.column),
        within: box.content)
    }
    let list = box.listArea(below: 2 + help.count)
    filterField.list.drawChoiceRows(rules.count, on: &canvas, in: list) { place, isChosen in
      Line(
        choice: SafeText(sanitizing: rules[place].text), "", endStyle: theme.style(.faint),
        isChosen: isChosen, columns: list.size.columns, theme)
    }
    let isChosen = filterField.chosen != nil
    var hints = [KeyHint(Key(.enter), label: isChosen ? viewModel.change : viewModel.add)]
    if isChosen { hints.append(KeyHint(Key(.delete), label: viewModel.remove)) }
    hints += [
      KeyHint(Key(.up), Key(.down), label: viewModel.choose),
      KeyHint(Key(.escape), label: viewModel.leave),
    ]
    box.writeHints(hints, on: &canvas, theme)
  }

  func handleEvent(_ event: SceneInputEvent) -> Bool {
    if case .key(let key) = event, key.code == .delete, let place = filterField.chosen {
      send(.remove(rules[place]))
      return true
    }
    switch filterField.handleEvent(event, from: origin, of: rules.count) {
    case .ignored: return false
    case .closed: navigator?.navigate(to: .back)
    case .confirmed:
      if let place = filterField.chosen {
        beginEditingRule(at: place)
      } else if !filterField.text.isEmpty {
        send(.add(filterField.text, insteadOf: changed))
      }
    case .clicked(let row): beginEditingRule(at: row)
    case .selectionChanged, .edited: break
    }
    navigator?.requestRedraw()
    return true
  }

  /// Copies a rule of the rules overlay into the field for editing.
  private func beginEditingRule(at place: Int) {
    changed = rules[place]
    filterField = FilterField()
    filterField.pasteText(rules[place].text)
  }
}

extension FilterRulesView: Displaying {
  func display(_ viewModel: FilterRulesViewModel) {
    let before = self.viewModel?.lastAdded
    self.viewModel = viewModel
    if let place = filterField.chosen, !rules.indices.contains(place) {
      filterField.list.resetSelection()
    }
    if viewModel.lastAdded != nil, viewModel.lastAdded != before {
      (filterField, changed) = (FilterField(), nil)
    }
    navigator?.requestRedraw()
  }
}

extension FilterRulesView {
  func screenReaderContents(at now: Timestamp) -> ScreenReaderContents {
    guard let viewModel else { return ScreenReaderContents(title: "", isBusy: true) }
    var words = ScreenReaderContents(title: viewModel.title)
    words.notes = [viewModel.help]
    words.setFilterFieldQuestion(
      viewModel.title, filterField, choices: rules.map { SafeText(sanitizing: $0.text) }
    ) { [weak self] in self?.filterField.list.selectChoiceRow($0) }
    words.hints = [KeyHint(Key(.delete), label: viewModel.remove)]
    return words
  }
}
