import Doubles
import FeedDomain
import Terminal
import Testing
import UseCases

@testable import Preferences
@testable import Scenes
@testable import Words

/// The feeds of a page in the list of web feeds, one of which is chosen.
@MainActor @Suite struct FeedChoiceTests {
  private static let candidates = [
    FeedCandidate(address: "https://fog.example/feed", title: "Posts"),
    FeedCandidate(address: "https://fog.example/comments", title: ""),
  ]

  private let interactor = Spy<FeedListScene.SceneRequest>()
  private let navigator = NavigatorSpy()
  private let view: PagedListView<FeedListContent>
  private let presenter: ScenePresenter<FeedListScene.SceneState, PagedListViewModel<FeedListRow>>

  init() {
    let content = FeedListContent(
      timelines: StubSubscriptions([]), wording: Wording(), keys: KeyMap.defaults,
      world: FakeWorld())
    view = PagedListView(content, interactor: interactor)
    presenter = ScenePresenter { content.viewModel(of: $0) }
    view.navigator = navigator
    presenter.display = view
    view.sceneDidAppear()
    var state = FeedListScene.SceneState(
      hasReadStates: true,
      [
        Subscription(
          id: Subscription.ID("fog"), address: "https://fog.example/comments", name: "Fog")
      ])
    state.candidates = Self.candidates
    presenter.present(state)
  }

  @Test func `the feeds of a page are shown with their addresses`() {
    #expect(
      view.drawn(rows: 5, columns: 48).text == """
        ▌ Posts
        ▌ https://fog.example/feed

          https://fog.example/comments
            ⚠ You already follow this feed.
        """)
    #expect(view.header.leftText == [StyledSpan("Choose a feed", .barStrong)])
  }

  @Test func `lines of an import that were not added are listed instead of the feeds`() {
    var state = FeedListScene.SceneState(hasReadStates: true, [])
    state.rejected = [
      RejectedImportEntry(line: 3, name: "exec:fog", address: nil, .program),
      RejectedImportEntry(line: 9, name: "query:New:age < 3", address: nil, .search),
    ]
    state.withheld = ["https://10.0.0.1/feed"]
    presenter.present(state)
    #expect(
      view.drawn(rows: 8, columns: 48).text == """
        ▌ line 3 (exec:fog) runs a program, which is
        ▌ not supported for feeds.

          line 9 (query:New:age < 3) is a search with
          conditions that are not supported.

          https://10.0.0.1/feed is on this machine or
          in your network.
        """)
    #expect(view.header.leftText == [StyledSpan("Lines that were not added", .barStrong)])
    #expect(view.handleEvent(.command(.back)))
    #expect(interactor.values == [.open, .dismissRejected])
  }

  @Test func `settings that open at the end of the list are scrolled into view`() {
    var state = FeedListScene.SceneState(
      hasReadStates: false,
      (1...9).map {
        Subscription(id: Subscription.ID("\($0)"), address: "https://a.example/", name: "F\($0)")
      })
    presenter.present(state)
    _ = view.drawn(rows: 16, columns: 40)
    view.command(.bottom)
    _ = view.drawn(rows: 16, columns: 40)
    #expect(view.handleEvent(.command(.details)))
    state.feedWithOpenSettings = .init(Subscription.ID("9"), in: nil)
    presenter.present(state)

    let text = view.drawn(rows: 16, columns: 40).text

    #expect(text.contains("▌ F9"))
    #expect(text.contains("Program name: default"))
  }

  @Test func `a feed that fails names the time of the next try`() {
    var fog = Subscription(
      id: Subscription.ID("fog"), address: "https://fog.example/feed", name: "Fog",
      problem: .unreachable)
    fog.nextRefresh = FakeWorld.noon.timeAdvanced(by: .seconds(2_400))
    presenter.present(FeedListScene.SceneState(hasReadStates: true, [fog]))

    #expect(view.drawn(rows: 8, columns: 76).text.contains("last time · next try 12:40"))
  }

  @Test func `Enter adds the selected feed of a page, and Esc adds none`() {
    _ = view.drawn(rows: 5, columns: 48)
    view.command(.down)
    #expect(view.handleEvent(.command(.open)))
    #expect(view.handleEvent(.command(.back)))
    #expect(interactor.values == [.open, .choose(Self.candidates[1]), .choose(nil)])
  }

  private func showFolder() {
    var feed = Subscription(
      id: Subscription.ID("fog"), address: "https://fog.example/feed", name: "Fog", folder: "Sea")
    feed.otherFolders = ["Land"]
    var state = FeedListScene.SceneState(hasReadStates: true, [feed])
    state.openFolders = ["Land", "Sea"]
    state.unread = [Person.ID("fog"): 4]
    presenter.present(state)
    _ = view.drawn(rows: 8, columns: 48)
  }

  @Test func `typing filters the feed list, and Esc shows all feeds again`() {
    showFolder()
    view.command(.search)
    #expect(view.properties.takesText)
    #expect(view.hints.isEmpty && view.keyHints.map(\.label) == ["keep", "show all"])
    for letter in "fo" { _ = view.handleEvent(.key(Key(.character(letter)))) }
    _ = view.handleEvent(.key(Key(.enter)))
    #expect(!view.properties.takesText)
    #expect(view.hints.contains(.search) && view.keyHints.isEmpty)
    #expect(view.drawn(rows: 8, columns: 48).text.hasPrefix("  / fo"))
    #expect(view.handleEvent(.command(.back)))
    #expect(!view.handleEvent(.command(.back)))

    #expect(interactor.values.dropFirst() == [.filter("f"), .filter("fo"), .filter("")])
  }

  @Test func `the first matching feed is selected while the user types`() {
    showFolder()
    view.command(.search)
    _ = view.handleEvent(.key(Key(.character("f"))))
    var state = FeedListScene.SceneState(
      hasReadStates: true,
      [
        Subscription(
          id: Subscription.ID("fog"), address: "https://fog.example/feed", name: "Fog",
          folder: "Sea")
      ])
    state.filter = "f"
    presenter.present(state)

    #expect(view.pane.selected?.id == "feed/fog")
  }

  @Test func `a folder is renamed, and marked as read once that is confirmed`() {
    showFolder()
    view.command(.down, .edit)
    for letter in "2" { _ = view.handleEvent(.key(Key(.character(letter)))) }
    _ = view.handleEvent(.key(Key(.enter)))
    view.command(.markAll)
    #expect(navigator.messages.last?.text == "Mark 4 entries as read? Press A again.")
    view.command(.markAll)

    #expect(
      interactor.values.dropFirst() == [
        .renameFolder("Land", to: "Land2"), .markRead([Subscription.ID("fog")]),
      ])
  }

  @Test func `a feed is moved from the folder in which it is selected`() {
    showFolder()
    for _ in 0..<2 { view.command(.down) }
    view.command(.play)
    _ = view.handleEvent(.key(Key(.character("s"))))
    _ = view.handleEvent(.key(Key(.enter)))

    #expect(
      interactor.values.last
        == .change(Subscription.ID("fog"), .moveFrom("Land", to: "Lands")))
  }
}
