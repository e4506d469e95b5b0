/// How much of something has come.
public struct Transfer: Hashable, Sendable {
  /// The bytes that are here.
  public let received: Int
  /// All of them; nil where the service does not tell.
  public let expected: Int?

  package init(received: Int, expected: Int?) {
    (self.received, self.expected) = (received, expected)
  }
}

/// The bytes of photos from a service.
public protocol PhotoGateway: Sendable {
  /// The encoded bytes of one size of a photo, as they came.
  ///
  /// Tells how far it is, from any thread, where that takes a while. Stops when the task is
  /// cancelled; nothing half-fetched is returned.
  func bytes(
    of rendition: Photo.Rendition, progress: @escaping @Sendable (Transfer) -> Void
  ) async throws(FeedError) -> [UInt8]
  /// What the service tells of a photo besides what came with its post.
  func details(of photo: Photo.ID, in post: Post.ID) async throws(FeedError) -> PhotoDetails
  /// Tells the service that the reader keeps a photo, where it wants to know.
  func kept(_ photo: Photo.ID, in post: Post.ID) async throws(FeedError)
}

extension PhotoGateway {
  /// Most services do not want to know.
  public func kept(_ photo: Photo.ID, in post: Post.ID) async throws(FeedError) {}
}

/// The bytes of photos that were fetched, so that nobody fetches them twice.
///
/// Keeping and finding never fail: what cannot be kept is fetched again, and what cannot be read
/// is not there.
public protocol PhotoCache: Sendable {
  /// Whether what is kept is there the next time the program runs.
  var outlivesProgram: Bool { get }
  /// How many bytes there is room for; nil where nobody counts.
  var room: Int? { get }
  /// The bytes of one size of a photo, as they were kept; nil where they are not (any more).
  func bytes(of rendition: Photo.Rendition, for account: Account.ID) async -> [UInt8]?
  /// Keeps the bytes of one size of a photo, for as long as there is room.
  func keep(_ bytes: [UInt8], of rendition: Photo.Rendition, for account: Account.ID) async
  /// Forgets what was kept before that moment, however often it was looked at since.
  func forget(keptBefore moment: Timestamp, for account: Account.ID) async
  /// Erases everything kept for an account; fails where something of it is left.
  func erase(account: Account.ID) async throws(StoreError)
}

extension PhotoCache {
  /// Most count nothing.
  public var room: Int? { nil }

  /// Where nothing outlives the program there is nothing to forget.
  public func forget(keptBefore moment: Timestamp, for account: Account.ID) async {}
}

/// Where photos are put that the reader wants to keep.
public protocol PhotoAlbum: Sendable {
  /// Puts a photo there under that name, or one like it where the name is taken, and returns its
  /// path.
  ///
  /// Nothing that is there is ever overwritten, and nothing is put anywhere else, whatever the name.
  func keep(_ bytes: [UInt8], as name: PhotoFileName) async throws(StoreError) -> String
}

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
