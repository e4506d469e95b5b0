import Doubles
import FeedDomain
import Terminal
import Testing
import UseCases

@testable import Preferences
@testable import Scenes
@testable import Words

@MainActor @Suite struct ProfileBoundaryTests {
  private let display = Spy<ProfileViewModel>()
  private let interactor = Spy<Profile.Request>()
  private let stage = StageSpy()
  private let presenter = ProfilePresenter(wording: Wording(), abilities: .all, keys: .defaults)
  private let post = Posts.post("1", RichText("First light."))

  init() { presenter.display = display }

  // MARK: - Key to request

  @Test func `each key makes its request`() throws {
    let view = view()
    show(.stranger)
    presenter.present(.collections([.list(id: "c", name: "Boats")], hasMore: true))
    presenter.present(.posts([FeedEntry(post)], hasMore: true))
    view.opened()
    view.display(try #require(display.last))

    press(view, .refresh, .follow, .mute, .block, .undo)
    press(view, .hideBoosts, .tellOfPosts, .blockServer, .note, .muteFor, .report)
    press(view, .down, .down, .open, .down, .like)
    view.delete(post.id)
    view.closed()

    #expect(
      interactor.values == [
        .open(.init("mei")), .refresh, .toggleFollow, .toggleMute, .toggleBlock, .undo,
        .toggleTie(.hideBoosts), .toggleTie(.tellOfPosts), .toggleTie(.blockServer), .say(.note),
        .say(.muteFor),
        .say(.report), .more, .moreCollections, .toggle(post.id, .liked), .delete(post.id), .close,
      ])
  }

  @Test func `a question is asked, answered once and taken away`() throws {
    let view = view()
    show(.oneself)
    view.display(try #require(display.last))
    press(view, .signOut)
    presenter.present(.confirmSignOut(SignOutLosses()))
    view.display(try #require(display.last))

    press(view, .open)
    #expect(interactor.values == [.signOut, .reallySignOut])
    presenter.present(.signingOut)
    view.display(try #require(display.last))
    press(view, .open)
    #expect(interactor.values.count == 2 && view.dialog?.isBusy == true)
    presenter.present(.storeFailed(.readOnly))
    view.display(try #require(display.last))
    #expect(view.dialog == nil && stage.messages.map(\.tone) == [.bad])
    presenter.present(.confirmBlock(person(.stranger)))
    view.display(try #require(display.last))
    press(view, .block)

    #expect(interactor.values.last == .reallyBlock && view.dialog == nil)
    presenter.present(.confirmBlockServer("fog.example"))
    view.display(try #require(display.last))
    press(view, .open)

    #expect(interactor.values.last == .reallyBlockServer && view.dialog == nil)
  }

  @Test func `cues are obeyed`() {
    let view = view()
    let message = Message(text: "Taken back.", tone: .plain)

    view.display(
      ProfileViewModel(
        cues: [.post(.say(message)), .post(.flash(post.id)), .post(.askToSignIn(Posts.account))]))
    view.display(ProfileViewModel(cues: [.leave(message)]))

    #expect(stage.messages == [message, message])
    #expect(stage.routes == [.signIn(again: Posts.account), .signedOut])
    #expect(view.isMoving(at: Posts.now))
  }

  // MARK: - Response to view model

  @Test func `somebody, what they wrote and what goes on are shown`() {
    presenter.present(.loading(.underWay))
    #expect(display.last?.notice?.isBusy == true && display.last?.activity == "loading")
    show(.stranger)
    #expect(display.last?.title == "Mei" && display.last?.notice == nil)
    presenter.present(.loading(.nothing))
    presenter.present(.posts([], hasMore: false))
    #expect(display.last?.footer == Wording().noPosts)
    presenter.present(.posts([FeedEntry(post)], hasMore: true))
    #expect(display.last?.footer == "" && display.last?.hasMore == true)
    presenter.present(.collections([.list(id: "c", name: "Boats")], hasMore: true))
    #expect(
      display.last?.rows.map(\.id) == [
        .heading, .collection(.list(id: "c", name: "Boats")), .moreCollections, .post(post.id),
      ])

    presenter.present(.failed(.unreachable))

    #expect(display.last?.rows.count == 4 && display.last?.failure.isEmpty == false)
  }

  @Test func `what is between them besides is told, and why something is not for them`() throws {
    let ties = Ties(
      followsReader: true, hidesBoosts: true, tellsOfPosts: true, note: "From the quay.")
    let mei = person(.followed).tied(ties)
    presenter.present(.person(mei, isOneself: false, account: Posts.account))
    #expect(
      display.last?.heading?.relationship?.map(\.text) == [
        "You follow them.", " They follow you.", " Their boosts are hidden.",
        " You are told when they post.",
      ])
    #expect(display.last?.heading?.note == "Your note: From the quay.")

    presenter.present(.followFirst)
    #expect(said == "Follow them first (f).")
    presenter.present(.ownServer)
    #expect(said == "They are at your own server.")
  }

  @Test func `a post that changed changes its row and no other`() throws {
    show(.stranger)
    presenter.present(.posts([FeedEntry(post)], hasMore: false))
    let liked = post.applying(.mark(post.id, .liked, true))

    presenter.present(.changed([liked]))

    #expect(display.last?.rows.last?.post?.post == liked)
    #expect(display.last?.heading?.name == "Mei")
  }

  @Test func `questions, messages and leaving are cues, which come once`() {
    show(.oneself)
    presenter.present(.posts([FeedEntry(post)], hasMore: false))

    presenter.present(.action(.held(.delete(post.id), until: Posts.now)))
    #expect(display.last?.rows.last?.post?.isWaiting == true && display.last?.cues.count == 1)
    presenter.present(.action(.signedOut))
    #expect(display.last?.cues == [.post(.askToSignIn(Posts.account))])
    presenter.present(.confirmSignOut(SignOutLosses()))
    #expect(purpose == .signOut)
    presenter.present(.confirmBlock(person(.stranger)))
    #expect(purpose == .block)
    presenter.present(.confirmBlockServer("fog.example"))
    #expect(purpose == .blockServer)
    presenter.present(.signingOut)
    #expect(purpose == .signOut)
    presenter.present(.storeFailed(.readOnly))
    #expect(display.last?.cues.first == .askNoMore && display.last?.cues.count == 2)
    presenter.present(.signedOut(nil))
    #expect(
      display.last?.cues == [.leave(Message(text: Wording().signedOut, tone: .good))])
    presenter.present(.loading(.nothing))
    #expect(display.last?.cues == [])
  }
}

extension ProfileBoundaryTests {
  private var purpose: ProfileDialog.Purpose? {
    if case .ask(let dialog)? = display.last?.cues.first { dialog.purpose } else { nil }
  }

  private var said: SafeText? {
    if case .post(.say(let message))? = display.last?.cues.first { message.text } else { nil }
  }

  private func person(_ relationship: Relationship) -> Person {
    Person(id: .init("mei"), handle: "mei", name: "Mei", relationship: relationship)
  }

  private func show(_ relationship: Relationship) {
    presenter.present(
      .person(
        person(relationship), isOneself: relationship == .oneself, account: Posts.account))
  }

  private func view() -> ProfileView {
    let view = ProfileView(
      of: .init("mei"), interactor: interactor,
      posts: PostPresentation(wording: Wording(), abilities: .all, options: DisplayOptions()),
      world: StillWorld())
    view.stage = stage
    return view
  }

  private func press(_ view: ProfileView, _ commands: Command...) {
    for command in commands { _ = view.handle(.command(command)) }
  }
}
