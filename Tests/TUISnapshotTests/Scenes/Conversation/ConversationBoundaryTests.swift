import Doubles
import FeedDomain
import Terminal
import Testing
import UseCases

@testable import Preferences
@testable import Scenes
@testable import Words

@MainActor @Suite struct ConversationBoundaryTests {
  private let display = Spy<ConversationViewModel>()
  private let presenter = ConversationPresenter(wording: Wording(), keys: .defaults)
  private let a = Posts.post("a", RichText("Tea?"))
  private let b = Posts.post("b", by: "Bo", RichText("Yes."))

  init() { presenter.display = display }

  // MARK: - Key to request

  @Test(arguments: [ConversationReading.Request.open(.init("a")), .glance(.init("a"))])
  func `each key makes its request`(opening: ConversationReading.Request) throws {
    let interactor = Spy<ConversationReading.Request>()
    let view = view(interactor, opening: opening)
    presenter.present(
      .conversation(
        Conversation(focus: a.id, nodes: [.init(a, depth: 0)], cut: [a.id]),
        account: Posts.account))
    view.opened()
    view.display(try #require(display.last))

    for command in [Command.refresh, .like, .undo, .down, .open] {
      _ = view.handle(.command(command))
    }
    view.delete(a.id)
    view.closed()

    #expect(
      interactor.values == [
        opening, .refresh, .toggle(a.id, .liked), .undo, .goOn(below: a.id), .delete(a.id), .close,
      ])
  }

  @Test func `cues are obeyed`() {
    let stage = StageSpy()
    let view = view(Spy(), opening: .open(a.id))
    view.stage = stage
    let message = Message(text: "Taken back.", tone: .plain)

    view.display(
      ConversationViewModel(
        cues: [.say(message), .flash(a.id), .askToSignIn(Posts.account)]))

    #expect(stage.messages == [message])
    #expect(stage.routes == [.signIn(again: Posts.account)])
    #expect(view.isMoving(at: Posts.now))
  }

  // MARK: - Response to view model

  @Test func `loading, a conversation, a failure and its end are shown`() {
    presenter.present(.loading(.underWay))
    #expect(display.last?.notice?.isBusy == true && display.last?.activity.isEmpty == false)
    presenter.present(.loading(.nothing))
    show()
    #expect(display.last?.title == "Conversation" && display.last?.count == "2 posts")
    #expect(display.last?.rows.map(\.isFocus) == [true, false])
    #expect(display.last?.rows.map(\.branch.hasSibling) == [nil, false])
    #expect(display.last?.notice == nil && display.last?.activity == "")
    presenter.present(.failed(.unreachable))
    #expect(display.last?.rows.count == 2 && display.last?.failure.isEmpty == false)

    presenter.present(.gone)

    #expect(display.last?.rows == [] && display.last?.count == "")
    #expect(display.last?.notice?.isBusy == false)
  }

  @Test(arguments: [(false, "r tries again"), (true, "")])
  func `beside a stream no key is named, since keys go to that`(isBeside: Bool, next: String) {
    let presenter = ConversationPresenter(
      wording: Wording(), keys: .defaults, isBeside: isBeside)
    presenter.display = display

    presenter.present(.loading(.stalled(for: .seconds(7))))

    #expect(display.last?.notice?.next.string == next)
    #expect(display.last?.activity.string.contains("tries again") == !isBeside)
    presenter.present(.failed(.unreachable))
    #expect(display.last?.notice?.next.isEmpty == isBeside)
  }

  @Test func `a post that changed changes its row and no other`() throws {
    show()
    let before = try #require(display.last?.rows)
    let liked = b.applying(.mark(b.id, .liked, true))

    presenter.present(.changed([liked]))

    #expect(display.last?.rows.first == before.first)
    #expect(display.last?.rows.last?.post?.post == liked)
    #expect(display.last?.rows.last?.branch == before.last?.branch)
  }

  @Test func `news of an action are marks and cues, which come once`() {
    show()

    presenter.present(.action(.held(.delete(a.id), until: Posts.now)))
    #expect(display.last?.rows.map { $0.post?.isWaiting } == [true, false])
    #expect(display.last?.cues.count == 1)
    presenter.present(.action(.acted(.mark(b.id, .liked, true))))
    #expect(display.last?.cues == [.flash(b.id)])
    presenter.present(.failed(.signedOut))
    #expect(display.last?.cues == [.askToSignIn(Posts.account)])
    presenter.present(.loading(.underWay))
    #expect(display.last?.cues == [])
  }
}

extension ConversationBoundaryTests {
  private func view(
    _ interactor: Spy<ConversationReading.Request>, opening: ConversationReading.Request
  ) -> ConversationView {
    ConversationView(
      of: a.id, opening: opening, interactor: interactor,
      posts: PostPresentation(wording: Wording(), abilities: .all, options: DisplayOptions()),
      world: StillWorld())
  }

  private func show() {
    presenter.present(
      .conversation(
        Conversation(focus: a.id, nodes: [.init(a, depth: 0), .init(b, depth: 1)]),
        account: Posts.account))
  }
}
