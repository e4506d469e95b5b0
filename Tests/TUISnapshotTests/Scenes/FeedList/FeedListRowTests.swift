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
    view.sceneDidAppear()
    presenter.present(FeedListScene.SceneState(hasReadStates: true, feeds))
    return view.drawn(rows: rows, columns: 68).text
  }

  private func feed(
    _ name: String, _ address: String, problem: Subscription.WebFeedProblem? = nil
  ) -> Subscription {
    Subscription(
      id: Subscription.ID(address), address: address, name: name, problem: problem)
  }

  @Test func `feeds without a title or with the same title are listed with their addresses`() {
    let feeds = [
      feed("fog.example", "https://fog.example/b.xml"), feed("News", "https://c.example/news"),
      feed("fog.example", "https://fog.example/a.xml?x=1"), feed("News", "http://b.example/"),
      feed("Harbour", "https://harbour.example/feed"),
    ]

    #expect(
      drawing(feeds, rows: 6) == """
        ▌      All feeds
               fog.example/a.xml?x=1
               fog.example/b.xml
               Harbour
               News b.example/
               News c.example/news
        """)
  }

  @Test func `a folder row covers all its feeds, even while only unread feeds are shown`() throws {
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

  @Test func `a failing or broken feed shows a mark, the problem and the time of the next try`() {
    var failing = feed("A", "https://a.example/", problem: .timedOut)
    failing.nextRefresh = FakeWorld.noon.timeAdvanced(by: .seconds(20 * 3_600))
    var broken = feed("B", "https://b.example/")
    broken.flaw = WebFeedTextError(.tooDeep, at: LineAndColumn(line: 3, column: 7))

    #expect(
      drawing([failing, broken], rows: 5) == """
        ▌      All feeds
               A
                 ⚠ the server did not answer in time · next try tomorrow
                 08:00
               B  ⚠ nested too deeply at line 3, column 7
        """)
  }

  @Test func `a problem that is too long for a line takes several lines below the name`() {
    var failing = feed("A", "https://a.example/", problem: .unreadable)
    failing.nextRefresh = FakeWorld.noon.timeAdvanced(by: .seconds(2_400))
    failing.flaw = WebFeedTextError(.tooDeep, at: LineAndColumn(line: 3, column: 7))

    #expect(
      drawing([failing], rows: 4) == """
        ▌      All feeds
               A
                 ⚠ could not be read last time · next try 12:40 · nested
                 too deeply at line 3, column 7
        """)
  }

  @Test func `a dead feed shows the advice to remove it`() {
    var gone = feed("A", "https://a.example/", problem: .gone)
    gone.isDead = true

    #expect(
      drawing([gone], rows: 2) == """
        ▌      All feeds
               A  ⚠ discontinued · seems to be dead: better remove it
        """)
  }

  private func nestedState() -> FeedListScene.SceneState {
    var feeds = [
      feed("Ferry", "https://a.example/"), feed("Swift", "https://b.example/"),
      feed("Rust", "https://c.example/"), feed("Single", "https://d.example/"),
    ]
    (feeds[0].folder, feeds[1].folder, feeds[2].folder) = ("Sea", "Tech/Langs", "Tech/Langs")
    feeds[1].otherFolders = ["Sea"]
    var state = FeedListScene.SceneState(hasReadStates: true, feeds)
    state.nestsFolders = true
    state.unread = [
      Person.ID("https://a.example/"): 12, Person.ID("https://b.example/"): 3,
      Person.ID("https://d.example/"): 1,
    ]
    return state
  }

  private func drawing(_ state: FeedListScene.SceneState, rows: Int, columns: Int = 40) -> String {
    let view = PagedListView(content, interactor: Spy<FeedListScene.SceneRequest>())
    view.display(content.viewModel(of: state))
    return view.drawn(rows: rows, columns: columns).text
  }

  @Test func `folders are a tree, with a feed in each of its folders, and counts with sub-folders`()
  {
    var state = nestedState()
    state.openFolders = ["Sea", "Tech", "Tech/Langs"]

    #expect(
      drawing(state, rows: 9) == """
        ▌  16  All feeds
           15  ▾ Sea
           12    Ferry
            3    Swift
            3  ▾ Tech
            3    ▾ Langs
                   Rust
            3      Swift
            1  Single
        """)
    let rows = content.viewModel(of: state).rows
    #expect(Set(rows.map(\.id)).count == rows.count)
    #expect(rows[4].feeds.count == 2)
  }

  @Test func `saved searches stand above the folders, and open as streams`() {
    var state = nestedState()
    let stream = Feed.list(id: "search:Tides", name: "Tides")
    state.streams = [stream]
    let view = PagedListView(content, interactor: Spy<FeedListScene.SceneRequest>())
    let navigator = NavigatorSpy()
    view.navigator = navigator
    view.display(content.viewModel(of: state))

    #expect(
      view.drawn(rows: 3, columns: 40).text == """
        ▌  16  All feeds
               ≡ Tides
           15  ▸ Sea
        """)
    _ = view.handleEvent(.command(.down))
    _ = view.handleEvent(.command(.open))
    #expect(navigator.routes == [.stream(stream)])
    state.filter = "swift"
    #expect(!content.viewModel(of: state).rows.contains { $0.kind == .stream(stream) })
  }

  @Test func `a saved search has the number of its unread entries, and is hidden without some`() {
    var state = nestedState()
    let (tides, fog) = (
      Feed.list(id: "search:Tides", name: "Tides"), Feed.list(id: "search:Fog", name: "Fog")
    )
    state.streams = [tides, fog]
    state.unreadInStreams = [tides: [Post.ID("a/1"), Post.ID("a/2")], fog: []]
    #expect(
      drawing(state, rows: 3) == """
        ▌  16  All feeds
            2  ≡ Tides
               ≡ Fog
        """)
    state.showsUnreadOnly = true
    #expect(
      drawing(state, rows: 3) == """
        ▌  16  All feeds
            2  ≡ Tides
           15  ▸ Sea
        """)
    let interactor = Spy<FeedListScene.SceneRequest>()
    let view = PagedListView(content, interactor: interactor)
    view.display(content.viewModel(of: state))
    _ = view.drawn(rows: 3, columns: 40)
    for command in [Command.down, .markAll, .markAll] { _ = view.handleEvent(.command(command)) }
    #expect(interactor.values == [.markStreamRead(tides)])
  }

  @Test func `the list is sorted by name, by unread entries and as added, in turn`() {
    var feeds = ["Zoo", "Ant", "Fog", "Bee"].map { feed($0, "https://\($0).example/") }
    (feeds[0].folder, feeds[2].folder) = ("Work", "Home")
    var state = FeedListScene.SceneState(hasReadStates: true, feeds)
    state.unread = [Person.ID("https://Bee.example/"): 3, Person.ID("https://Zoo.example/"): 1]
    let interactor = Spy<FeedListScene.SceneRequest>()
    let view = PagedListView(content, interactor: interactor)

    var shown: [String] = []
    for _ in WebFeedSortOrder.allCases {
      let viewModel = content.viewModel(of: state)
      view.display(viewModel)
      shown.append(
        "\(viewModel.remark): "
          + viewModel.rows.dropFirst().map(\.name.string).joined(separator: " "))
      _ = view.handleEvent(.command(.view))
      if case .sort(let order)? = interactor.values.last { state.order = order }
    }

    #expect(
      shown == [
        "4 unread: Home Work Ant Bee", "4 unread · most unread first: Work Home Bee Ant",
        "4 unread · as added: Work Home Ant Bee",
      ])
    #expect(state.order == .name)
  }

  @Test func `Esc in the filter asks to open the folder of the selected row`() {
    var state = nestedState()
    let interactor = Spy<FeedListScene.SceneRequest>()
    let view = PagedListView(content, interactor: interactor)
    view.display(content.viewModel(of: state))
    _ = view.drawn(rows: 8, columns: 48)
    _ = view.handleEvent(.command(.search))
    for letter in "rust" { _ = view.handleEvent(.key(Key(.character(letter)))) }
    state.filter = "rust"
    view.display(content.viewModel(of: state))
    _ = view.drawn(rows: 8, columns: 48)
    _ = view.handleEvent(.key(Key(.escape)))

    #expect(interactor.values.last == .filter("", opening: "Tech/Langs"))
    (state.filter, state.openFolders) = ("", ["Tech", "Tech/Langs"])
    view.display(content.viewModel(of: state))
    #expect(view.drawn(rows: 8, columns: 48).text.hasPrefix("   16  All feeds"))
    #expect(view.pane.selected?.name == "Rust")
  }

  @Test func `numbers in names are compared as numbers`() {
    let feeds = ["Part 10", "part 9", "Édition", "Zoo", "Part 9b"].map {
      feed($0, "https://\($0.count).example/\($0.utf8.count)")
    }

    let rows = content.viewModel(of: FeedListScene.SceneState(hasReadStates: true, feeds)).rows

    #expect(
      rows.dropFirst().map(\.name.string) == ["Édition", "part 9", "Part 9b", "Part 10", "Zoo"])
  }

  @Test func `a folder gets the name of another one only after a question`() {
    var state = nestedState()
    state.openFolders = []
    let requests = Spy<FeedListScene.SceneRequest>()
    let view = PagedListView(content, interactor: requests)
    view.display(content.viewModel(of: state))
    func type(_ name: String) {
      for _ in 0..<3 { _ = view.handleEvent(.key(Key(.backspace))) }
      for letter in name { _ = view.handleEvent(.key(Key(.character(letter)))) }
      _ = view.handleEvent(.key(Key(.enter)))
    }
    _ = view.drawn(rows: 8, columns: 60)

    _ = view.handleEvent(.command(.down))
    _ = view.handleEvent(.command(.edit))
    type("Tech/Langs")
    #expect(requests.values == [])
    #expect(
      view.drawn(rows: 3, columns: 70).text.contains("This folder already exists. Merge the two?"))
    _ = view.handleEvent(.key(Key(.escape)))
    #expect(requests.values == [])
    _ = view.handleEvent(.command(.edit))
    type("Tech/Langs")
    _ = view.handleEvent(.key(Key(.enter)))
    #expect(requests.values == [.renameFolder("Sea", to: "Tech/Langs")])
  }

  @Test func `a closed folder counts its sub-folders`() {
    #expect(
      drawing(nestedState(), rows: 4) == """
        ▌  16  All feeds
           15  ▸ Sea
            3  ▸ Tech
            1  Single
        """)
  }

  @Test func `at a service without sub-folders, a slash is a part of the name`() {
    var state = nestedState()
    state.nestsFolders = false

    #expect(
      content.viewModel(of: state).rows.map(\.name) == [
        "All feeds", "Sea", "Tech/Langs", "Single",
      ])
  }

  @Test func `a filter shows the matching feeds in their opened folders`() {
    var state = nestedState()
    state.filter = "SWI"

    #expect(
      content.viewModel(of: state).rows.map(\.id) == [
        "folder/Sea", "feed/https://b.example/@Sea", "folder/Tech", "folder/Tech/Langs",
        "feed/https://b.example/",
      ])
    state.filter = "langs ru"
    #expect(content.viewModel(of: state).rows.map(\.name) == ["Tech", "Langs", "Rust"])
    state.filter = "nothing"
    #expect(
      content.viewModel(of: state).notice?.sentence == "No feed or folder matches.")
  }

  @Test
  func `the hint to mark as read names feed, folder or all, and is absent without read states`() {
    var state = nestedState()
    state.openFolders = ["Sea"]
    let rows = content.viewModel(of: state).rows
    #expect(
      rows.prefix(3).map { content.overridingKeyHintTexts(for: $0)[.markAll] } == [
        "mark all", "mark folder", "mark feed",
      ])
    #expect(
      content.overridingCommandTitles(for: rows[1])[.markAll]
        == "Mark all entries of this folder as read")

    var without = content
    without.hasReadStates = false
    for row in rows {
      #expect(!without.keyHintCommands(for: row).contains(.markAll))
      #expect(!without.keyHintCommands(for: row).contains(.unreadOnly))
    }
    #expect(without.priorityCommands.isEmpty)
  }

  @Test func `each state is a view model`() {
    let shown = Spy<PagedListViewModel<FeedListRow>>()
    let content = content
    let presenter = ScenePresenter { content.viewModel(of: $0) }
    presenter.display = shown
    var choosing = FeedListScene.SceneState(hasReadStates: true, [])
    choosing.candidates = [FeedCandidate(address: "https://fog.example/feed", title: "Posts")]
    var rejecting = FeedListScene.SceneState(hasReadStates: true, [])
    rejecting.withheld = ["https://10.0.0.1/feed"]

    for state in [nestedState(), FeedListScene.SceneState(hasReadStates: true, []), choosing] {
      presenter.present(state)
    }
    presenter.present(rejecting)
    presenter.perform(.askToSignIn(Posts.account))

    #expect(
      shown.values.map(\.title) == [
        "Feeds", "Feeds", "Choose a feed", "Lines that were not added",
      ])
    #expect(shown.values.map(\.remark).prefix(2) == ["16 unread", "0 unread"])
    #expect(shown.values[0].rows.first?.kind == .all)
    #expect(shown.values[1].notice?.sentence == "You follow no feeds yet.")
    #expect(shown.values[2].rows.map(\.name) == ["Posts"])
    #expect(shown.values[3].rows.map(\.kind) == [.rejected])
    #expect(shown.effects == [.askToSignIn(Posts.account)])
  }
}
