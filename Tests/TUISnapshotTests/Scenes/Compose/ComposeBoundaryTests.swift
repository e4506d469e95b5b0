import Doubles
import FeedDomain
import Terminal
import Testing
import UseCases

@testable import Preferences
@testable import Scenes
@testable import Words

/// What passes the compose scene's boundaries: requests from the view, view models to it.
@MainActor @Suite struct ComposeBoundaryTests {
  private let interactor = Spy<ComposeScene.SceneRequest>()
  private let display = Spy<ComposeViewModel>()
  private let navigator = NavigatorSpy()
  private let draft = Draft(id: .init("d"), attachments: [.init(path: "/a.png", altText: "A")])
  private let limits = DraftLimits(
    characters: 500, attachments: 4, visibilities: [.everybody, .unlisted], allowsWarning: true)

  private func view(_ draft: Draft) -> ComposeView {
    let view = ComposeView(interactor: interactor, purpose: .post).opened(by: navigator)
    view.display(ComposeViewModel(frame: frame(draft)))
    return view
  }

  private func frame(_ draft: Draft) -> ComposeViewModel.ComposePageConstants {
    ComposeViewModel.ComposePageConstants(draft, limits, answering: nil, Wording())
  }

  /// The view model for a state, changed from one in which nothing is written yet.
  private func shown(_ change: (inout ComposeScene.SceneState) -> Void) -> ComposeViewModel? {
    let presenter = ScenePresenter { ComposeViewModel($0, Wording()) }
    presenter.display = display
    presenter.present(
      changedCopy(
        ComposeScene.SceneState(page: ComposeScene.InitiallyDisplayedDraft(draft, limits)), change)
    )
    return display.last
  }

  @Test func `opening the compose page requests a draft once`() {
    let view = view(draft)

    view.sceneDidAppear()

    #expect(interactor.values == [.open(.post)])
  }

  @Test(
    arguments: [
      ([Key(.character("a"))], .edit(Draft(id: .init("d"), text: "a"))),
      ([Key(.character("#")), Key(.character("t"))], .complete("#t")),
      ([.controlKey("s")], .send), ([Key(.escape)], .leave),
      ([.altKey("x"), .altKey("x")], .discard),
      ([.controlKey("p")], .completePath("")),
      ([.controlKey("p"), Key(.character("b")), Key(.tab)], .completePath("b")),
      ([.controlKey("p"), Key(.character("b")), Key(.enter)], .checkPicture(path: "b")),
      (
        [.controlKey("p"), Key(.character("b")), Key(.enter), Key(.character("c")), Key(.enter)],
        .attach(path: "b", altText: "c")
      ),
    ] as [([Key], ComposeScene.SceneRequest)])
  func `each key of the compose page sends its request`(
    keys: [Key], request: ComposeScene.SceneRequest
  ) {
    let view = view(Draft(id: .init("d")))

    for key in keys { _ = view.handleEvent(.key(key)) }

    #expect(interactor.values.last == request)
  }

  @Test func `Enter stores the description of the selected picture`() {
    let view = view(draft)

    for key in [.controlKey("p"), Key(.up), Key(.enter), Key(.character("!")), Key(.enter)] {
      _ = view.handleEvent(.key(key))
    }

    #expect(interactor.values.last == .describe(picture: 0, altText: "A!"))
  }

  @Test func `without a draft the compose view model is empty`() {
    let presenter = ScenePresenter { ComposeViewModel($0, Wording()) }
    presenter.display = display

    presenter.present(ComposeScene.SceneState())

    #expect(display.values == [ComposeViewModel()])
  }

  @Test(
    arguments: [
      ([], .pending, .init()), ([], .saved, .init(savedNote: "saved")),
      ([], .failed, .init(isUnsaved: true)),
      (
        [400, 50, -1], .pending,
        .init(counts: [
          .init(remaining: "400"), .init(remaining: "50", role: .warning),
          .init(remaining: "-1", role: .bad),
        ])
      ),
    ] as [([Int], ComposeScene.DraftSaveState, ComposeViewModel.DraftTypingStatus)])
  func `the view model shows remaining characters and how far the draft is saved`(
    remaining: [Int], saving: ComposeScene.DraftSaveState,
    status: ComposeViewModel.DraftTypingStatus
  ) {
    let viewModel = shown { ($0.remaining, $0.saving) = (remaining, saving) }

    #expect(viewModel == ComposeViewModel(frame: frame(draft), status: status))
  }

  @Test(
    arguments: [
      (.name, .init("@ada"), "@ada"), (.correction, .init("tram"), "tram"),
      (.emoji, .init("🐔", name: "hen"), "🐔  hen"), (.path, .init("a/b.png"), "b.png"),
      (.path, .init("a/b/"), "b/"),
    ]
      as [(
        ComposeScene.WordSuggestions.WordSuggestionKind, ComposeScene.WordSuggestions.SuggestedWord,
        SafeText
      )])
  func `a suggested word is listed with the text to show for it`(
    kind: ComposeScene.WordSuggestions.WordSuggestionKind,
    word: ComposeScene.WordSuggestions.SuggestedWord,
    text: SafeText
  ) {
    let viewModel = shown { $0.offer = ComposeScene.WordSuggestions(kind, "x", [word]) }

    #expect(
      viewModel?.offer
        == .init(
          kind: kind, typedWord: "x",
          words: [OfferedCompletion(insertedText: word.text, displayedText: text)]))
  }

  @Test(
    arguments: [
      (.resumed, "Your draft was restored.", .plain), (.fetching, "Fetching your post …", .plain),
      (
        .savedAsNewDraft,
        "Another window changed or sent this draft. Yours is kept as a separate draft.",
        .plain
      ),
      (.empty, "Nothing to send yet.", .plain),
      (.tooLong(by: 2, post: 0), "The post is 2 characters too long.", .bad),
      (.invalidPost(.noPicture, post: 0), "A post needs a picture here: ^P adds one.", .bad),
      (.pictureRefused(.missing), "There is no such file. Tab completes the path.", .bad),
      (.tooManyPictures(limit: 4), "A post has at most 4 pictures here.", .bad),
      (.altTextTooLong(by: 3), "The description is 3 characters too long.", .bad),
      (.noSuggestions(for: "tarm"), "No suggestions for \"tarm\".", .plain),
    ] as [(SceneEffect.DraftReport, SafeText, BottomLineMessage.MessageTone)])
  func `a draft report is shown, and the compose page stays open`(
    report: SceneEffect.DraftReport, text: SafeText, tone: BottomLineMessage.MessageTone
  ) {
    let view = view(draft)

    view.perform(.say(.draft(report)))

    #expect(navigator.messages == [BottomLineMessage(text: text, tone: tone)])
    #expect(navigator.routes == [])
  }

  @Test(
    arguments: [
      (nil, nil), (.saved, BottomLineMessage(text: "Draft saved in the outbox.", tone: .plain)),
      (
        .notFetched(.refused(nil)),
        BottomLineMessage(
          text: "Tweetie does not edit posts with a poll: the votes would be lost.", tone: .bad)
      ),
      (
        .queued(.publish(Draft(id: .init("d"), following: [Draft(id: .init("d"))])), .sentNext),
        BottomLineMessage(text: "Your thread will be sent in a moment. U cancels it.", tone: .good)
      ),
      (
        .queued(.publish(Draft(id: .init("d"))), .older),
        BottomLineMessage(
          text: "Your post is in the outbox. Waiting for the items before it.", tone: .plain)
      ),
    ] as [(SceneEffect.DraftReport?, BottomLineMessage?)])
  func `Esc closes the compose page and says whether the draft was saved or discarded`(
    report: SceneEffect.DraftReport?, message: BottomLineMessage?
  ) {
    let view = view(draft)

    view.perform(.leave(report.map { .draft($0) }))
    view.sceneDidClose()

    #expect(navigator.routes == [.back])
    #expect(navigator.messages == [message].compactMap(\.self))
    #expect(interactor.values == [.open(.post)])
  }

  @Test(
    arguments: [
      .empty, .tooLong(by: 1, post: 0), .invalidPost(.noPicture, post: 0),
      .notSaved(.full, isLeaving: false),
    ] as [SceneEffect.DraftReport])
  func `a post that could not be sent can be sent again`(report: SceneEffect.DraftReport) {
    let view = view(draft)
    view.press(.character("s"), .control)
    view.press(.character("s"), .control)

    view.perform(.say(.draft(report)))
    view.press(.character("s"), .control)

    #expect(interactor.values == [.open(.post), .send, .send])
  }
}
