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
    (.play, "To play a video or sound, open it first (z)."),
    (.accept, "Follow requests are in Notifications (n)."),
    (.zoomIn, "Open the photo first (z)."),
  ])
  func `a key that does something elsewhere says where`(command: Command, sentence: String) {
    #expect(Wording().wrongSceneMessage(for: command, keys: .defaults)?.string == sentence)
  }

  @Test func `lists of people are those of the selected post's author`() {
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

  @Test func `where nothing opens links, the key that copies them is named`() throws {
    let link = try #require(Hyperlink("https://example.social/@mei/1"))

    #expect(
      Wording().linkNotOpenedMessage(link, key: "y").string
        == "No browser here · y copies the link: https://example.social/@mei/1")
  }

  @Test func `moving needs no word`() {
    #expect(Wording().wrongSceneMessage(for: .down, keys: .defaults) == nil)
  }

  @Test func `a post without a photo says so to every key that is for photos`() {
    let screen = StreamScreen().show()
    let commands: [Command] = [.details, .savePhoto, .nextPhoto, .zoomIn, .zoomOut]

    for command in commands { screen.press(command) }

    #expect(
      screen.navigator.messages.map(\.text)
        == Array(repeating: "This post has no photo.", count: commands.count))
  }

  @Test func `a post without a video says so to the key that plays videos`() {
    let screen = StreamScreen().show()

    screen.press(.play)

    #expect(screen.navigator.messages.map(\.text) == ["There is no video or sound to play."])
  }

  @Test func `what a stream has no use for falls to whoever knows where it is done`() {
    let screen = StreamScreen().show()

    for command in [Command.follow, .signOut, .send, .accept] {
      #expect(!screen.press(command), "\(command)")
    }
  }

  @Test func `a profile says when nobody tells who follows whom`() {
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
