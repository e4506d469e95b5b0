import FeedDomain
import Terminal

/// Puts signing in into words.
@MainActor final class SignInPresenter: SignInPresenting {
  weak var display: (any SignInDisplaying)?
  private let wording: Wording
  private var viewModel: SignInViewModel?

  init(wording: Wording) { self.wording = wording }

  func present(_ response: SignIn.Response) {
    switch response {
    case .ready(let service, let handle): show(fields(of: service, handle: handle))
    case .checking: show(.checking(wording.signingIn))
    case .refused(.cancelled): show(.ready)
    case .refused(let error): show(.refused(wording.sentence(for: error)))
    case .notKept(let error):
      show(.refused(wording.accountNotKept(wording.sentence(for: error))))
    case .signedIn(let account): display?.finish(with: account)
    }
  }
}

extension SignInPresenter {
  private func fields(of service: Service, handle: String?) -> SignInViewModel {
    let name = wording.name(of: service)
    return SignInViewModel(
      sentence: handle == nil ? wording.signInWelcome : wording.sessionEnded(at: name.string),
      service: name, tip: service == .tweetie ? wording.trySignIn : nil, handle: handle,
      isAgain: handle != nil,
      labels: SignInViewModel.Labels(
        service: wording.service, user: wording.userName, password: wording.password,
        signIn: wording.signIn, nextField: wording.nextField, leave: wording.readOn,
        callOff: wording.callOff),
      state: .ready)
  }

  private func show(_ state: SignInViewModel.State) {
    if let viewModel { show(viewModel.with(state)) }
  }

  private func show(_ viewModel: SignInViewModel) {
    self.viewModel = viewModel
    display?.display(viewModel)
  }
}
