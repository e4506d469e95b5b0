internal import FeedDomain
internal import Glibc
internal import Groundwork
internal import Threads

/// A cache of web feeds on disk: a file for each feed, and a file for liked and bookmarked entries.
/// A feed whose file cannot be read is fetched again; a feed whose file cannot be written is lost
/// when the program ends.
final class FeedFileCache: Sendable {
  private static let mostBytes = 8 << 20

  private let folder: String?
  private let held = LockedValue<[String: [UInt8]]>([:])
  let articles: ArticleCache

  /// Opens the cache of web feeds in a folder; without a folder, feeds are lost when the program
  /// ends.
  init(folder: String?) {
    self.folder = folder
    articles = ArticleCache(folder: folder.map { "\($0)/articles" })
  }

  func cachedFeed(_ id: Subscription.ID) -> CachedFeed {
    storedBytes(id.rawValue).flatMap { CachedFeed($0, isWhole: true) } ?? CachedFeed()
  }

  /// Returns the stored state of a web feed without its entries, which are most of its file.
  func cachedState(_ id: Subscription.ID) -> CachedFeed {
    storedBytes(id.rawValue).flatMap { CachedFeed($0, isWhole: false) } ?? CachedFeed()
  }

  func storeFeed(_ webFeed: CachedFeed, _ id: Subscription.ID) {
    storeBytes(webFeed.bytes, id.rawValue)
  }

  /// Stores the state of a web feed, and keeps its stored entries.
  func storeState(_ head: CachedFeed, _ id: Subscription.ID) {
    let entries = storedBytes(id.rawValue).flatMap { CachedFeed.entryBytes(in: $0) }
    guard let entries else {
      // The file has an older form, or there is none.
      var whole = cachedFeed(id)
      whole.copyState(of: head)
      return storeFeed(whole, id)
    }
    storeBytes(head.headBytes + entries, id.rawValue)
  }

  func deleteFeed(_ id: Subscription.ID) {
    held.withLock { _ = $0.removeValue(forKey: id.rawValue) }
    // What is left of it is read by nobody.
    if let file = cacheFile(id.rawValue) { try? file.removeFile() }
  }

  var marks: MarkedEntries { readJSON(Self.marks).map { MarkedEntries($0) } ?? MarkedEntries() }

  /// Changes the stored likes and bookmarks of entries, locked against other windows of the
  /// program.
  func changeMarks(_ change: (inout MarkedEntries) -> Void) throws(SystemError) {
    var changed = marks
    guard let folder, let file = cacheFile(Self.marks) else {
      change(&changed)
      return held.withLock { $0[Self.marks] = changed.json.encodedBytes() }
    }
    try PrivateDirectory(path: folder).prepareDirectory()
    let lock = try OpenFile(Self.lockPath(in: folder), O_RDWR | O_CREAT, doing: "locking")
    try lock.lockFile()
    defer { lock.unlockFile() }
    changed = marks
    change(&changed)
    try file.replaceContents(with: changed.json.encodedBytes())
  }

  /// Changes the saved entries, locked against other windows of the program.
  func changeSaved(_ change: (inout CachedFeed) -> Void) throws(SystemError) {
    var lock: OpenFile?
    if let folder {
      try PrivateDirectory(path: folder).prepareDirectory()
      lock = try OpenFile(Self.lockPath(in: folder), O_RDWR | O_CREAT, doing: "locking")
      try lock?.lockFile()
    }
    defer { lock?.unlockFile() }
    var saved = cachedFeed(Subscription.saved.id)
    change(&saved)
    guard folder != nil, let file = cacheFile(Subscription.saved.id.rawValue) else {
      return held.withLock { $0[Subscription.saved.id.rawValue] = saved.bytes }
    }
    try file.replaceContents(with: saved.bytes)
  }

  func deleteMarks() {
    deleteFeed(Subscription.ID(Self.marks))
    // As above.
    if let folder { try? PrivateFile(path: Self.lockPath(in: folder), maximumSize: 0).removeFile() }
  }

  private static let marks = "marks"

  private static func lockPath(in folder: String) -> String { "\(folder)/\(marks).lock" }

  private func cacheFile(_ name: String) -> PrivateFile? {
    folder.map { PrivateFile(path: "\($0)/\(name).json", maximumSize: Self.mostBytes) }
  }

  private func storedBytes(_ name: String) -> [UInt8]? {
    let kept = held.withLock { $0[name] }
    // See above.
    return kept ?? (try? cacheFile(name)?.readFile())
  }

  private func readJSON(_ name: String) -> JSON? { storedBytes(name).flatMap { try? JSON($0) } }

  private func storeBytes(_ bytes: [UInt8], _ name: String) {
    do throws(SystemError) {
      guard let folder, let file = cacheFile(name) else {
        return held.withLock { $0[name] = bytes }
      }
      try PrivateDirectory(path: folder).prepareDirectory()
      try file.replaceContentsWithoutSync(with: bytes)
    } catch {
      held.withLock { $0[name] = bytes }
    }
  }
}
