import FeedDomain
import Preferences
import Terminal
import UseCases
import Words

/// Puts what a service tells besides into words.
@MainActor final class ListingPresenter: Presenting {
  weak var display: (any Displaying<ListingViewModel>)?
  private let subject: Listing.Subject
  private let wording: Wording
  private let account: Account
  private let world: any World
  private let acts: Set<Act.Kind>
  private let refreshKey: String
  private var viewModel = ListingViewModel()
  private var asking = Asking.nothing
  private var failure: FeedError?
  private var isKnown = false
  private let report: ActionReport

  init(
    of subject: Listing.Subject, for account: Account, acts: Set<Act.Kind> = [], wording: Wording,
    keys: KeyMap,
    world: any World
  ) {
    (self.subject, self.account, self.wording) = (subject, account, wording)
    (self.world, self.acts) = (world, acts)
    refreshKey = keys.name(for: .refresh) ?? ""
    report = ActionReport(wording: wording, keys: keys)
    viewModel.title = wording.title(of: subject)
  }

  /// Shows the scene before anything is known.
  func begin() { show() }

  func present(_ response: Listing.Response) {
    switch response {
    case .shown(let items):
      (isKnown, failure) = (true, nil)
      let words = ListingWords(wording: wording, now: world.now, acts: acts)
      viewModel.rows = items.enumerated().map { words.row(of: $1, at: $0) }
    case .action(let news): viewModel.cues = report.tell(news, of: account)
    case .asking(let asking):
      self.asking = asking
      if asking != .nothing { failure = nil }
    case .failed(let error):
      failure = error
      if error == .signedOut { viewModel.cues = [.askToSignIn(account)] }
    }
    show()
  }
}

extension ListingPresenter {
  private func show() {
    viewModel.activity = wording.activity(asking, wording.askingService, key: refreshKey)
    viewModel.failure =
      failure.map { wording.sentence(for: $0) + " " + wording.triesAgain(key: refreshKey) } ?? ""
    viewModel.notice = viewModel.rows.isEmpty ? notice : nil
    display?.display(viewModel)
    viewModel.cues = []
  }

  private var notice: StreamNotice {
    if let failure {
      return StreamNotice(
        sentence: wording.sentence(for: failure), next: wording.triesAgain(key: refreshKey))
    }
    guard isKnown, asking == .nothing else {
      return StreamNotice(asking: wording.askingService, asking, wording, key: refreshKey)
    }
    return StreamNotice(sentence: wording.nothing(in: subject))
  }
}
