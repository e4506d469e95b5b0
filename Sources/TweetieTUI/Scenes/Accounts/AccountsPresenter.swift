import FeedDomain
import Terminal

/// Puts the accounts into words.
@MainActor final class AccountsPresenter: AccountsPresenting {
  weak var display: (any AccountsDisplaying)?
  private let wording: Wording
  private let leaving: SignOutWords

  init(wording: Wording, keys: KeyMap) {
    self.wording = wording
    leaving = SignOutWords(wording: wording, keys: keys)
  }

  func present(_ response: Accounts.Response) {
    switch response {
    case .accounts(let entries):
      display?.display(
        AccountsViewModel(title: wording.accounts, rows: entries.map(row)))
    case .using(let account): display?.use(account)
    case .mustSignIn(let account): display?.askToSignIn(account)
    case .confirmSignOut(let account, let losses):
      display?.show(leaving.question(losses, handle: account.fullHandle))
    case .signingOut: display?.show(leaving.goingOn)
    case .signedOut(_, let error, let wasCurrent):
      display?.show(nil)
      let farewell = leaving.farewell(error)
      if wasCurrent { display?.leave(farewell) } else { display?.say(farewell) }
    case .storeFailed(let error):
      display?.show(nil)
      display?.say(Message(text: wording.sentence(for: error), tone: .bad))
    }
  }

  private func row(of entry: Accounts.Entry) -> AccountRow {
    let account = entry.account
    return AccountRow(
      id: account.id, handle: SafeText(sanitizing: "@" + account.fullHandle),
      service: wording.name(of: account.service),
      remarks: (entry.isCurrent ? [wording.accountInUse] : [])
        + (entry.isLocked ? [wording.accountLocked] : [])
        + (entry.isRefused && !entry.isLocked ? [wording.accountRefused] : [])
        + (entry.waiting > 0 ? [wording.waitingChanges(entry.waiting)] : []),
      secret: entry.command.map(wording.secretComes),
      isCurrent: entry.isCurrent, isRefused: entry.isRefused)
  }
}
