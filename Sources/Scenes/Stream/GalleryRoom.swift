import FeedDomain
import PhotoDisplay
import Preferences
import Terminal

/// The room in which a gallery is drawn, and what is under a cell of it.
@MainActor struct GalleryRoom {
  let posts: PostPresentation
  let drawing: Drawing
  let rect: CellRect
  let galleryItems: GalleryItems
  let footer: StreamFooter
  let dimmer: PictureDimmer

  /// What is under a cell.
  struct Hit {
    /// The row of the stream.
    let row: StreamRow
    /// How many places from the middle of a carousel it stands.
    var steps = 0
    /// What a click does, besides selecting it.
    var action: PostClick?
  }

  /// What draws the wall in it.
  var wall: WallDrawing<StreamRow> {
    let grid =
      posts.options.isPlain
      ? WallGrid(single: rect.size.columns)
      : WallGrid(room: rect.size, most: posts.terms.mostAtOnce)
    let layout = StreamLayout(posts: posts, theme: drawing.theme, now: drawing.now)
    return WallDrawing(
      tile: WallTile(posts: posts, drawing: drawing, grid: grid, room: rect.size),
      rows: galleryItems.rows, rect: rect
    ) { layout.block($0, columns: $1).lines.first ?? Line() }
  }

  /// What draws the carousel in it.
  var carousel: CarouselDrawing {
    CarouselDrawing(
      posts: posts, drawing: drawing, galleryItems: galleryItems,
      activity: footer.isBusy ? footer.words : "", dimmer: dimmer, rect: rect)
  }

  /// What of a wall is under that cell.
  func hit(at position: CellPosition, of wall: Wall<StreamRow.ID>) -> Hit? {
    let drawing = self.wall
    guard let hit = wall.piece(at: position, grid: drawing.tile.grid),
      galleryItems.rows.indices.contains(hit.index)
    else { return nil }
    return Hit(
      row: galleryItems.rows[hit.index],
      action: drawing.action(hit.index, row: hit.row, column: position.column, of: wall))
  }

  /// Tells what of the carousel is under a cell.
  func carouselHits() -> (CellPosition) -> Hit? {
    guard let selected = galleryItems.selected else { return { _ in nil } }
    let boxes = carousel.boxes(around: selected)
    let action = carousel.actions(around: selected)
    return { position in
      if let action = action(position) {
        return Hit(row: galleryItems.rows[selected], action: action)
      }
      let hit = boxes.filter { $0.value.contains(position) }
      guard let steps = hit.keys.min(by: { abs($0) < abs($1) }),
        let index = galleryItems.ring.element(steps, from: selected)
      else { return nil }
      return Hit(row: galleryItems.rows[index], steps: steps)
    }
  }
}
