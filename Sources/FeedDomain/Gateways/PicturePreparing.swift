/// Why a file cannot be posted as a picture.
public enum PictureTrouble: Error, Hashable, Sendable {
  /// The environment forbids to read files that somebody names.
  case forbidden
  /// There is no such file.
  case missing
  /// It may not, or cannot, be read.
  case unreadable
  /// It is no picture that a service would take.
  case notAPicture
  /// It is a picture of such a kind, but broken.
  case damaged
  /// It has more bytes than this.
  case tooLarge(limit: Int)
  /// It has more pixels than are taken, or cannot be made small enough.
  case tooManyPixels
  /// What opens pictures is missing, or failed on it.
  case notOpened
  /// What opens pictures gave up on it after a while, as on a busy machine: it may be tried again.
  case tookTooLong
  /// A library that opens such pictures is not installed.
  case missingLibrary(SystemLibrary)
}

/// Makes pictures of files ready to be posted.
public protocol PicturePreparing: Sendable {
  /// Whether the reader may name files at all; what waits in the outbox already is read in any case.
  var takesFiles: Bool { get }
  /// The picture in a file, no larger than that and without what its camera wrote into it.
  func prepare(
    _ path: String, within limits: PictureLimits
  ) async throws(PictureTrouble) -> PreparedPicture
  /// Whether there is still a file at that path.
  func isThere(_ path: String) async -> Bool
  /// The path of a file from the root on: it may be sent later, from another directory.
  func rooted(_ path: String) -> String
  /// Files and directories whose path begins so, in order; directories end with a slash.
  func paths(beginning: String) async -> [String]
}

extension PicturePreparing {
  /// They may, unless the environment forbids it.
  public var takesFiles: Bool { true }
}
