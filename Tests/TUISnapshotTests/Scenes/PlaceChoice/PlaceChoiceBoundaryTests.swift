import Doubles
import FeedDomain
import Terminal
import Testing
import UseCases

@testable import Scenes
@testable import Words

/// Requests and view models of choosing a place. `PlaceChoiceInteractorTests` tests the answers.
@MainActor @Suite struct PlaceChoiceBoundaryTests {
  private let lisbon = Place(name: "Lisboa", latitude: 38.7223, longitude: -9.1393)
  private let presenter = ScenePresenter { NearbyPhotosPlaceViewModel($0, Wording()) }

  @Test func `each key of the place choice sends its request to the interactor`() {
    let interactor = Spy<NearbyPhotosPlaceScene.SceneRequest>()
    let view = NearbyPhotosPlaceView(interactor: interactor)
    presenter.display = view

    presenter.present(NearbyPhotosPlaceScene.SceneState())
    view.sceneDidAppear()
    view.type("L")
    view.press(.enter)
    presenter.present(NearbyPhotosPlaceScene.SceneState(foundPlaces: [lisbon]))
    view.press(.down)
    view.press(.enter)
    view.press(.character("g"), .control)
    view.press(.character("t"), .control)
    view.sceneDidClose()

    #expect(
      interactor.values == [
        .open, .type("L"), .take("L"), .choose(lisbon), .locate, .trending, .close,
      ])
  }

  @Test(arguments: [
    (
      NearbyPhotosPlaceScene.PlaceSearchProgress.idle,
      NearbyPhotosPlaceViewModel.PlaceSearchProgress.idle
    ),
    (.searching, .busy("Looking up the place")), (.locating, .busy("Finding out where you are")),
    (.failed(.unreachable), .failed(Wording().sentence(for: FeedError.unreachable))),
    (.unknown("L"), .failed(Wording().unknownPlaceMessage("L"))),
    (.namesUnknown, .failed(Wording().namesUnknown)),
    (.notLocated, .failed(Wording().notLocated)),
  ])
  func `each state of the place choice becomes a view model`(
    search: NearbyPhotosPlaceScene.PlaceSearchProgress,
    progress: NearbyPhotosPlaceViewModel.PlaceSearchProgress
  ) {
    let shown = Spy<NearbyPhotosPlaceViewModel>()
    presenter.display = shown

    presenter.present(
      NearbyPhotosPlaceScene.SceneState(recent: [lisbon], foundPlaces: [lisbon, lisbon], search))

    #expect(shown.last?.title == "Place")
    #expect(shown.last?.recent.map(\.name) == ["Lisboa"])
    #expect(shown.last?.choices.map(\.place) == [lisbon, lisbon])
    #expect(shown.last?.progress == progress)
  }
}
