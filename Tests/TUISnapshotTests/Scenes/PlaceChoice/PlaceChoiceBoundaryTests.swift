import Doubles
import FeedDomain
import Terminal
import Testing
import UseCases

@testable import Scenes
@testable import Words

/// What passes the boundaries of choosing a place; what is said to each request is in
/// `PlaceChoiceInteractorTests`.
@MainActor @Suite struct PlaceChoiceBoundaryTests {
  private let lisbon = Place(name: "Lisboa", latitude: 38.7223, longitude: -9.1393)
  private let presenter = PlaceChoicePresenter(wording: Wording())

  @Test func `each key is a request`() {
    let interactor = Spy<PlaceChoice.Request>()
    let view = PlaceChoiceView(interactor: interactor)
    presenter.display = view

    presenter.begin()
    view.opened()
    view.type("L")
    view.press(.enter)
    presenter.present(.places([lisbon], named: "L"))
    view.press(.down)
    view.press(.enter)
    view.press(.character("g"), .control)
    view.press(.character("t"), .control)
    view.closed()

    #expect(
      interactor.values == [
        .open, .type("L"), .take("L"), .choose(lisbon), .locate, .trending, .close,
      ])
  }

  @Test func `each response is shown`() {
    let shown = Spy<PlaceChoiceViewModel>()
    presenter.display = shown

    presenter.begin()
    #expect(shown.last?.labels.title == "Place")
    presenter.present(.recent([lisbon]))
    #expect(shown.last?.recent.map(\.name) == ["Lisboa"])
    presenter.present(.activity(.searching))
    #expect(shown.last?.state == .busy("Looking it up"))
    presenter.present(.activity(.locating))
    #expect(shown.last?.state == .busy("Finding out where you are"))
    presenter.present(.activity(.none))
    #expect(shown.last?.state == .ready)
    presenter.present(.failed(.unreachable))
    #expect(shown.last?.state == .failed(Wording().sentence(for: FeedError.unreachable)))
    presenter.present(.activity(.none))
    #expect(shown.last?.state != .ready)
    presenter.present(.places([lisbon], named: "L"))
    #expect(shown.last?.state == .ready)
    #expect(shown.last?.choices.map(\.place) == [lisbon])
    for (response, sentence) in [
      (PlaceChoice.Response.unknown("L"), Wording().unknownPlace("L")),
      (.namesUnknown, Wording().namesUnknown), (.notLocated, Wording().notLocated),
    ] {
      presenter.present(response)
      #expect(shown.last?.state == .failed(sentence))
    }
    presenter.present(.decided)
    #expect(shown.last?.cues == [.finish])
  }
}
