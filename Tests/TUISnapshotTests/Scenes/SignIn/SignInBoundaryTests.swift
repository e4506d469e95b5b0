import Doubles
import FeedDomain
import Terminal
import Testing
import UseCases

@testable import Scenes
@testable import Words

/// Requests and view models of signing in. `SignInInteractorTests` tests the answers.
@MainActor @Suite struct SignInBoundaryTests {
  private let presenter = ScenePresenter { SignInPresenter(wording: Wording()).viewModel(of: $0) }
  private let approval = PendingSignInApproval(
    url: "https://social.example/x", ticket: Secret("ticket"))

  @Test func `each key of the sign-in sends its request to the interactor`() {
    let interactor = Spy<SignInScene.SceneRequest>()
    let view = SignInView(interactor: interactor, occasion: .another)
    presenter.display = view
    let form = SignInScene.ServiceSignInForm.mastodon()

    view.sceneDidAppear()
    presenter.present(SignInScene.SceneState(.services([.tweetie, .mastodon], chosen: .mastodon)))
    view.press(.enter)
    presenter.present(SignInScene.SceneState(.form(form)))
    view.press(.character("o"), .control)
    view.press(.character("t"), .control)
    view.type("here")
    view.press(.enter)
    presenter.present(SignInScene.SceneState(.form(form), .checking))
    view.press(.escape)
    presenter.present(SignInScene.SceneState(.approval(approval)))
    view.type("code")
    view.press(.enter)

    #expect(
      interactor.values == [
        .open(.another), .choose(.mastodon), .showServices, .take(form.methods[1]),
        .submit([.server: Secret("here")]), .cancel, .answer(Secret("code")),
      ])
  }

  @Test func `each page of the sign-in becomes a view model`() {
    let shown = Spy<SignInViewModel>()
    presenter.display = shown
    var page: SignInViewModel.SignInPageModel? { shown.last?.page }

    presenter.present(SignInScene.SceneState(.services([.tweetie], chosen: nil)))
    #expect(shown.last?.title == "Sign in")
    guard case .choices(let list)? = page else { return #expect(Bool(false)) }
    #expect(list.choices.map(\.request) == [.choose(.tweetie)])
    presenter.present(SignInScene.SceneState(.form(.sample())))
    guard case .form(let form)? = page else { return #expect(Bool(false)) }
    #expect(form.rows.map(\.field) == [.user, .password])
    presenter.present(SignInScene.SceneState(.approval(approval)))
    guard case .approval(let asked)? = page else { return #expect(Bool(false)) }
    #expect(asked.address == "https://social.example/x")
  }

  @Test(arguments: [
    (SignInScene.SignInAttemptState.ready, SignInViewModel.SignInAttemptStateModel.ready),
    (.checking, .checking(Wording().signingIn)),
    (
      .refused(.invalidCredentials, at: .password),
      .refused(
        "Invalid credentials. The user name or the password is wrong.", at: .password,
        mustBeRetyped: true)
    ),
    (.notKept(.full), .refused(Wording().accountNotStoredMessage(Wording().sentence(for: .full)))),
  ])
  func `each progress of the sign-in becomes a view model`(
    progress: SignInScene.SignInAttemptState, expected: SignInViewModel.SignInAttemptStateModel
  ) {
    let shown = Spy<SignInViewModel>()
    presenter.display = shown

    presenter.present(SignInScene.SceneState(.form(.sample()), progress))

    #expect(shown.last?.state == expected)
  }
}
