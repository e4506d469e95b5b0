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
  private let interactor = Spy<Compose.Request>()
  private let display = Spy<ComposeViewModel>()
  private let navigator = NavigatorSpy()
  private let draft = Draft(id: .init("d"), attachments: [.init(path: "/a.png", altText: "A")])
  private let limits = DraftLimits(
    characters: 500, attachments: 4, visibilities: [.everybody, .unlisted], allowsWarning: true)

  private func view(_ draft: Draft) -> ComposeView {
    let view = ComposeView(interactor: interactor, purpose: .post)
    view.navigator = navigator
    view.opened()
    let frame = ComposeViewModel.Frame(draft, limits, answering: nil, Wording())
    view.display(ComposeViewModel(frame: frame, cues: [.begin(draft)]))
    return view
  }

  private func presenter() -> ComposePresenter {
    let presenter = ComposePresenter(wording: Wording(), keys: .defaults)
    presenter.display = display
    return presenter
  }

  private func said(_ words: SafeText, _ tone: Message.Tone = .plain) -> Message {
    Message(text: words, tone: tone)
  }

  @Test func `opening asks for a draft, once`() {
    let view = view(draft)

    view.opened()

    #expect(interactor.values == [.open(.post)])
  }

  @Test(
    arguments: [
      ([Key(.character("a"))], .edit(Draft(id: .init("d"), text: "a"))),
      ([Key(.character("#")), Key(.character("t"))], .complete("#t")),
      ([.control("s")], .send), ([Key(.escape)], .leave), ([.alt("x"), .alt("x")], .discard),
      ([.control("p")], .completePath("")),
      ([.control("p"), Key(.character("b")), Key(.tab)], .completePath("b")),
      ([.control("p"), Key(.character("b")), Key(.enter)], .look(path: "b")),
      (
        [.control("p"), Key(.character("b")), Key(.enter), Key(.character("c")), Key(.enter)],
        .attach(path: "b", altText: "c")
      ),
    ] as [([Key], Compose.Request)])
  func `keys make requests`(keys: [Key], request: Compose.Request) {
    let view = view(Draft(id: .init("d")))

    for key in keys { _ = view.handle(.key(key)) }

    #expect(interactor.values.last == request)
  }

  @Test func `a chosen picture is described`() {
    let view = view(draft)

    for key in [.control("p"), Key(.up), Key(.enter), Key(.character("!")), Key(.enter)] {
      _ = view.handle(.key(key))
    }

    #expect(interactor.values.last == .describe(place: 0, altText: "A!"))
  }

  @Test func `a draft is begun with what stands around it, and one from before is told`() {
    let frame = ComposeViewModel.Frame(draft, limits, answering: nil, Wording())

    presenter().present(.editing(draft, limits, replyingTo: nil, isResumed: false))
    #expect(display.values == [ComposeViewModel(frame: frame, cues: [.begin(draft)])])
    presenter().present(.editing(draft, limits, replyingTo: nil, isResumed: true))

    #expect(
      display.last?.cues == [.begin(draft), .say(said("Your draft is back."))])
  }

  @Test func `how the text stands is told, until it stands otherwise`() {
    let presenter = presenter()
    let seven = ComposeViewModel.Count(remaining: "7", role: .warning)

    presenter.present(.saved)
    presenter.present(.measured(remaining: 7, canSend: true))
    presenter.present(.notKept(.full))
    presenter.present(.saved)

    #expect(
      display.values.map(\.status) == [
        .init(saved: "saved"), .init(counts: [seven]),
        .init(counts: [seven], isUnkept: true),
        .init(counts: [seven], saved: "saved"),
      ])
    #expect(display.values.map(\.cues.count) == [0, 0, 1, 0])
  }

  @Test func `what happened is a cue, once`() throws {
    let item = OutboxItem(
      id: .init("o"), account: Posts.account.id, change: .publish(draft),
      state: .queued(notBefore: nil, after: nil), createdAt: Posts.now)
    let wording = Wording()
    let told: [(Compose.Response, ComposeViewModel.Cue)] = [
      (.fetching, .say(said(wording.fetchingPost))), (.parted, .say(said(wording.draftParted))),
      (.notFetched(.unreachable), .leave(said(wording.notToChange(.unreachable), .bad))),
      (.queued(item, until: Posts.now), .leave(said(wording.queued(item.change, key: "U"), .good))),
      (
        .queued(item, until: Posts.now, wait: .older),
        .leave(said(wording.postWaits(for: .older)))
      ),
      (.empty, .stay(said(wording.nothingToSend), isLosable: false)),
      (.tooLong(by: 2), .stay(said(wording.tooLong(by: 2), .bad), isLosable: false)),
      (
        .unfit(.noPicture),
        .stay(said(wording.sentence(for: DraftProblem.noPicture), .bad), isLosable: false)
      ),
      (
        .notKept(.full),
        .stay(
          said(wording.draftNotKept(wording.sentence(for: StoreError.full)), .bad),
          isLosable: true)
      ),
      (.left(keptDraft: true), .leave(said(wording.draftKept))),
      (.left(keptDraft: false), .leave(nil)), (.attached(draft), .attach(draft.attachments)),
      (
        .notAttached(.missing),
        .refusePicture(said(wording.sentence(for: PictureProblem.missing), .bad))
      ),
      (.tooManyPictures(limit: 4), .say(said(wording.noMorePictures(4), .bad))),
      (.altTextTooLong(by: 3), .say(said(wording.altTextTooLong(by: 3), .bad))),
      (.paths(["a/"], beginning: "a"), .offerPaths(["a/"], beginning: "a")),
      (.completions(["@ada"]), .offer([Completion(word: "@ada", shown: "@ada")])),
    ]
    let presenter = presenter()

    for (response, cue) in told {
      presenter.present(response)
      #expect(display.last?.cues == [cue], "\(response)")
    }
    presenter.present(.measured(remaining: 1, canSend: true))

    #expect(display.last?.cues == [])
  }
}
