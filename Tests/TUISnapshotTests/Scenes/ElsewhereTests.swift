import Doubles
import Terminal
import Testing

@testable import FeedDomain
@testable import Preferences
@testable import Scenes
@testable import UseCases
@testable import Words

/// Keys that do nothing where one is.
@MainActor struct ElsewhereTests {
  @Test(arguments: [
    (Command.follow, "Open a profile first (p)."),
    (.followers, "Open a profile first (p)."),
    (.signOut, "This works only in Accounts (a)."),
    (.withdraw, "No unsent post is selected. Unsent posts are in the outbox (O)."),
    (.send, "No unsent post is selected. Unsent posts are in the outbox (O)."),
    (.play, "To play video or audio, open it first (z)."),
    (.accept, "Follow requests are in Notifications (n)."),
    (.zoomIn, "Open the photo first (z)."),
  ])
  func `a key that works only in another scene says in which`(command: Command, sentence: String) {
    #expect(Wording().wrongSceneMessage(for: command, keys: .defaults)?.string == sentence)
  }

  @Test(arguments: [Command.send, .withdraw])
  func `the keys for unsent posts say that a selected post is already sent`(command: Command) {
    #expect(
      Wording().wrongSceneMessage(for: command, keys: .defaults, isOnPost: true)?.string
        == "This post is already sent. Unsent posts are in the outbox (O).")
    #expect(
      Wording().wrongSceneMessage(for: .follow, keys: .defaults, isOnPost: true)?.string
        == "Open a profile first (p).")
  }

  @Test func `the follower keys open the lists of the selected post's author, or say why not`() {
    let post = Posts.post("1", RichText("Rye"))
    let lists: [(Command, PeopleList)] = [
      (.followers, .followers(post.author.id)), (.following, .following(post.author.id)),
    ]

    for (command, list) in lists {
      let screen = StreamScreen.pressing(command, on: PostItem(post), abilities: .all)
      #expect(screen.navigator.routes == [.people(list)])
    }
    let without = PostAbilities(marks: .liked, canWrite: true, people: .likers)
    let screen = StreamScreen.pressing(.followers, on: PostItem(post), abilities: without)
    #expect(screen.said == ["This service does not show who follows whom."])
  }

  @Test func `without a browser a message names the key that copies the link`() throws {
    let link = try #require(SafeWebLink("https://example.social/@mei/1"))

    #expect(
      Wording().linkNotOpenedMessage(link, key: "y").string
        == "No browser here · y copies the link: https://example.social/@mei/1")
  }

  @Test func `a movement key without effect shows no message`() {
    #expect(Wording().wrongSceneMessage(for: .down, keys: .defaults) == nil)
  }

  @Test func `each photo key says if the selected post has no photo`() {
    let screen = StreamScreen().show()
    let commands: [Command] = [.details, .savePhoto, .nextPhoto, .zoomIn, .zoomOut]

    for command in commands { screen.press(command) }

    #expect(
      screen.navigator.messages.map(\.text)
        == Array(repeating: "This post has no photo.", count: commands.count))
  }

  @Test func `the play key says if the selected post has no video or audio`() {
    let screen = StreamScreen().show()

    screen.press(.play)

    #expect(screen.navigator.messages.map(\.text) == ["There is no video or audio to play."])
  }

  @Test func `a stream leaves commands of other scenes unhandled`() {
    let screen = StreamScreen().show()

    for command in [Command.follow, .signOut, .send, .accept] {
      #expect(!screen.press(command), "\(command)")
    }
  }

  @Test func `the followers key on a profile says if the service does not show followers`() {
    let navigator = NavigatorSpy()
    let view = ProfileView(
      of: .init("mei"), interactor: Spy<ProfileScene.SceneRequest>(),
      posts: PostViewModelFactory(abilities: PostAbilities(marks: [], canWrite: false, people: [])),
      world: StillWorld())
    view.navigator = navigator
    let heading = ProfileHeading(
      id: .init("mei"), name: "Mei", handle: "@mei", bio: [], link: nil, counts: [],
      relationship: nil, isOneself: false, portrait: nil)
    view.display(ProfileViewModel(heading: heading, rows: [.heading(heading)]))

    let isTaken = view.handleEvent(.command(.followers))

    #expect(isTaken)
    #expect(navigator.messages.map(\.text) == ["This service does not show who follows whom."])
  }
}
