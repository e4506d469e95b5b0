internal import FeedDomain
internal import Glibc
internal import Groundwork
internal import Threads

/// A cache of web feeds in a folder: a file for each feed, and one for the liked and bookmarked
/// entries. A feed is fetched again if its file cannot be read, and lost at the program's end if
/// its file cannot be written.
final class WebFeedFileCache: Sendable {
  private static let mostBytes = 12 << 20
  /// Maximum size in bytes of the file with the liked and bookmarked entries, which is larger than
  /// new files get, as earlier versions did not limit their size.
  private static let mostBytesOfMarks = 64 << 20

  private let folder: String?
  private let stored = LockedValue<[String: [UInt8]]>([:])
  let articles: ArticleCache

  /// Creates the cache of web feeds in a folder; without one, the cache lasts as long as the
  /// program.
  init(folder: String?) {
    self.folder = folder
    articles = ArticleCache(folder: folder.map { "\($0)/articles" })
  }

  func cachedWebFeed(_ id: Subscription.ID) -> CachedWebFeed {
    guard let bytes = storedFileBytes(id.rawValue) else { return CachedWebFeed() }
    if let webFeed = CachedWebFeed(bytes, isWhole: true) { return webFeed }
    // The ETag in a damaged file would keep the entries from being fetched again.
    if id != Subscription.saved.id { deleteCachedWebFeed(id) }
    return CachedWebFeed()
  }

  /// Returns a web feed's stored state without its entries, whose line in the file is not parsed.
  func cachedWebFeedWithoutEntries(_ id: Subscription.ID) -> CachedWebFeed {
    storedFileBytes(id.rawValue).flatMap { CachedWebFeed($0, isWhole: false) } ?? CachedWebFeed()
  }

  func storeWebFeed(_ webFeed: CachedWebFeed, _ id: Subscription.ID) {
    storeFileBytes(webFeed.bytes, id.rawValue)
  }

  /// Stores the state of a web feed's refreshes; the feed's stored entries stay as they are.
  func storeFeedRefreshState(_ head: CachedWebFeed, _ id: Subscription.ID) {
    let entries = storedFileBytes(id.rawValue).flatMap { CachedWebFeed.entriesLine(in: $0) }
    guard let entries else {
      // The file has an older form, or there is none.
      var whole = cachedWebFeed(id)
      whole.copyRefreshState(of: head)
      return storeWebFeed(whole, id)
    }
    storeFileBytes(head.headBytes + entries, id.rawValue)
  }

  /// Returns the ids of a web feed's entries that another program's database listed as read; empty
  /// without an import.
  func entryIDsImportedAsRead(of id: Subscription.ID) -> Set<String> {
    Set(readCacheJSON(id.rawValue + Self.readEntries)?.array.compactMap(\.string) ?? [])
  }

  func addEntryIDsImportedAsRead(_ entries: Set<String>, of id: Subscription.ID) {
    let all = entryIDsImportedAsRead(of: id).union(entries).sorted()
    storeFileBytes(
      JSON.array(all.map { .string($0) }).encodedBytes(), id.rawValue + Self.readEntries)
  }

  func deleteEntryIDsImportedAsRead(of id: Subscription.ID) {
    deleteCachedWebFeed(Subscription.ID(id.rawValue + Self.readEntries))
  }

  func deleteCachedWebFeed(_ id: Subscription.ID) {
    stored.withLock { _ = $0.removeValue(forKey: id.rawValue) }
    // A file that cannot be deleted does no harm, since nothing reads it any more.
    if let file = fileInCacheFolder(id.rawValue) { try? file.removeFileAndDamagedVersions() }
  }

  var marks: LikedAndBookmarkedEntries {
    readCacheJSON(Self.marks).map { LikedAndBookmarkedEntries($0) } ?? LikedAndBookmarkedEntries()
  }

  /// Reads the liked and bookmarked entries. Throws once if their file is damaged, which then keeps
  /// its contents under another name.
  func readLikedAndBookmarkedEntries() throws(FileOperationError) -> LikedAndBookmarkedEntries {
    if let bytes = storedFileBytes(Self.marks), (try? JSON(bytes)) == nil {
      try changeLikesAndBookmarks { _ in }
    }
    return marks
  }

  /// Applies a closure to the stored likes and bookmarks of web feeds' entries, and writes them,
  /// while other windows of the program wait for the file. Throws without a change if the file with
  /// the marks cannot be read or is damaged; a damaged file is renamed, so that the next change
  /// begins a new one.
  func changeLikesAndBookmarks(_ change: (inout LikedAndBookmarkedEntries) -> Void)
    throws(FileOperationError)
  {
    try changeCacheFileUnderLock(
      Self.marks, LikedAndBookmarkedEntries(),
      parsing: { (try? JSON($0)).map { LikedAndBookmarkedEntries($0) } },
      encoding: \.bytes, change)
  }

  /// Applies a closure to the stored web feed of the entries that the user saved by their
  /// addresses, and writes it, while other windows of the program wait for the file.
  func changeFeedOfSavedAddresses(_ change: (inout CachedWebFeed) -> Void)
    throws(FileOperationError)
  {
    try changeCacheFileUnderLock(
      Subscription.saved.id.rawValue, CachedWebFeed(),
      parsing: { CachedWebFeed($0, isWhole: true) }, encoding: \.bytes, change)
  }

  /// Applies a closure to the contents of the file with the user's likes and bookmarks, or of that
  /// with the saved addresses, under a lock. An unchanged value is not written.
  private func changeCacheFileUnderLock<Value: Equatable>(
    _ name: String, _ empty: Value, parsing: ([UInt8]) -> Value?,
    encoding: (Value) -> [UInt8], _ change: (inout Value) -> Void
  ) throws(FileOperationError) {
    guard let folder, let file = fileInCacheFolder(name) else {
      var value = storedFileBytes(name).flatMap(parsing) ?? empty
      change(&value)
      return stored.withLock { $0[name] = encoding(value) }
    }
    let lock = try PrivateDirectory(path: folder).openOrCreateLockedFile(
      at: Self.lockPath(in: folder))
    defer { lock.unlockFile() }
    let bytes = try file.readContents()
    let before = bytes.flatMap(parsing)
    if bytes != nil, before == nil {
      let other = try file.moveDamagedFileAside()
      throw FileOperationError(
        doing: "reading \(file.path)", because: "it is damaged; it is kept as \(other)")
    }
    var value = before ?? empty
    change(&value)
    if value != before ?? empty { try file.replaceContents(with: encoding(value)) }
  }

  func deleteLikesAndBookmarks() {
    deleteCachedWebFeed(Subscription.ID(Self.marks))
    // A lock file that cannot be deleted does no harm.
    if let folder {
      try? PrivateFile(path: Self.lockPath(in: folder), maximumSize: 0)
        .removeFileAndDamagedVersions()
    }
  }

  private static let marks = "marks"
  /// The end of the name of a file with the imported read states of a web feed.
  private static let readEntries = "-read"

  private static func lockPath(in folder: String) -> String { "\(folder)/\(marks).lock" }

  private func fileInCacheFolder(_ name: String) -> PrivateFile? {
    folder.map { folder in
      PrivateFile(
        path: "\(folder)/\(name).json",
        maximumSize: name == Self.marks ? Self.mostBytesOfMarks : Self.mostBytes)
    }
  }

  private func storedFileBytes(_ name: String) -> [UInt8]? {
    let kept = stored.withLock { $0[name] }
    // A file that cannot be read counts as missing.
    return kept ?? (try? fileInCacheFolder(name)?.readContents())
  }

  private func readCacheJSON(_ name: String) -> JSON? {
    storedFileBytes(name).flatMap { try? JSON($0) }
  }

  private func storeFileBytes(_ bytes: [UInt8], _ name: String) {
    do throws(FileOperationError) {
      guard let folder, let file = fileInCacheFolder(name) else {
        return stored.withLock { $0[name] = bytes }
      }
      try PrivateDirectory(path: folder).prepareDirectory()
      try file.replaceContentsWithoutSync(with: bytes)
      // Bytes that could not be written before are older than the file now.
      stored.withLock { _ = $0.removeValue(forKey: name) }
    } catch {
      stored.withLock { $0[name] = bytes }
    }
  }
}
