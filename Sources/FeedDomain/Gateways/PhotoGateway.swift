public struct ByteTransferProgress: Equatable, Sendable {
  public let receivedBytes: Int
  /// The total number of bytes of the file being transferred; nil if unknown.
  public let totalBytes: Int?

  package init(receivedBytes: Int, totalBytes: Int?) {
    (self.receivedBytes, self.totalBytes) = (receivedBytes, totalBytes)
  }
}

public protocol PhotoGateway: Sendable {
  /// Fetches the file of a photo in one size. `progress` is called on any thread; cancelling the
  /// task stops the transfer, and partial data is never returned.
  func fetchPhotoBytes(
    of rendition: Photo.PhotoRendition, progress: @escaping @Sendable (ByteTransferProgress) -> Void
  ) async throws(FeedError) -> [UInt8]
  func photoDetails(ofPhoto photo: Photo.ID, in post: Post.ID) async throws(FeedError)
    -> PhotoDetails
  /// Reports to the service that the user saved a photo, as some services require.
  func notifyServiceOfSavedPhoto(_ photo: Photo.ID, in post: Post.ID) async throws(FeedError)
}

extension PhotoGateway {
  public func notifyServiceOfSavedPhoto(_ photo: Photo.ID, in post: Post.ID) async throws(FeedError)
  {}
}

/// A protocol of caches for files of photos. It reports no errors: a file that cannot be read or
/// stored is fetched again.
public protocol PhotoCache: Sendable {
  /// True if the files of the photo cache stay when the program ends, false if the cache is in
  /// memory.
  var outlivesProgram: Bool { get }
  /// The maximum total size of the photo cache in bytes; nil if there is no limit.
  var room: Int? { get }
  /// Returns the cached bytes of a photo's rendition; nil if missing.
  func cachedPhotoBytes(of rendition: Photo.PhotoRendition, for account: Account.ID) async
    -> [UInt8]?
  func storePhotoBytes(
    _ bytes: [UInt8], of rendition: Photo.PhotoRendition, for account: Account.ID) async
  /// Deletes cached photo files stored before a time, however recently they were read.
  func deletePhotos(storedBefore moment: Timestamp, for account: Account.ID) async
  /// Erases an account's cached photo files; throws if something remains.
  func eraseAllPhotos(of account: Account.ID) async throws(StoreError)
}

extension PhotoCache {
  public var room: Int? { nil }

  public func deletePhotos(storedBefore moment: Timestamp, for account: Account.ID) async {}
}

public protocol PhotoFolder: Sendable {
  /// Saves a photo under a name, or a similar one if the name is taken, and returns its path. Never
  /// overwrites a file or leaves the folder, whatever the name.
  func savePhoto(_ bytes: [UInt8], as name: PhotoFileName) async throws(StoreError) -> String
}

/// A store for pictures of drafts that had no file: those of a deleted post, to be posted again.
public protocol DraftPictureStore: Sendable {
  /// Saves a picture for an account's draft, and returns the path of its file.
  func saveDraftPicture(
    _ bytes: [UInt8], as name: PhotoFileName, account: Account.ID
  ) async throws(StoreError) -> String
  /// Deletes an account's saved pictures except those at the given paths, and those saved within
  /// the last hour, whose draft may not be saved yet.
  func deleteUnusedDraftPictures(of account: Account.ID, except paths: Set<String>, now: Timestamp)
    async
  /// Erases an account's saved pictures; throws if something remains.
  func eraseAllDraftPictures(of account: Account.ID) async throws(StoreError)
}

/// A reason why a file cannot be used as a picture of a post.
public enum PictureFileProblem: Error, Equatable, Sendable {
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
  /// True if the user may choose files as pictures of posts, false in restricted mode; pictures
  /// already in the outbox are read in any case.
  var takesFiles: Bool { get }
  /// Reads a picture file, scales it down to size limits, and removes its camera metadata.
  func preparePictureForUpload(
    _ path: String, within limits: PictureUploadLimits
  ) async throws(PictureFileProblem) -> PreparedPicture
  func pictureFileExists(at path: String) async -> Bool
  /// Returns the absolute path of a picture file, which may be sent later from another directory.
  func absolutePicturePath(_ path: String) -> String
  /// Returns the paths of pictures and directories that begin with a typed text, sorted;
  /// directories end with a slash. Empty in restricted mode.
  func pictureAndFolderPaths(beginning: String) async -> [String]
}

extension PicturePreparing {
  public var takesFiles: Bool { true }
}
