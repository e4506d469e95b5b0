import Doubles
import FeedDomain
import Terminal
import Testing
import UseCases

@testable import Preferences
@testable import Scenes
@testable import Words

/// The rows of the list of web feeds.
@MainActor @Suite struct FeedListRowTests {
  private let content = FeedListContent(
    timelines: StubSubscriptions([]), wording: Wording(), keys: KeyMap.defaults,
    world: FakeWorld())

  private func drawing(_ feeds: [Subscription], rows: Int) -> String {
    let view = PagedListView(content, interactor: Spy<FeedListScene.SceneRequest>())
    let presenter = ScenePresenter<
      FeedListScene.SceneState, PagedListViewModel<FeedListRow>
    > { content.viewModel(of: $0) }
    presenter.display = view
    view.sceneDidOpen()
    presenter.present(FeedListScene.SceneState(hasReadStates: true, feeds))
    return view.drawn(rows: rows, columns: 68).text
  }

  private func feed(
    _ name: String, _ address: String, problem: Subscription.WebFeedProblem? = nil
  ) -> Subscription {
    Subscription(
      id: Subscription.ID(address), address: address, name: name, problem: problem)
  }

  @Test func `feeds without titles of their own, or with one title, are told apart`() {
    let feeds = [
      feed("fog.example", "https://fog.example/b.xml"), feed("News", "https://c.example/news"),
      feed("fog.example", "https://fog.example/a.xml?x=1"), feed("News", "http://b.example/"),
      feed("Harbour", "https://harbour.example/feed"),
    ]

    #expect(
      drawing(feeds, rows: 11) == """
        ▌ All feeds

          fog.example /a.xml?x=1

          fog.example /b.xml

          Harbour

          News b.example/

          News c.example/news
        """)
  }

  @Test func `a folder stands for all its feeds, also while only unread ones are shown`() throws {
    var feeds = [feed("A", "https://a.example/"), feed("B", "https://b.example/")]
    for place in feeds.indices { feeds[place].folder = "News" }
    var state = FeedListScene.SceneState(hasReadStates: true, feeds)
    (state.unread, state.showsUnreadOnly) = ([Person.ID(feeds[0].id.rawValue): 2], true)
    state.openFolders = ["News"]

    let rows = content.viewModel(of: state).rows

    #expect(rows.map(\.id) == ["all", "folder/News", "feed/https://a.example/"])
    #expect(rows[1].feeds == feeds.map(\.id))
  }

  @Test func `an account without read states shows all its feeds`() {
    let feeds = [feed("A", "https://a.example/")]
    var state = FeedListScene.SceneState(hasReadStates: false, feeds)
    state.showsUnreadOnly = true

    #expect(content.viewModel(of: state).rows.map(\.id) == ["all", "feed/https://a.example/"])
  }

  @Test func `a feed that fails or is broken has a mark, what is wrong, and the next try`() {
    var failing = feed("A", "https://a.example/", problem: .timedOut)
    failing.nextRefresh = FakeWorld.noon.timeAdvanced(by: .seconds(20 * 3_600))
    var broken = feed("B", "https://b.example/")
    broken.flaw = FeedFlaw(.tooDeep, at: LineAndColumn(line: 3, column: 7))

    #expect(
      drawing([failing, broken], rows: 7) == """
        ▌ All feeds

          A
            ⚠ the server did not answer in time · next try tomorrow 08:00

          B
            ⚠ nested too deeply at line 3, column 7
        """)
  }
}
