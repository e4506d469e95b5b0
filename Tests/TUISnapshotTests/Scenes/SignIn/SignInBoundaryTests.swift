import Doubles
import FeedDomain
import Terminal
import Testing
import UseCases

@testable import Scenes
@testable import Words

/// What passes the boundaries of signing in; what is said to each request is in
/// `SignInInteractorTests`.
@MainActor @Suite struct SignInBoundaryTests {
  private let presenter = SignInPresenter(wording: Wording())
  private let approval = SignInApproval(url: "https://social.example/x", ticket: Secret("ticket"))

  @Test func `each key is a request`() {
    let interactor = Spy<SignIn.Request>()
    let view = SignInView(interactor: interactor, occasion: .another)
    presenter.display = view
    let form = SignIn.Form.mastodon()

    view.opened()
    presenter.present(.services([.tweetie, .mastodon], chosen: .mastodon))
    view.press(.enter)
    presenter.present(.ready(form))
    view.press(.character("o"), .control)
    view.press(.character("t"), .control)
    view.type("here")
    view.press(.enter)
    presenter.present(.checking)
    view.press(.escape)
    presenter.present(.approval(approval))
    view.type("code")
    view.press(.enter)

    #expect(
      interactor.values == [
        .open(.another), .choose(.mastodon), .showServices, .take(form.ways[1]),
        .submit([.server: Secret("here")]), .cancel, .answer(Secret("code")),
      ])
  }

  @Test func `each response is shown`() {
    let shown = Spy<SignInViewModel>()
    presenter.display = shown
    let account = SignedInAccount(Posts.account, token: Secret("token"))
    var page: SignInViewModel.Page? { shown.last?.page }

    presenter.present(.services([.tweetie], chosen: nil))
    #expect(shown.last?.title == "Sign in")
    guard case .services(let list)? = page else { return #expect(Bool(false)) }
    #expect(list.choices.map(\.service) == [.tweetie])
    presenter.present(.ready(.sample()))
    guard case .form(let form)? = page else { return #expect(Bool(false)) }
    #expect(form.rows.map(\.field) == [.user, .password])
    presenter.present(.checking)
    #expect(shown.last?.state == .checking(Wording().signingIn))
    presenter.present(.refused(.cancelled, at: nil))
    #expect(shown.last?.state == .ready)
    presenter.present(.refused(.invalidCredentials, at: .password))
    #expect(
      shown.last?.state
        == .refused("Invalid credentials", at: .password, isWrong: true))
    presenter.present(.notKept(.full))
    guard case .refused(_, nil, false)? = shown.last?.state else { return #expect(Bool(false)) }
    presenter.present(.approval(approval))
    guard case .approval(let asked)? = page else { return #expect(Bool(false)) }
    #expect(asked.address == "https://social.example/x")
    presenter.present(.signedIn(account))
    #expect(shown.last?.cues == [.finish(account)])
  }
}
