import Doubles
import FeedDomain
import Terminal
import Testing

@testable import PhotoDisplay

/// Pictures in files of the reader's, as they are seen while one writes.
@MainActor struct OwnPictureTests {
  /// Files of which one is a picture.
  private struct Files: PicturePreparing {
    func prepare(
      _ path: String, within limits: PictureLimits
    ) async throws(PictureProblem) -> PreparedPicture {
      guard path == "/boat.jpg" else { throw .missing }
      return PreparedPicture(
        bytes: [1], mediaType: "image/jpeg", size: PhotoSize(width: 1, height: 1))
    }
    func isThere(_ path: String) async -> Bool { path == "/boat.jpg" }
    func rooted(_ path: String) -> String { path }
    func paths(beginning: String) async -> [String] { [] }
  }

  private func frame(_ setting: PhotoPipelineFixture, _ path: String) async -> PictureState {
    func draw() -> PictureState {
      setting.shelf.frameBegan()
      defer { setting.shelf.frameEnded() }
      return setting.shelf.picture(of: Photo(inFile: path), in: PhotoPipelineFixture.box, .filling)
    }
    _ = draw()
    await setting.settle()
    return draw()
  }

  @Test func `a file is shown, and no service is asked for it nor does a cache keep it`() async {
    let cache = FakePhotoCache()
    let setting = PhotoPipelineFixture(cache: cache, files: Files())

    guard case .here = await frame(setting, "/boat.jpg") else {
      Issue.record("it is not here")
      return
    }

    #expect(setting.photos.asked == [])
    #expect(cache.kept.isEmpty)
  }

  @Test func `a file that has gone is not shown`() async {
    let setting = PhotoPipelineFixture(files: Files())

    guard case .failed(.notFetched(.notFound)) = await frame(setting, "/gone.jpg") else {
      Issue.record("it did not fail")
      return
    }
  }
}
