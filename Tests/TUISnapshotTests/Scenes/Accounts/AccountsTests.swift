import Doubles
import FeedDomain
import Terminal
import Testing
import UseCases

@testable import Preferences
@testable import Scenes
@testable import Words

@MainActor @Suite struct AccountsTests {
  private let interactor = Spy<AccountsScene.SceneRequest>()
  private let navigator = NavigatorSpy()
  private let presenter = ScenePresenter {
    AccountsPresenter(wording: Wording(), keys: .defaults).viewModel(of: $0)
  }
  private let ada = Account(service: .tweetie, person: Person.ID("1"), handle: "ada")
  private let sol = Account(
    service: .mastodon, person: Person.ID("2"), handle: "sol", server: "https://social.example")

  private func entries(waiting: Int = 2) -> [AccountsScene.AccountEntry] {
    [
      AccountsScene.AccountEntry(ada, isCurrent: true, waiting: 0),
      AccountsScene.AccountEntry(sol, isCurrent: false, waiting: waiting),
    ]
  }

  private func scene(waiting: Int = 2) -> AccountsView {
    let view = AccountsView(interactor: interactor).opened(by: navigator)
    presenter.display = view
    presenter.present(AccountsScene.SceneState(entries(waiting: waiting)))
    return view
  }

  @Test
  func `the accounts list at 80 by 24 shows service, outbox count and a row to add an account`() {
    #expect(
      scene().drawn(rows: 7, columns: 80).text == """
        ▌ @ada
        ▌ Tweetie (built in) · in use

          @sol@social.example
          Mastodon · 2 waiting

          + Add an account
        """)
  }

  @Test func `the accounts are a card with name, biography and counts of the person`() {
    let view = scene()
    presenter.present(
      AccountsScene.SceneState([
        AccountsScene.AccountEntry(
          ada, isCurrent: true, waiting: 0,
          person: Person(
            id: ada.person, handle: "ada", name: "Ada Okafor", bio: RichText("Compilers.\nTea."),
            counts: .init(followers: 128, following: 53, posts: 412))),
        AccountsScene.AccountEntry(sol, isCurrent: false, waiting: 0),
      ]))

    #expect(
      view.drawn(rows: 22, columns: 90).text == """


            ╭────────────────────────────────────────────────────────────────────────────────╮
            │                                                                                │
            │  Accounts                                                                      │
            │                                                                                │
            │  ▌ Ada Okafor  @ada                                                            │
            │  ▌ Tweetie (built in) · in use                                                 │
            │  ▌ Compilers.                                                                  │
            │  ▌ 412 posts   128 followers   53 following                                    │
            │                                                                                │
            │    @sol@social.example                                                         │
            │    Mastodon                                                                    │
            │                                                                                │
            │    + Add an account                                                            │
            │                                                                                │
            ╰────────────────────────────────────────────────────────────────────────────────╯





        """)
    view.click(row: 11, column: 20)
    #expect(view.pane.selected?.id == sol.id)
    // On a narrow screen a count that does not fit is left out.
    let narrow = view.drawn(rows: 10, columns: 30).text
    #expect(narrow.contains("412 posts   128 followers") && !narrow.contains("following"))
    #expect(view.properties.isOverlay)
  }

  @Test func `an account row names the command that supplies its token`() {
    let view = AccountsView(interactor: interactor)
    presenter.display = view
    presenter.present(
      AccountsScene.SceneState([
        AccountsScene.AccountEntry(
          sol, isCurrent: true, waiting: 0, command: "pass show \u{1B}[2Jsol")
      ]))

    #expect(
      view.drawn(rows: 3, columns: 80).text == """
        ▌ @sol@social.example
        ▌ Mastodon · in use · secret from "pass show [2Jsol"

        """)
  }

  @Test func `an account whose command gave no token is shown as locked, not as rejected`() {
    let view = AccountsView(interactor: interactor)
    presenter.display = view
    presenter.present(
      AccountsScene.SceneState([
        AccountsScene.AccountEntry(
          sol, isCurrent: false, waiting: 1, isRefused: true, command: "false", isLocked: true)
      ]))

    #expect(
      view.drawn(rows: 3, columns: 90).text == """
        ▌ @sol@social.example
        ▌ Mastodon · locked, because its command gave no secret · 1 waiting · secret from "false"

        """)
  }

  @Test func `the accounts list is drawn at 20 by 6`() {
    #expect(
      scene().drawn(rows: 4, columns: 20).text == """
        ▌ @ada
        ▌ Tweetie (built
        ▌ in) · in use

        """)
  }

  @Test func `Enter switches to the selected account, or closes the list on the active one`() {
    let view = scene()

    view.command(.open, .down, .open)

    #expect(navigator.routes == [.back])
    #expect(interactor.values == [.open, .use(sol.id)])
  }

  @Test func `a rejected account is shown as signed out by the service, and Enter signs in again`()
  {
    let view = AccountsView(interactor: interactor)
    presenter.display = view
    view.navigator = navigator
    presenter.present(
      AccountsScene.SceneState([
        AccountsScene.AccountEntry(ada, isCurrent: true, waiting: 0),
        AccountsScene.AccountEntry(sol, isCurrent: false, waiting: 0, isRefused: true),
      ]))

    #expect(
      view.drawn(rows: 6, columns: 80).text == """
        ▌ @ada
        ▌ Tweetie (built in) · in use

          @sol@social.example
          Mastodon · signed out by the service; Enter signs in again

        """)
    presenter.perform(.askToSignIn(sol))
    #expect(navigator.routes == [.signIn(again: sol)])
  }

  @Test func `a signed-in account is passed to the navigator`() {
    let signedIn = SignedInAccount(sol, token: Secret("token"))
    let view = scene()
    defer { withExtendedLifetime(view) {} }

    presenter.perform(.signedIn(signedIn))

    #expect(navigator.routes == [.signedIn(signedIn)])
  }

  @Test func `signing out of the selected account asks for confirmation`() {
    let view = scene()
    view.command(.down, .signOut)
    let item = OutboxItem(
      id: OutboxItem.ID("1"), account: sol.id,
      change: .publish(Draft(id: Draft.ID("d"), text: "Never sent")),
      state: .queued(notBefore: nil, after: nil), createdAt: Timestamp(milliseconds: 0))

    presenter.present(
      AccountsScene.SceneState(entries(), signOut: .asking(sol, SignOutLosses(undelivered: [item])))
    )
    let text = view.drawn(rows: 22, columns: 80).text
    view.command(.open)

    #expect(text.contains("Sign out of @sol@social.example?"))
    #expect(text.contains("Never sent"))
    #expect(interactor.values == [.open, .signOut(sol.id), .reallySignOut])
  }

  @Test func `Escape cancels signing out`() {
    let view = scene()
    view.command(.signOut)
    presenter.present(AccountsScene.SceneState(entries(), signOut: .asking(ada, SignOutLosses())))

    view.command(.back)
    presenter.present(AccountsScene.SceneState(entries()))

    #expect(interactor.values.last == .stay)
    #expect(!view.drawn(rows: 22, columns: 80).text.contains("Sign out of"))
    #expect(navigator.routes.isEmpty)
  }

  @Test func `signing out of the active account closes the scene, of another account it does not`()
  {
    let view = scene()
    defer { withExtendedLifetime(view) {} }

    presenter.perform(.say(.signedOut(nil)))
    #expect(navigator.routes.isEmpty)
    presenter.perform(.signedOut(.unreachable))

    #expect(navigator.routes == [.signedOut])
    #expect(navigator.messages.count == 2)
  }

  @Test func `Enter on the last row adds an account`() {
    let view = scene()

    view.command(.bottom, .open)

    #expect(navigator.routes == [.signIn(again: nil)])
  }

  @Test func `unread posts and the fetch time of the home stream are shown`() {
    var entry = AccountsScene.AccountEntry(ada, isCurrent: true, waiting: 0, unread: 2)
    entry.unreadPosts = 7
    entry.fetchedAt = FakeWorld.noon
    let words = AccountsPresenter(wording: Wording(), keys: .defaults, world: FakeWorld())

    let row = words.viewModel(of: AccountsScene.SceneState([entry])).rows[0]

    #expect(row.unread == ["7 unread", "2 notifications"])
    #expect(row.fetchTime == "fetched 12:00")
  }
}
