import Doubles
import FeedDomain
import Terminal
import Testing
import UseCases

@testable import Preferences
@testable import Scenes
@testable import Words

/// Requests, view models and effects of the question before an action on many entries.
/// `EntryActTests` tests the answers.
@MainActor @Suite struct BulkEntryActionBoundaryTests {
  private let interactor = Spy<BulkEntryActionScene.SceneRequest>()
  private let navigator = NavigatorSpy()
  private let view: BulkEntryActionView
  private let presenter = ScenePresenter {
    BulkEntryActionViewModel($0, Wording(), keys: .defaults)
  }

  init() {
    view = BulkEntryActionView(BulkEntryAction(.read, "in:News"), interactor: interactor)
    view.navigator = navigator
    presenter.display = view
    view.sceneDidAppear()
  }

  private func state(
    _ kind: BulkEntryAction.BulkActionKind = .read, count: Int? = nil,
    failure: BulkActionEntrySearch.BulkActionSearchFailure? = nil
  ) -> BulkEntryActionScene.SceneState {
    var state = BulkEntryActionScene.SceneState()
    state.bulkAction = BulkEntryAction(kind, "in:News")
    (state.count, state.failure) = (count, failure)
    return state
  }

  @Test func `Enter confirms once the entries are counted, and closing is a request`() {
    presenter.present(state(count: 3))

    _ = view.handleEvent(.command(.open))
    view.sceneDidClose()

    #expect(
      interactor.values == [.open(BulkEntryAction(.read, "in:News")), .confirm, .close])
    #expect(navigator.routes.isEmpty)
  }

  @Test(
    arguments: [
      (nil, nil, Command.open), (0, nil, .open), (nil, .store(.busy), .open), (3, nil, .back),
    ] as [(Int?, BulkActionEntrySearch.BulkActionSearchFailure?, Command)])
  func `without entries Enter leaves, and the key for back does so always`(
    count: Int?, failure: BulkActionEntrySearch.BulkActionSearchFailure?, command: Command
  ) {
    presenter.present(state(count: count, failure: failure))

    #expect(view.handleEvent(.command(command)))

    #expect(navigator.routes == [.back])
    #expect(interactor.values == [.open(BulkEntryAction(.read, "in:News"))])
  }

  @Test func `quitting is left to the program, and other commands do nothing`() {
    presenter.present(state(count: 3))

    #expect(!view.handleEvent(.command(.quit)))
    #expect(view.handleEvent(.command(.like)))

    #expect(navigator.routes.isEmpty)
    #expect(interactor.values.count == 1)
  }

  @Test(
    arguments: [
      (.read, nil, "Counting entries"), (.read, 3, "Mark 3 entries as read?"),
      (.open, 99, "Open the newest 20 of 99 pages in the browser?"),
      (.star, 0, "No entries match."),
    ] as [(BulkEntryAction.BulkActionKind, Int?, SafeText)])
  func `each state is a question`(
    kind: BulkEntryAction.BulkActionKind, count: Int?, question: SafeText
  ) {
    let shown = Spy<BulkEntryActionViewModel>()
    presenter.display = shown

    presenter.present(state(kind, count: count))

    #expect(shown.last?.lines.first?.first?.text == question)
    #expect(shown.last?.canConfirm == (count ?? 0 > 0))
  }

  @Test func `a failure is told in place of the question`() {
    let shown = Spy<BulkEntryActionViewModel>()
    presenter.display = shown

    presenter.present(state(failure: .service(.unreachable)))
    presenter.perform(.leave(nil))

    #expect(
      shown.last?.lines.first
        == [StyledSpan(Wording().sentence(for: FeedError.unreachable), .warning)])
    #expect(shown.last?.canConfirm == false)
    #expect(shown.effects == [.leave(nil)])
  }

  @Test func `pages open in the browser, and the overlay is left when all is done`() {
    presenter.perform(.openPages(["https://a.example/1", "no address", "https://a.example/2"]))
    presenter.perform(.leave(nil))

    #expect(navigator.browsed.map(\.address) == ["https://a.example/1", "https://a.example/2"])
    #expect(navigator.routes == [.back])
  }
}
