import Preferences
import Terminal

@testable import Scenes

/// A scene that is as a test wants it, and keeps what it gets.
@MainActor final class SceneDouble: Scene {
  var stage: (any Stage)?
  var header = Header()
  var ownTitle: Header?
  var title: Header { ownTitle ?? header }
  var takesMainPane = false
  var isOverlay = false
  var isReady = true
  var takesText = false
  var holdsWords = false
  var claims: [Command] = []
  private(set) var events: [SceneEvent] = []

  func draw(on canvas: inout Canvas, in rect: CellRect, _ drawing: Drawing) {}

  func handle(_ event: SceneEvent) -> Bool {
    events.append(event)
    return true
  }

  static func stream() -> SceneDouble {
    let scene = SceneDouble()
    scene.takesMainPane = true
    return scene
  }

  static func overlay() -> SceneDouble {
    let scene = SceneDouble()
    scene.isOverlay = true
    return scene
  }
}
