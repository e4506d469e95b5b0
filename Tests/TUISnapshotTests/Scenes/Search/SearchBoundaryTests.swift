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
  private let presenter: SearchPresenter
  private let posts = PostPresentation(
    wording: Wording(), abilities: .all, options: DisplayOptions())
  private let own = Post(
    id: .init("1"),
    author: Person(id: Posts.account.person, handle: Posts.account.handle, name: "Mei"),
    createdAt: Posts.now, content: .init(text: RichText("The ferry was late.")))

  init() {
    presenter = SearchPresenter(posts: posts, account: Posts.account, keys: .defaults)
    presenter.display = display
  }

  // MARK: - Key to request

  @Test func `n and N go through what was found, round and round`() throws {
    let view = SearchView(interactor: Spy<Search.Request>(), posts: posts, world: StillWorld())
    view.opened()
    view.type("f")
    view.press(.enter)
    presenter.present(.found(found))
    view.display(try #require(display.last))
    let count = view.pane.items.count

    var places = [view.pane.selection]
    for command in [Command.previousResult, .nextResult, .nextResult] {
      _ = view.handle(.command(command))
      places.append(view.pane.selection)
    }

    #expect(view.claims == [.nextResult, .previousResult])
    #expect(count > 1)
    #expect(places == [0, count - 1, 0, 1])
  }

  @Test func `each key makes its request`() throws {
    let interactor = Spy<Search.Request>()
    let view = SearchView(interactor: interactor, posts: posts, world: StillWorld())
    view.opened()
    view.type("f")
    view.press(.enter)
    presenter.present(.found(found))
    view.display(try #require(display.last))

    for command in [Command.down, .like, .undo] { _ = view.handle(.command(command)) }
    view.delete(own.id)
    for command in [Command.view, .keepTab] { _ = view.handle(.command(command)) }
    view.closed()

    #expect(
      interactor.values == [
        .open, .type("f"), .submit("f"), .more, .toggle(own.id, .liked), .undo, .delete(own.id),
        .arrange(.stream), .toggleTab, .close,
      ])
  }

  @Test func `Tab writes what is offered, and an example is gone on with`() {
    let interactor = Spy<Search.Request>()
    let view = SearchView(interactor: interactor, posts: posts, world: StillWorld())
    presenter.display = view
    view.opened()
    presenter.present(.history([]))
    _ = view.drawn(rows: 20, columns: 80)
    view.press(.down)
    _ = view.handle(.command(.down))
    _ = view.handle(.command(.open))

    presenter.present(.completions(["has:poll"]))
    view.press(.tab)

    #expect(
      interactor.values == [.open, .type("has:photo"), .type("has:poll ")])
    #expect(view.typing.isOn)
  }

  @Test func `a heading shows its group alone, and back is all of it again`() {
    let interactor = Spy<Search.Request>()
    let view = SearchView(interactor: interactor, posts: posts, world: StillWorld())
    presenter.display = view
    view.opened()
    view.type("f")
    view.press(.enter)
    let section = Search.Section(.stream(.home), posts: [own])
    func present(_ narrowed: Search.Group?) {
      presenter.present(
        .found(
          Search.Found(
            "f", sections: [section], order: .stream, narrowed: narrowed, isAsked: true,
            account: Posts.account)))
    }

    present(nil)
    _ = view.handle(.command(.open))
    present(.stream(.home))
    let isTaken = view.handle(.command(.back))
    present(nil)

    #expect(
      interactor.values.suffix(2) == [.narrow(.stream(.home)), .narrow(nil)])
    #expect(isTaken && !view.handle(.command(.back)))
  }

  @Test func `a scene that is opened with words looks for them at once`() {
    let interactor = Spy<Search.Request>()
    let view = SearchView(
      interactor: interactor, posts: posts, world: StillWorld(), words: "#tram")

    view.opened()

    #expect(interactor.values == [.open, .submit("#tram")])
    #expect(view.typing.field.text == "#tram" && !view.typing.isOn)
  }

  @Test func `cues are obeyed`() {
    let stage = StageSpy()
    let view = SearchView(interactor: Spy<Search.Request>(), posts: posts, world: StillWorld())
    view.stage = stage
    let message = Message(text: "Taken back.", tone: .plain)

    view.display(
      SearchViewModel(cues: [.say(message), .flash(own.id), .askToSignIn(Posts.account)]))

    #expect(stage.messages == [message])
    #expect(stage.routes == [.signIn(again: Posts.account)])
    #expect(view.isMoving(at: Posts.now))
  }

  // MARK: - Response to view model

  @Test func `what was looked for, what goes on and what was found are shown`() {
    presenter.begin()
    #expect(display.last?.notice != nil && display.last?.prompt == "/ ")
    presenter.present(.history(["boats"]))
    #expect(display.last?.rows.first == .past("boats", "boats") && display.last?.past == ["boats"])
    presenter.present(.loading(.underWay))
    #expect(display.last?.activity.isEmpty == false)
    presenter.present(.loading(.nothing))
    presenter.present(.found(found))
    #expect(display.last?.rows.map(\.id) == [.tag("ferry"), .post(own.id)])
    #expect(display.last?.summary == "1 post" && display.last?.results.hasMore == true)
    #expect(display.last?.notice == nil && display.last?.activity == "")

    presenter.present(.failed(.unreachable))

    #expect(display.last?.rows.count == 2 && display.last?.failure.isEmpty == false)
  }

  @Test func `what is wrong is told once it is over, and after what goes on`() {
    let query: SearchQuery = "ferry since:yesterdy"
    func found(isAsked: Bool) -> Search.Response {
      .found(Search.Found(query, isAsked: isAsked, account: Posts.account))
    }
    presenter.present(found(isAsked: false))
    #expect(display.last?.strip == .nothing)
    presenter.present(.completions(["since:yesterday"]))
    #expect(display.last?.strip == .completions(["since:yesterday"]))
    presenter.present(.completions([]))

    presenter.present(found(isAsked: true))

    #expect(
      display.last?.strip
        == .mistake("since:yesterdy: no such day. Try yesterday, 7d or 2026-03-04."))
    #expect(display.last?.notice == StreamNotice(sentence: "No matches."))
    #expect(display.last?.results.sought == [SoughtWords(beginning: "ferry")])
  }

  @Test func `posts stand under what they have in common`() {
    presenter.present(
      .found(
        Search.Found(
          "ferry", tags: ["ferry"],
          sections: [
            .init(.stream(.home), posts: [own]), .init(.noStream, posts: []),
            .init(.person(own.author.id), author: own.author, posts: []),
          ], order: .stream, account: Posts.account)))

    #expect(
      display.last?.rows.map(\.id) == [
        .tag("ferry"), .heading(.stream(.home)), .post(own.id), .heading(.noStream),
        .heading(.person(own.author.id)),
      ])
    #expect(display.last?.summary == "1 post · seen before · by stream")
  }

  @Test func `news are marks and cues, which come once`() {
    presenter.present(.found(found))

    presenter.present(.action(.held(.delete(own.id), until: Posts.now)))
    #expect(display.last?.rows.last?.post?.isWaiting == true)
    #expect(display.last?.cues.count == 1)
    presenter.present(.action(.signedOut))
    #expect(display.last?.cues == [.askToSignIn(Posts.account)])
    for response in [Search.Response.unaskable, .lastTab, .tab("ferry", isShown: true)] {
      presenter.present(response)
      #expect(display.last?.cues.count == 1)
    }
    presenter.present(.unsearchable)
    #expect(
      display.last?.cues == [.say(Message(text: Wording().unsearchable, tone: .plain))])
    presenter.present(.storeFailed(.readOnly))
    #expect(
      display.last?.cues == [.say(Message(text: Wording().sentence(for: .readOnly), tone: .bad))])
    presenter.present(.loading(.nothing))
    #expect(display.last?.cues == [])
  }

  private var found: Search.Found {
    Search.Found(
      "ferry", tags: ["ferry"], sections: [.init(posts: [own])], hasMore: true, isAsked: true,
      account: Posts.account)
  }
}
