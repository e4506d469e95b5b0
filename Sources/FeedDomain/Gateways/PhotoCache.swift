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
