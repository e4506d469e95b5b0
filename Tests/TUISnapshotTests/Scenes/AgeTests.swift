import Doubles
import FeedDomain
import Terminal
import Testing
import UseCases

@testable import Preferences
@testable import Scenes
@testable import Words

/// How long ago something was is right whenever the screen is drawn, though nothing else changed.
@MainActor struct AgeTests {
  private let later = Posts.now.timeAdvanced(by: .seconds(600))
  private let post = Posts.post("1", by: "Ada", RichText("Who has a boat?"))
  private let posts = PostViewModelFactory()

  private func expectAges(in view: some Scene, after lead: String = "· ", _ name: Comment) {
    #expect(view.drawn(rows: 12, columns: 60, now: Posts.now).text.contains(lead + "3m"), name)
    #expect(view.drawn(rows: 12, columns: 60, now: later).text.contains(lead + "13m"), name)
  }

  @Test func `the age of a post is shown in a stream`() {
    let screen = StreamScreen().show([.entry(FeedEntry(post))])

    expectAges(in: screen.view, "stream")
  }

  @Test func `with the clock setting a post shows the time of day instead of its age`() {
    let screen = StreamScreen(options: DisplayOptions(times: .clock))
    screen.show([.entry(FeedEntry(post))])

    #expect(screen.text.contains("· 22:10"))
  }

  @Test func `the age of a post is shown in a conversation`() {
    let view = ConversationView(
      of: post.id, opening: .open(post.id), interactor: Spy<ConversationScene.SceneRequest>(),
      posts: posts,
      world: StillWorld())
    let presenter = ConversationScenePresenter(wording: Wording(), keys: .defaults)
    presenter.display = view

    presenter.present(
      ConversationScene.SceneState(
        Conversation(focus: post.id, nodes: [.init(post, depth: 0)]), account: Posts.account))

    expectAges(in: view, "conversation")
  }

  @Test func `the age of a post is shown on a profile`() {
    let view = ProfileView(
      of: post.author.id, interactor: Spy<ProfileScene.SceneRequest>(), posts: posts,
      world: StillWorld()
    )
    let presenter = ProfileStatePresenter(wording: Wording(), abilities: .all, keys: .defaults)
    presenter.display = view

    presenter.show(post.author)
    presenter.show([FeedEntry(post)], hasMore: false)

    expectAges(in: view, "profile")
  }

  @Test func `the age of a post is shown in the notifications`() {
    let view = NotificationsView(
      interactor: Spy<NotificationsScene.SceneRequest>(), posts: posts, world: StillWorld())
    let notice = Notification(
      id: .init("1"), kind: .mention, people: [post.author], post: post, createdAt: post.createdAt)

    view.display(
      NotificationsPresenter(posts: posts, keys: .defaults).viewModel(
        of: NotificationsScene.SceneState([notice]))
    )

    expectAges(in: view, "notifications")
  }
}
