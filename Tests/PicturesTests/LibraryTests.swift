import Pictures
import Testing

/// What the decoder's program tells of the libraries it reads pictures with.
@Suite struct LibraryTests {
  @Test func `every picture library has a version`() {
    let libraries = PictureDecoder.pictureLibraryVersions(of: ProgramUnderTest.decoder)

    #expect(
      libraries.map(\.name) == ["libjpeg", "libpng", "libwebp", "giflib", "libavif", "libheif"])
    #expect(libraries.allSatisfy { $0.version.first?.isNumber == true })
  }

  @Test(arguments: ["/bin/true", "/bin/cat", "/nowhere/tweetie-picture"])
  func `a decoder program that reports no versions gives an empty list`(program: String) {
    #expect(PictureDecoder.pictureLibraryVersions(of: program).isEmpty)
  }
}
