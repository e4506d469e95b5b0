import FeedDomain
import Terminal

/// A field for a place, and below it the places that are called like what is typed.
@MainActor final class PlaceView: Scene {
  weak var stage: (any Stage)?
  private let interactor: any PlaceChoosing
  let options: DisplayOptions
  private let requests = SceneRequests()
  private(set) var viewModel: PlaceViewModel?
  private(set) var field = TextField()
  private(set) var list = ChoiceList.belowField
  private var isOpen = false
  /// Where things were drawn, for the mouse.
  var fieldRect: CellRect?
  var choiceRows: Range<Int> = 0..<0

  /// The scene of choosing a place.
  init(interactor: any PlaceChoosing, options: DisplayOptions = DisplayOptions()) {
    self.interactor = interactor
    self.options = options
  }

  var header: Header { Header(viewModel?.labels.title ?? "") }
  var hints: [Command] { [] }
  var keyHints: [Hint] { viewModel?.labels.hints ?? [] }
  var takesText: Bool { true }
  var fitsBeside: Bool { false }

  func isMoving(at now: Timestamp) -> Bool {
    options.isAnimated && viewModel?.activity.isEmpty == false
  }

  /// What can be chosen below the field.
  var choices: [PlaceViewModel.Choice] {
    (offersRecent ? viewModel?.recent : viewModel?.choices) ?? []
  }

  /// Whether nothing is typed or found, so that there is room for where one looked before.
  var offersRecent: Bool { field.text.isEmpty && viewModel?.choices.isEmpty == true }

  func opened() {
    if !isOpen { send(.open) }
    isOpen = true
  }

  func closed() {
    send(.close)
    requests.cancel()
  }

  func handle(_ event: SceneEvent) -> Bool {
    switch event {
    case .key(let key): return handle(key)
    case .paste(let text):
      field.insert(text.firstLine)
      typed()
    case .mouse(let mouse, _): return point(mouse)
    case .command, .edited: return false
    }
    return true
  }
}

extension PlaceView: PlaceDisplaying {
  func display(_ viewModel: PlaceViewModel) {
    let before = choices
    self.viewModel = viewModel
    if choices != before { list.choose(nil) }
    stage?.redraw()
  }

  func finish() { stage?.go(to: .back) }
}

extension PlaceView {
  private func handle(_ key: Key) -> Bool {
    switch (key.code, key.modifiers) {
    case (.escape, _): stage?.go(to: .back)
    case (.enter, _): take()
    case (.character("t"), .control): send(.trending)
    case (.character("g"), .control): send(.locate)
    case (.down, _), (.tab, []): list.step(by: 1, of: choices.count)
    case (.up, _), (.tab, .shift): list.step(by: -1, of: choices.count)
    default:
      let before = field.text
      guard field.handle(key) else { return false }
      if field.text != before { typed() }
    }
    stage?.redraw()
    return true
  }

  private func typed() {
    list.choose(nil)
    send(.type(field.text))
    stage?.redraw()
  }

  private func take() {
    if let chosen = list.chosen, choices.indices.contains(chosen) {
      return send(.choose(choices[chosen].place))
    }
    send(.take(field.text))
  }

  private func point(_ mouse: MouseEvent) -> Bool {
    guard case .press(1) = mouse.action else { return false }
    if choiceRows.contains(mouse.position.row) {
      let index = mouse.position.row - choiceRows.lowerBound
      if choices.indices.contains(index) { send(.choose(choices[index].place)) }
      return true
    }
    guard let fieldRect, fieldRect.contains(mouse.position) else { return false }
    list.choose(nil)
    field.point(
      at: mouse.position.column - fieldRect.origin.column, columns: fieldRect.size.columns)
    stage?.redraw()
    return true
  }

  private func send(_ request: PlaceChoice.Request) {
    requests.make { [interactor] in await interactor.handle(request) }
  }
}
