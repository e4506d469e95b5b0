import Doubles
import FeedDomain
import Terminal
import Testing
import UseCases

@testable import Preferences
@testable import Scenes
@testable import Words

/// What passes the boundaries of the accounts; what is said to each request is in
/// `AccountsInteractorTests`.
@MainActor @Suite struct AccountsBoundaryTests {
  private let ada = Account(service: .tweetie, person: Person.ID("1"), handle: "ada")
  private let sol = Account(
    service: .mastodon, person: Person.ID("2"), handle: "sol", server: "https://social.example")
  private let presenter = AccountsPresenter(wording: Wording(), keys: .defaults)

  private var both: Accounts.Response {
    .accounts([
      Accounts.Entry(ada, isCurrent: true, waiting: 0),
      Accounts.Entry(sol, isCurrent: false, waiting: 0),
    ])
  }

  @Test func `each key is a request`() {
    let interactor = Spy<Accounts.Request>()
    let view = AccountsView(interactor: interactor)
    presenter.display = view

    view.opened()
    presenter.present(both)
    for command in [Command.down, .open, .signOut] { _ = view.handle(.command(command)) }
    presenter.present(.confirmSignOut(sol, SignOutLosses()))
    for command in [Command.back, .open] { _ = view.handle(.command(command)) }
    presenter.present(.signingOut)
    for command in [Command.back, .open] { _ = view.handle(.command(command)) }
    view.closed()

    #expect(
      interactor.values == [.open, .use(sol.id), .signOut(sol.id), .stay, .reallySignOut, .close])
  }

  @Test func `each response is shown`() {
    let shown = Spy<AccountsViewModel>()
    presenter.display = shown
    let signedIn = SignedInAccount(sol, token: Secret("token"))

    presenter.present(both)
    #expect(shown.last?.title == Wording().accounts)
    #expect(shown.last?.rows.map(\.id) == [ada.id, sol.id])
    presenter.present(.using(signedIn))
    #expect(shown.last?.cues == [.use(signedIn)])
    presenter.present(.mustSignIn(sol))
    #expect(shown.last?.cues == [.askToSignIn(sol)])
    presenter.present(.confirmSignOut(sol, SignOutLosses()))
    #expect(shown.last?.dialog?.isBusy == false)
    #expect(shown.last?.cues == [])
    presenter.present(.staying)
    #expect(shown.last?.dialog == nil)
    presenter.present(.signingOut)
    #expect(shown.last?.dialog?.isBusy == true)
    let farewell = Message(text: Wording().signedOut, tone: .good)
    presenter.present(.signedOut(sol, nil, wasCurrent: false))
    #expect(shown.last?.dialog == nil)
    #expect(shown.last?.cues == [.say(farewell)])
    presenter.present(.signedOut(ada, nil, wasCurrent: true))
    #expect(shown.last?.cues == [.leave(farewell)])
    presenter.present(.storeFailed(.full))
    #expect(shown.last?.cues == [.say(Message(text: Wording().sentence(for: .full), tone: .bad))])
    #expect(shown.last?.rows.count == 2)
  }
}
