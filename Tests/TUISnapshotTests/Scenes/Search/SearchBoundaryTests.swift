import Doubles
import FeedDomain
import Terminal
import Testing

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
    view.closed()

    #expect(
      interactor.values == [
        .open, .type("f"), .submit("f"), .more, .toggle(own.id, .liked), .undo, .delete(own.id),
        .close,
      ])
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
    #expect(display.last?.rows == [.past("boats", "boats")] && display.last?.past == ["boats"])
    presenter.present(.loading(.underWay))
    #expect(display.last?.activity.isEmpty == false)
    presenter.present(.loading(.nothing))
    presenter.present(.found(found))
    #expect(display.last?.rows.map(\.id) == [.tag("ferry"), .post(own.id)])
    #expect(display.last?.summary == "1 post" && display.last?.hasMore == true)
    #expect(display.last?.notice == nil && display.last?.activity == "")

    presenter.present(.failed(.unreachable))

    #expect(display.last?.rows.count == 2 && display.last?.failure.isEmpty == false)
  }

  @Test func `news are marks and cues, which come once`() {
    presenter.present(.found(found))

    presenter.present(.action(.held(.delete(own.id), until: Posts.now)))
    #expect(display.last?.rows.last?.post?.isWaiting == true)
    #expect(display.last?.cues.count == 1)
    presenter.present(.action(.signedOut))
    #expect(display.last?.cues == [.askToSignIn(Posts.account)])
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
      words: "ferry", tags: ["ferry"], posts: [own], hasMore: true, isAsked: true,
      account: Posts.account)
  }
}
