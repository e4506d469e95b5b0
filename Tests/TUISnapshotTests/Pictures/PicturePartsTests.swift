import FeedDomain
import Terminal
import Testing

@testable import PhotoDisplay

struct RenditionTests {
  let photo = PhotoPipelineFixturePhoto.threeSizes

  @Test(arguments: [
    (PixelSize(width: 300, height: 200), PictureCropping.filling, "s"),
    (PixelSize(width: 340, height: 200), .filling, "s"),
    (PixelSize(width: 400, height: 200), .filling, "m"),
    // To fill a tall box, the height has to do; to fit into it, the width.
    (PixelSize(width: 300, height: 600), .filling, "m"),
    (PixelSize(width: 300, height: 600), .whole, "s"),
    (PixelSize(width: 9000, height: 9000), .filling, "l"),
    (PixelSize(width: 300, height: 200), .part(x: 0, y: 0, width: 250, height: 250), "m"),
    (PixelSize(width: 300, height: 200), .part(x: 500, y: 0, width: 100, height: 100), "l"),
  ])
  func `the smallest rendition that fills the box is chosen`(
    pixels: PixelSize, cut: PictureCropping, url: String
  ) {
    #expect(photo.smallestOrElseLargestRendition(filling: pixels, cut)?.url == url)
  }

  @Test func `a photo without renditions has none to show`() {
    let photo = Photo(
      id: .init("p"), renditions: [], size: PhotoSize(width: 1, height: 1), altText: "")

    #expect(
      photo.smallestOrElseLargestRendition(filling: PixelSize(width: 1, height: 1), .whole) == nil)
  }
}

enum PhotoPipelineFixturePhoto {
  static let threeSizes = Photo(
    id: .init("p"),
    renditions: [("s", 320), ("m", 1280), ("l", 4000)].map {
      .init(url: $0.0, size: PhotoSize(width: $0.1, height: $0.1 * 2 / 3))
    }, size: PhotoSize(width: 4000, height: 2667), altText: "")
}

struct BoxedPhotoTests {
  private func boxed(_ address: String) -> BoxedPhoto {
    let size = PhotoSize(width: 4, height: 3)
    return BoxedPhoto(
      photo: Photo(
        id: .init("7"), renditions: [.init(url: address, size: size)], size: size, altText: ""),
      box: CellSize(rows: 1, columns: 1), cropping: .whole)
  }

  @Test func `photos of two servers with the same id are two pictures`() {
    #expect(boxed("https://one.example/7.jpg") != boxed("https://two.example/7.jpg"))
  }

  @Test func `a photo whose address has a new signature is the same picture`() {
    #expect(boxed("https://one.example/7.jpg?s=1") == boxed("https://one.example/7.jpg?s=2"))
  }
}

struct PictureMemoryTests {
  private func order(_ name: String) -> BoxedPhoto {
    BoxedPhoto(
      photo: Photo(
        id: .init(name), renditions: [], size: PhotoSize(width: 1, height: 1), altText: ""),
      box: CellSize(rows: 1, columns: 1), cropping: .whole)
  }

  /// A picture of 300 bytes.
  private func picture() throws -> Picture {
    let image = PixelImage(
      size: PixelSize(width: 10, height: 10), pixels: [UInt8](repeating: 0, count: 300))
    return Picture(try #require(image), cells: CellSize(rows: 1, columns: 1))
  }

  @Test func `the decoded picture shown least recently is removed first`() throws {
    var memory = DecodedPictureCache(limit: 1000)
    for name in ["a", "b", "c"] { memory.storePicture(try picture(), for: order(name)) }

    _ = memory.cachedPictureMarkingUse(for: order("a"))
    memory.storePicture(try picture(), for: order("d"))

    #expect(["a", "b", "c", "d"].filter { memory.containsPicture(order($0)) } == ["a", "c", "d"])
    #expect(memory.size == 900)
  }

  @Test func `a decoded picture that is cached again is counted once`() throws {
    var memory = DecodedPictureCache(limit: 1000)

    for _ in 0..<5 { memory.storePicture(try picture(), for: order("a")) }

    #expect(memory.size == 300)
  }
}

struct LineBudgetTests {
  @Test func `the picture budget of a minute is available at once, and refills over time`() {
    let start = Posts.now
    var budget = PictureByteBudget(perMinute: 600, now: start)

    #expect(budget.delayUntilAvailable(for: 600, now: start) == .zero)

    budget.spendBytesSentToTerminal(600, now: start)

    #expect(budget.delayUntilAvailable(for: 100, now: start) == .seconds(10))
    #expect(
      budget.delayUntilAvailable(for: 100, now: start.timeAdvanced(by: .seconds(10))) == .zero)
    #expect(
      budget.delayUntilAvailable(for: 600, now: start.timeAdvanced(by: .seconds(3600))) == .zero)
  }

  @Test func `a picture larger than a minute's budget waits for a full budget`() {
    let start = Posts.now
    var budget = PictureByteBudget(perMinute: 600, now: start)

    #expect(budget.delayUntilAvailable(for: 5000, now: start) == .zero)

    budget.spendBytesSentToTerminal(5000, now: start)

    #expect(budget.delayUntilAvailable(for: 1, now: start) > .seconds(400))
  }
}

struct BlurhashTests {
  @Test func `a blurhash of one component has one colour`() throws {
    let blur = try #require(BlurHashImage("00TI:j"))

    let image = try #require(blur.decodedImage(PixelSize(width: 3, height: 2)))

    #expect(image.pixels == Array(repeating: [255, 0, 0], count: 6).flatMap(\.self))
  }

  @Test func `a blurhash with a horizontal component is a gradient`() throws {
    // Grey, and one wave of the strongest kind in all three colours.
    let blur = try #require(BlurHashImage("1~H2mp~q"))

    let image = try #require(blur.decodedImage(PixelSize(width: 8, height: 1)))

    let reds = stride(from: 0, to: 24, by: 3).map { image.pixels[$0] }
    #expect(reds == reds.sorted(by: >))
    #expect(reds[0] > reds[7])
  }

  @Test(arguments: ["", "0", "00TI:", "00TI:jj", "00TI: ", "~~~~~~", "LEHV6nWB2yk8"])
  func `an invalid blurhash is refused`(text: String) {
    #expect(BlurHashImage(text) == nil)
  }
}
