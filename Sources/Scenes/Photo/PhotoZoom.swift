import FeedDomain
import PhotoDisplay
import Terminal

/// How near one looks at a photo, and at which part of it.
///
/// Parts lie on a grid of eighths of what is seen, so that going back and forth asks for the same
/// few pictures again instead of for new ones.
struct PhotoZoom: Equatable {
  /// The steps, in hundredths of a pixel of the terminal for a pixel of the photo.
  private static let steps = [12, 25, 50, 100, 200, 400, 800]
  /// A photo's width and height, in what parts are counted in.
  private static let whole = 1000

  /// The step; nil where the photo is seen whole.
  private(set) var percent: Int?
  /// What is in the middle, in thousandths of the photo.
  private(set) var centre = (x: 500, y: 500)

  static func == (left: PhotoZoom, right: PhotoZoom) -> Bool {
    left.percent == right.percent && left.centre == right.centre
  }

  /// What is drawn: which part of the photo in which cells of the room.
  struct View: Equatable {
    /// The cells, counted from the room's top left.
    let box: CellRect
    /// The part.
    let cut: PictureCut
    /// How large a pixel of the photo is, in hundredths of one of the terminal's.
    let percent: Int
  }

  /// A photo's own size, and the room it is looked at in.
  struct Measure: Equatable {
    let photo: PhotoSize
    let room: CellSize
    let cell: PixelSize

    /// Whether there is anything to look at.
    var isEmpty: Bool {
      photo.width <= 0 || photo.height <= 0 || room.rows <= 0 || room.columns <= 0
        || cell.width <= 0 || cell.height <= 0
    }

    /// The room in pixels of the terminal.
    var pixels: PixelSize {
      PixelSize(width: room.columns * cell.width, height: room.rows * cell.height)
    }

    /// How large a pixel of the photo is where all of it fits, in hundredths of one of the terminal's.
    var fit: Double {
      100
        * min(
          Double(pixels.width) / Double(photo.width), Double(pixels.height) / Double(photo.height))
    }

    /// The cells of a photo that large, no more than there are.
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
  /// Whether only a part is seen, that can be moved.
  func isNear(_ measure: Measure) -> Bool { percent.map { Double($0) > measure.fit } ?? false }

  /// What is drawn.
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

  /// Looks nearer, or from further away until all is seen; what is in the middle stays there.
  mutating func zoom(by step: Int, _ measure: Measure) {
    guard !measure.isEmpty else { return }
    // A step that shows hardly more than the whole is none.
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

  /// Moves what is seen, in quarters of it.
  mutating func pan(right: Int, down: Int, _ measure: Measure) {
    guard let percent, isNear(measure) else { return }
    let part = part(measure, percent)
    centre.x = moved(centre.x, part.width, by: right * part.width / 4)
    centre.y = moved(centre.y, part.height, by: down * part.height / 4)
  }

  /// Moves the photo along with the mouse, so many cells from where `start` was seen.
  mutating func drag(columns: Int, rows: Int, from start: PhotoZoom, _ measure: Measure) {
    guard let percent, isNear(measure) else { return }
    let part = part(measure, percent)
    let cells = measure.cells(percent: Double(percent))
    centre.x = moved(start.centre.x, part.width, by: -columns * part.width / cells.columns)
    centre.y = moved(start.centre.y, part.height, by: -rows * part.height / cells.rows)
  }
}

extension PhotoZoom {
  /// How much of the photo the cells show, in thousandths of it.
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

  /// Where a part of that length begins whose middle is wished for there: on the grid, or at the end.
  private func start(_ centre: Int, _ length: Int) -> Int {
    let step = max(1, length / 8)
    let wish = max(0, min(Self.whole - length, centre - length / 2))
    return min(Self.whole - length, (wish + step / 2) / step * step)
  }

  private func moved(_ centre: Int, _ length: Int, by distance: Int) -> Int {
    max(length / 2, min(Self.whole - (length + 1) / 2, centre + distance))
  }

  /// Brings the middle to where it can be, so that the first step away from an edge is one.
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
