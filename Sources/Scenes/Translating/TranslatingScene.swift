import FeedDomain
import PhotoDisplay
import Preferences
import Terminal
import UseCases
import Words

struct TranslationProgressViewModel: Equatable {
  var activity: SafeText = ""
}

extension TranslationProgressViewModel {
  init(_ state: TranslationScene.SceneState, _ wording: Wording, keys: KeyMap) {
    activity = wording.fetchProgressOrRetryText(
      state.fetchProgress, wording.translating, key: keys.keyName(for: .refresh) ?? "")
  }
}

/// An overlay with the progress of translating a post, which closes when the translation is
/// complete or has failed.
@MainActor
final class TranslationProgressOverlay: Scene {
  weak var navigator: (any Navigator)?
  private let post: Post.ID
  private let language: String
  private let options: DisplayOptions
  private let send: SceneRequestSender<TranslationScene.SceneRequest>
  private var viewModel = TranslationProgressViewModel()

  init(
    of post: Post.ID, into language: String,
    interactor: any Interacting<TranslationScene.SceneRequest>,
    options: DisplayOptions = DisplayOptions()
  ) {
    (self.post, self.language, self.options) = (post, language, options)
    send = SceneRequestSender(to: interactor)
  }

  var properties: SceneProperties { SceneProperties(isOverlay: true) }
  var hints: [Command] { [.back] }

  func isAnimating(at now: Timestamp) -> Bool { options.isAnimated && !viewModel.activity.isEmpty }

  func sceneDidAppear() { send.sendOpeningRequestOnce(.open(post, into: language)) }

  func sceneDidClose() {
    send(.close)
    send.cancelAllRequests()
  }

  func drawScene(on canvas: inout Canvas, in rect: CellRect, _ drawing: DrawingParameters) {
    // A stored translation is shown at once, without a box that would cover the scene for a moment.
    guard !viewModel.activity.isEmpty else { return }
    let theme = drawing.theme
    let box = OverlayBox(in: rect, rows: 1, columns: 44, options: options)
    box.clearOverlayAndDrawFrame(on: &canvas, theme)
    let sign = Spinner.spinnerSign(frame: drawing.frame, options)
    let line = theme.styledLine([StyledSpan(sign + " ", .busy), StyledSpan(viewModel.activity)])
    canvas.writeLine(
      line.truncatedLine(columns: box.content.size.columns), at: box.content.origin,
      within: box.content)
  }

  func handleEvent(_ event: SceneInputEvent) -> Bool {
    guard case .command(let command) = event else { return true }
    switch command {
    case .back, .translate: navigator?.navigate(to: .back)
    case .refresh: send(.again)
    case .quit, .repaint, .suspend: return false
    default: break
    }
    return true
  }
}

extension TranslationProgressOverlay: Displaying {
  func display(_ viewModel: TranslationProgressViewModel) {
    self.viewModel = viewModel
    navigator?.requestRedraw()
  }

  func perform(_ effect: SceneEffect) {
    if case .leave = effect { viewModel = TranslationProgressViewModel() }
    navigator?.performEffect(effect)
  }
}

extension TranslationProgressOverlay {
  func screenReaderContents(at now: Timestamp) -> ScreenReaderContents {
    ScreenReaderContents(title: viewModel.activity, isBusy: true)
  }
}
