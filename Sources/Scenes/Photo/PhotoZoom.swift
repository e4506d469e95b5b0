import FeedDomain
import PhotoDisplay
import Terminal

/// The zoom of a photo, with its visible region.
///
/// Visible regions lie on a grid of eighths of their size, so that moving back and forth requests
/// the same few pictures again.
struct PhotoZoom: Equatable {
  /// The zoom levels of a photo in percent: terminal pixels for each photo pixel. Each level shows
  /// half the area of the one before.
  private static let steps = [12, 18, 25, 35, 50, 71, 100, 141, 200, 283, 400, 566, 800]
  /// The width and height of a photo in the unit of its visible region: thousandths.
  private static let whole = 1000

  /// The zoom level of a photo in percent; nil if the whole photo is visible.
  private(set) var percent: Int?
  /// The middle of a photo's visible region, in thousandths of the photo.
  private(set) var centre = (x: 500, y: 500)

  static func == (left: PhotoZoom, right: PhotoZoom) -> Bool {
    left.percent == right.percent && left.centre == right.centre
  }

  /// The visible region of a photo, with the rectangle in which it is drawn.
  struct VisibleRegion: Equatable {
    /// The rectangle of a photo's visible region, relative to the top left cell of the area for the
    /// photo.
    let box: CellRect
    let cut: PictureCut
    /// The zoom level of the visible region in percent.
    let percent: Int
  }

  /// The sizes of a photo and of the area in which it is drawn.
  struct ZoomSizes: Equatable {
    let photo: PhotoSize
    let room: CellSize
    let cell: PixelSize

    /// True if the photo, the area for it or a cell is empty.
    var isEmpty: Bool {
      photo.width <= 0 || photo.height <= 0 || room.rows <= 0 || room.columns <= 0
        || cell.width <= 0 || cell.height <= 0
    }

    /// The size of the area for a photo in terminal pixels.
    var pixels: PixelSize {
      PixelSize(width: room.columns * cell.width, height: room.rows * cell.height)
    }

    /// The zoom level in percent at which the whole photo fits the area for it.
    var fit: Double {
      100
        * min(
          Double(pixels.width) / Double(photo.width), Double(pixels.height) / Double(photo.height))
    }

    /// Returns the size of a photo in cells at a zoom level, at most that of the area for it.
    func photoCellSize(percent: Double) -> CellSize {
      func cellCount(_ side: Int, _ cell: Int, _ most: Int) -> Int {
        // A sliver of less than half a cell would be a cell of nothing but border.
        max(1, Int(min(Double(most), (Double(side) * percent / 100 / Double(cell)).rounded())))
      }
      return CellSize(
        rows: cellCount(photo.height, cell.height, room.rows),
        columns: cellCount(photo.width, cell.width, room.columns))
    }
  }
}

extension PhotoZoom {
  /// Returns true if only a region of the photo is visible, which can be moved.
  func isZoomedIn(_ measure: ZoomSizes) -> Bool {
    percent.map { Double($0) > measure.fit } ?? false
  }

  /// Returns the visible region of a photo, with the rectangle in which it is drawn.
  func visibleRegion(_ measure: ZoomSizes) -> VisibleRegion {
    guard !measure.isEmpty else {
      return VisibleRegion(
        box: CellRect(row: 0, column: 0, rows: 0, columns: 0), cut: .whole, percent: 100)
    }
    guard let percent, isZoomedIn(measure) else {
      let size = measure.photoCellSize(percent: measure.fit)
      return VisibleRegion(
        box: middleRect(size, in: measure), cut: .whole, percent: Int(measure.fit))
    }
    let size = measure.photoCellSize(percent: Double(percent))
    let part = regionSize(measure, percent)
    return VisibleRegion(
      box: middleRect(size, in: measure),
      cut: .part(
        x: regionStart(centre.x, part.width), y: regionStart(centre.y, part.height),
        width: part.width,
        height: part.height), percent: percent)
  }

  /// Zooms a photo by a number of levels around the middle of its visible region; zooming out ends
  /// at the whole photo.
  mutating func zoomPhoto(by step: Int, _ measure: ZoomSizes) {
    guard !measure.isEmpty else { return }
    // A step that enlarges the photo hardly at all is left out.
    let steps = Self.steps.filter { Double($0) > measure.fit * 1.15 }
    let now = isZoomedIn(measure) ? percent ?? 0 : 0
    if step > 0 {
      guard let next = steps.first(where: { $0 > now }) else { return }
      percent = next
      clampCentre(measure)
    } else if let next = steps.last(where: { $0 < now }) {
      percent = next
      clampCentre(measure)
    } else {
      self = PhotoZoom()
    }
  }

  /// Moves the visible region of a photo, in quarters of the region's size.
  mutating func panPhoto(right: Int, down: Int, _ measure: ZoomSizes) {
    guard let percent, isZoomedIn(measure) else { return }
    let part = regionSize(measure, percent)
    centre.x = movedCentre(centre.x, part.width, by: right * part.width / 4)
    centre.y = movedCentre(centre.y, part.height, by: down * part.height / 4)
  }

  /// Drags a photo with the mouse, by a number of cells since the drag began with a zoom.
  mutating func dragPhoto(columns: Int, rows: Int, from start: PhotoZoom, _ measure: ZoomSizes) {
    guard let percent, isZoomedIn(measure) else { return }
    let part = regionSize(measure, percent)
    let cells = measure.photoCellSize(percent: Double(percent))
    centre.x = movedCentre(start.centre.x, part.width, by: -columns * part.width / cells.columns)
    centre.y = movedCentre(start.centre.y, part.height, by: -rows * part.height / cells.rows)
  }
}

extension PhotoZoom {
  /// Returns the size of a photo's visible region at a zoom level, in thousandths of the photo.
  private func regionSize(_ measure: ZoomSizes, _ percent: Int) -> (width: Int, height: Int) {
    let cells = measure.photoCellSize(percent: Double(percent))
    func share(_ cells: Int, _ cell: Int, _ side: Int) -> Int {
      let share = Double(cells * cell) * 100 / Double(percent) / Double(side) * Double(Self.whole)
      return max(1, min(Self.whole, Int(share.rounded())))
    }
    return (
      share(cells.columns, measure.cell.width, measure.photo.width),
      share(cells.rows, measure.cell.height, measure.photo.height)
    )
  }

  /// Returns the start of a photo's visible region for a length and a wanted middle, in
  /// thousandths: on the grid, or at the end of the photo.
  private func regionStart(_ centre: Int, _ length: Int) -> Int {
    let step = max(1, length / 8)
    let wanted = max(0, min(Self.whole - length, centre - length / 2))
    return min(Self.whole - length, (wanted + step / 2) / step * step)
  }

  private func movedCentre(_ centre: Int, _ length: Int, by distance: Int) -> Int {
    max(length / 2, min(Self.whole - (length + 1) / 2, centre + distance))
  }

  /// Moves the middle of the visible region so that the region is inside the photo, and the first
  /// step away from an edge has an effect.
  private mutating func clampCentre(_ measure: ZoomSizes) {
    guard let percent else { return }
    let part = regionSize(measure, percent)
    centre = (movedCentre(centre.x, part.width, by: 0), movedCentre(centre.y, part.height, by: 0))
  }

  private func middleRect(_ size: CellSize, in measure: ZoomSizes) -> CellRect {
    CellRect(
      row: (measure.room.rows - size.rows) / 2, column: (measure.room.columns - size.columns) / 2,
      rows: size.rows, columns: size.columns)
  }
}
