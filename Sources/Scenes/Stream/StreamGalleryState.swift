import FeedDomain
import PhotoDisplay
import Preferences
import Terminal

/// A state of a stream's photo wall and carousel, with their running tasks.
struct StreamGalleryState {
  /// The photo wall of the stream, with its layout, selection and scroll position.
  var wall = PhotoWallState<StreamRow.ID>()
  var carousel = CarouselAnimation()
  /// The list layout to which the stream returns when the photo wall or carousel is left.
  var list = TimelineLayout.list
  /// The cache of dimmed pictures, drawn for the photos beside the middle of the carousel.
  private(set) var dimmer = PictureDimmer()
  /// The task that animates the turning carousel; nil if none has turned.
  var carouselTurnTask: Task<Void, Never>?

  mutating func resetGalleryAndListLayout() {
    wall.selectPhoto(nil, onRow: 0)
    endCarouselTurnReleasingPictures()
    list = .list
  }

  /// Ends the turn of the carousel, and releases the dimmed pictures.
  mutating func endCarouselTurnReleasingPictures() {
    carousel.endCarouselTurn()
    dimmer = PictureDimmer()
  }

  func cancelCarouselTurnTask() { carouselTurnTask?.cancel() }
}

/// A selection of a stream's rows for a photo wall or carousel: posts with photos, and gaps.
struct GalleryItems {
  /// A destination in the carousel, to which a command moves: a number of steps, or an index.
  enum CarouselDestination: Equatable {
    /// A destination in the carousel: a number of photos from the middle one, reached with an
    /// animation; positive is to the right.
    case by(Int)
    /// A destination in the carousel: the photo at an index, reached without an animation.
    case to(Int)
  }

  /// The rows of a stream for its photo wall or carousel: posts with photos, and gaps, in the order
  /// of the screen.
  let rows: [StreamRow]
  /// The index of the stream's selected row among the rows for its photo wall or carousel; nil if
  /// no row is selected.
  let selected: Int?
  /// True if the stream has no further posts to be fetched above or below.
  let isComplete: Bool
  var ring: CarouselRing { CarouselRing(count: rows.count) }

  /// Creates the selection of those rows of a stream that its photo wall or carousel shows.
  /// `selected` is the row selected in the stream.
  init(of rows: [StreamRow], selected: StreamRow.ID?, more: MorePostsAvailability) {
    self.rows = rows.filter(\.isInGallery)
    self.selected = self.rows.firstIndex { $0.id == selected }
    isComplete = more == MorePostsAvailability()
  }

  /// Returns the destination of a command in the carousel; nil if the command moves nothing.
  func carouselDestination(of command: Command) -> CarouselDestination? {
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

/// A drawing area of a photo wall or carousel, which finds the row under a cell.
@MainActor
struct GalleryDrawingArea {
  let posts: PostViewModelFactory
  let drawing: DrawingParameters
  let rect: CellRect
  let galleryItems: GalleryItems
  let footer: StreamFooter
  let dimmer: PictureDimmer

  /// A target of a click on a photo wall or carousel: the stream's row drawn at the clicked cell,
  /// its steps from the carousel's middle, and the action to perform.
  struct GalleryRowClickTarget {
    let row: StreamRow
    /// The number of steps from the middle of the carousel to the clicked photo; 0 on a photo wall.
    var steps = 0
    /// The action of a click, besides selecting the row; nil if there is none.
    var action: PostAction?
  }

  /// The number of rows of the words below the end of a photo wall, with the blank row above.
  private static let footerRows = 2

  var wall: PhotoWallPainter<StreamRow> {
    func wallElementPainter(_ grid: PhotoWallColumnGrid) -> WallElementPainter {
      WallElementPainter(posts: posts, drawing: drawing, grid: grid, room: rect.size)
    }
    var grid =
      posts.options.isPlain
      ? PhotoWallColumnGrid(single: rect.size.columns)
      : PhotoWallColumnGrid(
        room: rect.size, most: posts.terms.mostAtOnce, drawsBlocks: drawing.pictures.drawsBlocks)
    let rows = galleryItems.rows
    // If all photos of the stream fit on the screen, they are enlarged.
    if galleryItems.isComplete, !posts.options.isPlain,
      (2..<PhotoWallColumnGrid.fewPhotos).contains(rows.count)
    {
      let shapes = rows.compactMap(\.post?.post.content.photos.first).map {
        PhotoShape($0.size, cell: drawing.pictures.cell)
      }
      let above = CellSize(
        rows: rect.size.rows - Self.footerRows, columns: rect.size.columns)
      if shapes.count == rows.count {
        grid = grid.gridForFewPhotos(in: above, photos: shapes) { grid in
          rows.map { wallElementPainter(grid).wallElement($0).rows }
        }
      }
    }
    let layout = StreamLayout(posts: posts, theme: drawing.theme, now: drawing.now)
    return PhotoWallPainter(
      tile: wallElementPainter(grid), rows: rows, rect: rect
    ) { layout.laidOutRow($0, columns: $1).lines.first ?? Line() }
  }

  var carousel: CarouselPainter {
    CarouselPainter(
      posts: posts, drawing: drawing, galleryItems: galleryItems,
      activity: footer.isBusy ? footer.words : "", dimmer: dimmer, rect: rect)
  }

  /// Returns the row and action that a click at a cell of a photo wall selects; nil for an empty
  /// cell.
  func wallClickTarget(at position: CellPosition, of wall: PhotoWallState<StreamRow.ID>)
    -> GalleryRowClickTarget?
  {
    let drawing = self.wall
    guard let hit = wall.photoPosition(at: position, grid: drawing.tile.grid),
      galleryItems.rows.indices.contains(hit.index)
    else { return nil }
    return GalleryRowClickTarget(
      row: galleryItems.rows[hit.index],
      action: drawing.clickAction(
        ofElement: hit.index, row: hit.row, column: position.column, of: wall))
  }

  /// Returns a function from a cell of a carousel to the row and action that a click there selects;
  /// its result is nil for an empty cell.
  func carouselClickTargetFunction() -> (CellPosition) -> GalleryRowClickTarget? {
    guard let selected = galleryItems.selected else { return { _ in nil } }
    let boxes = carousel.photoBoxesByStep(around: selected)
    let action = carousel.captionClickActionFunction(around: selected)
    return { position in
      if let action = action(position) {
        return GalleryRowClickTarget(row: galleryItems.rows[selected], action: action)
      }
      let hit = boxes.filter { $0.value.contains(position) }
      guard let steps = hit.keys.min(by: { abs($0) < abs($1) }),
        let index = galleryItems.ring.neighbourIndexUnlessShownTwice(steps, from: selected)
      else { return nil }
      return GalleryRowClickTarget(row: galleryItems.rows[index], steps: steps)
    }
  }
}
