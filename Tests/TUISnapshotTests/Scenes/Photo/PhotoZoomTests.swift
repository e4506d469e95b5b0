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

  @Test func `at first the whole photo is shown, centred and with its proportions`() {
    let view = PhotoZoom().visibleRegion(measure)

    // 533 by 400 pixels of the 800 by 400 there are.
    #expect(view.box == CellRect(row: 0, column: 13, rows: 20, columns: 53))
    #expect(view.cropping == .whole)
  }

  @Test func `zoom steps lead to full resolution and beyond`() {
    let steps = (1...13).map { near($0).visibleRegion(measure).percent }

    #expect(steps == [18, 25, 35, 50, 71, 100, 141, 200, 283, 400, 566, 800, 800])
    for (step, next) in zip(steps, steps.dropFirst()) where next != step {
      #expect(abs(Double(next) / Double(step) - 2.0.squareRoot()) < 0.04)
    }
  }

  @Test func `a photo smaller than the screen can be zoomed too`() {
    let icon = PhotoZoom.PhotoAndAreaSizes(
      photo: PhotoSize(width: 64, height: 64), room: measure.room, cell: measure.cell)
    var zoom = PhotoZoom()
    #expect(zoom.visibleRegion(icon).box.size == CellSize(rows: 20, columns: 40))

    zoom.zoomPhoto(by: 1, icon)

    #expect(zoom.visibleRegion(icon).percent == 800)
  }

  @Test func `zooming in keeps the centre of the visible part`() {
    var zoom = near(6)
    zoom.panPhoto(right: 2, down: 1, measure)
    let before = middle(zoom)

    zoom.zoomPhoto(by: 1, measure)

    let after = middle(zoom)
    // The grid lies finer the nearer one looks.
    #expect(abs(after.x - before.x) <= 20 && abs(after.y - before.y) <= 20)
  }

  @Test func `zooming out ends with the whole photo centred`() {
    var zoom = near(8)
    zoom.panPhoto(right: -9, down: 9, measure)

    for _ in 0..<9 { zoom.zoomPhoto(by: -1, measure) }

    #expect(zoom == PhotoZoom())
  }

  @Test func `panning there and back requests the same part of the photo`() {
    var zoom = near(8)
    let start = zoom.visibleRegion(measure)

    zoom.panPhoto(right: 1, down: 0, measure)
    let beside = zoom.visibleRegion(measure)
    zoom.panPhoto(right: -1, down: 0, measure)

    #expect(beside != start)
    #expect(zoom.visibleRegion(measure) == start)
  }

  @Test func `panning stops at the photo's edge, and panning back takes effect at once`() {
    var zoom = near(8)
    for _ in 0..<50 { zoom.panPhoto(right: 1, down: 1, measure) }
    guard case .part(let x, let y, let width, let height) = zoom.visibleRegion(measure).cropping
    else {
      Issue.record("the whole photo")
      return
    }
    #expect(x + width == 1000 && y + height == 1000)

    zoom.panPhoto(right: -1, down: 0, measure)

    #expect(zoom.visibleRegion(measure).cropping != .part(x: x, y: y, width: width, height: height))
  }

  @Test func `dragging moves the photo with the pointer`() {
    let start = near(8)
    var zoom = start

    zoom.dragPhoto(columns: -20, rows: 0, from: start, measure)

    #expect(middle(zoom).x > middle(start).x)
    zoom.dragPhoto(columns: 0, rows: 0, from: start, measure)
    #expect(zoom.visibleRegion(measure) == start.visibleRegion(measure))
  }

  @Test func `dragging by a few cells rarely requests a new part of the photo`() {
    let start = near(8)
    var cuts: Set<PictureCropping> = []

    for columns in 0...40 {
      var zoom = start
      zoom.dragPhoto(columns: columns, rows: 0, from: start, measure)
      cuts.insert(zoom.visibleRegion(measure).cropping)
    }

    #expect(cuts.count <= 6)
  }

  @Test func `a photo shown whole cannot be panned`() {
    var zoom = PhotoZoom()

    zoom.panPhoto(right: 1, down: 1, measure)

    #expect(zoom == PhotoZoom())
  }

  @Test(arguments: [
    (0, 0, 20, 80), (4000, 0, 20, 80), (1, 100_000, 20, 80), (100_000, 1, 1, 1), (3, 2, 0, 80),
    (Int.max, Int.max, 20, 80), (4000, 3000, 1, 1), (1, 1, 200, 500),
  ])
  func `for all proportions the visible part stays within the screen and the photo`(
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
      guard case .part(let x, let y, let width, let height) = view.cropping else { continue }
      #expect(x >= 0 && y >= 0 && width > 0 && height > 0)
      #expect(x + width <= 1000 && y + height <= 1000)
    }
  }

  private func middle(_ zoom: PhotoZoom) -> (x: Int, y: Int) {
    guard case .part(let x, let y, let width, let height) = zoom.visibleRegion(measure).cropping
    else {
      return (500, 500)
    }
    return (x + width / 2, y + height / 2)
  }
}
