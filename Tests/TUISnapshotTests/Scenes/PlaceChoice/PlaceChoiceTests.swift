import Doubles
import FeedDomain
import Terminal
import Testing
import UseCases

@testable import Preferences
@testable import Scenes
@testable import Words

@MainActor struct PlaceChoiceTests {
  private let interactor = Spy<NearbyPhotosPlaceScene.SceneRequest>()
  private let navigator = NavigatorSpy()
  private let presenter = ScenePresenter { NearbyPhotosPlaceViewModel($0, Wording()) }
  private let places = [
    Place(name: "Lisboa", latitude: 38.7223, longitude: -9.1393),
    Place(name: "京都", latitude: 35.0116, longitude: 135.7681),
  ]

  private func scene(_ options: DisplayOptions = DisplayOptions()) -> NearbyPhotosPlaceView {
    let view = NearbyPhotosPlaceView(interactor: interactor, options: options)
    presenter.display = view
    view.navigator = navigator
    presenter.present(NearbyPhotosPlaceScene.SceneState())
    return view
  }

  @Test func `the place form covers only a part of the stream behind it`() {
    let view = scene()
    var canvas = Canvas(size: CellSize(rows: 22, columns: 120))
    for row in 0..<22 {
      canvas.writeLine(
        Line(repeating: "x", count: 120, .plain), at: CellPosition(row: row, column: 0))
    }

    view.drawScene(
      on: &canvas, in: canvas.bounds,
      DrawingParameters(
        theme: .dark, isFront: true, frame: 0, now: Timestamp(milliseconds: 0)))

    #expect(view.properties.isOverlay)
    let lines = canvas.text.split(separator: "\n")
    #expect(lines.allSatisfy { $0.hasPrefix("xxxx") && $0.hasSuffix("xxxx") })
    #expect(lines.contains { $0.contains("│ Choose a place for nearby photos.") })
  }

  @Test func `matching places are drawn at 80 by 24`() {
    let view = scene()
    view.type("Li")

    presenter.present(NearbyPhotosPlaceScene.SceneState(foundPlaces: places))
    view.press(.down)

    #expect(
      view.drawn(rows: 22, columns: 80).text == """



                ╭──────────────────────────────────────────────────────────────╮
                │ Choose a place for nearby photos.                            │
                │ The name of a place, or coordinates such as 51.5, -0.1       │
                │                                                              │
                │ Li                                                           │
                │                                                              │
                │ › Lisboa                                        38.72, −9.14 │
                │   京都                                         35.01, 135.77 │
                ╰──────────────────────────────────────────────────────────────╯










        """)
    #expect(view.keyHints.map(\.key) == ["Enter", "Esc", "^T", "^G"])
  }

  @Test func `the smallest screen shows field and places`() {
    let view = scene()
    view.type("Li")

    presenter.present(NearbyPhotosPlaceScene.SceneState(foundPlaces: places))

    #expect(
      view.drawn(rows: 4, columns: 20).text == """
         Choose a place fo…
         Li
           Lisboa
           京都
        """)
  }

  @Test func `matching places are drawn at 40 by 12`() {
    let view = scene()
    view.type("Li")

    presenter.present(NearbyPhotosPlaceScene.SceneState(foundPlaces: places))
    view.press(.down)

    #expect(
      view.drawn(rows: 10, columns: 40).text == """
         Choose a place for nearby photos.
         The name of a place, or coordinates
         such as 51.5, -0.1
         Li
         › Lisboa                  38.72, −9.14
           京都                   35.01, 135.77




        """)
  }

  @Test func `recent places are shown before anything is typed`() {
    let view = scene()
    view.sceneDidAppear()
    let nameless = Place(name: "", latitude: 51.5, longitude: -0.1)
    presenter.present(NearbyPhotosPlaceScene.SceneState(recent: [places[0], nameless]))

    #expect(
      view.drawn(rows: 14, columns: 62).text == """

          ╭────────────────────────────────────────────────────────╮
          │ Choose a place for nearby photos.                      │
          │ The name of a place, or coordinates such as 51.5, -0.1 │
          │                                                        │
          │                                                        │
          │                                                        │
          │ Recent places:                                         │
          │   Lisboa                                  38.72, −9.14 │
          │   51.50, −0.10                                         │
          ╰────────────────────────────────────────────────────────╯



        """)
    view.press(.down)
    view.press(.down)
    view.press(.enter)
    view.type("x")

    #expect(interactor.values == [.open, .choose(nameless), .type("x")])
    #expect(!view.drawn(rows: 14, columns: 60).text.contains("Lisboa"))
  }

  @Test func `the place form shows that it is locating, and that a place is unknown`() {
    let view = scene()

    presenter.present(NearbyPhotosPlaceScene.SceneState(.locating))
    let locating = view.drawn(rows: 10, columns: 40).text
    presenter.present(NearbyPhotosPlaceScene.SceneState(.unknown("Atlantis")))

    #expect(locating.contains("⠋ Finding out where you are"))
    #expect(view.isAnimating(at: Posts.now) == false)
    let unknown = view.drawn(rows: 22, columns: 80).text
    #expect(unknown.contains("No place called Atlantis was found. Try coordinates."))
  }

  @Test func `typing searches places, and Enter takes the text`() {
    let view = scene()

    view.type("Li")
    view.press(.backspace)
    view.press(.left)
    view.press(.enter)

    #expect(interactor.values == [.type("L"), .type("Li"), .type("L"), .take("L")])
  }

  @Test func `Enter takes the chosen place, and typing clears the choice`() {
    let view = scene()
    view.type("L")
    presenter.present(NearbyPhotosPlaceScene.SceneState(foundPlaces: places))

    view.press(.down)
    view.press(.down)
    view.press(.enter)
    view.type("i")
    view.press(.enter)

    #expect(interactor.values == [.type("L"), .choose(places[1]), .type("Li"), .take("Li")])
  }

  @Test func `the choice of a place wraps around through the field`() {
    let view = scene()
    presenter.present(NearbyPhotosPlaceScene.SceneState(foundPlaces: places))

    let round = (0..<4).map { _ in
      view.press(.tab)
      return view.filterField.chosen
    }
    view.press(.up)

    #expect(round == [0, 1, nil, 0])
    #expect(view.filterField.chosen == nil)
  }

  @Test func `keys choose trending photos, locate the user and close`() {
    let view = scene()

    view.press(.character("t"), .control)
    view.press(.character("g"), .control)
    view.press(.escape)

    #expect(interactor.values == [.trending, .locate])
    #expect(navigator.routes == [.back])
  }

  @Test func `the place form closes after a choice`() {
    let view = scene()

    presenter.perform(.leave(nil))

    withExtendedLifetime(view) {}
    #expect(navigator.routes == [.back])
  }

  @Test func `a click chooses a place`() {
    let view = scene()
    presenter.present(NearbyPhotosPlaceScene.SceneState(foundPlaces: places))
    let canvas = view.drawn(rows: 22, columns: 80)
    let rows = canvas.text.split(separator: "\n", omittingEmptySubsequences: false)
    let row = rows.firstIndex { $0.contains("京都") } ?? 0

    view.click(row: row, column: 14)

    #expect(interactor.values == [.choose(places[1])])
  }

  @Test func `a paste inserts a single line`() {
    let view = scene()

    _ = view.handleEvent(.paste("\n51.5, -0.12\nrm -rf"))

    #expect(interactor.values == [.type("51.5, -0.12")])
  }
}
