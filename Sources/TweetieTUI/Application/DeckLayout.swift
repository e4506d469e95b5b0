import Preferences
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
  /// The scene that has them where nothing lies over it.
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
    let scenes = panes.columns.count > 1 ? [visible.main, visible.side] : [ground]
    columns = zip(scenes.compactMap(\.self), panes.columns).map { Place(scene: $0, rect: $1) }
    overlay = front.isOverlay ? Place(scene: front, rect: panes.whole) : nil
    (self.front, self.ground) = (front, ground)
  }

  /// The scene that the top line is about: what stands beside it has a title of its own.
  var headed: any Scene { columns[0].scene }

  /// Every scene in its place, what lies over others last.
  var places: [Place] { columns + (overlay.map { [$0] } ?? []) }

  /// Whose a cell is. The top line belongs to the scene that it is about, a title to the scene below
  /// it, and the bottom line to the scene in front: they are outside of its rows.
  func place(at position: CellPosition) -> Place {
    if let overlay { return overlay }
    if panes.header.contains(position) { return columns[0] }
    return columns.first { $0.rect.contains(position) || isTitle(position, of: $0) }
      ?? Place(scene: front, rect: panes.whole)
  }

  /// What is offered at that cell of a pane's title; nil for nothing.
  @MainActor func offer(at position: CellPosition) -> Command? {
    guard let place = columns.first(where: { isTitle(position, of: $0) }),
      Bar.isRight(
        position.column - place.rect.origin.column, ofTitle: place.scene.title,
        columns: place.rect.size.columns)
    else { return nil }
    return place.scene.titleOffer
  }

  /// Whether a cell is in the title of a pane.
  func isTitle(_ position: CellPosition) -> Bool { panes.titles?.contains(position) == true }

  private func isTitle(_ position: CellPosition, of place: Place) -> Bool {
    isTitle(position) && place.rect.columns.contains(position.column)
  }
}
