import FeedDomain
import PhotoDisplay
import Terminal

/// The zoom of a photo, and its visible part.
///
/// Parts lie on a grid of eighths of the visible part, so that going back and forth asks for the same
/// few pictures again instead of for new ones.
struct PhotoZoom: Equatable {
  /// The steps of the zoom, in percent: pixels of the terminal for pixels of the photo.
  private static let steps = [12, 25, 50, 100, 200, 400, 800]
  /// The width and height of a photo in the units of its parts.
  private static let whole = 1000

  /// The step; nil if the whole photo is visible.
  private(set) var percent: Int?
  /// The middle of the visible part, in thousandths of the photo.
  private(set) var centre = (x: 500, y: 500)

  static func == (left: PhotoZoom, right: PhotoZoom) -> Bool {
    left.percent == right.percent && left.centre == right.centre
  }

  /// A part of a photo, and the cells in which it is drawn.
  struct View: Equatable {
    /// The cells, counted from the top left of the room.
    let box: CellRect
    let cut: PictureCut
    /// The zoom in percent.
    let percent: Int
  }

  /// The size of a photo, and of the room in which it is shown.
  struct Measure: Equatable {
    let photo: PhotoSize
    let room: CellSize
    let cell: PixelSize

    /// Whether the photo or the room has no pixels.
    var isEmpty: Bool {
      photo.width <= 0 || photo.height <= 0 || room.rows <= 0 || room.columns <= 0
        || cell.width <= 0 || cell.height <= 0
    }

    /// The room in pixels of the terminal.
    var pixels: PixelSize {
      PixelSize(width: room.columns * cell.width, height: room.rows * cell.height)
    }

    /// The zoom in percent at which the whole photo fits.
    var fit: Double {
      100
        * min(
          Double(pixels.width) / Double(photo.width), Double(pixels.height) / Double(photo.height))
    }

    /// The cells of a photo at a zoom, no more than the room has.
    func cells(percent: Double) -> CellSize {
      func count(_ side: Int, _ cell: Int, _ most: Int) -> Int {
        // A sliver of less than half a cell would be a cell of nothing but border.
        max(1, Int(min(Double(most), (Double(side) * percent / 100 / Double(cell)).rounded())))
      }
      return CellSize(
        rows: count(photo.height, cell.height, room.rows),
        columns: count(photo.width, cell.width, room.columns))
    }
  }
}

extension PhotoZoom {
  /// Whether only a part is visible, which can be moved.
  func isNear(_ measure: Measure) -> Bool { percent.map { Double($0) > measure.fit } ?? false }

  /// The part to draw.
  func view(_ measure: Measure) -> View {
    guard !measure.isEmpty else {
      return View(box: CellRect(row: 0, column: 0, rows: 0, columns: 0), cut: .whole, percent: 100)
    }
    guard let percent, isNear(measure) else {
      let size = measure.cells(percent: measure.fit)
      return View(box: middle(size, in: measure), cut: .whole, percent: Int(measure.fit))
    }
    let size = measure.cells(percent: Double(percent))
    let part = part(measure, percent)
    return View(
      box: middle(size, in: measure),
      cut: .part(
        x: start(centre.x, part.width), y: start(centre.y, part.height), width: part.width,
        height: part.height), percent: percent)
  }

  /// Zooms in, or out until the whole photo is visible; the middle stays where it is.
  mutating func zoom(by step: Int, _ measure: Measure) {
    guard !measure.isEmpty else { return }
    // A step that enlarges the photo hardly at all is left out.
    let steps = Self.steps.filter { Double($0) > measure.fit * 1.15 }
    let now = isNear(measure) ? percent ?? 0 : 0
    if step > 0 {
      guard let next = steps.first(where: { $0 > now }) else { return }
      percent = next
      settle(measure)
    } else if let next = steps.last(where: { $0 < now }) {
      percent = next
      settle(measure)
    } else {
      self = PhotoZoom()
    }
  }

  /// Moves the visible part, in quarters of its size.
  mutating func pan(right: Int, down: Int, _ measure: Measure) {
    guard let percent, isNear(measure) else { return }
    let part = part(measure, percent)
    centre.x = moved(centre.x, part.width, by: right * part.width / 4)
    centre.y = moved(centre.y, part.height, by: down * part.height / 4)
  }

  /// Moves the photo along with the mouse, by a number of cells since `start`.
  mutating func drag(columns: Int, rows: Int, from start: PhotoZoom, _ measure: Measure) {
    guard let percent, isNear(measure) else { return }
    let part = part(measure, percent)
    let cells = measure.cells(percent: Double(percent))
    centre.x = moved(start.centre.x, part.width, by: -columns * part.width / cells.columns)
    centre.y = moved(start.centre.y, part.height, by: -rows * part.height / cells.rows)
  }
}

extension PhotoZoom {
  /// The size of the visible part, in thousandths of the photo.
  private func part(_ measure: Measure, _ percent: Int) -> (width: Int, height: Int) {
    let cells = measure.cells(percent: Double(percent))
    func share(_ cells: Int, _ cell: Int, _ side: Int) -> Int {
      let share = Double(cells * cell) * 100 / Double(percent) / Double(side) * Double(Self.whole)
      return max(1, min(Self.whole, Int(share.rounded())))
    }
    return (
      share(cells.columns, measure.cell.width, measure.photo.width),
      share(cells.rows, measure.cell.height, measure.photo.height)
    )
  }

  /// The start of a part with a length and a wanted middle: on the grid, or at the end.
  private func start(_ centre: Int, _ length: Int) -> Int {
    let step = max(1, length / 8)
    let wanted = max(0, min(Self.whole - length, centre - length / 2))
    return min(Self.whole - length, (wanted + step / 2) / step * step)
  }

  private func moved(_ centre: Int, _ length: Int, by distance: Int) -> Int {
    max(length / 2, min(Self.whole - (length + 1) / 2, centre + distance))
  }

  /// Moves the middle to where the part fits, so that the first step away from an edge has an effect.
  private mutating func settle(_ measure: Measure) {
    guard let percent else { return }
    let part = part(measure, percent)
    centre = (moved(centre.x, part.width, by: 0), moved(centre.y, part.height, by: 0))
  }

  private func middle(_ size: CellSize, in measure: Measure) -> CellRect {
    CellRect(
      row: (measure.room.rows - size.rows) / 2, column: (measure.room.columns - size.columns) / 2,
      rows: size.rows, columns: size.columns)
  }
}
