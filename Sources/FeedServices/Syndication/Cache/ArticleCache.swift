internal import FeedDomain
internal import Glibc
internal import Groundwork
internal import Threads

/// An article from the web page of an entry, as stored on disk.
struct CachedArticle: Equatable, Sendable {
  var html: String
  /// The address of the article's web page, after redirects.
  var url: String
  var title: String?
  var author: String?
  var site: String?
  var createdAt: Timestamp?
}

extension CachedArticle {
  init?(_ json: JSON) {
    guard let html = json["html"].nonEmptyString, let url = json["url"].nonEmptyString else {
      return nil
    }
    self.init(
      html: html, url: url, title: json["title"].nonEmptyString,
      author: json["author"].nonEmptyString, site: json["site"].nonEmptyString,
      createdAt: json["at"].moment)
  }

  var json: JSON {
    [
      "html": .string(html), "url": .string(url), "title": title.map { .string($0) } ?? .null,
      "author": author.map { .string($0) } ?? .null, "site": site.map { .string($0) } ?? .null,
      "at": JSON(moment: createdAt),
    ]
  }
}

/// A cache of articles from web pages, a file for each, and of the reader's position in each
/// article. The oldest beyond a number are deleted. Without a folder, everything is lost when the
/// program ends.
final class ArticleCache: Sendable {
  /// Maximum number of articles in the index, with or without a stored page.
  static let most = 2_000
  /// Maximum size of a stored article in bytes.
  private static let mostBytes = 8 << 20

  /// A row of the article cache's index: an entry's reading position, and whether its page is
  /// stored.
  private struct IndexEntry: Equatable {
    let post: Post.ID
    var position: ArticlePosition?
    /// True if the article from the entry's web page is stored.
    var hasPage = false
  }

  private let folder: String?
  private let held = LockedValue<[String: [UInt8]]>([:])

  init(folder: String?) { self.folder = folder }

  func cachedArticle(_ post: Post.ID) -> CachedArticle? {
    readJSON(Self.fileName(of: post)).flatMap { CachedArticle($0) }
  }

  func storeArticle(_ article: CachedArticle, of post: Post.ID) throws(SystemError) {
    try writeFile(article.json.encodedBytes(), Self.fileName(of: post))
    try changeEntry(post) { $0.hasPage = true }
  }

  /// Deletes the stored article from an entry's web page, and the reading position.
  func deleteArticle(_ post: Post.ID) {
    removeFile(Self.fileName(of: post))
    // What is left is read by nobody.
    try? changeIndex { $0.removeAll { $0.post == post } }
  }

  func deleteAllArticles() {
    for entry in index { removeFile(Self.fileName(of: entry.post)) }
    removeFile(Self.index)
    // As above.
    if let folder { try? PrivateFile(path: Self.lockPath(in: folder), maximumSize: 0).removeFile() }
  }

  func readingPosition(in post: Post.ID) -> ArticlePosition? {
    index.first { $0.post == post }?.position
  }

  func storePosition(_ position: ArticlePosition, in post: Post.ID) throws(SystemError) {
    try changeEntry(post) { $0.position = position }
  }

  // MARK: - The index

  private static let index = "index"

  private static func lockPath(in folder: String) -> String { "\(folder)/\(index).lock" }

  private static func fileName(of post: Post.ID) -> String { RawEntry.shortHash(post.rawValue) }

  private var index: [IndexEntry] {
    (readJSON(Self.index)?["articles"].array ?? []).compactMap { json in
      guard let id = json["post"].nonEmptyString else { return nil }
      var entry = IndexEntry(post: Post.ID(id), hasPage: json["page"].bool ?? false)
      if let block = json["block"].int, let share = json["share"].int, block >= 0 {
        entry.position = ArticlePosition(block: block, share: max(0, share))
      }
      return entry
    }
  }

  private func changeEntry(_ post: Post.ID, _ change: (inout IndexEntry) -> Void)
    throws(SystemError)
  {
    try changeIndex { index in
      var entry = index.first { $0.post == post } ?? IndexEntry(post: post)
      change(&entry)
      index.removeAll { $0.post == post }
      index.insert(entry, at: 0)
    }
  }

  private func changeIndex(_ change: (inout [IndexEntry]) -> Void) throws(SystemError) {
    var lock: OpenFile?
    if let folder {
      try PrivateDirectory(path: folder).prepareDirectory()
      lock = try OpenFile(Self.lockPath(in: folder), O_RDWR | O_CREAT, doing: "locking")
      try lock?.lockFile()
    }
    defer { lock?.unlockFile() }
    var entries = index
    change(&entries)
    // What the reader saved stays.
    let excess = entries.dropFirst(Self.most).filter { !SavedEntriesStream.contains($0.post) }
    for entry in excess { removeFile(Self.fileName(of: entry.post)) }
    entries.removeAll { entry in excess.contains { $0.post == entry.post } }
    let json: JSON = [
      "articles": .array(
        entries.map { entry in
          [
            "post": .string(entry.post.rawValue), "page": .bool(entry.hasPage),
            "block": entry.position.map { .number(String($0.block)) } ?? .null,
            "share": entry.position.map { .number(String($0.share)) } ?? .null,
          ]
        })
    ]
    try writeFile(json.encodedBytes(), Self.index)
  }

  // MARK: - Files

  private func cacheFile(_ name: String) -> PrivateFile? {
    folder.map { PrivateFile(path: "\($0)/\(name).json", maximumSize: Self.mostBytes) }
  }

  private func readJSON(_ name: String) -> JSON? {
    let kept = held.withLock { $0[name] }
    // An article that cannot be read is fetched again.
    guard let bytes = kept ?? (try? cacheFile(name)?.readFile()) else { return nil }
    return try? JSON(bytes)
  }

  private func writeFile(_ bytes: [UInt8], _ name: String) throws(SystemError) {
    guard let folder, let file = cacheFile(name) else { return held.withLock { $0[name] = bytes } }
    try PrivateDirectory(path: folder).prepareDirectory()
    try file.replaceContentsWithoutSync(with: bytes)
  }

  private func removeFile(_ name: String) {
    held.withLock { _ = $0.removeValue(forKey: name) }
    // What is left of it is read by nobody.
    if let file = cacheFile(name) { try? file.removeFile() }
  }
}
