import FeedDomain
import Preferences
import Terminal
import UseCases

/// A field for a place, and below it the places that are called like what is typed.
@MainActor final class PlaceChoiceView: Scene {
  weak var stage: (any Stage)?
  let options: DisplayOptions
  private let send: SceneRequests<PlaceChoice.Request>
  private(set) var viewModel: PlaceChoiceViewModel?
  private(set) var chooser = Chooser()
  /// Where things were drawn, for the mouse.
  var fieldRect: CellRect?
  var choiceRows: Range<Int> = 0..<0

  /// The scene of choosing a place.
  init(interactor: any Interacting<PlaceChoice.Request>, options: DisplayOptions = DisplayOptions())
  {
    send = SceneRequests(to: interactor)
    self.options = options
  }

  var header: Header { Header(viewModel?.labels.title ?? "") }
  var keyHints: [Hint] { viewModel?.labels.hints ?? [] }
  var takesText: Bool { true }
  var fitsBeside: Bool { false }

  func isMoving(at now: Timestamp) -> Bool {
    guard options.isAnimated, case .busy = viewModel?.state else { return false }
    return true
  }

  /// What can be chosen below the field.
  var choices: [PlaceChoiceViewModel.Choice] {
    (offersRecent ? viewModel?.recent : viewModel?.choices) ?? []
  }

  /// Whether nothing is typed or found, so that there is room for where one looked before.
  var offersRecent: Bool { chooser.text.isEmpty && viewModel?.choices.isEmpty == true }

  func opened() { send.once(.open) }

  func closed() {
    send(.close)
    send.cancel()
  }

  func handle(_ event: SceneEvent) -> Bool {
    switch event {
    case .key(let key): return handle(key)
    case .paste(let text):
      chooser.paste(text)
      typed()
    case .mouse(let mouse, _): return point(mouse)
    case .command, .edited: return false
    }
    return true
  }
}

extension PlaceChoiceView: Displaying {
  func display(_ viewModel: PlaceChoiceViewModel) {
    let before = choices
    self.viewModel = viewModel
    if choices != before { chooser.list.begin() }
    for case .finish in viewModel.cues { stage?.go(to: .back) }
    stage?.redraw()
  }
}

extension PlaceChoiceView {
  private func handle(_ key: Key) -> Bool {
    switch (key.code, key.modifiers) {
    case (.escape, _): stage?.go(to: .back)
    case (.enter, _): take()
    case (.character("t"), .control): send(.trending)
    case (.character("g"), .control): send(.locate)
    default:
      switch chooser.handle(key, of: choices.count) {
      case .nothing: return false
      case .typed: typed()
      case .chose, .moved: break
      }
    }
    stage?.redraw()
    return true
  }

  private func typed() {
    send(.type(chooser.text))
    stage?.redraw()
  }

  private func take() {
    if let chosen = chooser.chosen, choices.indices.contains(chosen) {
      return send(.choose(choices[chosen].place))
    }
    send(.take(chooser.text))
  }

  private func point(_ mouse: MouseEvent) -> Bool {
    guard case .press(1) = mouse.action else { return false }
    if choiceRows.contains(mouse.position.row) {
      let index = mouse.position.row - choiceRows.lowerBound
      if choices.indices.contains(index) { send(.choose(choices[index].place)) }
      return true
    }
    guard let fieldRect, fieldRect.contains(mouse.position) else { return false }
    chooser.point(
      at: mouse.position.column - fieldRect.origin.column, columns: fieldRect.size.columns)
    stage?.redraw()
    return true
  }
}
