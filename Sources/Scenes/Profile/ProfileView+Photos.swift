import FeedDomain
import PhotoDisplay
import Preferences
import Terminal

/// The photo wall of a profile, an alternative view of the list's rows and selection.
extension ProfileView {
  func drawWall(on canvas: inout Canvas, in rect: CellRect, _ drawing: Drawing) {
    let drawing = drawing.isFront && dialog == nil ? drawing : drawing.behind
    let wall = wallDrawing(in: rect, drawing)
    self.wall.hung = wall
    self.wall.wall.fit(
      wall.pieces, columns: wall.tile.grid.count, room: rect.size, footer: 0)
    followWall()
    wall.draw(self.wall.wall, footer: [], on: &canvas)
    wall.expect(after: self.wall.wall, downwards: true)
  }

  private func wallDrawing(in rect: CellRect, _ drawing: Drawing) -> WallDrawing<ProfileRow> {
    let grid =
      posts.options.isPlain
      ? WallGrid(single: rect.size.columns)
      : WallGrid(room: rect.size, most: posts.terms.mostAtOnce)
    return WallDrawing(
      tile: WallTile(
        posts: posts, drawing: drawing, grid: grid, room: rect.size,
        person: viewModel.heading?.id),
      rows: pane.items, rect: rect)
  }

  /// Selects in the list the row selected on the wall.
  func followWall() {
    guard let id = wall.wall.selected,
      let index = pane.items.firstIndex(where: { $0.id == id })
    else { return }
    pane.selection = index
  }

  /// Handles an event while the wall is shown.
  func handleOnWall(_ event: SceneEvent) -> Bool {
    switch event {
    case .command(.open):
      guard let item = pane.selected?.post else { return false }
      navigator?.go(to: .photo(item.post.id, index: item.shownPhoto))
    case .command(let command):
      guard wall.wall.move(command) else { return handleCommand(command) }
      followWall()
      moved()
    case .mouse(let mouse, let count): return point(mouse, count: count)
    case .key(let key):
      return Command(wallLetter: key, posts.options).map { handleOnWall(.command($0)) } ?? false
    case .paste, .edited: return false
    }
    return true
  }

  private func point(_ mouse: MouseEvent, count: Int) -> Bool {
    switch mouse.action {
    case .wheelDown: wall.wall.scroll(by: 3)
    case .wheelUp: wall.wall.scroll(by: -3)
    case .press(1):
      guard let hit = wall.hit(at: mouse.position) else { return false }
      let isSelected = pane.items[hit.index].id == pane.selected?.id
      wall.wall.select(pane.items[hit.index].id)
      followWall()
      if let action = hit.action, let item = pane.selected?.post {
        perform(action, on: item)
      } else if isSelected {
        guard count == 2 else { return handleOnWall(.command(.open)) }
        likeChosen()
      }
    default: return false
    }
    followWall()
    moved()
    return true
  }

  /// The click targets on the wall.
  var clickTargetsOnWall: [ClickTarget] {
    ClickTarget.all(in: wall.wall.room, between: 1) {
      wall.hit(at: $0)?.index
    } make: { index, place in
      ClickTarget(
        place: place, isSelected: pane.items[index].id == pane.selected?.id, opensContent: true)
    }
  }

  /// Opens the photo at a position, or copies its post's address.
  func reachOnWall(_ place: CellPosition, copying: Bool) {
    guard let hit = wall.hit(at: place) else { return }
    wall.wall.select(pane.items[hit.index].id)
    followWall()
    moved()
    _ = copying ? handleCommand(.copyLink) : handleOnWall(.command(.open))
  }
}

/// The state of a profile's photo wall, with the last drawing for mouse events.
@MainActor struct ProfileWall {
  var wall = Wall<ProfileRow.ID>()
  var hung: WallDrawing<ProfileRow>?

  /// Returns the row at a cell, and the action of a click there besides selecting.
  func hit(at position: CellPosition) -> (index: Int, action: PostClick?)? {
    guard let hung, let piece = wall.piece(at: position, grid: hung.tile.grid),
      hung.rows.indices.contains(piece.index)
    else { return nil }
    return (
      piece.index,
      hung.action(piece.index, row: piece.row, column: position.column, of: wall)
    )
  }
}
