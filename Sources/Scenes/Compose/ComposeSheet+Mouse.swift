import Terminal

extension ComposeSheet {
  /// Answers the mouse: the keys go where it points.
  mutating func handle(_ mouse: MouseEvent) -> ComposeEffect {
    switch mouse.action {
    case .wheelUp: turn(by: -1)
    case .wheelDown: turn(by: 1)
    case .press(1):
      return point(
        CellPosition(
          row: mouse.position.row + drawn.corner.row,
          column: mouse.position.column + drawn.corner.column))
    default: return .ignored
    }
    return .seen
  }

  private mutating func turn(by step: Int) {
    if popup != nil {
      popup?.choose(by: step)
    } else {
      thread.post.text.moveRows(by: 3 * step, columns: drawn.parts.text.size.columns)
    }
  }

  private mutating func point(_ position: CellPosition) -> ComposeEffect {
    if let word = popup?.word(at: position) { return take(word) }
    popup = nil
    if let effect = pointBelowText(position) { return effect }
    // What was begun there is not lost by a click beside it.
    if panel?.isEmpty != false { _ = close() }
    let text = drawn.parts.text
    if let rect = drawn.warning, rect.contains(position) {
      thread.post.pointAtWarning(position.column - rect.origin.column, columns: rect.size.columns)
    } else if text.contains(position) {
      thread.post.pointAtText(
        row: position.row - text.origin.row + drawn.scroll,
        column: position.column - text.origin.column, columns: text.size.columns)
    } else {
      pointAround(position)
    }
    return .seen
  }

  /// Goes to the post of the thread that was drawn there.
  private mutating func pointAround(_ position: CellPosition) {
    let rows = ThreadRows(thread: thread)
    if let rect = drawn.parts.before, rect.contains(position) {
      turn(to: rows.before(rows: rect.size.rows).lowerBound + position.row - rect.origin.row)
    } else if let rect = drawn.parts.after, rect.contains(position) {
      turn(to: thread.place + 1 + position.row - rect.origin.row)
    }
  }

  private mutating func pointBelowText(_ position: CellPosition) -> ComposeEffect? {
    if let rect = drawn.parts.panel, rect.contains(position) {
      if focus == .more {
        thread.post.more.point(at: position.row - rect.origin.row)
        return .seen
      }
      if panel?.point(at: position) == true { return .seen }
    }
    if let rect = drawn.parts.pictures, rect.contains(position) {
      let effect = panel == nil ? openPictures() : .seen
      panel?.choose(position.row - rect.origin.row)
      return effect
    }
    guard let rect = drawn.parts.poll, rect.contains(position), form.poll != nil else { return nil }
    thread.post.poll?.point(at: position.row - rect.origin.row)
    return focus == .text ? open(.poll) : .seen
  }
}
