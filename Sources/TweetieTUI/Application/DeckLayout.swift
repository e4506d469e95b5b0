import Scenes
import Terminal

/// Which scene stands where on the screen, and which of them has the keys.
@MainActor struct DeckLayout {
  /// A scene in its place.
  struct Place {
    let scene: any Scene
    let rect: CellRect
  }

  let panes: Panes
  /// Side by side, from the left.
  let columns: [Place]
  /// What lies over them all; nil for nothing.
  let overlay: Place?
  /// The scene that has the keys.
  let front: any Scene
  /// The scene that the top line is about.
  let ground: any Scene

  /// The open scenes on a screen of that size; nil where none is open.
  ///
  /// Whoever listens to the screen gets one pane, since two are read as one.
  init?(of stack: SceneStack, on size: CellSize, isPlain: Bool) {
    guard let visible = stack.visible, let ground = stack.ground, let front = stack.front else {
      return nil
    }
    panes = Panes(
      of: size, sideBySide: visible.side != nil && !isPlain, hasAir: visible.main.hasAir)
    if let side = visible.side, let rect = panes.side {
      columns = [Place(scene: visible.main, rect: panes.main), Place(scene: side, rect: rect)]
    } else {
      columns = [Place(scene: ground, rect: panes.main)]
    }
    overlay = front.isOverlay ? Place(scene: front, rect: panes.whole) : nil
    (self.front, self.ground) = (front, ground)
  }

  /// Every scene in its place, what lies over others last.
  var places: [Place] { columns + (overlay.map { [$0] } ?? []) }

  /// Whose a cell is. The lines above and below belong to the scene in front: they are outside of
  /// its rows.
  func place(at position: CellPosition) -> Place {
    overlay ?? columns.first { $0.rect.contains(position) }
      ?? Place(scene: front, rect: panes.main)
  }
}
