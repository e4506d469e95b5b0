import Doubles
import Terminal
import Testing

@testable import FeedDomain
@testable import Preferences
@testable import Scenes
@testable import UseCases
@testable import Words

/// What the scenes show of services that have photos alone, and can do less than others.
@MainActor struct PhotoServiceScreenTests {
  @Test func `the photo's title names its author, and on Unsplash the service`() {
    let screen = PhotoScreen()
    let post = Posts.post(
      "4", by: "Ada Okafor", RichText(""), photos: [Posts.photo("A lake")],
      url: "https://example.social/@ada/4")

    screen.show(post)
    let elsewhere = screen.view.header.leftText.first?.text
    let account = Account(service: .unsplash, person: .init(""), handle: "guest")
    screen.presenter.show(post, as: account)

    #expect(elsewhere == "Photo by Ada Okafor")
    #expect(screen.view.header.leftText.first?.text == "Photo by Ada Okafor on Unsplash")
  }

  @Test(arguments: [
    ("(#10) No permission", "(#10) No permission."), ("Too much!", "Too much!"), ("", ""),
  ])
  func `a refusal in the service's words ends with a full stop before the key to try again`(
    words: String, told: String
  ) {
    #expect(
      Wording().refreshFailedMessage(.refused(words), key: "r")
        == "Could not refresh: \(told) r tries again.")
  }

  @Test func `statistics of the service are listed among the photo's facts`() {
    let post = PhotoScreen.lake()
    let details = PhotoDetails(
      views: 5, insights: [.init(.reach, 284), .init(.saves, 3), .init(.interactions, 12)])

    let facts = PhotoFactFactory(wording: Wording()).photoFacts(
      of: post.content.photos[0], in: post, details)

    let told = facts.map { "\($0.name.string) \($0.value.string)" }
    #expect(told.contains("Accounts reached 284"))
    #expect(told.contains("Saved 3"))
    #expect(told.contains("Interactions 12"))
  }

  @Test(
    arguments: [
      (.notFromPrograms, "Instagram does not let apps like photos."),
      (.needsSignIn, "Sign in to like photos: a key only lets you browse."),
      (.unknown, "This service does not support likes."),
    ] as [(LikingUnavailableReason, String)])
  func `the like key says in one line why the service has no likes`(
    refusal: LikingUnavailableReason, words: String
  ) {
    let screen = StreamScreen(
      abilities: PostAbilities(
        marks: [], canWrite: false, people: .matching, service: .instagram,
        likeRefusal: refusal))
    screen.show()

    screen.press(.like, .likers, .boosters)

    #expect(
      screen.navigator.messages.map(\.text.string) == [
        words, "This service does not show who liked a post.",
        "This service does not support boosts.",
      ])
    #expect(!screen.view.hints.contains(.likers) && screen.view.hints.contains(.profile))
    #expect(screen.navigator.routes.isEmpty)
  }

  @Test func `at a service with replies only, a reply is offered and a new post is not`() {
    let screen = StreamScreen(
      abilities: PostAbilities(
        marks: .liked, canWrite: true, repliesOnly: true, people: .all, service: .flickr))
    screen.show()

    screen.press(.reply)
    screen.view.command(.compose)

    #expect(screen.navigator.routes == [.compose(.reply(to: .init("1")))])
    #expect(screen.view.hints.contains(.reply) && !screen.view.hints.contains(.compose))
  }

  @Test func `the abilities of a connection follow from its gateways and limits`() {
    let limits = DraftLimits(
      characters: 10, attachments: 0, visibilities: [.everybody], allowsWarning: false,
      repliesOnly: true)
    let nothing = EmptyService()
    let connection = ServiceConnection(
      account: Account(service: .flickr, person: .init("9"), handle: "me"), streams: [],
      feeds: nothing
    ) {
      $0.people = nothing
      $0.publishing = nothing
      $0.marks = .liked
      $0.draftLimits = limits
    }

    let abilities = connection.abilities

    #expect(
      abilities
        == PostAbilities(
          marks: .liked, canWrite: true, repliesOnly: true, people: .likers,
          service: .flickr))
  }

  @Test(arguments: [nil, "© OpenStreetMap contributors"])
  func `the data source of places is credited below the places found`(credit: String?) {
    let presenter = ScenePresenter { NearbyPhotosPlaceViewModel($0, Wording(), credit: credit) }
    let view = NearbyPhotosPlaceView(interactor: Spy<NearbyPhotosPlaceScene.SceneRequest>())
    presenter.display = view
    presenter.present(NearbyPhotosPlaceScene.SceneState())

    let before = view.drawn(rows: 22, columns: 80).text
    presenter.present(
      NearbyPhotosPlaceScene.SceneState(foundPlaces: [
        Place(name: "Lisboa", latitude: 38.72, longitude: -9.14)
      ])
    )
    let canvas = view.drawn(rows: 22, columns: 80)
    let after = canvas.text

    #expect(!before.contains("OpenStreetMap"))
    #expect(after.contains("Lisboa"))
    #expect(after.contains("© OpenStreetMap contributors") == (credit != nil))
    let terms = canvas.links.map(\.target.address)
    #expect(terms == (credit == nil ? [] : ["https://www.openstreetmap.org/copyright"]))
  }
}

/// A service at which nothing happens, and whose people are known by their likes alone.
private struct EmptyService: FeedGateway, PeopleFetchingGateway, PublishingGateway {
  var lists: PeopleListKinds { .likers }

  func feedPage(of feed: Feed, _ fetchRange: FetchRange) async throws(FeedError) -> FeedPage {
    throw .notFound
  }
  func conversation(of post: Post.ID) async throws(FeedError) -> Conversation { throw .notFound }
  func foundPosts(
    matching query: SearchQuery, after cursor: Cursor?
  ) async throws(FeedError) -> Page<Post> {
    throw .notFound
  }
  func person(_ id: Person.ID) async throws(FeedError) -> Person { throw .notFound }
  func people(_ list: PeopleList, after cursor: Cursor?) async throws(FeedError) -> Page<Person> {
    throw .notFound
  }
  func sendChange(_ change: PendingChange, of item: OutboxItem) async throws(FeedError)
    -> ChangeOutcome
  {
    throw .notFound
  }
}
