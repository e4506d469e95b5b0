import FeedDomain
import Terminal

extension ComposeView {
  /// Answers the mouse: the keys go where it points.
  func handle(_ mouse: MouseEvent) -> Bool {
    switch mouse.action {
    case .wheelUp: turn(by: -1)
    case .wheelDown: turn(by: 1)
    case .press(1):
      point(
        CellPosition(
          row: mouse.position.row + corner.row, column: mouse.position.column + corner.column))
    default: return false
    }
    return true
  }

  private func turn(by step: Int) {
    if popup != nil {
      popup?.choose(by: step)
    } else {
      text.moveRows(by: 3 * step, columns: page.text.size.columns)
    }
  }

  private func point(_ position: CellPosition) {
    guard !isSending else { return }
    if popup?.choose(at: position) == true { return complete() }
    popup = nil
    if pointInPanel(position) || pointAtPicture(position) || pointInPoll(position) { return }
    if isInPoll { closePoll() }
    // What was begun there is not lost by a click beside it.
    if panel?.isEmpty == true { panel = nil }
    more = nil
    if let warningRect, warningRect.contains(position) {
      isInWarning = true
      warning?.point(
        at: position.column - warningRect.origin.column, columns: warningRect.size.columns)
    } else if page.text.contains(position) {
      isInWarning = false
      let layout = text.layout(columns: page.text.size.columns)
      text.move(
        to: layout.offset(
          row: position.row - page.text.origin.row + scroll,
          column: position.column - page.text.origin.column))
    }
  }

  private func pointInPanel(_ position: CellPosition) -> Bool {
    guard let rect = page.panel, rect.contains(position) else { return false }
    if let more {
      let row = firstMore(of: more, rows: rect.size.rows) + position.row - rect.origin.row
      self.more?.move(to: row)
      return true
    }
    return panel?.point(at: position) == true
  }

  private func pointAtPicture(_ position: CellPosition) -> Bool {
    guard let rect = page.pictures, rect.contains(position) else { return false }
    if panel == nil { openPictures() }
    popup = nil
    panel?.choose(position.row - rect.origin.row)
    return true
  }

  private func pointInPoll(_ position: CellPosition) -> Bool {
    guard let rect = page.poll, rect.contains(position), let form = poll else { return false }
    let row = firstAnswer(of: form, rows: rect.size.rows) + position.row - rect.origin.row
    if panel == nil, more == nil { isInPoll = true }
    poll?.move(to: row)
    return true
  }
}
