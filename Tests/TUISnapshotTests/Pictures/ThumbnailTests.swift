import Doubles
import FeedDomain
import Terminal
import Testing

@testable import PhotoDisplay

@MainActor struct ThumbnailTests {
  private static let small = CellSize(rows: 5, columns: 12)
  private static let name = "a-320 filling 120x100"
  private let cache = FakePhotoCache()

  @Test func `a small picture is loaded from its cached thumbnail, without decoding or fetching`()
    async
  {
    let first = PhotoPipelineFixture(cache: cache)
    await show("a", on: first)

    let second = PhotoPipelineFixture(cache: cache)
    await second.settleFrame(showing: ["a"], box: Self.small)

    #expect(first.decoder.sizes.count == 1)
    #expect(second.decoder.sizes.isEmpty)
    #expect(second.photos.asked.isEmpty)
    #expect(second.frame(showing: ["a"], box: Self.small).map(\.word) == ["here"])
  }

  @Test func `a damaged thumbnail is decoded again from the photo`() async {
    await show("a", on: PhotoPipelineFixture(cache: cache))
    cache.replace(Self.name, with: Array("TWPIXEL1".utf8) + [0, 0, 1, 0, 0, 0, 1, 0, 7])

    let setting = PhotoPipelineFixture(cache: cache)
    await show("a", on: setting)

    #expect(setting.decoder.sizes == [PixelSize(width: 120, height: 100)])
  }

  @Test func `a large picture is not cached as a thumbnail`() async {
    let setting = PhotoPipelineFixture(cache: cache)
    let box = CellSize(rows: 40, columns: 60)
    await setting.settleFrame(showing: ["a"], box: box)
    await setting.answer("a-1280")

    #expect(setting.frame(showing: ["a"], box: box).map(\.word) == ["here"])
    #expect(cache.kept.keys.sorted() == ["a-1280"])
  }

  @Test func `a cache in memory stores no thumbnails`() async {
    let cache = FakePhotoCache(outlivesProgram: false)

    await show("a", on: PhotoPipelineFixture(cache: cache))

    #expect(cache.kept.keys.sorted() == ["a-320"])
  }

  @Test func `a thumbnail is read back as it was stored, and a truncated one is refused`() throws {
    let photo = Photo.PhotoRendition(url: "a", size: PhotoSize(width: 90, height: 60))
    let box = PixelSize(width: 4, height: 3)
    let pixels = (0..<24).map { UInt8($0) }
    let image = try #require(PixelImage(size: PixelSize(width: 4, height: 2), pixels: pixels))
    let thumbnail = try #require(ThumbnailPixelFile(of: photo, .whole, in: box))

    let contents = thumbnail.thumbnailFileContents(of: image)

    #expect(thumbnail.decodedImage(in: contents) == image)
    #expect(thumbnail.decodedImage(in: Array(contents.dropLast())) == nil)
    #expect(thumbnail.decodedImage(in: []) == nil)
    #expect(ThumbnailPixelFile(of: photo, .part(x: 0, y: 0, width: 9, height: 9), in: box) == nil)
    #expect(ThumbnailPixelFile(of: photo, .whole, in: PixelSize(width: 90, height: 60)) == nil)
  }

  @Test func `a photo whose stated size no number can hold is not cached`() {
    let photo = Photo.PhotoRendition(url: "a", size: PhotoSize(width: .max, height: .max))

    #expect(ThumbnailPixelFile(of: photo, .whole, in: PixelSize(width: 4, height: 3)) == nil)
  }

  private func show(_ name: String, on setting: PhotoPipelineFixture) async {
    await setting.settleFrame(showing: [name], box: Self.small)
    await setting.answer("\(name)-320")
  }
}
