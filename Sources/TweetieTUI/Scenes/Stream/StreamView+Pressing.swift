import FeedDomain
import Terminal

/// Clicks on a wall and a carousel: one selects, one on what is selected opens, two like.
extension StreamView {
  func pressPhoto(_ position: CellPosition, count: Int) -> Bool {
    guard let hit = hit(at: position) else { return false }
    let isSelected = hit.id == pane.selected?.id
    let item = pane.items.first { $0.id == hit.id }?.post
    if let action = hit.action, let item,
      isSelected || layout == .wall && !action.isForSelected
    {
      choose(hit)
      perform(action, on: item)
    } else if count > 1 {
      if count == 2 { _ = handle(.command(item == nil ? .open : .like)) }
    } else if isSelected {
      openUnlessClickedAgain()
    } else {
      choose(hit)
    }
    stage?.redraw()
    return true
  }

  private typealias Hit = (id: StreamRow.ID, steps: Int, action: PostAction?)

  private func choose(_ hit: Hit) {
    switch layout {
    case .list: break
    case .wall:
      wall.select(hit.id)
      followWall()
    case .carousel: if hit.steps != 0 { turn(by: hit.steps) }
    }
    wantMore()
  }

  /// A click on what is selected opens it, unless it turns out to be the first half of two.
  private func openUnlessClickedAgain() {
    opening = Task { [weak self, world] in
      do throws(CancellationError) {
        try await world.sleep(for: ClickCounter.patience)
      } catch {
        return
      }
      guard !Task.isCancelled else { return }
      _ = self?.handle(.command(.open))
    }
  }

  private func hit(at position: CellPosition) -> Hit? {
    guard let last else { return nil }
    let rect = CellRect(origin: CellPosition(row: 0, column: 0), size: last.size)
    switch layout {
    case .list: return nil
    case .wall:
      let drawing = wallDrawing(in: rect, last.drawing)
      guard let hit = wall.piece(at: position, grid: drawing.tile.grid),
        drawing.rows.indices.contains(hit.index)
      else { return nil }
      let action = drawing.action(hit.index, row: hit.row, column: position.column, of: wall)
      return (drawing.rows[hit.index].id, 0, action)
    case .carousel:
      guard let exhibit else { return nil }
      let drawing = carouselDrawing(in: rect, last.drawing)
      if let action = drawing.action(at: position, around: exhibit) {
        return (drawing.rows[exhibit].id, 0, action)
      }
      let boxes = drawing.boxes(around: exhibit).filter { $0.value.contains(position) }
      guard let steps = boxes.keys.min(by: { abs($0) < abs($1) }),
        case .here(let index)? = drawing.ring.element(steps, from: exhibit)
      else { return nil }
      return (drawing.rows[index].id, steps, nil)
    }
  }
}
