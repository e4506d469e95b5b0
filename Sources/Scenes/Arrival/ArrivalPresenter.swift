import FeedDomain
import Preferences
import Terminal
import UseCases
import Words

/// Puts the way to a post or to somebody into words.
@MainActor final class ArrivalPresenter: Presenting {
  weak var display: (any Displaying<ArrivalViewModel>)?
  private let wording: Wording
  private let keys: KeyMap
  private let account: Account
  private let lead: Lead
  private var viewModel = ArrivalViewModel()

  init(to lead: Lead, for account: Account, wording: Wording, keys: KeyMap) {
    (self.lead, self.account, self.wording, self.keys) = (lead, account, wording, keys)
    viewModel.title = SafeText(sanitizing: lead.text)
    if case .address(let address) = lead { viewModel.link = Hyperlink(address) }
  }

  /// Shows the scene before anything is known.
  func begin() { display?.display(viewModel) }

  func present(_ response: Arrival.Response) {
    switch response {
    case .asking(.nothing): break
    case .asking(let asking):
      viewModel.notice = StreamNotice(
        asking: wording.lookingFor(lead), asking, wording, key: key(.refresh))
    case .arrived(.post(let post)): viewModel.route = .conversation(post.id)
    case .arrived(.person(let person)): viewModel.route = .profile(person.id)
    case .failed(let error):
      viewModel.notice = StreamNotice(sentence: sentence(for: error), next: next(after: error))
      if error == .signedOut { viewModel.signIn = account }
    }
    display?.display(viewModel)
    viewModel.signIn = nil
  }
}

extension ArrivalPresenter {
  private func key(_ command: Command) -> String { keys.name(for: command) ?? "" }

  private func sentence(for error: FeedError) -> SafeText {
    error == .notFound ? wording.nothing(at: lead, account.service) : wording.sentence(for: error)
  }

  /// The ways out: to ask again where that may help, and the browser.
  private func next(after error: FeedError) -> SafeText {
    let ways = [
      error == .notFound ? nil : wording.triesAgain(key: key(.refresh)),
      viewModel.link.map { _ in wording.opensInBrowser(key: key(.openLink)) },
    ]
    return ways.compactMap(\.self).joined(separator: " ")
  }
}
