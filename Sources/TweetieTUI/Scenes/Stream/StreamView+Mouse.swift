import FeedDomain
import Terminal

extension StreamView {
  /// What the mouse does: the wheel scrolls or turns, a click selects and presses, two clicks open
  /// a post and like a photo.
  func handle(_ mouse: MouseEvent, count: Int) -> Bool {
    switch mouse.action {
    case .wheelDown: wheel(1)
    case .wheelUp: wheel(-1)
    case .press(1) where mouse.position.row == -1: return pressTab(at: mouse.position.column)
    case .press(1):
      return layout == .list
        ? press(mouse.position, count: count) : pressPhoto(mouse.position, count: count)
    default: return false
    }
    return true
  }

  private func wheel(_ direction: Int) {
    cameFrom = direction > 0 ? .above : .below
    switch layout {
    case .list: pane.scroll(by: 3 * direction)
    case .wall:
      wall.scroll(by: 3 * direction)
      followWall()
    case .carousel:
      // One flick of a wheel is many turns of it; the ring takes them one at a time.
      if carousel.motion == nil { turn(by: direction) }
    }
    wantMore()
    stage?.redraw()
  }

  private func pressTab(at column: Int) -> Bool {
    let line = StreamHeader(wording: posts.wording, options: posts.options)
    guard let tab = line.tab(at: column, of: heading, now: world.now, columns: columns) else {
      return false
    }
    showTab(tab)
    return true
  }

  private func press(_ position: CellPosition, count: Int) -> Bool {
    guard let hit = pane.hit(at: position) else { return false }
    pane.select(at: position.row)
    stage?.redraw()
    guard let item = pane.selected?.post else {
      if count > 1 { return handle(.command(.open)) }
      return true
    }
    if let link = hit.link {
      stage?.open(link)
    } else if let action = hit.action {
      perform(action, on: item)
    } else if count > 1 {
      return handle(.command(.open))
    }
    return true
  }
}
