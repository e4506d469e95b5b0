import Doubles
import Terminal
import Testing

@testable import Console
@testable import FeedDomain
@testable import Preferences
@testable import Scenes
@testable import UseCases
@testable import Words

/// What is offered on one's own photos where the service takes no likes of those.
@MainActor struct OwnLikeTests {
  private let abilities = PostAbilities(
    marks: .liked, canWrite: true, people: .all, service: .flickr, repliesAreComments: true,
    unlikablePerson: Person.ID("ada"))
  private let own = PostItem(
    Posts.post("1", by: "Ada", RichText("Mine"), counts: .init(likes: 4)), isOwn: true)
  private let other = PostItem(Posts.post("2", by: "Bo", RichText("Theirs")))

  private func withheld(from item: PostItem) -> [Command] {
    abilities.unavailableCommands(from: item, at: Posts.now)
  }

  @Test func `a like is offered for other people's photos only`() {
    #expect(!abilities.keyHintCommands(for: own, at: Posts.now).contains(.like))
    #expect(abilities.keyHintCommands(for: own, at: Posts.now).contains(.likers))
    #expect(abilities.keyHintCommands(for: other, at: Posts.now).contains(.like))
    #expect(withheld(from: own).contains(.like))
    #expect(!withheld(from: other).contains(.like))
  }

  @Test
  func `like key and heart show the reason on an own photo, and its number still opens the likers`()
  {
    let wording = Wording()
    let reason: SafeText = "You cannot like your own photos on Flickr."
    let posts = PostViewModelFactory(
      wording: wording, abilities: abilities, options: DisplayOptions())
    let heart = posts.postCounts(of: own).last

    #expect(
      StreamScreen.pressing(.like, on: own, abilities: abilities).said == [reason.string])
    #expect(posts.refusalReason(of: .mark(.liked), on: own) == reason)
    #expect(heart?.signAction == .likers)
    #expect(heart?.number.string == "4")
    #expect(
      StreamScreen.pressing(.like, on: other, abilities: abilities).asked
        == [.toggle(other.post.id, .liked)])
  }

  @Test func `the command palette leaves out the like while an own photo is selected`() {
    func offered(without withheld: [Command]) -> [PaletteChoice] {
      PaletteEntry.allPaletteEntries(
        offering: [], streams: [],
        abilities: PaletteAbilities(
          posts: abilities, hasNotices: false, hasPlaces: false, unavailable: Set(withheld)),
        keys: .defaults, wording: Wording()
      ).map(\.choice)
    }

    #expect(offered(without: []).contains(.command(.like)))
    #expect(!offered(without: withheld(from: own)).contains(.command(.like)))
  }

  @Test func `the command line refuses to like the user's own photo`() async throws {
    var fixture = CommandFixture()
    fixture.service.canLikeOwn = false
    let mine = Post(
      id: Post.ID("p1"), author: Person(id: Person.ID("1"), handle: "ada", name: "Ada"),
      createdAt: FakeWorld.noon, content: Post.PostContent(text: RichText("")))
    fixture.store = FakeFeedStore([
      .home: [FeedEntry(mine), FeedEntry(CommandFixture.post("p2", "theirs"))]
    ])

    #expect(try await fixture.run("like", "p1") == .failed)
    #expect(
      fixture.errors.text == "tweetie: You cannot like your own photos on Tweetie (built in).\n")
    #expect(await fixture.outbox.held.isEmpty)
    #expect(try await fixture.run("like", "p2") == .done)
    fixture.service.canLikeOwn = true
    #expect(try await fixture.run("like", "p1") == .done)
  }
}
