import Doubles
import FeedDomain
import Terminal
import Testing
import UseCases

@testable import Preferences
@testable import Scenes
@testable import Words

/// That there is more to a conversation than was fetched.
@MainActor struct ConversationEndTests {
  @Test(arguments: [(false, "1 post"), (true, "1 post · more in the browser")])
  func `a thread that continues on another server says so`(hasMore: Bool, words: String) {
    let presenter = ConversationScenePresenter(wording: Wording(), keys: .defaults)
    let view = ConversationView(
      of: .init("a"), opening: .open(.init("a")),
      interactor: Spy<ConversationScene.SceneRequest>(),
      posts: PostViewModelFactory(), world: StillWorld())
    presenter.display = view

    presenter.present(
      ConversationScene.SceneState(
        Conversation(
          focus: .init("a"), nodes: [.init(Posts.post("a", RichText("Tea")), depth: 0)],
          hasMore: hasMore),
        account: Posts.account))

    #expect(view.header.rightText == [StyledSpan(SafeText(sanitizing: words), .barFaint)])
  }
}
