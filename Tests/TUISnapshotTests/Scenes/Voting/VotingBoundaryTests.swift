import Doubles
import FeedDomain
import Terminal
import Testing
import UseCases

@testable import Preferences
@testable import Scenes
@testable import Words

/// What passes the boundaries of voting; what is said to each request is in
/// `VotingInteractorTests`.
@MainActor @Suite struct VotingBoundaryTests {
  private let post = Posts.post(
    "p", RichText("Which loaf?"),
    poll: Poll(
      options: [.init(title: "Rye", votes: 31), .init(title: "Spelt", votes: 19)], closesAt: nil))
  private let presenter = VotingPresenter(
    posts: PostPresentation(
      wording: Wording(), abilities: .all, options: DisplayOptions(), keys: KeyMap([])),
    world: StillWorld(), keys: .defaults)

  @Test func `each key is a request`() {
    let interactor = Spy<Voting.Request>()
    let view = VotingView(of: post.id, interactor: interactor)
    presenter.display = view

    view.opened()
    #expect(!view.isReady)
    presenter.present(.poll(post, .open))
    #expect(view.isReady)
    for command in [Command.down, .open] { _ = view.handle(.command(command)) }
    view.closed()

    #expect(interactor.values == [.open(post.id), .vote([1]), .close])
  }

  @Test func `each response is shown`() {
    let shown = Spy<VotingViewModel>()
    presenter.display = shown

    presenter.present(.storeFailed(.full))
    #expect(shown.last?.question == nil)
    #expect(shown.last?.cues == [.say(Message(text: Wording().sentence(for: .full), tone: .bad))])
    presenter.present(.poll(post, .open))
    #expect(shown.last?.question?.text == "Which loaf?")
    #expect(shown.last?.question?.answers.map(\.title) == ["Rye", "Spelt"])
    #expect(shown.last?.question?.isOpen == true)
    #expect(shown.last?.cues == [])
    presenter.present(.poll(post, .own))
    #expect(shown.last?.question?.isOpen == false)
    presenter.present(.voted)
    #expect(shown.last?.cues == [.finish(nil)])
    presenter.present(.gone)
    #expect(
      shown.last?.cues == [
        .finish(Message(text: "There is no poll in this post.", tone: .plain))
      ])
  }
}
