import Doubles
import FeedDomain
import Terminal
import Testing
import UseCases

@testable import Preferences
@testable import Scenes
@testable import Words

/// Requests and view models of a listing, and how it looks. `ListingInteractorTests` tests the
/// answers.
@MainActor @Suite struct ListingBoundaryTests {
  private let account = Account(service: .mastodon, person: .init("me"), handle: "sol")
  private let interactor = Spy<ListingScene.SceneRequest>()
  private let navigator = NavigatorSpy()
  private let world = FakeWorld()

  private func content(of subject: ListingScene.ListingSubject) -> ListingContent {
    ListingContent(subject: subject, wording: Wording(), keys: .defaults, world: world)
  }

  private typealias Presenter = ScenePresenter<
    ListingScene.SceneState, PagedListViewModel<ListingRow>
  >

  private func scene(
    of subject: ListingScene.ListingSubject = .editions(Post.ID("7"))
  ) -> (PagedListView<ListingContent>, Presenter) {
    let content = content(of: subject)
    let presenter = ScenePresenter { content.viewModel(of: $0) }
    let view = PagedListView(content, interactor: interactor)
    view.navigator = navigator
    presenter.display = view
    return (view, presenter)
  }

  private func state(
    _ items: [ListingScene.ListingItem] = [], isLoaded: Bool = true,
    _ fetch: SceneFetchState = .idle
  ) -> ListingScene.SceneState {
    var list = PagedList(items, fetch: fetch)
    list.isLoaded = isLoaded
    return ListingScene.SceneState(list)
  }

  @Test func `the revisions of a post are drawn at 50 by 7`() {
    let (view, presenter) = scene()
    let hour = world.now.timeAdvanced(by: .seconds(-3_600))
    let day = world.now.timeAdvanced(by: .seconds(-86_400))

    presenter.present(
      state([
        .edition(
          PostRevision(moment: hour, paragraphs: ["Tea at five"]),
          changes: [RevisionDiff(from: "Tea at four", to: "Tea at five")]),
        .edition(PostRevision(moment: day, paragraphs: ["Tea at four"]), changes: nil),
      ]))

    #expect(
      view.drawn(rows: 7, columns: 50).text == """
        ▌ Edited 1 hour ago
        ▌ Tea at [-four-]{+five+}

          Written 1 day ago
          Tea at four


        """)
  }

  @Test func `a feed search opens a list of its own`() {
    let (view, presenter) = scene(of: .feeds(matching: nil))
    presenter.present(
      state([.feed(CustomFeed(id: "at://f", name: "Cats", author: "ada", words: "Only cats."))]))
    #expect(view.hints.contains(.search))
    #expect(!scene().0.hints.contains(.search))

    #expect(view.handleEvent(.command(.search)))
    #expect(view.properties.takesText)
    for letter in "big cats" { #expect(view.handleEvent(.key(Key(.character(letter))))) }
    #expect(
      view.drawn(rows: 5, columns: 50).text == """
        Find feeds  big cats

        ▌ Cats
        ▌ Only cats.
        ▌ @ada
        """)
    #expect(view.handleEvent(.key(Key(.enter))))

    #expect(navigator.routes == [.listing(.feeds(matching: "big cats"))])
    #expect(!view.properties.takesText)
    view.command(.search)
    _ = view.handleEvent(.key(Key(.enter)))
    view.command(.search)
    _ = view.handleEvent(.key(Key(.escape)))
    #expect(navigator.routes.count == 1)
    #expect(!view.properties.takesText)
  }

  @Test func `the server facts are drawn at 50 by 10`() {
    let (view, presenter) = scene(of: .server)

    presenter.present(
      state([
        .server(
          ServerFacts(
            name: "Harbour", summary: RichText("For sailors."), contact: "ada", activeUserCount: 12,
            version: "4.5.0")),
        .rules(["Be kind\nAlso to gulls", "No ads"]),
      ]))

    #expect(
      view.drawn(rows: 10, columns: 50).text == """
        ▌ Harbour
        ▌ For sailors.
        ▌ Run by @ada · 12 people active this month ·
        ▌ version 4.5.0

          Rules
          1. Be kind
             Also to gulls
          2. No ads

        """)
  }

  @Test func `the announcements are drawn at 50 by 6`() {
    let (view, presenter) = scene(of: .announcements)
    let hour = world.now.timeAdvanced(by: .seconds(-3_600))

    presenter.present(
      state([
        .announcement(
          Announcement(
            moment: hour, text: RichText("Back at nine"),
            reactions: [Reaction("👍", count: 2), Reaction("bongo", count: 1)])),
        .announcement(Announcement(moment: nil, text: RichText("Welcome"))),
      ]))

    #expect(
      view.drawn(rows: 6, columns: 50).text == """
        ▌ Announced 1 hour ago
        ▌ Back at nine
        ▌ 👍 2  bongo 1

          Announced
          Welcome
        """)
  }

  @Test func `the trends are drawn at 50 by 7, and open a stream or a web page`() {
    let (view, presenter) = scene(of: .trends)

    presenter.present(
      state([
        .trend(TrendingTagOrPage(.tag("fog"), uses: [0, 7, 14], personCount: 12)),
        .trend(
          TrendingTagOrPage(
            .page(address: "https://news.example/1", title: "Fog again", site: "News"), uses: [],
            personCount: 1)),
      ]))

    #expect(
      view.drawn(rows: 6, columns: 50).text == """
        ▌ #fog  ▁▄█
        ▌ 12 people are talking about it

          Fog again  News
          1 person is talking about it

        """)
    view.command(.open, .down, .open)
    #expect(navigator.routes == [.stream(.tag("fog"))])
    #expect(navigator.opened.map(\.address) == ["https://news.example/1"])
  }

  @Test func `filters are drawn at 60 by 7, edited if they have one word, and removed`() {
    let (view, presenter) = scene(of: .filters)
    let boats = ListingScene.ListingItem.filter(
      WordFilter(
        id: "7", title: "Boats", words: ["boat", "ship"], places: [.home, .anywhere],
        isHiding: true))
    let rain = ListingScene.ListingItem.filter(
      WordFilter(
        id: "8", title: "rain", words: ["rain"], places: Set(WordFilter.WordFilterContext.allCases),
        isHiding: false))

    presenter.present(state([boats, rain]))

    #expect(
      view.drawn(rows: 7, columns: 60).text == """
        ▌ Boats
        ▌ boat, ship
        ▌ removed · home and lists, public streams

          rain
          folded · everywhere

        """)
    #expect(view.hints.prefix(2) == [.edit, .delete])
    #expect(!view.unavailableCommands.contains(.delete))
    view.command(.down, .delete, .undo)
    #expect(interactor.values == [.remove(rain), .undo])
    view.command(.open, .edit)
    #expect(navigator.routes.count == 2 && navigator.routes[0] == navigator.routes[1])
  }

  @Test(arguments: [
    (ListingScene.ListingSubject.filters, ServiceAction.ServiceActionKind.filter, "add filter"),
    (.lists(with: nil), .makeList, "new list"),
  ])
  func `the key for writing a post adds a filter or list, if the service has them`(
    subject: ListingScene.ListingSubject, kind: ServiceAction.ServiceActionKind, hint: String
  ) {
    let (view, presenter) = scene(of: subject)
    presenter.present(state())
    #expect(!view.hints.contains(.compose))
    #expect(!view.handleEvent(.command(.compose)))

    var content = content(of: subject)
    content.serviceActions = [kind]
    let able = PagedListView(content, interactor: interactor)
    able.navigator = navigator
    able.display(content.viewModel(of: state()))
    #expect(able.hints.contains(.compose))
    #expect(able.hintWords[.compose]?.string == hint)
    #expect(able.handleEvent(.command(.compose)))

    #expect(navigator.routes == [.form(FormScene.FormPurpose(kind, .nothing))])
  }

  @Test func `the form for an existing filter is prefilled with its contexts and expiry`() {
    let end = world.now.timeAdvanced(by: .seconds(3_600))
    let filter = WordFilter(
      id: "7", title: "boat", words: ["boat"], places: [.thread, .home], isHiding: true, end: end)

    let rows = content(of: .filters).viewModel(of: state([.filter(filter)])).rows

    #expect(
      rows.first?.editForm
        == .form(
          FormScene.FormPurpose(
            .filter, .nothing,
            answers: [
              .item: "7", .phrase: "boat", .filterContexts: "home,thread", .hidesMatches: "true",
              .moment: String(end.milliseconds), .endTime: "",
            ])))
  }

  @Test func `the form for a filter of several words opens with all of them`() {
    let filter = WordFilter(
      id: "7", title: "Sports", words: ["football", "league"], places: [.home], isHiding: false)

    let rows = content(of: .filters).viewModel(of: state([.filter(filter)])).rows

    #expect(
      rows.first?.editForm
        == .form(
          FormScene.FormPurpose(
            .filter, .nothing,
            answers: [
              .item: "7", .phrase: "football, league", .filterContexts: "home",
              .hidesMatches: "false",
            ])))
  }

  @Test func `user lists are drawn at 40 by 3, toggled, opened and renamed`() {
    let (view, presenter) = scene(of: .lists(with: Person.ID("ada")))
    let boats = UserList(id: "1", title: "Boats", hasPerson: true)
    let cakes = UserList(id: "2", title: "Cakes", hasPerson: false)
    presenter.present(state([.list(boats), .list(cakes)]))
    #expect(
      view.drawn(rows: 3, columns: 40).text == """
        ▌ [x] Boats

          [ ] Cakes
        """)
    view.command(.down, .open, .delete)
    #expect(interactor.values == [.toggle(.list(cakes))])

    presenter.present(state([.list(UserList(id: "1", title: "Boats"))]))
    view.command(.open, .edit)
    #expect(
      navigator.routes == [
        .stream(.list(id: "1", name: "Boats")),
        .form(FormScene.FormPurpose(.renameList, .nothing, answers: [.name: "Boats", .list: "1"])),
      ])
  }

  @Test func `each key of a listing sends its request to the interactor`() {
    let (view, _) = scene()
    view.sceneDidAppear()
    view.command(.refresh)
    view.sceneDidClose()

    #expect(interactor.values == [.open(.editions(Post.ID("7"))), .refresh, .close])
  }

  @Test(arguments: [
    (SceneFetchState.waiting(.underWay), false, "Searching the service", true),
    (.idle, true, "This post was never edited.", false),
    (.failed(.unreachable), false, "cannot be reached", false),
  ])
  func `a listing without rows says that it is loading, failed or empty`(
    fetch: SceneFetchState, isLoaded: Bool, words: String, isBusy: Bool
  ) {
    let shown = Spy<PagedListViewModel<ListingRow>>()
    let content = content(of: .editions(Post.ID("7")))
    let presenter = ScenePresenter { content.viewModel(of: $0) }
    presenter.display = shown

    presenter.present(state(isLoaded: isLoaded, fetch))

    #expect(shown.last?.title == "Edits")
    #expect(shown.last?.notice?.sentence.string.contains(words) == true)
    #expect(shown.last?.notice?.isBusy == isBusy)
  }

  @Test func `the outcome of an action is shown as a message`() {
    let (view, presenter) = scene(of: .filters)
    defer { withExtendedLifetime(view) {} }

    presenter.perform(.action(.nothingToUndo, of: account))
    presenter.perform(.action(.signedOut, of: account))

    #expect(navigator.messages.map(\.text) == ["Nothing to undo."])
    #expect(navigator.routes == [.signIn(again: account)])
  }
}
