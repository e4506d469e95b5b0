import Preferences
import Terminal

/// A scene that is a list: keys and the wheel move in it, a click selects and presses, two open.
@MainActor protocol ListScene: Scene {
  associatedtype Row: Identifiable & Equatable
  associatedtype RowAction: Equatable
  /// The rows, and where the reader is among them.
  var pane: ListPane<Row, RowAction> { get set }
  /// The reader moved: draws it again, and asks for more near the end.
  func moved()
  /// Does what a command asks that moves nothing; false where it asks nothing.
  func handleCommand(_ command: Command) -> Bool
  /// Does what a click on a part of the selected row asks for.
  func perform(_ action: RowAction)
  /// Whether a click asks for it only where the row was selected before: what fills much of a row
  /// would leave little to select it by.
  func isForSelected(_ action: RowAction) -> Bool
  /// Whether what a click asks for opens something, rather than doing what a key does.
  func opensContent(_ action: RowAction) -> Bool
  /// Whether opening a row leads where nothing that stands in it leads.
  func opens(_ row: Row) -> Bool
  /// Copies the address of what that action opens, or of the selected row.
  func copyAddress(of action: RowAction?)
  /// Opens a link that is clicked.
  func follow(_ link: Hyperlink)
  /// Does what two clicks on the selected row ask for; false where they ask nothing.
  func clickedTwice() -> Bool
}

extension ListScene {
  func handle(_ event: SceneEvent) -> Bool { handleInList(event) }

  func moved() { navigator?.redraw() }

  /// What an event does where nothing lies over the list.
  @_semantics("optimize.sil.specialize.generic.never")
  func handleInList(_ event: SceneEvent) -> Bool {
    switch event {
    case .command(let command):
      guard pane.move(command) else { return handleCommand(command) }
      moved()
      return true
    case .mouse(let mouse, let count): return point(mouse, count: count)
    case .key, .paste, .edited: return false
    }
  }

  private func point(_ mouse: MouseEvent, count: Int) -> Bool {
    switch mouse.action {
    case .wheelDown: pane.scroll(by: 3)
    case .wheelUp: pane.scroll(by: -3)
    case .press(1): return press(mouse.position, count: count)
    default: return false
    }
    moved()
    return true
  }

  /// A click, which is the second of two at the same place where there were so many.
  @_semantics("optimize.sil.specialize.generic.never")
  func press(_ position: CellPosition, count: Int) -> Bool {
    guard let hit = pane.hit(at: position) else { return false }
    let before = pane.selected?.id
    pane.select(at: position.row)
    let wasSelected = pane.selected?.id == before
    moved()
    if let link = hit.link {
      follow(link)
    } else if let action = hit.action, wasSelected || !isForSelected(action) {
      perform(action)
    } else if count > 1 {
      return clickedTwice()
    }
    return true
  }
}

extension ListScene {
  var clickTargets: [ClickTarget] { clickTargetsInList }

  func activate(_ place: CellPosition, copying: Bool) { activateInList(place, copying: copying) }

  /// What can be clicked in the list, counted from its own top left cell.
  var clickTargetsInList: [ClickTarget] {
    pane.clickTargets({ opensContent($0) }, opens: { opens($0) })
  }

  /// Opens what stands there in the list, or copies its address.
  func activateInList(_ place: CellPosition, copying: Bool) {
    guard let hit = pane.hit(at: place) else { return }
    pane.select(at: place.row)
    moved()
    if copying {
      guard let link = hit.link else { return copyAddress(of: hit.action) }
      navigator?.copy(SafeText(sanitizing: link.address))
    } else if let link = hit.link {
      follow(link)
    } else if let action = hit.action {
      perform(action)
    } else {
      _ = handleCommand(.open)
    }
  }
}

extension ListScene {
  func clickedTwice() -> Bool { handleCommand(.open) }

  func follow(_ link: Hyperlink) { navigator?.open(link) }

  func opensContent(_ action: RowAction) -> Bool { true }

  func opens(_ row: Row) -> Bool { false }

  func copyAddress(of action: RowAction?) { _ = handleCommand(.copyLink) }

  func isForSelected(_ action: RowAction) -> Bool { false }
}

extension ListScene where RowAction == Never {
  func perform(_ action: Never) {}
}
