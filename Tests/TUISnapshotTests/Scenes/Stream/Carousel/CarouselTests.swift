import FeedDomain
import Terminal
import Testing

@testable import PhotoDisplay
@testable import Scenes

struct CarouselRingTests {
  private func around(_ index: Int, _ ring: CarouselRing) -> [Int?] {
    (-2...2).map { ring.neighbourIndexUnlessShownTwice($0, from: index) }
  }

  @Test func `the carousel's ring wraps around at both ends`() {
    let ring = CarouselRing(count: 7)

    #expect(around(0, ring) == [5, 6, 0, 1, 2] && around(6, ring) == [4, 5, 6, 0, 1])
    #expect(ring.ringIndexAfterSteps(1, from: 6) == 0 && ring.ringIndexAfterSteps(-1, from: 0) == 6)
  }

  @Test(arguments: 1...8)
  func `the ring shows no photo twice`(count: Int) {
    let ring = CarouselRing(count: count)

    for index in 0..<count {
      let shown = around(index, ring).compactMap { $0 }
      #expect(Set(shown).count == shown.count && shown.count == min(5, count))
    }
  }

  @Test func `a ring of one photo cannot be turned`() {
    #expect(CarouselRing(count: 1).ringIndexAfterSteps(1, from: 0) == nil)
  }
}

struct CarouselStageTests {
  private func boxes(rows: Int, columns: Int, _ size: PhotoSize) -> [Int: CellRect] {
    let room = CellRect(row: 1, column: 0, rows: rows, columns: columns)
    return CarouselPhotoPositions(room: room).photoBoxesByStep { _, room in
      PhotoShape(size, cell: PixelSize(width: 10, height: 20)).largestBoxSize(within: room)
    }
  }

  @Test func `the middle photo is the largest, and its neighbours shrink towards the edges`() throws
  {
    let boxes = boxes(rows: 18, columns: 120, PhotoSize(width: 1200, height: 1200))

    let rows = (-3...3).map { boxes[$0]?.size.rows }
    #expect(rows == [nil, 6, 10, 18, 10, 6, nil])
    let middle = try #require(boxes[0])
    #expect(middle.origin.column == (120 - middle.size.columns) / 2)
  }

  @Test(arguments: [(1600, 900), (900, 1600), (4000, 300), (300, 4000)])
  func `no photo of the carousel is higher than the screen, and none covers another`(
    width: Int, height: Int
  ) {
    for (rows, columns) in [(18, 80), (8, 40), (3, 20), (50, 200), (1, 20)] {
      let boxes = boxes(rows: rows, columns: columns, PhotoSize(width: width, height: height))
        .sorted { $0.key < $1.key }.map(\.value)

      for box in boxes { #expect(box.origin.row >= 1 && box.rows.upperBound <= rows + 1) }
      for (left, right) in zip(boxes, boxes.dropFirst()) {
        #expect(left.columns.upperBound < right.columns.lowerBound)
      }
    }
  }
}

struct CarouselGlideTests {
  private let room = CellRect(row: 0, column: 0, rows: 20, columns: 80)

  @Test func `a photo reaches its new place in a few steps, fast at first`() throws {
    let start = CellRect(row: 5, column: 60, rows: 10, columns: 10)
    let end = CellRect(row: 0, column: 30, rows: 20, columns: 20)
    var glide: CarouselTurnStep? = CarouselTurnStep(turn: 1)
    var columns: [Int] = []

    while let step = glide {
      columns.append(
        try #require(step.movingPhotoRect(from: start, to: end, room: room)).origin.column)
      glide = step.nextStep
    }

    #expect(columns == [48, 39, 33])
  }

  @Test func `a photo that was not visible enters from beyond the edge`() throws {
    let end = CellRect(row: 0, column: 70, rows: 4, columns: 6)

    let box = try #require(
      CarouselTurnStep(turn: 1).movingPhotoRect(from: nil, to: end, room: room))

    #expect(box.origin.column > end.origin.column)
  }
}

@MainActor struct PictureDimmerTests {
  private let picture = Picture(
    PixelImage(size: PixelSize(width: 1, height: 1), pixels: [200, 100, 0])!,
    cells: CellSize(rows: 1, columns: 1))

  @Test func `a dimmed picture has colours between its own and the background's`() {
    let dimmed = PictureDimmer().dimmedPicture(picture, by: 60, towards: .rgb(100, 100, 100))

    #expect(dimmed.image.pixels == [140, 100, 60] && dimmed.cells == picture.cells)
  }

  @Test func `a dimmed picture is reused for the same picture and strength`() {
    let dimmer = PictureDimmer()

    let first = dimmer.dimmedPicture(picture, by: 25, towards: .standard)

    #expect(dimmer.dimmedPicture(picture, by: 25, towards: .standard) == first)
    #expect(dimmer.dimmedPicture(picture, by: 60, towards: .standard) != first)
  }
}

struct MovingPictureTests {
  @Test func `a moving picture is drawn as coloured cells`() throws {
    let image = try #require(
      PixelImage(
        size: PixelSize(width: 2, height: 1), pixels: [255, 0, 0, 0, 0, 255]))
    var canvas = Canvas(size: CellSize(rows: 2, columns: 6))

    CoarseCarouselPhotoPainter(image: image).drawCoarsePhoto(
      on: &canvas, in: CellRect(row: 0, column: 0, rows: 2, columns: 4), within: canvas.bounds)

    #expect(canvas.text == "\n")
    let colours = canvas.rows[1].map(\.style.background)
    let (red, blue) = (Colour.rgb(255, 0, 0), Colour.rgb(0, 0, 255))
    #expect(colours == [red, red, blue, blue, .standard, .standard])
  }

  @Test func `a moving picture is drawn in few colours, including black and white`() throws {
    let size = PixelSize(width: 256, height: 1)
    let image = try #require(
      PixelImage(size: size, pixels: (0..<256).flatMap { [UInt8($0), UInt8($0), UInt8($0)] }))
    var canvas = Canvas(size: CellSize(rows: 1, columns: 512))

    CoarseCarouselPhotoPainter(image: image).drawCoarsePhoto(
      on: &canvas, in: CellRect(row: 0, column: 0, rows: 1, columns: 512), within: canvas.bounds)

    let colours = canvas.rows[0].map(\.style.background)
    #expect(Set(colours).count == 16)
    #expect(colours.first == .rgb(0, 0, 0) && colours.last == .rgb(255, 255, 255))
  }
}
