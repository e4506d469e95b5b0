import FeedDomain
import PhotoDisplay
import Preferences
import Terminal
import UseCases

/// Waits over whatever is on the screen until a post is translated, and goes away by itself.
@MainActor final class TranslatingView: Scene {
  weak var stage: (any Stage)?
  private let post: Post.ID
  private let language: String
  private let options: DisplayOptions
  private let send: SceneRequests<Translating.Request>
  private var viewModel = TranslatingViewModel()

  init(
    of post: Post.ID, into language: String, interactor: any Interacting<Translating.Request>,
    options: DisplayOptions = DisplayOptions()
  ) {
    (self.post, self.language, self.options) = (post, language, options)
    send = SceneRequests(to: interactor)
  }

  var isOverlay: Bool { true }
  var hints: [Command] { [.back] }

  func isMoving(at now: Timestamp) -> Bool { options.isAnimated && !viewModel.activity.isEmpty }

  func opened() { send.once(.open(post, into: language)) }

  func closed() {
    send(.close)
    send.cancel()
  }

  func draw(on canvas: inout Canvas, in rect: CellRect, _ drawing: Drawing) {
    // What is held already takes no time: nothing is covered for a moment.
    guard !viewModel.activity.isEmpty else { return }
    let theme = drawing.theme
    let box = OverlayBox(in: rect, rows: 1, columns: 44, options: options)
    box.clear(on: &canvas, theme)
    let sign = Spinner.sign(frame: drawing.frame, options)
    let line = theme.line([Span(sign + " ", .busy), Span(viewModel.activity)])
    canvas.write(
      line.cut(columns: box.inner.size.columns), at: box.inner.origin, within: box.inner)
  }

  func handle(_ event: SceneEvent) -> Bool {
    guard case .command(let command) = event else { return true }
    switch command {
    case .back, .translate: stage?.go(to: .back)
    case .refresh: send(.again)
    case .quit, .repaint, .suspend: return false
    default: break
    }
    return true
  }
}

extension TranslatingView: Displaying {
  func display(_ viewModel: TranslatingViewModel) {
    self.viewModel = viewModel
    switch viewModel.cue {
    case .finish(let message):
      stage?.go(to: .back)
      if let message { stage?.say(message) }
    case .askToSignIn(let account): stage?.go(to: .signIn(again: account))
    case nil: break
    }
    stage?.redraw()
  }
}
