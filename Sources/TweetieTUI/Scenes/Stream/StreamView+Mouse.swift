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
    moved()
  }

  func moved() {
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
}
