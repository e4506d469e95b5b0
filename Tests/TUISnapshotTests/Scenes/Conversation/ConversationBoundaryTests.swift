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
  private let presenter = ConversationScenePresenter(wording: Wording(), keys: .defaults)
  private let a = Posts.post("a", RichText("Tea?"))
  private let b = Posts.post("b", by: "Bo", RichText("Yes."))

  init() { presenter.display = display }

  // MARK: - Key to request

  @Test(arguments: [ConversationScene.SceneRequest.open(.init("a")), .glance(.init("a"))])
  func `each key of a conversation sends its request to the interactor`(
    opening: ConversationScene.SceneRequest
  ) throws {
    let interactor = Spy<ConversationScene.SceneRequest>()
    let view = view(interactor, opening: opening)
    presenter.present(
      ConversationScene.SceneState(
        Conversation(focus: a.id, nodes: [.init(a, depth: 0)], postsWithMissingReplies: [a.id]),
        account: Posts.account))
    view.sceneDidAppear()
    view.display(try #require(display.last))

    view.command(.refresh, .like, .undo, .down, .open)
    view.requestPostDeletion(a.id)
    view.sceneDidClose()

    #expect(
      interactor.values == [
        opening, .refresh, .toggle(a.id, .liked), .undo, .goOn(below: a.id), .delete(a.id), .close,
      ])
  }

  @Test func `effects of a conversation show a message, flash a post or ask to sign in`() {
    let navigator = NavigatorSpy()
    let view = view(Spy(), opening: .open(a.id))
    view.navigator = navigator
    presenter.display = view

    presenter.perform(.action(.undone(.delete(a.id)), of: Posts.account))
    presenter.perform(.flash(a.id))
    presenter.perform(.askToSignIn(Posts.account))

    #expect(navigator.messages.map(\.tone) == [.plain])
    #expect(navigator.routes == [.signIn(again: Posts.account)])
    #expect(view.isAnimating(at: Posts.now))
  }

  // MARK: - State to view model

  @Test func `progress, thread, failure and a deleted post are shown`() {
    var state = ConversationScene.SceneState(account: Posts.account)
    state.fetch = .waiting(.underWay)
    presenter.present(state)
    #expect(display.last?.notice?.isBusy == true && display.last?.activity.isEmpty == false)
    state = known
    presenter.present(state)
    #expect(display.last?.title == "Conversation" && display.last?.count == "2 posts")
    #expect(display.last?.rows.map(\.isFocus) == [true, false])
    #expect(display.last?.rows.map(\.branch.hasSibling) == [nil, false])
    #expect(display.last?.notice == nil && display.last?.activity == "")
    state.fetch = .failed(.unreachable)
    presenter.present(state)
    #expect(display.last?.rows.count == 2 && display.last?.failure.isEmpty == false)

    state.isGone = true
    presenter.present(state)

    #expect(display.last?.rows == [] && display.last?.count == "")
    #expect(display.last?.notice?.isBusy == false)
  }

  @Test(arguments: [(false, "r tries again"), (true, "")])
  func `a preview names no keys, because the stream has the focus`(isBeside: Bool, next: String) {
    let presenter = ConversationScenePresenter(
      wording: Wording(), keys: .defaults, isBeside: isBeside)
    presenter.display = display

    var state = ConversationScene.SceneState(account: Posts.account)
    state.fetch = .waiting(.stalled(for: .seconds(7)))
    presenter.present(state)

    #expect(display.last?.notice?.nextStep.string == next)
    #expect(display.last?.activity.string.contains("tries again") == !isBeside)
    state.fetch = .failed(.unreachable)
    presenter.present(state)
    #expect(display.last?.notice?.nextStep.isEmpty == isBeside)
  }

  @Test func `a pending change marks its post only`() throws {
    var state = known
    var marks = PostIDsWithUnsentChanges()
    marks.updateUnsentMarksAfterReport(.heldBack(.delete(a.id), until: Posts.now))
    state.nodes = PostRows(state.nodes.visibleRows, undelivered: marks)

    presenter.present(state)

    #expect(display.last?.rows.map { $0.post?.isWaiting } == [true, false])
  }
}

extension ConversationBoundaryTests {
  private func view(
    _ interactor: Spy<ConversationScene.SceneRequest>, opening: ConversationScene.SceneRequest
  ) -> ConversationView {
    ConversationView(
      of: a.id, opening: opening, interactor: interactor,
      posts: PostViewModelFactory(), world: StillWorld())
  }

  private var known: ConversationScene.SceneState {
    ConversationScene.SceneState(
      Conversation(focus: a.id, nodes: [.init(a, depth: 0), .init(b, depth: 1)]),
      account: Posts.account)
  }
}
