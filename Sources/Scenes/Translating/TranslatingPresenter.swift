import FeedDomain
import Preferences
import Terminal
import UseCases
import Words

/// Puts having a post translated into words.
@MainActor final class TranslatingPresenter: Presenting {
  weak var display: (any Displaying<TranslatingViewModel>)?
  private let account: Account
  private let wording: Wording
  private let refreshKey: String

  init(for account: Account, wording: Wording, keys: KeyMap) {
    (self.account, self.wording) = (account, wording)
    refreshKey = keys.name(for: .refresh) ?? ""
  }

  func present(_ response: Translating.Response) {
    var viewModel = TranslatingViewModel()
    switch response {
    case .asking(let asking):
      viewModel.activity = wording.activity(asking, wording.translating, key: refreshKey)
    case .done: viewModel.cue = .finish(nil)
    case .failed(.signedOut): viewModel.cue = .askToSignIn(account)
    case .failed(let error):
      viewModel.cue = .finish(Message(text: wording.notTranslated(error), tone: .bad))
    case .storeFailed(let error):
      viewModel.cue = .finish(Message(text: wording.sentence(for: error), tone: .bad))
    }
    display?.display(viewModel)
  }
}
