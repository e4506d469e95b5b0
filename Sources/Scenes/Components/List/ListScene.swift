import Preferences
import Terminal

/// A protocol for a scene with a scrolling list: keys and wheel move the selection, a click selects
/// a row or activates a link or button in it, a double click opens.
@MainActor
protocol ListScene: Scene {
  associatedtype Row: Identifiable & Equatable
  associatedtype RowAction: Equatable
  var pane: ListPane<Row, RowAction> { get set }
  /// Redraws the scene after the selection of a list moved, and may request more rows near the end.
  func selectionDidMove()
  /// Performs a command in a list that does not move the selection; returns false if it is not
  /// handled.
  func handleCommand(_ command: Command) -> Bool
  /// Performs the action of a click inside the selected row of a list.
  func performClick(_ action: RowAction)
  /// Returns true if a click performs the action only in a row that was selected already, so that
  /// large click areas do not keep rows from being selected.
  func requiresSelectionBeforeClick(_ action: RowAction) -> Bool
  /// Returns true if a click action opens a scene or page, rather than changing the selected row.
  func opensSceneOrPage(_ action: RowAction) -> Bool
  /// Returns true if a row of a list is a click target itself, because opening it shows more than
  /// its links and buttons do.
  func isWholeRowClickTarget(_ row: Row) -> Bool
  /// Copies the address that a click action opens; for nil, the address of the list's selected row.
  func copyAddress(of action: RowAction?)
  func followLink(_ link: SafeWebLink)
  /// Handles a double click on the selected row of a list; returns false if it has no effect.
  func handleDoubleClick() -> Bool
  /// Handles a click on a photo in the selected row of a list; `wasSelected` is true if the row was
  /// selected before. Returns false if the action of the click opens no photo.
  func openOrLikeClickedPhoto(_ action: RowAction, wasSelected: Bool, clicks: Int) -> Bool
  /// Cancels the delayed opening of a clicked photo, after another click or command.
  func cancelDelayedPhotoOpening()
}

extension ListScene {
  func handleEvent(_ event: SceneInputEvent) -> Bool { handleListEvent(event) }

  func selectionDidMove() { navigator?.requestRedraw() }

  /// Handles an event in a list scene that no dialog covers; returns false if it is not handled.
  @_semantics("optimize.sil.specialize.generic.never")
  func handleListEvent(_ event: SceneInputEvent) -> Bool {
    // The release of the mouse button after a click does not count as a second event.
    if !event.isRelease { cancelDelayedPhotoOpening() }
    switch event {
    case .command(let command):
      guard pane.handleSelectionMovingCommand(command) else { return handleCommand(command) }
      selectionDidMove()
      return true
    case .mouse(let mouse, let clicks): return handleMouse(mouse, clicks: clicks)
    case .key, .paste, .edited: return false
    }
  }

  private func handleMouse(_ mouse: MouseEvent, clicks: Int) -> Bool {
    switch mouse.action {
    case .wheelDown: pane.scrollRows(by: 3)
    case .wheelUp: pane.scrollRows(by: -3)
    case .press(1): return handleClick(mouse.position, clicks: clicks)
    default: return false
    }
    selectionDidMove()
    return true
  }

  /// Handles a click in a list: selects the clicked row, and follows its link or performs its
  /// action; `clicks` is 2 for a double click. Returns false if no row was clicked, or if a double
  /// click was not handled.
  @_semantics("optimize.sil.specialize.generic.never")
  func handleClick(_ position: CellPosition, clicks: Int) -> Bool {
    guard let hit = pane.itemAndAction(at: position) else { return false }
    let before = pane.selected?.id
    pane.selectItem(onRow: position.row)
    let wasSelected = pane.selected?.id == before
    selectionDidMove()
    cancelDelayedPhotoOpening()
    if let link = hit.link {
      followLink(link)
    } else if let action = hit.action,
      openOrLikeClickedPhoto(action, wasSelected: wasSelected, clicks: clicks)
    {
      navigator?.requestRedraw()
    } else if let action = hit.action, wasSelected || !requiresSelectionBeforeClick(action) {
      performClick(action)
    } else if clicks > 1 {
      return handleDoubleClick()
    }
    return true
  }

  var clickTargets: [ClickTarget] { clickTargetsInList }

  func performClick(at place: CellPosition, copyingAddress: Bool) {
    performClickInList(at: place, copyingAddress: copyingAddress)
  }

  /// The click targets of the list, relative to the scene's top left cell.
  var clickTargetsInList: [ClickTarget] {
    pane.clickTargets({ opensSceneOrPage($0) }, opens: { isWholeRowClickTarget($0) })
  }

  /// Selects the row at a cell of the list pane, and follows the link, performs the action or opens
  /// the row at that cell; if `copyingAddress` is true, copies the address instead.
  func performClickInList(at place: CellPosition, copyingAddress: Bool) {
    guard let hit = pane.itemAndAction(at: place) else { return }
    pane.selectItem(onRow: place.row)
    selectionDidMove()
    if copyingAddress {
      guard let link = hit.link else { return copyAddress(of: hit.action) }
      navigator?.copyText(SafeText(sanitizing: link.address))
    } else if let link = hit.link {
      followLink(link)
    } else if let action = hit.action {
      performClick(action)
    } else {
      _ = handleCommand(.open)
    }
  }

  func handleDoubleClick() -> Bool { handleCommand(.open) }

  func followLink(_ link: SafeWebLink) { navigator?.openLink(link) }

  func opensSceneOrPage(_ action: RowAction) -> Bool { true }

  func isWholeRowClickTarget(_ row: Row) -> Bool { false }

  func copyAddress(of action: RowAction?) { _ = handleCommand(.copyLink) }

  func requiresSelectionBeforeClick(_ action: RowAction) -> Bool { false }

  func openOrLikeClickedPhoto(_ action: RowAction, wasSelected: Bool, clicks: Int) -> Bool { false }

  func cancelDelayedPhotoOpening() {}
}

extension ListScene where RowAction == Never {
  func performClick(_ action: Never) {}
}
