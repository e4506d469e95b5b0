import Doubles
import FeedDomain
import Terminal
import Testing
import UseCases

@testable import Preferences
@testable import Scenes
@testable import Words

/// Requests and view models of the accounts. `AccountsInteractorTests` tests the answers.
@MainActor @Suite struct AccountsBoundaryTests {
  private let ada = Account(service: .tweetie, person: Person.ID("1"), handle: "ada")
  private let sol = Account(
    service: .mastodon, person: Person.ID("2"), handle: "sol", server: "https://social.example")
  private let presenter = ScenePresenter {
    AccountsPresenter(wording: Wording(), keys: .defaults).viewModel(of: $0)
  }

  private var both: [AccountsScene.AccountEntry] {
    [
      AccountsScene.AccountEntry(ada, isCurrent: true, waiting: 0),
      AccountsScene.AccountEntry(sol, isCurrent: false, waiting: 0),
    ]
  }

  @Test func `each key of the accounts list sends its request to the interactor`() {
    let interactor = Spy<AccountsScene.SceneRequest>()
    let view = AccountsView(interactor: interactor)
    presenter.display = view

    view.sceneDidAppear()
    presenter.present(AccountsScene.SceneState(both))
    view.command(.down, .open, .signOut)
    presenter.present(AccountsScene.SceneState(both, signOut: .asking(sol, SignOutLosses())))
    view.command(.back, .open)
    presenter.present(AccountsScene.SceneState(both, signOut: .underWay))
    view.command(.back, .open)
    view.sceneDidClose()

    #expect(
      interactor.values == [.open, .use(sol.id), .signOut(sol.id), .stay, .reallySignOut, .close])
  }

  @Test func `each state of signing out becomes a view model with the same rows`() {
    let shown = Spy<AccountsViewModel>()
    presenter.display = shown
    let signOuts: [AccountsScene.SignOutProgress?] = [
      nil, .asking(sol, SignOutLosses()), .underWay,
    ]

    for signOut in signOuts { presenter.present(AccountsScene.SceneState(both, signOut: signOut)) }

    #expect(shown.values.allSatisfy { $0.title == Wording().accounts })
    #expect(shown.values.allSatisfy { $0.rows.map(\.id) == [ada.id, sol.id] })
    #expect(shown.values.map(\.dialog?.isBusy) == [nil, false, true])
  }
}
