import Doubles
import FeedDomain
import Terminal
import Testing
import UseCases

@testable import Preferences
@testable import Scenes
@testable import Words

/// What somebody put together, on the screen.
@MainActor @Suite struct ProfileCollectionTests {
  private let interactor = Spy<ProfileScene.SceneRequest>()
  private let navigator = NavigatorSpy()
  private let presenter = ProfileStatePresenter(
    wording: Wording(), abilities: .all, keys: .defaults)

  @Test func `collections are listed before the posts, and open as streams`() {
    let view = ProfileView(
      of: .init("mei"), interactor: interactor,
      posts: PostViewModelFactory(), world: StillWorld())
    presenter.display = view
    view.navigator = navigator
    let boats = Feed.list(id: "collection/7", name: "Boats")
    presenter.show(Posts.person("Mei Tanaka"))
    presenter.show([FeedEntry(Posts.post("1", RichText("First light.")))], hasMore: false)

    presenter.show([boats], hasMore: true)
    let text = view.drawn(rows: 14, columns: 80, now: Posts.now).text
    view.command(.down)
    #expect(view.hints.prefix(2) == [.back, .open])
    view.command(.open, .down, .open)

    let rows = text.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(rows.contains("  Collection: Boats"))
    #expect(rows.contains("  More collections"))
    #expect(rows.last { !$0.allSatisfy(\.isWhitespace) } == "  First light.")
    #expect(navigator.routes == [.stream(boats)])
    #expect(interactor.values.last == .moreCollections)
    presenter.show([boats], hasMore: false)
    #expect(!view.drawn(rows: 14, columns: 80, now: Posts.now).text.contains("More"))
  }
}
