import FeedDomain
import Pictures
import PictureSamples
import TerminalRig
import Testing

@testable import TweetieTUI

@Suite struct PictureFilesTests {
  private let home: TemporaryHome
  private let path: String

  init() throws {
    home = try TemporaryHome()
    path = home.path + "/picture"
  }

  private func problem(_ bytes: [UInt8]?, hasDecoder: Bool = true) async -> PictureFileProblem? {
    if let bytes { home.write(bytes, to: path) }
    var rules = PictureDecoder.DecoderConfiguration()
    rules.timeLimit = .seconds(60)
    let program = ProgramLocation.tweetie.dropLast("tweetie".count) + "tweetie-picture"
    let decoder = PictureDecoder(program: String(program), rules: rules)
    do throws(PictureFileProblem) {
      _ = try await PictureFiles(decoder: hasDecoder ? decoder : nil)
        .preparePictureForUpload(path, within: .standard)
      return nil
    } catch {
      return error
    }
  }

  @Test func `each reason why a picture cannot be posted is distinguished`() async {
    let picture = PNGSample.bytes(Raster("RGB\nWKY"))
    let wide = PNGSample.header(30_000, 30_000) + PNGSample.chunk(("IDAT", []))

    #expect(await problem(nil) == .missing)
    #expect(await problem(picture) == nil)
    #expect(await problem(Array("words".utf8)) == .notAPicture)
    #expect(await problem(Array(picture.dropLast(picture.count / 2))) == .damaged)
    #expect(await problem(wide) == .tooManyPixels)
    #expect(await problem(picture, hasDecoder: false) == .notOpened)
  }

  @Test func `in restricted mode no folder is listed for pictures`() async {
    home.write(PNGSample.bytes(Raster("RGB")), to: home.path + "/picture.png")

    #expect(
      await PictureFiles(decoder: nil).pictureAndFolderPaths(beginning: home.path + "/pic").count
        == 1)
    #expect(
      await PictureFiles(decoder: nil, takesFiles: false).pictureAndFolderPaths(
        beginning: home.path + "/pic") == []
    )
  }

  @Test func `an existing picture path is made absolute, a missing one stays as typed`() {
    home.write(Array("words".utf8), to: path)
    let files = PictureFiles(decoder: nil)

    #expect(
      files.absolutePicturePath(home.path + "/config/../picture") == files.absolutePicturePath(path)
    )
    #expect(files.absolutePicturePath(".").hasPrefix("/"))
    #expect(files.absolutePicturePath("not/there.jpg") == "not/there.jpg")
  }
}
