import FeedDomain
import Preferences
import Terminal
import UseCases

/// The sign-in scene: choosing a service, the form with its fields, or the approval in a browser.
@MainActor final class SignInView: Scene {
  weak var navigator: (any Navigator)?
  let occasion: SignIn.Occasion
  let options: DisplayOptions
  let send: SceneRequests<SignIn.Request>
  private(set) var viewModel: SignInViewModel?
  var services = SignInServiceList()
  var form = SignInForm()
  var approval = SignInApprovalPage()
  var rects = SignInRects()

  init(
    interactor: any Interacting<SignIn.Request>, occasion: SignIn.Occasion,
    options: DisplayOptions = DisplayOptions()
  ) {
    send = SceneRequests(to: interactor)
    self.occasion = occasion
    self.options = options
  }

  var header: Header {
    Header(left: [
      Span("Tweetie", .barStrong), Span(" · ", .barFaint), Span(viewModel?.title ?? ""),
    ])
  }
  var traits: SceneTraits { SceneTraits(takesText: true, fitsBeside: false) }

  var keyHints: [Hint] {
    guard !isChecking, let viewModel else { return [] }
    // Who is signed in to nothing has nowhere to go back to.
    let out = occasion == .first ? [viewModel.quit].compactMap(\.self) : [viewModel.leave]
    return hints(on: viewModel.page) + out
  }

  private func hints(on page: SignInViewModel.Page?) -> [Hint] {
    switch page {
    case .services, nil: return []
    case .form(let model): return [model.otherServices, model.otherWay?.hint].compactMap(\.self)
    case .approval(let model):
      return (model.address.isEmpty ? [] : [model.copy]) + (model.link == nil ? [] : [model.open])
    }
  }

  func isMoving(at now: Timestamp) -> Bool { isChecking && options.isAnimated }

  func opened() { send.once(.open(occasion)) }

  func closed() { send.cancel() }

  /// Shows the reason why the form cannot be sent, at the focused field.
  func refuse(_ words: SafeText) {
    viewModel = viewModel?.with(.refused(words, at: form.focus))
    navigator?.redraw()
  }

  /// Removes the instruction for a field that has been filled since.
  func forgetWhatIsThere() {
    guard case .refused(let words, let field?, _) = viewModel?.state,
      form.isFilled(field, asWantedBy: words)
    else { return }
    viewModel = viewModel?.with(.ready)
  }
}

extension SignInView: Displaying {
  func display(_ viewModel: SignInViewModel) {
    self.viewModel = viewModel
    switch viewModel.page {
    case nil: break
    case .services(let model): services.adopt(model)
    case .form(let model):
      form.adopt(model)
      approval.clear()
    case .approval(let model): approval.adopt(model)
    }
    if case .refused(_, let field, let isWrong) = viewModel.state {
      form.mend(field, isWrong: isWrong)
    }
    navigator?.redraw()
  }

  func perform(_ effect: Effect) {
    if case .signedIn = effect {
      form.forgetSecrets()
      approval.clear()
    }
    navigator?.perform(effect)
  }
}

extension SignInView {
  var isChecking: Bool {
    if case .checking = viewModel?.state { true } else { false }
  }
}
