import Doubles
import FeedDomain
import Pictures
import Terminal
import Testing

@testable import PhotoDisplay

/// What the shelf does for pictures that move.
@MainActor @Suite struct MotionTests {
  private let setting = PhotoPipelineFixture()

  init() throws {
    setting.decoder.frames = try ([1, 2] as [UInt8]).map { level in
      let image = try #require(
        PixelImage(size: PixelSize(width: 1, height: 1), pixels: [level, level, level]))
      return DecodedAnimationFrame(image: image, duration: .milliseconds(100))
    }
  }

  /// A frame on which one photo is shown, and is to move.
  @discardableResult private func frame(selecting name: String? = "lake") -> Animation? {
    setting.shelf.beginScreenFrame()
    defer { setting.shelf.endScreenFrame() }
    let photo = PhotoPipelineFixture.photo("lake")
    _ = setting.shelf.pictureState(of: photo, in: PhotoPipelineFixture.box, .filling)
    guard name == "lake" else { return nil }
    return setting.shelf.requestedAnimationIfReady(
      of: photo, in: PhotoPipelineFixture.box, .filling)
  }

  /// Looks long enough for the frames to be wanted, and lets them come.
  private func look() async {
    setting.clock.pass(AnimationDecodingCache.visibleTime)
    await setting.settle()
  }

  private func bringPicture() async {
    frame()
    await setting.settle()
    await setting.answer("lake-320")
    frame(selecting: nil)
    await setting.settle()
  }

  @Test func `no frames are decoded before a picture is selected`() async {
    await bringPicture()

    #expect(setting.decoder.frameRequests == 0)
  }

  @Test
  func `a selected animated picture plays once its frames are decoded, without a second transfer`()
    async throws
  {
    await bringPicture()
    let before = frame()
    await look()

    let motion = try #require(frame())

    #expect(before == nil)
    #expect(motion.frames.map(\.picture.image.pixels) == [[1, 1, 1], [2, 2, 2]])
    #expect(motion.frames.allSatisfy { $0.picture.cells == PhotoPipelineFixture.box })
    #expect(setting.photos.asked == ["lake-320"])
    #expect(setting.decoder.frameRequests == 1)
  }

  @Test func `selecting an animation again plays the same decoded frames`() async throws {
    await bringPicture()
    frame()
    await look()
    let motion = try #require(frame())

    frame(selecting: nil)

    #expect(frame() === motion)
    #expect(setting.decoder.frameRequests == 1)
  }

  @Test func `no animation plays while the terminal is not in focus`() async {
    await bringPicture()
    setting.shelf.isWatched = false
    frame()
    await look()

    #expect(frame() == nil)
    #expect(setting.decoder.frameRequests == 0)
  }

  @Test func `no animation plays with a bandwidth limit`() async {
    await bringPicture()
    setting.shelf.setBandwidthLimit(perMinute: 1_000_000)
    frame()
    await look()

    #expect(setting.decoder.frameRequests == 0)
  }

  @Test func `a picture with a single frame is decoded for animation only once`() async {
    await bringPicture()
    setting.decoder.frames.removeLast()
    for _ in 0..<3 {
      frame()
      await look()
    }

    #expect(frame() == nil)
    #expect(setting.decoder.frameRequests == 1)
  }

  @Test func `a picture that is selected only briefly is not decoded for animation`() async {
    await bringPicture()
    frame()
    setting.clock.pass(AnimationDecodingCache.visibleTime / 2)
    frame(selecting: nil)
    await look()

    #expect(setting.decoder.frameRequests == 0)

    frame()
    await look()
    #expect(setting.decoder.frameRequests == 1)
  }

  @Test func `a picture selected briefly again and again is not decoded for animation`() async {
    await bringPicture()
    for _ in 0..<4 {
      frame()
      setting.clock.pass(AnimationDecodingCache.visibleTime / 2)
      frame(selecting: nil)
      setting.clock.pass(AnimationDecodingCache.visibleTime / 4)
      await setting.settle()
    }

    #expect(setting.decoder.frameRequests == 0)
  }

  @Test func `an animated picture is cached as its original file, not as a thumbnail`() async {
    let cache = FakePhotoCache()
    let setting = PhotoPipelineFixture(cache: cache)
    setting.decoder.frames = self.setting.decoder.frames
    await setting.settleFrame(showing: ["lake"])
    await setting.answer("lake-320")

    #expect(cache.kept.keys.sorted() == ["lake-320"])
  }
}
