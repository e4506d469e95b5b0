import FeedDomain
import Terminal

extension SceneFactory {
  /// The list of accounts.
  func accounts(in session: Session) -> (any Scene)? {
    guard let work else { return nil }
    let presenter = AccountsPresenter(wording: material.wording, keys: material.keyMap)
    let interactor = AccountsInteractor(
      session, work: work, directory: root.directory, presenter: presenter)
    let view = AccountsView(interactor: interactor, options: material.display)
    presenter.display = view
    return view
  }
  /// Says that an account behind the one in front was refused; that one's own scenes ask by
  /// themselves.
  func tellOfRefusal(of account: Account) {
    guard account.id != accountInFront?.id else { return }
    // Of one whose command gave no secret was told at the start; no service refused anything.
    let isLocked = root.allAccounts().contains { $0.account.id == account.id && $0.isLocked }
    guard !isLocked else { return }
    let words = material.wording.refusedElsewhere(
      account, key: material.keyMap.name(for: .accounts) ?? "")
    stage?.say(Message(text: words, tone: .bad))
  }

  /// Leaves the accounts that were signed out in another window, and says so.
  func leaveGone() async {
    let inFront = accountInFront?.id
    for account in await work?.endGone() ?? [] {
      if account.id == inFront { stage?.go(to: .signedOut) }
      stage?.say(Message(text: material.wording.signedOutElsewhere(account), tone: .bad))
    }
  }

  /// The choice of tabs.
  func tabs(in session: Session) -> any Scene {
    let presenter = TabsPresenter(
      wording: material.wording, hasTags: session.connection.hasTagStreams)
    let interactor = TabsInteractor(session, presenter: presenter)
    let view = TabsView(interactor: interactor, options: material.display)
    presenter.display = view
    return view
  }
}
