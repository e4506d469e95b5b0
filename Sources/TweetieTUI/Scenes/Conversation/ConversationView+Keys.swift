import FeedDomain
import Terminal

extension ConversationView {
  func handle(_ event: SceneEvent) -> Bool {
    switch event {
    case .command(let command): return handle(command)
    case .mouse(let mouse, let count): return handle(mouse, count: count)
    case .key, .paste, .edited: return false
    }
  }

  private func handle(_ command: Command) -> Bool {
    if pane.move(command) {
      stage?.redraw()
      return true
    }
    switch command {
    case .refresh: request(.refresh)
    case .undo: request(.undo)
    default:
      if let route = Route(command, abilities: posts.abilities) {
        stage?.go(to: route)
        return true
      }
      guard let item = pane.selected?.item else { return false }
      return perform(command, on: item)
    }
    return true
  }

  /// What the mouse does: the wheel scrolls, a click selects and presses, two clicks open.
  private func handle(_ mouse: MouseEvent, count: Int) -> Bool {
    switch mouse.action {
    case .wheelDown: pane.scroll(by: 3)
    case .wheelUp: pane.scroll(by: -3)
    case .press(1): return press(mouse.position, count: count)
    default: return false
    }
    stage?.redraw()
    return true
  }

  private func press(_ position: CellPosition, count: Int) -> Bool {
    guard let hit = pane.hit(at: position) else { return false }
    pane.select(at: position.row)
    stage?.redraw()
    guard let item = pane.selected?.item else { return true }
    if let link = hit.link {
      stage?.open(link)
    } else if let action = hit.action {
      perform(action, on: item)
    } else if count > 1 {
      return perform(.open, on: item)
    }
    return true
  }
}
