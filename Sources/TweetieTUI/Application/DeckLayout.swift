import FeedDomain
import Preferences
import Scenes
import Terminal

/// Which scene stands where on the screen, and which of them has the keys.
@MainActor struct DeckLayout {
  /// A scene in its place.
  struct Place {
    let scene: any Scene
    let rect: CellRect
    /// Which column of the deck it is in, counted from the left.
    let column: Int
    /// Whose it is, as a column of theirs; nil for whoever is in front.
    let reader: DeckColumn?
  }

  let panes: Panes
  /// Side by side, from the left. What is still to be opened is left out.
  let columns: [Place]
  /// What lies over them all; nil for nothing.
  let overlay: Place?
  /// The scene that has the keys.
  let front: any Scene
  /// The scene that has them where nothing lies over it.
  let ground: any Scene
  /// The scene that the top line is about: what stands beside it has a title of its own.
  let headed: Place
  /// Which columns of a deck are in sight; nil where there is but one column, or something takes
  /// the whole screen.
  let window: ColumnWindow?
  /// Whether going back leads anywhere: not from what stands in a column of a deck.
  let leadsBack: Bool

  /// The open scenes on a screen of that size; nil where none is open.
  ///
  /// Whoever listens to the screen gets one pane, since two are read as one.
  init?(
    of deck: [Column], current: Int, window: ColumnWindow, on size: CellSize, isPlain: Bool
  ) {
    let column = deck[current]
    guard let visible = column.stack.visible, let ground = column.stack.ground,
      let front = column.stack.front
    else { return nil }
    func place(_ scene: any Scene, _ rect: CellRect, in number: Int = current) -> Place {
      Place(
        scene: scene, rect: rect, column: number,
        reader: deck[number].reader(deck[number].stack.account(of: scene)))
    }
    if deck.count > 1, ground.takesMainPane || ground.fitsBeside {
      panes = Panes(of: size, deck: window.shown.count, hasTitles: !isPlain)
      columns = zip(window.shown, panes.columns).compactMap { number, rect in
        let scene = number == current ? ground : deck[number].stack.inColumn
        return scene.map { place($0, rect, in: number) }
      }
      self.window = window
      headed = place(panes.titles == nil ? ground : visible.main, panes.whole)
    } else {
      panes = Panes(
        of: size, sideBySide: visible.side != nil && !isPlain, hasAir: visible.main.hasAir)
      let scenes = panes.columns.count > 1 ? [visible.main, visible.side] : [ground]
      columns = zip(scenes.compactMap(\.self), panes.columns).map { place($0, $1) }
      self.window = nil
      headed = place(columns[0].scene, panes.whole)
    }
    overlay = front.isOverlay ? place(front, panes.whole) : nil
    (self.front, self.ground) = (front, ground)
    leadsBack = column.pinned == nil || column.stack.count > 1
  }

  /// Every scene in its place, what lies over others last.
  var places: [Place] { columns + (overlay.map { [$0] } ?? []) }

  /// Whose a cell is. The top line belongs to the scene that it is about, a title to the scene below
  /// it, and the bottom line to the scene in front: they are outside of its rows.
  func place(at position: CellPosition) -> Place {
    if let overlay { return overlay }
    if panes.header.contains(position) { return headed }
    return columns.first { $0.rect.contains(position) || isTitle(position, of: $0) }
      ?? Place(
        scene: front, rect: panes.whole, column: headed.column, reader: headed.reader)
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
