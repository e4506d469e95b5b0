package import FeedDomain

/// A preparation of pictures in files that the test chooses.
package struct StubPictures: PicturePreparing {
  package var problem: PictureFileProblem?
  /// True if preparing a picture lasts until it is cancelled.
  package var takesForever = false
  /// The flag before whose raising no picture is prepared; nil to prepare pictures at once.
  package var release: Flag?
  package var files: [String] = []
  package var takesFiles = true

  package init(problem: PictureFileProblem? = nil, files: [String] = []) {
    self.problem = problem
    self.files = files
  }

  package func preparePictureForUpload(
    _ path: String, within limits: PictureUploadLimits
  ) async throws(PictureFileProblem) -> PreparedPicture {
    if takesForever {
      while !Task.isCancelled { await Task.yield() }
      throw .notOpened
    }
    while let release, !release.isUp { await Task.yield() }
    if let problem { throw problem }
    let side = min(4, limits.longestSide)
    return PreparedPicture(
      bytes: Array(repeating: 7, count: min(100, limits.bytes)), mediaType: "image/jpeg",
      size: PhotoSize(width: side, height: max(1, side - 1)))
  }

  package func pictureFileExists(at path: String) -> Bool { problem != .missing }

  package func absolutePicturePath(_ path: String) -> String {
    path.hasPrefix("/") ? path : "/here/" + path
  }

  package func pictureAndFolderPaths(beginning: String) -> [String] {
    files.filter { $0.hasPrefix(beginning) }
  }
}
