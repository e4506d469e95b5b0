import FeedDomain
import Preferences
import Scenes
import Terminal

/// A layout of the deck on the screen: the panes, the scenes of the visible columns, and the
/// overlay.
@MainActor
struct DeckLayout {
  struct PlacedScene {
    let scene: any Scene
    let rect: CellRect
    let column: Int
    /// The account and content of a scene on the screen, as a deck column; nil for the active
    /// account.
    let reader: DeckColumn?
  }

  let panes: ScreenPanes
  /// The scenes in the panes of the screen, from left to right.
  let columns: [PlacedScene]
  /// The scene drawn over all columns of the screen; nil if there is none.
  let overlay: PlacedScene?
  let frontScene: any Scene
  /// The front scene of the focused column, whether or not an overlay covers it.
  let focusedScene: any Scene
  /// The scene whose title is in the top line of the screen; other panes have title lines of their
  /// own.
  let sceneInTopLine: PlacedScene
  /// The visible columns of the deck; nil with a single column, or under a full-screen scene.
  let window: VisibleColumnRange?
  /// True if the bottom line offers the command "back"; false for the only scene of a pinned
  /// column.
  let leadsBack: Bool

  /// Creates the layout of the deck on the screen; nil if no scene is open. In plain mode there is
  /// a single pane, since a screen reader would read two as one.
  init?(
    of deck: [SceneColumn], current: Int, window: VisibleColumnRange, on size: CellSize,
    isPlain: Bool
  ) {
    let column = deck[current]
    guard let visible = column.stack.visible, let ground = column.stack.base,
      let front = column.stack.front
    else { return nil }
    func placedScene(_ scene: any Scene, _ rect: CellRect, in number: Int = current) -> PlacedScene
    {
      PlacedScene(
        scene: scene, rect: rect, column: number,
        reader: deck[number].deckColumnOfAccount(deck[number].stack.accountID(of: scene)))
    }
    if deck.count > 1, ground.properties.takesMainPane || ground.properties.fitsBeside {
      panes = ScreenPanes(of: size, deck: window.visibleColumns.count, hasTitles: !isPlain)
      columns = zip(window.visibleColumns, panes.columns).compactMap { number, rect in
        let scene = number == current ? ground : deck[number].stack.columnScene
        return scene.map { placedScene($0, rect, in: number) }
      }
      self.window = window
      sceneInTopLine = placedScene(panes.titles == nil ? ground : visible.main, panes.wholeScreen)
    } else {
      panes = ScreenPanes(
        of: size, sideBySide: visible.side != nil && !isPlain,
        mayHaveBlankTopRow: visible.main.properties.mayHaveBlankTopRow)
      let scenes = panes.columns.count > 1 ? [visible.main, visible.side] : [ground]
      columns = zip(scenes.compactMap(\.self), panes.columns).map { placedScene($0, $1) }
      self.window = nil
      sceneInTopLine = placedScene(columns[0].scene, panes.wholeScreen)
    }
    overlay = front.properties.isOverlay ? placedScene(front, panes.wholeScreen) : nil
    (self.frontScene, self.focusedScene) = (front, ground)
    leadsBack = column.pinned == nil || column.stack.count > 1
  }

  var places: [PlacedScene] { columns + (overlay.map { [$0] } ?? []) }

  /// Returns the scene at a cell of the screen: the top line belongs to the scene whose title it
  /// shows, a pane's title to the scene below it, and the bottom line to the front scene. Under an
  /// overlay only the tabs in the top line belong to their scene, and none while text is typed.
  func placedScene(at position: CellPosition) -> PlacedScene {
    if let overlay {
      let isTab =
        panes.header.contains(position) && !overlay.scene.properties.takesText
        && sceneInTopLine.scene.wantsHeaderClick(at: position.column)
      return isTab ? sceneInTopLine : overlay
    }
    if panes.header.contains(position) { return sceneInTopLine }
    return columns.first { $0.rect.contains(position) || isTitleCell(position, of: $0) }
      ?? PlacedScene(
        scene: frontScene, rect: panes.wholeScreen, column: sceneInTopLine.column,
        reader: sceneInTopLine.reader)
  }

  /// Returns the command that a click on a cell of a pane's title performs; nil for other cells.
  @MainActor
  func titleCommand(at position: CellPosition) -> Command? {
    guard let place = columns.first(where: { isTitleCell(position, of: $0) }),
      ScreenBarPainter.isInRightTitleText(
        position.column - place.rect.origin.column, ofTitle: place.scene.title,
        columns: place.rect.size.columns)
    else { return nil }
    return place.scene.titleCommand
  }

  func isTitleCell(_ position: CellPosition) -> Bool { panes.titles?.contains(position) == true }

  private func isTitleCell(_ position: CellPosition, of place: PlacedScene) -> Bool {
    isTitleCell(position) && place.rect.columns.contains(position.column)
  }
}
