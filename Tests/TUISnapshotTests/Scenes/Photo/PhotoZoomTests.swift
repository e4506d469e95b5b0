import FeedDomain
import Terminal
import Testing

@testable import PhotoDisplay
@testable import Scenes

struct PhotoZoomTests {
  private let measure = PhotoZoom.PhotoAndAreaSizes(
    photo: PhotoSize(width: 4000, height: 3000), room: CellSize(rows: 20, columns: 80),
    cell: PixelSize(width: 10, height: 20))

  private func near(_ steps: Int) -> PhotoZoom {
    var zoom = PhotoZoom()
    for _ in 0..<steps { zoom.zoomPhoto(by: 1, measure) }
    return zoom
  }

  @Test func `at first the photo is seen whole, in the middle, in its own shape`() {
    let view = PhotoZoom().visibleRegion(measure)

    // 533 by 400 pixels of the 800 by 400 there are.
    #expect(view.box == CellRect(row: 0, column: 13, rows: 20, columns: 53))
    #expect(view.cut == .whole)
  }

  @Test func `steps lead to the photo's own pixels and beyond`() {
    let steps = (1...13).map { near($0).visibleRegion(measure).percent }

    #expect(steps == [18, 25, 35, 50, 71, 100, 141, 200, 283, 400, 566, 800, 800])
    for (step, next) in zip(steps, steps.dropFirst()) where next != step {
      #expect(abs(Double(next) / Double(step) - 2.0.squareRoot()) < 0.04)
    }
  }

  @Test func `a photo smaller than the room grows from the whole as well`() {
    let icon = PhotoZoom.PhotoAndAreaSizes(
      photo: PhotoSize(width: 64, height: 64), room: measure.room, cell: measure.cell)
    var zoom = PhotoZoom()
    #expect(zoom.visibleRegion(icon).box.size == CellSize(rows: 20, columns: 40))

    zoom.zoomPhoto(by: 1, icon)

    #expect(zoom.visibleRegion(icon).percent == 800)
  }

  @Test func `looking nearer keeps the middle in the middle`() {
    var zoom = near(6)
    zoom.panPhoto(right: 2, down: 1, measure)
    let before = middle(zoom)

    zoom.zoomPhoto(by: 1, measure)

    let after = middle(zoom)
    // The grid lies finer the nearer one looks.
    #expect(abs(after.x - before.x) <= 20 && abs(after.y - before.y) <= 20)
  }

  @Test func `looking from further away ends with the whole photo in the middle`() {
    var zoom = near(8)
    zoom.panPhoto(right: -9, down: 9, measure)

    for _ in 0..<9 { zoom.zoomPhoto(by: -1, measure) }

    #expect(zoom == PhotoZoom())
  }

  @Test func `going there and back asks for the same picture`() {
    var zoom = near(8)
    let start = zoom.visibleRegion(measure)

    zoom.panPhoto(right: 1, down: 0, measure)
    let beside = zoom.visibleRegion(measure)
    zoom.panPhoto(right: -1, down: 0, measure)

    #expect(beside != start)
    #expect(zoom.visibleRegion(measure) == start)
  }

  @Test func `at the edge the photo ends where the room does, and the way back is one step`() {
    var zoom = near(8)
    for _ in 0..<50 { zoom.panPhoto(right: 1, down: 1, measure) }
    guard case .part(let x, let y, let width, let height) = zoom.visibleRegion(measure).cut else {
      Issue.record("the whole photo")
      return
    }
    #expect(x + width == 1000 && y + height == 1000)

    zoom.panPhoto(right: -1, down: 0, measure)

    #expect(zoom.visibleRegion(measure).cut != .part(x: x, y: y, width: width, height: height))
  }

  @Test func `dragging takes the photo along`() {
    let start = near(8)
    var zoom = start

    zoom.dragPhoto(columns: -20, rows: 0, from: start, measure)

    #expect(middle(zoom).x > middle(start).x)
    zoom.dragPhoto(columns: 0, rows: 0, from: start, measure)
    #expect(zoom.visibleRegion(measure) == start.visibleRegion(measure))
  }

  @Test func `a small change of the mouse asks for nothing new`() {
    let start = near(8)
    var cuts: Set<PictureCropping> = []

    for columns in 0...40 {
      var zoom = start
      zoom.dragPhoto(columns: columns, rows: 0, from: start, measure)
      cuts.insert(zoom.visibleRegion(measure).cut)
    }

    #expect(cuts.count <= 6)
  }

  @Test func `nothing is moved while all is seen`() {
    var zoom = PhotoZoom()

    zoom.panPhoto(right: 1, down: 1, measure)

    #expect(zoom == PhotoZoom())
  }

  @Test(arguments: [
    (0, 0, 20, 80), (4000, 0, 20, 80), (1, 100_000, 20, 80), (100_000, 1, 1, 1), (3, 2, 0, 80),
    (Int.max, Int.max, 20, 80), (4000, 3000, 1, 1), (1, 1, 200, 500),
  ])
  func `whatever the shapes, what is drawn lies in the room and in the photo`(
    width: Int, height: Int, rows: Int, columns: Int
  ) {
    let measure = PhotoZoom.PhotoAndAreaSizes(
      photo: PhotoSize(width: width, height: height), room: CellSize(rows: rows, columns: columns),
      cell: PixelSize(width: 7, height: 15))
    var zoom = PhotoZoom()

    for step in 0..<40 {
      zoom.zoomPhoto(by: step < 20 ? 1 : -1, measure)
      zoom.panPhoto(right: step % 5 - 2, down: step % 3 - 1, measure)
      zoom.dragPhoto(columns: step - 20, rows: 20 - step, from: zoom, measure)
      let view = zoom.visibleRegion(measure)
      #expect(view.box.rows.clamped(to: 0..<rows) == view.box.rows)
      #expect(view.box.columns.clamped(to: 0..<columns) == view.box.columns)
      guard case .part(let x, let y, let width, let height) = view.cut else { continue }
      #expect(x >= 0 && y >= 0 && width > 0 && height > 0)
      #expect(x + width <= 1000 && y + height <= 1000)
    }
  }

  private func middle(_ zoom: PhotoZoom) -> (x: Int, y: Int) {
    guard case .part(let x, let y, let width, let height) = zoom.visibleRegion(measure).cut else {
      return (500, 500)
    }
    return (x + width / 2, y + height / 2)
  }
}
