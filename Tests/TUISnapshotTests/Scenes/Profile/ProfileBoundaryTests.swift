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
  private let interactor = Spy<ProfileScene.SceneRequest>()
  private let navigator = NavigatorSpy()
  private let presenter = ProfileStatePresenter(
    wording: Wording(), abilities: .all, keys: .defaults)
  private let post = Posts.post("1", RichText("First light."))

  init() { presenter.display = display }

  // MARK: - Key to request

  @Test func `each key of a profile sends its request to the interactor`() throws {
    let view = view()
    show(.stranger)
    presenter.show([.list(id: "c", name: "Boats")], hasMore: true)
    presenter.show([FeedEntry(post)], hasMore: true)
    view.sceneDidAppear()
    view.display(try #require(display.last))

    view.command(
      .refresh, .follow, .mute, .block, .undo, .hideBoosts, .tellOfPosts, .blockServer, .note,
      .muteFor, .report, .down, .down, .open, .down, .like)
    view.requestPostDeletion(post.id)
    view.sceneDidClose()

    #expect(
      interactor.values == [
        .open(.init("mei")), .refresh, .toggleFollow, .toggleMute, .toggleBlock, .undo,
        .toggleRelationship(.hideBoosts), .toggleRelationship(.tellOfPosts),
        .toggleRelationship(.blockServer), .say(.note),
        .say(.muteFor),
        .say(.report), .more, .moreCollections, .toggle(post.id, .liked), .delete(post.id), .close,
      ])
  }

  @Test func `a confirmation in a profile is shown, answered once and closed`() throws {
    let view = view()
    show(.oneself)
    view.display(try #require(display.last))
    view.command(.signOut)
    presenter.present { $0.question = .signOut(SignOutLosses()) }
    view.display(try #require(display.last))

    view.command(.open)
    #expect(interactor.values == [.signOut, .reallySignOut])
    presenter.present { $0.question = .signingOut }
    view.display(try #require(display.last))
    view.command(.open)
    #expect(interactor.values.count == 2 && view.dialog?.isBusy == true)
    presenter.present { $0.question = nil }
    view.display(try #require(display.last))
    #expect(view.dialog == nil)
    presenter.present { $0.question = .block(person(.stranger)) }
    view.display(try #require(display.last))
    view.command(.block)

    #expect(interactor.values.last == .reallyBlock && view.dialog == nil)
    presenter.present { $0.question = .blockServer("fog.example") }
    view.display(try #require(display.last))
    view.command(.open)

    #expect(interactor.values.last == .reallyBlockServer && view.dialog == nil)
  }

  @Test func `effects of a profile show messages, flash a post, open scenes or ask to sign in`() {
    let view = view()
    presenter.display = view

    for effect: SceneEffect in [
      .say(.followFirst), .say(.ownServer), .say(.storeFailed(.readOnly)), .flash(post.id),
      .askToSignIn(Posts.account), .openForm(.note, .init("mei"), answers: [:]), .signedOut(nil),
    ] {
      presenter.perform(effect)
    }

    #expect(
      navigator.messages.map(\.text) == [
        "Follow them first (f).", "This account is on your own server.",
        Wording().sentence(for: .readOnly), Wording().signedOut,
      ])
    #expect(
      navigator.routes == [
        .signIn(again: Posts.account), .form(FormScene.FormPurpose(.note, .person(.init("mei")))),
        .signedOut,
      ])
    #expect(view.isAnimating(at: Posts.now))
  }

  // MARK: - State to view model

  @Test func `the profile view model shows person, posts, collections, progress and failure`() {
    presenter.present { $0.fetchProgress = .underWay }
    #expect(display.last?.notice?.isBusy == true && display.last?.activity == "loading")
    show(.stranger)
    #expect(display.last?.title == "Mei" && display.last?.notice == nil)
    presenter.present { $0.fetchProgress = .idle }
    presenter.show([FeedEntry]())
    #expect(display.last?.footer == Wording().noPosts)
    presenter.show([FeedEntry(post)], hasMore: true)
    #expect(display.last?.footer == "" && display.last?.hasMore == true)
    presenter.show([.list(id: "c", name: "Boats")], hasMore: true)
    #expect(
      display.last?.rows.map(\.id) == [
        .heading, .collection(.list(id: "c", name: "Boats")), .moreCollections, .post(post.id),
      ])

    presenter.present { $0.failure = .unreachable }

    #expect(display.last?.rows.count == 4 && display.last?.failure.isEmpty == false)
  }

  @Test func `mutes and other relationship flags are shown`() throws {
    let relationshipFlags = RelationshipFlags(
      followsReader: true, hidesBoosts: true, notifiesOfPosts: true, note: "From the quay.")
    let mei = person(.followed).withRelationshipFlags(relationshipFlags)
    presenter.show(mei)
    #expect(
      display.last?.heading?.relationship?.map(\.text) == [
        "You follow them.", " They follow you.", " Their boosts are hidden.",
        " Alerts for their posts are on.",
      ])
    #expect(display.last?.heading?.note == "Your note: From the quay.")
  }

  @Test func `a post with a pending change is marked in the profile`() {
    show(.stranger)
    presenter.show([FeedEntry(post)])

    presenter.present {
      $0.undelivered.updateUnsentMarksAfterReport(.heldBack(.delete(post.id), until: Posts.now))
    }

    #expect(display.last?.rows.map { $0.post?.isWaiting } == [nil, true])
  }

  @Test func `a confirmation is shown as a dialog until answered`() {
    show(.oneself)
    let questions:
      [(ProfileScene.BlockOrSignOutConfirmation?, ConfirmationDialog.ConfirmedActionKind?)] =
        [
          (.signOut(SignOutLosses()), .signOut), (.block(person(.stranger)), .block),
          (.blockServer("fog.example"), .blockServer), (.signingOut, .signOut), (nil, nil),
        ]

    for (question, purpose) in questions {
      presenter.present { $0.question = question }
      #expect(display.last?.dialog?.purpose == purpose)
    }
  }
}

extension ProfileBoundaryTests {
  private func person(_ relationship: Relationship) -> Person {
    Person(id: .init("mei"), handle: "mei", name: "Mei", relationship: relationship)
  }

  private func show(_ relationship: Relationship) {
    presenter.show(person(relationship), isOneself: relationship == .oneself)
  }

  private func view() -> ProfileView {
    let view = ProfileView(
      of: .init("mei"), interactor: interactor,
      posts: PostViewModelFactory(), world: StillWorld())
    view.navigator = navigator
    return view
  }
}
