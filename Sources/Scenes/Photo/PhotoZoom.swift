import FeedDomain
import PhotoDisplay
import Terminal

/// A zoom of a photo, which decides the visible region. Visible regions begin at multiples of an
/// eighth of their size, so that moving back and forth needs only a few different pictures.
struct PhotoZoom: Equatable {
  /// The zoom levels of a photo in percent: terminal pixels for each pixel of the photo. Each level
  /// shows half the area of the previous one.
  private static let steps = [12, 18, 25, 35, 50, 71, 100, 141, 200, 283, 400, 566, 800]
  /// The size of a whole photo, 1,000, in the unit of visible regions: thousandths of the width and
  /// height.
  private static let whole = 1000

  /// The zoom level of the photo in percent; nil if the whole photo is visible.
  private(set) var percent: Int?
  /// The middle of the photo's visible region, in thousandths of the photo's width and height.
  private(set) var centre = (x: 500, y: 500)

  static func == (left: PhotoZoom, right: PhotoZoom) -> Bool {
    left.percent == right.percent && left.centre == right.centre
  }

  /// A visible region of a zoomed photo, with the rectangle in which it is drawn.
  struct VisiblePhotoRegion: Equatable {
    /// The rectangle in which the photo's visible region is drawn, relative to the top left cell of
    /// the area for the photo.
    let box: CellRect
    let cropping: PictureCropping
    let percent: Int
  }

  struct PhotoAndAreaSizes: Equatable {
    let photo: PhotoSize
    let room: CellSize
    let cell: PixelSize

    var isEmpty: Bool {
      photo.width <= 0 || photo.height <= 0 || room.rows <= 0 || room.columns <= 0
        || cell.width <= 0 || cell.height <= 0
    }

    /// The size of the area for the photo, in pixels of the terminal.
    var pixels: PixelSize {
      PixelSize(width: room.columns * cell.width, height: room.rows * cell.height)
    }

    /// The zoom level in percent at which the whole photo just fits into its area.
    var fittingZoom: Double {
      100
        * min(
          Double(pixels.width) / Double(photo.width), Double(pixels.height) / Double(photo.height))
    }

    /// Returns the size of the photo in cells at a zoom level, at most that of the area for it.
    func visiblePhotoCellSize(percent: Double) -> CellSize {
      func cellCount(_ side: Int, _ cell: Int, _ most: Int) -> Int {
        // Rounded, since less than half a cell would show only a border.
        max(1, Int(min(Double(most), (Double(side) * percent / 100 / Double(cell)).rounded())))
      }
      return CellSize(
        rows: cellCount(photo.height, cell.height, room.rows),
        columns: cellCount(photo.width, cell.width, room.columns))
    }
  }
}

extension PhotoZoom {
  /// Returns true if the photo is zoomed so far that only a region of it is visible.
  func isZoomedIn(_ measure: PhotoAndAreaSizes) -> Bool {
    percent.map { Double($0) > measure.fittingZoom } ?? false
  }

  func visibleRegion(_ measure: PhotoAndAreaSizes) -> VisiblePhotoRegion {
    guard !measure.isEmpty else {
      return VisiblePhotoRegion(
        box: CellRect(row: 0, column: 0, rows: 0, columns: 0), cropping: .whole, percent: 100)
    }
    guard let percent, isZoomedIn(measure) else {
      let size = measure.visiblePhotoCellSize(percent: measure.fittingZoom)
      return VisiblePhotoRegion(
        box: centredPhotoRect(size, in: measure), cropping: .whole,
        percent: Int(measure.fittingZoom))
    }
    let size = measure.visiblePhotoCellSize(percent: Double(percent))
    let part = visibleRegionSize(measure, percent)
    return VisiblePhotoRegion(
      box: centredPhotoRect(size, in: measure),
      cropping: .part(
        x: visibleRegionStart(centre.x, part.width), y: visibleRegionStart(centre.y, part.height),
        width: part.width,
        height: part.height), percent: percent)
  }

  /// Zooms the photo in or out by a level around the middle of its visible region; zooming out ends
  /// with the whole photo.
  mutating func zoomPhoto(by step: Int, _ measure: PhotoAndAreaSizes) {
    guard !measure.isEmpty else { return }
    // Zoom steps that enlarge the photo by less than 15 % are left out.
    let steps = Self.steps.filter { Double($0) > measure.fittingZoom * 1.15 }
    let now = isZoomedIn(measure) ? percent ?? 0 : 0
    if step > 0 {
      guard let next = steps.first(where: { $0 > now }) else { return }
      percent = next
      clampVisibleRegionCentre(measure)
    } else if let next = steps.last(where: { $0 < now }) {
      percent = next
      clampVisibleRegionCentre(measure)
    } else {
      self = PhotoZoom()
    }
  }

  /// Moves the visible region of the zoomed photo by quarters of its size, to the right and down.
  mutating func panPhoto(right: Int, down: Int, _ measure: PhotoAndAreaSizes) {
    guard let percent, isZoomedIn(measure) else { return }
    let part = visibleRegionSize(measure, percent)
    centre.x = movedRegionCentre(centre.x, part.width, by: right * part.width / 4)
    centre.y = movedRegionCentre(centre.y, part.height, by: down * part.height / 4)
  }

  /// Moves the visible region of the zoomed photo by the number of cells that the mouse was dragged
  /// since `start`, the zoom at the beginning of the drag.
  mutating func dragPhoto(
    columns: Int, rows: Int, from start: PhotoZoom, _ measure: PhotoAndAreaSizes
  ) {
    guard let percent, isZoomedIn(measure) else { return }
    let part = visibleRegionSize(measure, percent)
    let cells = measure.visiblePhotoCellSize(percent: Double(percent))
    centre.x = movedRegionCentre(
      start.centre.x, part.width, by: -columns * part.width / cells.columns)
    centre.y = movedRegionCentre(start.centre.y, part.height, by: -rows * part.height / cells.rows)
  }
}

extension PhotoZoom {
  /// Returns the size of the photo's visible region at a zoom level, in thousandths of the photo.
  private func visibleRegionSize(_ measure: PhotoAndAreaSizes, _ percent: Int) -> (
    width: Int, height: Int
  ) {
    let cells = measure.visiblePhotoCellSize(percent: Double(percent))
    func visibleLengthInThousandths(_ cells: Int, _ cell: Int, _ side: Int) -> Int {
      let visibleLengthInThousandths =
        Double(cells * cell) * 100 / Double(percent) / Double(side) * Double(Self.whole)
      return max(1, min(Self.whole, Int(visibleLengthInThousandths.rounded())))
    }
    return (
      visibleLengthInThousandths(cells.columns, measure.cell.width, measure.photo.width),
      visibleLengthInThousandths(cells.rows, measure.cell.height, measure.photo.height)
    )
  }

  /// Returns the start of the photo's visible region in one direction, for the region's length and
  /// wanted middle, in thousandths of the photo; rounded to an eighth of the length.
  private func visibleRegionStart(_ centre: Int, _ length: Int) -> Int {
    let step = max(1, length / 8)
    let wanted = max(0, min(Self.whole - length, centre - length / 2))
    return min(Self.whole - length, (wanted + step / 2) / step * step)
  }

  private func movedRegionCentre(_ centre: Int, _ length: Int, by distance: Int) -> Int {
    max(length / 2, min(Self.whole - (length + 1) / 2, centre + distance))
  }

  /// Moves the middle of the photo's visible region so that the whole region is inside the photo.
  private mutating func clampVisibleRegionCentre(_ measure: PhotoAndAreaSizes) {
    guard let percent else { return }
    let part = visibleRegionSize(measure, percent)
    centre = (
      movedRegionCentre(centre.x, part.width, by: 0),
      movedRegionCentre(centre.y, part.height, by: 0)
    )
  }

  private func centredPhotoRect(_ size: CellSize, in measure: PhotoAndAreaSizes) -> CellRect {
    CellRect(
      row: (measure.room.rows - size.rows) / 2, column: (measure.room.columns - size.columns) / 2,
      rows: size.rows, columns: size.columns)
  }
}
