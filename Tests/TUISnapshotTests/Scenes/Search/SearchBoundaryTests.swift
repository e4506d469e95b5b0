import Doubles
import FeedDomain
import Terminal
import Testing
import UseCases

@testable import Preferences
@testable import Scenes
@testable import Words

@MainActor @Suite struct SearchBoundaryTests {
  private let display = Spy<SearchViewModel>()
  private let presenter: SearchScenePresenter
  private let posts = PostViewModelFactory()
  private let own = Post(
    id: .init("1"),
    author: Person(id: Posts.account.person, handle: Posts.account.handle, name: "Mei"),
    createdAt: Posts.now, content: .init(text: RichText("The ferry was late.")))

  init() {
    presenter = SearchScenePresenter(posts: posts, keys: .defaults)
    presenter.display = display
  }

  // MARK: - Key to request

  @Test func `n and N select the next and previous result, wrapping around`() throws {
    let view = SearchView(
      interactor: Spy<SearchScene.SceneRequest>(), posts: posts, world: StillWorld())
    view.sceneDidAppear()
    view.type("f")
    view.press(.enter)
    presenter.present(SearchScene.SceneState(found: found))
    view.display(try #require(display.last))
    let count = view.pane.items.count

    var places = [view.pane.selection]
    for command in [Command.previousResult, .nextResult, .nextResult] {
      view.command(command)
      places.append(view.pane.selection)
    }

    #expect(view.priorityCommands == [.nextResult, .previousResult])
    #expect(count > 1)
    #expect(places == [0, count - 1, 0, 1])
  }

  @Test func `each key of the search sends its request to the interactor`() throws {
    let interactor = Spy<SearchScene.SceneRequest>()
    let view = SearchView(interactor: interactor, posts: posts, world: StillWorld())
    view.sceneDidAppear()
    view.type("f")
    view.press(.enter)
    presenter.present(SearchScene.SceneState(found: found))
    view.display(try #require(display.last))

    view.command(.down, .like, .undo)
    view.requestPostDeletion(own.id)
    view.command(.view, .keepTab)
    view.sceneDidClose()

    #expect(
      interactor.values == [
        .open, .type("f"), .submit("f"), .more, .toggle(own.id, .liked), .undo, .delete(own.id),
        .arrange(.stream), .toggleTab, .close,
      ])
  }

  @Test func `Tab inserts the first completion, and an example is put into the field`() {
    let interactor = Spy<SearchScene.SceneRequest>()
    let view = SearchView(interactor: interactor, posts: posts, world: StillWorld())
    presenter.display = view
    view.sceneDidAppear()
    presenter.present(SearchScene.SceneState(history: []))
    _ = view.drawn(rows: 20, columns: 80)
    view.press(.down)
    view.command(.down, .open)

    presenter.present(SearchScene.SceneState(history: [], completions: ["has:poll"]))
    view.press(.tab)

    #expect(
      interactor.values == [.open, .type("has:photo"), .type("has:poll ")])
    #expect(view.typing.isOn)
  }

  @Test func `Enter on a heading shows only its group, and going back shows all results`() {
    let interactor = Spy<SearchScene.SceneRequest>()
    let view = SearchView(interactor: interactor, posts: posts, world: StillWorld())
    presenter.display = view
    view.sceneDidAppear()
    view.type("f")
    view.press(.enter)
    let section = SearchScene.FoundPostsSection(.stream(.home), posts: [own])
    func present(_ narrowed: SearchScene.FoundPostsGroup?) {
      presenter.present(
        SearchScene.SceneState(
          found: .init(
            "f", sections: [section], order: .stream, shownGroup: narrowed, isAsked: true)))
    }

    present(nil)
    view.command(.open)
    present(.stream(.home))
    let isTaken = view.handleEvent(.command(.back))
    present(nil)

    #expect(
      interactor.values.suffix(2) == [.narrow(.stream(.home)), .narrow(nil)])
    #expect(isTaken && !view.handleEvent(.command(.back)))
  }

  @Test func `a search scene opened with a query runs it at once`() {
    let interactor = Spy<SearchScene.SceneRequest>()
    let view = SearchView(
      interactor: interactor, posts: posts, world: StillWorld(), words: "#tram")

    view.sceneDidAppear()

    #expect(interactor.values == [.open, .submit("#tram")])
    #expect(view.typing.field.text == "#tram" && !view.typing.isOn)
  }

  @Test func `effects of the search show messages, flash a post, open scenes or ask to sign in`()
    throws
  {
    let navigator = NavigatorSpy()
    let view = SearchView(
      interactor: Spy<SearchScene.SceneRequest>(), posts: posts, world: StillWorld())
    view.navigator = navigator
    presenter.display = view
    let lead = ResolvableLink.address("https://example.social/@ada/1")
    let effects: [SceneEffect] = [
      .say(.unaskable), .say(.lastTab), .say(.tab(.search("ferry"), isShown: true)),
      .say(.unsearchable), .say(.storeFailed(.readOnly)), .follow(lead), .flash(own.id),
      .askToSignIn(Posts.account),
    ]

    for effect in effects { presenter.perform(effect) }

    #expect(navigator.messages.count == 5)
    #expect(navigator.messages[3] == BottomLineMessage(text: Wording().unsearchable, tone: .plain))
    #expect(
      navigator.messages[4]
        == BottomLineMessage(text: Wording().sentence(for: .readOnly), tone: .bad))
    #expect(navigator.routes == [.linkResolution(lead), .signIn(again: Posts.account)])
    #expect(view.isAnimating(at: Posts.now))
  }

  // MARK: - State to view model

  @Test func `the search view model shows earlier searches, progress, results and a failure`() {
    presenter.present(SearchScene.SceneState())
    #expect(display.last?.notice != nil && display.last?.prompt == "/ ")
    presenter.present(SearchScene.SceneState(history: ["boats"]))
    #expect(
      display.last?.rows.first == .earlierSearch("boats", "boats")
        && display.last?.earlierSearches == ["boats"])
    presenter.present(SearchScene.SceneState(history: ["boats"], asking: .underWay))
    #expect(display.last?.activity.isEmpty == false)
    presenter.present(SearchScene.SceneState(found: found))
    #expect(display.last?.rows.map(\.id) == [.tag("ferry"), .post(own.id)])
    #expect(display.last?.summary == "1 post" && display.last?.results.hasMore == true)
    #expect(display.last?.notice == nil && display.last?.activity == "")

    presenter.present(SearchScene.SceneState(found: found, failure: .unreachable))

    #expect(display.last?.rows.count == 2 && display.last?.failure.isEmpty == false)
  }

  @Test func `a mistake in a query is shown once the word is finished, after completions`() {
    let query: SearchQuery = "ferry since:yesterdy"
    presenter.present(SearchScene.SceneState(found: .init(query)))
    #expect(display.last?.fieldNote == .nothing)
    presenter.present(SearchScene.SceneState(completions: ["since:yesterday"], found: .init(query)))
    #expect(display.last?.fieldNote == .completions(["since:yesterday"]))

    presenter.present(SearchScene.SceneState(found: .init(query, isAsked: true)))

    #expect(
      display.last?.fieldNote
        == .mistake("since:yesterdy: no such day. Try yesterday, 7d or 2026-03-04."))
    #expect(display.last?.notice == EmptySceneMessage(sentence: "No matches."))
    #expect(display.last?.results.highlightedPhrases == [SearchPhrase(beginning: "ferry")])
  }

  @Test func `found posts are grouped under headings`() {
    presenter.present(
      SearchScene.SceneState(
        found: .init(
          "ferry", tags: ["ferry"],
          sections: [
            .init(.stream(.home), posts: [own]), .init(.noStream, posts: []),
            .init(.person(own.author.id), author: own.author, posts: []),
          ], order: .stream)))

    #expect(
      display.last?.rows.map(\.id) == [
        .tag("ferry"), .heading(.stream(.home)), .post(own.id), .heading(.noStream),
        .heading(.person(own.author.id)),
      ])
    #expect(display.last?.summary == "1 post · seen before · by stream")
  }

  @Test func `a found post with a pending change is marked as waiting`() {
    var marks = PostIDsWithUnsentChanges()
    marks.updateUnsentMarksAfterReport(.heldBack(.delete(own.id), until: Posts.now))

    presenter.present(SearchScene.SceneState(found: found, undelivered: marks))

    #expect(display.last?.rows.last?.post?.isWaiting == true)
  }

  private var found: SearchScene.GroupedSearchResults {
    SearchScene.GroupedSearchResults(
      "ferry", tags: ["ferry"], sections: [.init(posts: [own])], hasMore: true, isAsked: true)
  }
}
