import FeedDomain
import PhotoDisplay
import Preferences
import Terminal

/// The stream as a wall and as a carousel, and what goes on in them.
struct StreamGallery {
  /// How the photos hang.
  var wall = Wall<StreamRow.ID>()
  /// How the ring turns.
  var carousel = Carousel()
  /// How close the posts stood before their photos were hung.
  var list = Arrangement.list
  /// Keeps those aside from the middle of the ring faint.
  private(set) var dimmer = PictureDimmer()
  /// The turn of the carousel that is under way.
  var gliding: Task<Void, Never>?
  /// A click that opens, unless another follows it.
  var opening: Task<Void, Never>?

  /// Takes everything down: another stream is read.
  mutating func clear() {
    wall.place(nil, row: 0)
    rest()
    list = .list
  }

  /// Ends the turn that is under way, and lets go of what was drawn for it.
  mutating func rest() {
    carousel.rest()
    dimmer = PictureDimmer()
  }

  /// Stops what goes on.
  func stop() {
    gliding?.cancel()
    opening?.cancel()
  }
}

/// What a gallery shows of a stream: the posts with photos, and the gaps between them.
struct GalleryItems {
  /// Where a command leads in the carousel.
  enum Turn: Equatable {
    /// So many places to the right, the ring turning.
    case by(Int)
    /// To that element, at once.
    case to(Int)
  }

  /// What is shown, in the order of the screen.
  let rows: [StreamRow]
  /// Which of it is selected; nil for none.
  let selected: Int?
  /// Whether that is all there is.
  let isComplete: Bool
  /// The same as a ring.
  var ring: CarouselRing { CarouselRing(count: rows.count) }

  /// What a gallery shows of the rows.
  init(of rows: [StreamRow], selected: StreamRow.ID?, more: StreamSides) {
    self.rows = rows.filter(\.isInGallery)
    self.selected = self.rows.firstIndex { $0.id == selected }
    isComplete = more == StreamSides()
  }

  /// Where a command leads from what is selected; nil for a command that moves nothing.
  func turn(_ command: Command) -> Turn? {
    guard let selected else { return nil }
    switch command {
    case .right, .down, .lineDown: return .by(1)
    case .left, .up, .lineUp: return .by(-1)
    case .halfPageDown, .pageDown: return .to(min(selected + 10, rows.count - 1))
    case .halfPageUp, .pageUp: return .to(max(selected - 10, 0))
    case .top: return .to(0)
    case .bottom: return .to(rows.count - 1)
    default: return nil
    }
  }
}

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
