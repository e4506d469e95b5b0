public struct ByteProgress: Equatable, Sendable {
  public let received: Int
  /// The total size of a file's transfer in bytes; nil if unknown.
  public let expected: Int?

  package init(received: Int, expected: Int?) {
    (self.received, self.expected) = (received, expected)
  }
}

public protocol PhotoGateway: Sendable {
  /// Fetches the encoded bytes of a photo's rendition. Reports progress from any thread. Cancelling
  /// the task stops the transfer; partial data is never returned.
  func photoBytes(
    of rendition: Photo.Rendition, progress: @escaping @Sendable (ByteProgress) -> Void
  ) async throws(FeedError) -> [UInt8]
  func details(of photo: Photo.ID, in post: Post.ID) async throws(FeedError) -> PhotoDetails
  /// Tells the service that the reader saved a photo, as some services require.
  func reportSavedPhoto(_ photo: Photo.ID, in post: Post.ID) async throws(FeedError)
}

extension PhotoGateway {
  public func reportSavedPhoto(_ photo: Photo.ID, in post: Post.ID) async throws(FeedError) {}
}

/// A cache of photo files. Neither reading nor storing fails: missing files are fetched again.
public protocol PhotoCache: Sendable {
  /// True if the photo cache survives the program's end.
  var outlivesProgram: Bool { get }
  /// The capacity of the photo cache in bytes; nil without a limit.
  var room: Int? { get }
  /// Returns the cached bytes of a photo's rendition; nil if missing.
  func cachedBytes(of rendition: Photo.Rendition, for account: Account.ID) async -> [UInt8]?
  func storeBytes(_ bytes: [UInt8], of rendition: Photo.Rendition, for account: Account.ID) async
  /// Deletes cached photo files stored before a time, however recently they were read.
  func deletePhotos(keptBefore moment: Timestamp, for account: Account.ID) async
  /// Erases an account's cached photo files; throws if something remains.
  func eraseAllPhotos(of account: Account.ID) async throws(StoreError)
}

extension PhotoCache {
  public var room: Int? { nil }

  public func deletePhotos(keptBefore moment: Timestamp, for account: Account.ID) async {}
}

public protocol PhotoFolder: Sendable {
  /// Saves a photo under a name, or a similar one if the name is taken, and returns its path. Never
  /// overwrites a file or leaves the folder, whatever the name.
  func savePhoto(_ bytes: [UInt8], as name: PhotoFileName) async throws(StoreError) -> String
}

/// A reason why a file cannot be posted as a picture.
public enum PictureProblem: Error, Equatable, Sendable {
  case forbidden, missing, unreadable, notAPicture, damaged
  case tooLarge(limit: Int)
  /// A picture problem: too many pixels, or the picture cannot be made small enough.
  case tooManyPixels
  /// A picture problem: the picture decoder is missing or failed.
  case notOpened
  /// A picture problem: the picture decoder timed out, as on a busy machine; a retry may succeed.
  case tookTooLong
  case missingLibrary(SystemLibrary)
}

public protocol PicturePreparing: Sendable {
  /// True if the reader may choose picture files; pictures already in the outbox are always read.
  var takesFiles: Bool { get }
  /// Reads the picture in a file, and reduces it to size limits, without camera metadata.
  func preparePicture(
    _ path: String, within limits: PictureLimits
  ) async throws(PictureProblem) -> PreparedPicture
  func fileExists(at path: String) async -> Bool
  /// Returns the absolute path of a picture file, which may be sent later from another directory.
  func absolutePath(_ path: String) -> String
  /// Returns files and directories whose path begins with a text, sorted; directories end with a
  /// slash.
  func paths(beginning: String) async -> [String]
}

extension PicturePreparing {
  public var takesFiles: Bool { true }
}
