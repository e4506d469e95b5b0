import FeedDomain

/// Pictures in files of a test's own.
struct StubPictures: PicturePreparing {
  var trouble: PictureTrouble?
  var files: [String] = []

  func prepare(
    _ path: String, within limits: PictureLimits
  ) throws(PictureTrouble) -> PreparedPicture {
    if let trouble { throw trouble }
    return PreparedPicture(
      bytes: Array(repeating: 7, count: 100), mediaType: "image/jpeg",
      size: PhotoSize(width: 4, height: 3))
  }

  func paths(beginning: String) -> [String] { files.filter { $0.hasPrefix(beginning) } }
}
