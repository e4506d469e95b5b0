import FeedDomain
import Terminal
import Testing

@testable import PhotoDisplay
@testable import Preferences

@MainActor struct StandInTests {
  private let setting = PhotoPipelineFixture()
  private let small = CellSize(rows: 5, columns: 15)

  private func hold(_ name: String, in box: CellSize) async {
    await setting.settleFrame(showing: [name], box: box)
    await setting.answer("\(name)-320")
    setting.frame(showing: [name], box: box)
  }

  @Test func `a picture decoded at another size is the placeholder, the same in each frame`()
    async throws
  {
    await hold("a", in: small)

    let first = setting.frame(showing: ["a"])[0]
    let second = setting.frame(showing: ["a"])[0]

    guard case .loading(let one?, _) = first, case .loading(let other?, _) = second else {
      Issue.record("\(first.word), \(second.word)")
      return
    }
    #expect(one === other)
    #expect(one.cells == PhotoPipelineFixture.box)
    #expect(one.image.pixels.allSatisfy { $0 == 0x80 })
  }

  @Test func `a picture of another photo is never a placeholder`() async {
    await hold("a", in: small)

    guard case .loading(nil, _) = setting.frame(showing: ["b"])[0] else {
      Issue.record("something stands in")
      return
    }
  }

  @Test func `with a bandwidth limit no placeholder from another size is drawn`() async {
    await hold("a", in: small)
    setting.shelf.setBandwidthLimit(perMinute: 1 << 20)

    guard case .loading(nil, _) = setting.frame(showing: ["a"])[0] else {
      Issue.record("something stands in")
      return
    }
  }

  @Test func `a blur has more pixels unless bytes are limited`() {
    let photo = Photo(
      id: .init("p"), renditions: [], size: PhotoSize(width: 3, height: 2), altText: "",
      blurhash: "LEHV6nWB2yk8pyo0adR*.7kCMdnj")
    func width(_ isCoarse: Bool, columns: Int) -> Int? {
      var placeholders = PlaceholderPictures.afterFirstFrame()
      let box = CellSize(rows: columns / 3, columns: columns)
      return placeholders.blurredPicture(
        of: photo, in: box, cell: PixelSize(width: 10, height: 20), isCoarse: isCoarse
      )?.image.size.width
    }

    #expect([3, 30, 90].map { width(false, columns: $0) } == [24, 75, 96])
    #expect(width(true, columns: 90) == 24)
  }

  @Test func `words on a blur have a background as wide as the longest line`() {
    var canvas = Canvas(size: CellSize(rows: 3, columns: 20))
    let box = CellRect(row: 0, column: 0, rows: 3, columns: 20)
    let photo = Photo(
      id: .init("p"), renditions: [], size: PhotoSize(width: 3, height: 2), altText: "",
      colour: 0x204060)

    PhotoBoxBackground(of: photo, .dark).drawCentredTextInBox(
      "covered by x", on: &canvas, in: box, within: box)

    let plate = canvas.rows.map { row in
      row.map { $0.style.background == .rgb(0x20, 0x40, 0x60) ? "#" : "." }.joined()
    }
    #expect(plate == ["....................", "...##############...", "...................."])
  }

  @Test func `zooming in shows the matching part of the picture as the placeholder`() throws {
    // Left half black, right half white.
    let pixels = (0..<20).flatMap { _ in
      (0..<30).flatMap { [UInt8](repeating: $0 < 15 ? 0 : 255, count: 3) }
    }
    let image = try #require(PixelImage(size: PixelSize(width: 30, height: 20), pixels: pixels))
    let photo = PhotoPipelineFixture.photo("a")
    let whole = BoxedPhoto(photo: photo, box: small, cropping: .whole)
    let part = BoxedPhoto(
      photo: photo, box: PhotoPipelineFixture.box,
      cropping: .part(x: 600, y: 200, width: 300, height: 300))
    var placeholders = PlaceholderPictures.afterFirstFrame()

    let picture = placeholders.placeholderFromOtherSize(
      for: part, cell: PixelSize(width: 10, height: 20)
    ) {
      (whole, Picture(image, cells: small))
    }

    #expect(picture?.image.pixels.allSatisfy { $0 == 255 } == true)
  }

  @Test func `a cropped picture is no placeholder for a box that shows more of the photo`() {
    let photo = PhotoSize(width: 4000, height: 3000)
    let tower = PhotoRegion(.filling, of: photo, in: PixelSize(width: 100, height: 300))
    let house = PhotoRegion(.filling, of: photo, in: PixelSize(width: 300, height: 300))

    #expect(tower.relativeRegion(of: house) == nil)
    #expect(house.relativeRegion(of: tower)?.height == 1)
  }
}

extension PlaceholderPictures {
  fileprivate static func afterFirstFrame() -> PlaceholderPictures {
    var placeholders = PlaceholderPictures()
    _ = placeholders.recordShownFrameReturningRedrawNeed()
    return placeholders
  }
}
