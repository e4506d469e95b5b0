import FeedDomain
import Preferences
import Terminal
import UseCases
import Words

/// Puts the accounts into words.
@MainActor final class AccountsPresenter: Presenting {
  weak var display: (any Displaying<AccountsViewModel>)?
  private let wording: Wording
  private let leaving: SignOutWords
  private var viewModel: AccountsViewModel

  init(wording: Wording, keys: KeyMap) {
    self.wording = wording
    leaving = SignOutWords(wording: wording, keys: keys)
    viewModel = AccountsViewModel(title: wording.accounts)
  }

  func present(_ response: Accounts.Response) {
    switch response {
    case .accounts(let entries):
      let current = entries.first { $0.isCurrent }?.account.service
      viewModel.rows = entries.map { row(of: $0, current: current) }
      show()
    case .using(let account): show(.use(account))
    case .mustSignIn(let account): show(.askToSignIn(account))
    case .confirmSignOut(let account, let losses):
      viewModel.dialog = leaving.question(losses, handle: account.fullHandle)
      show()
    case .staying:
      viewModel.dialog = nil
      show()
    case .signingOut:
      viewModel.dialog = leaving.goingOn
      show()
    case .signedOut(_, let error, let wasCurrent):
      viewModel.dialog = nil
      let farewell = leaving.farewell(error)
      show(wasCurrent ? .leave(farewell) : .say(farewell))
    case .storeFailed(let error):
      viewModel.dialog = nil
      show(.say(Message(text: wording.sentence(for: error), tone: .bad)))
    }
  }

  private func show(_ cues: AccountsViewModel.Cue...) {
    viewModel.cues = cues
    display?.display(viewModel)
    viewModel.cues = []
  }

  /// Pictures are had through the service of the account in front.
  private func row(of entry: Accounts.Entry, current: Service?) -> AccountRow {
    let account = entry.account
    let name = SafeText(sanitizing: entry.person?.name ?? "")
    return AccountRow(
      id: account.id, handle: "@\(account.fullHandle)",
      name: name.isBlank ? "@\(account.fullHandle)" : name,
      portrait: account.service == current ? entry.person?.portrait : nil,
      unread: entry.unread > 0 ? wording.newNotifications(entry.unread) : "",
      service: wording.name(of: account.service),
      remarks: (entry.isCurrent ? [wording.accountInUse] : [])
        + (entry.isLocked ? [wording.accountLocked] : [])
        + (entry.isRefused && !entry.isLocked ? [wording.accountRefused] : [])
        + (entry.waiting > 0 ? [wording.waitingChanges(entry.waiting)] : []),
      secret: entry.command.map(wording.secretComes),
      isCurrent: entry.isCurrent, isRefused: entry.isRefused)
  }
}
