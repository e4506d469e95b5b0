import FeedDomain
import PhotoDisplay
import Preferences
import Terminal
import UseCases
import Words

/// An overlay that tells the number of entries a search finds, and asks for a confirmation before
/// an action on all of them.
@MainActor
final class BulkEntryActionView: Scene {
  weak var navigator: (any Navigator)?
  private let bulkAction: BulkEntryAction
  private let options: DisplayOptions
  private let send: SceneRequestSender<BulkEntryActionScene.SceneRequest>
  private var viewModel = BulkEntryActionViewModel()

  init(
    _ bulkAction: BulkEntryAction, interactor: any Interacting<BulkEntryActionScene.SceneRequest>,
    options: DisplayOptions = DisplayOptions()
  ) {
    (self.bulkAction, self.options) = (bulkAction, options)
    send = SceneRequestSender(to: interactor)
  }

  var properties: SceneProperties { SceneProperties(isReady: true, isOverlay: true) }

  func sceneDidAppear() { send.sendOpeningRequestOnce(.open(bulkAction)) }

  func sceneDidClose() { send(.close) }

  func drawScene(on canvas: inout Canvas, in rect: CellRect, _ drawing: DrawingParameters) {
    ConfirmationDialog(lines: viewModel.lines, keys: viewModel.keys).drawDialog(
      on: &canvas, in: rect, drawing.theme,
      sign: Spinner.spinnerSign(frame: drawing.frame, options),
      options: options)
  }

  func handleEvent(_ event: SceneInputEvent) -> Bool {
    guard case .command(let command) = event else { return true }
    switch command {
    case .open where viewModel.canConfirm: send(.confirm)
    case .back, .open: navigator?.navigate(to: .back)
    case .quit, .repaint, .suspend: return false
    default: break
    }
    return true
  }
}

extension BulkEntryActionView: Displaying {
  func display(_ viewModel: BulkEntryActionViewModel) {
    self.viewModel = viewModel
    navigator?.requestRedraw()
  }
}

struct BulkEntryActionViewModel: Equatable {
  var lines: [StyledText] = []
  var keys: [KeyHint] = []
  var canConfirm = false

  init() {}

  init(_ state: BulkEntryActionScene.SceneState, _ wording: Wording, keys map: KeyMap) {
    guard let act = state.bulkAction else { return }
    let query: StyledText = [StyledSpan(SafeText(sanitizing: act.query), .faint)]
    if let failure = state.failure {
      lines = [[StyledSpan(wording.sentence(for: failure), .warning)], query]
    } else if let count = state.count {
      lines = [[StyledSpan(wording.bulkActionQuestion(act.kind, count), .strong)], query]
      canConfirm = count > 0
    } else {
      lines = [[StyledSpan(wording.say("Counting entries"), .busy)]]
      return
    }
    keys =
      canConfirm
      ? map.confirmationKeyHints([.open], wording.say("yes"), orBack: wording.say("no"))
      : [KeyHint(map.firstKey(for: .back) ?? Key(.escape), label: wording.hintText(of: .back))]
  }
}

extension BulkEntryActionView {
  func screenReaderContents(at now: Timestamp) -> ScreenReaderContents {
    var words = ScreenReaderContents(title: "")
    words.replaceContentsByDialog(ConfirmationDialog(lines: viewModel.lines, keys: viewModel.keys))
    return words
  }
}
