import Doubles
import FeedDomain
import Terminal
import Testing
import UseCases

@testable import Preferences
@testable import Scenes
@testable import Words

/// Requests and view models of voting. `VotingInteractorTests` tests the answers.
@MainActor @Suite struct VotingBoundaryTests {
  private let post = Posts.post(
    "p", RichText("Which loaf?"),
    poll: Poll(
      options: [.init(title: "Rye", votes: 31), .init(title: "Spelt", votes: 19)], closesAt: nil))
  private let presenter: ScenePresenter<VotingScene.SceneState, VotingViewModel>

  init() {
    let words = VotingPresenter(
      posts: PostViewModelFactory(keys: KeyMap([])),
      world: StillWorld(), keys: .defaults)
    presenter = ScenePresenter { words.viewModel(of: $0) }
  }

  @Test func `each key of the poll overlay sends its request to the interactor`() {
    let interactor = Spy<VotingScene.SceneRequest>()
    let view = VotingView(of: post.id, interactor: interactor)
    presenter.display = view

    view.sceneDidAppear()
    #expect(!view.properties.isReady)
    presenter.present(VotingScene.SceneState(post))
    #expect(view.properties.isReady)
    view.command(.down, .open)
    view.sceneDidClose()

    #expect(interactor.values == [.open(post.id), .vote([1]), .close])
  }

  @Test(arguments: [
    (VotingScene.VotePermission.open, true, Wording().chooseOne),
    (.voted, false, Wording().votedAlready),
    (.closed, false, Wording().pollIsOver), (.ownPoll, false, Wording().pollIsYours),
    (.notOffered, false, Wording().sentence(for: .noWriting, at: nil)),
  ])
  func `each reason why voting is impossible is shown as advice`(
    standing: VotingScene.VotePermission, isOpen: Bool, advice: SafeText
  ) {
    let shown = Spy<VotingViewModel>()
    presenter.display = shown

    presenter.present(VotingScene.SceneState())
    #expect(shown.last?.question == nil)
    presenter.present(VotingScene.SceneState(post, standing))

    #expect(shown.last?.question?.text == "Which loaf?")
    #expect(shown.last?.question?.answers.map(\.title) == ["Rye", "Spelt"])
    #expect(shown.last?.question?.isOpen == isOpen)
    #expect(shown.last?.question?.advice == advice)
  }

  @Test func `a failure shows a message, and a post without poll closes the scene`() {
    let navigator = NavigatorSpy()
    let view = VotingView(of: post.id, interactor: Spy<VotingScene.SceneRequest>())
    view.navigator = navigator
    presenter.display = view
    defer { withExtendedLifetime(view) {} }

    presenter.perform(.say(.storeFailed(.full)))
    #expect(navigator.routes == [])
    presenter.perform(.leave(.unavailable(.noPoll)))

    #expect(
      navigator.messages == [
        BottomLineMessage(text: Wording().sentence(for: .full), tone: .bad),
        BottomLineMessage(text: "There is no poll in this post.", tone: .plain),
      ])
    #expect(navigator.routes == [.back])
  }
}
