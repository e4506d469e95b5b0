import FeedDomain
import Preferences
import Terminal

@testable import Scenes

/// A scene that is as a test wants it, and keeps what it gets.
@MainActor final class SceneDouble: Scene {
  var navigator: (any Navigator)?
  var properties = SceneProperties()
  var header = SceneHeader()
  var ownTitle: SceneHeader?
  var title: SceneHeader { ownTitle ?? header }
  var columnTitle: SceneHeader { ownTitle ?? header }
  var column: (content: DeckColumn.DeckColumnContent, name: SafeText)?
  var priorityCommands: [Command] = []
  private(set) var events: [SceneInputEvent] = []
  /// How it was told that it came to the front, out of sight and back, and that it closed.
  private(set) var editKind: [String] = []

  func screenReaderContents(at now: Timestamp) -> ScreenReaderContents {
    ScreenReaderContents(header)
  }

  /// The cell of the selected row that it draws, and that of the cursor of its text field.
  var drawnPoint: CellPosition?
  var drawnCursor: CellPosition?

  func drawScene(on canvas: inout Canvas, in rect: CellRect, _ drawing: DrawingParameters) {
    if let drawnPoint { canvas.point = drawnPoint }
    if let drawnCursor { canvas.cursor = drawnCursor }
  }

  func handleEvent(_ event: SceneInputEvent) -> Bool {
    events.append(event)
    return true
  }

  func sceneDidAppear() { editKind.append("opened") }
  func sceneDidClose() { editKind.append("closed") }
  func setSceneVisible(_ isVisible: Bool) { editKind.append(isVisible ? "seen" : "hidden") }

  static func stream() -> SceneDouble {
    let scene = SceneDouble()
    scene.properties.takesMainPane = true
    return scene
  }

  static func overlay() -> SceneDouble {
    let scene = SceneDouble()
    scene.properties.isOverlay = true
    return scene
  }
}
