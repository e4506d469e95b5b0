internal import FeedDomain
internal import Glibc
internal import Groundwork
internal import Threads

/// An article that was found in an entry's web page, as the article cache stores it.
struct CachedArticle: Equatable, Sendable {
  var html: String
  /// The address of the cached article's web page, after redirects.
  var url: String
  var title: String?
  var author: String?
  var site: String?
  var createdAt: Timestamp?
}

extension ArticleError {
  /// The time for which the web page of an entry is not fetched by itself again after this error;
  /// nil for an error that says nothing about the page.
  fileprivate var pauseBeforeRetry: Duration? {
    switch self {
    case .service(.cancelled), .service(.missingLibrary), .store: nil
    case .service(let error) where error.isOutOfReach: .seconds(3_600)
    case .service, .noAddress, .notWebAddress, .noArticle, .notPublic, .notAPage, .tooLarge:
      .seconds(86_400)
    }
  }
}

extension CachedArticle {
  var plainText: String {
    HTMLTextReader.richTextFromArticleHTML(
      html, resolveLink: LinkBaseAddress(url).absoluteHTTPAddress
    )
    .plain
  }

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

/// A cache of articles that were found in web pages, with a file for each, and of the reading
/// positions in articles; without a folder, it lasts as long as the program. The oldest articles
/// beyond the maximum number are deleted, except those of saved entries.
final class ArticleCache: Sendable {
  /// Maximum number of articles in the cache's index, with a stored text or reading position.
  static let maximumArticles = 2_000
  /// Maximum size in bytes of an article in the article cache.
  private static let mostBytes = 8 << 20

  /// An entry of the article cache's index: the reading position in one article, and whether the
  /// article's text is stored.
  private struct ArticleIndexEntry: Equatable {
    let post: Post.ID
    var position: ArticlePosition?
    /// True if the text of the article's web page is stored in a file of the article cache.
    var hasPage = false
    /// The time before which the article's web page is not fetched by itself again, since the last
    /// request for it failed; nil if it did not.
    var notBefore: Timestamp?
  }

  private let folder: String?
  private let stored = LockedValue<[String: [UInt8]]>([:])

  init(folder: String?) { self.folder = folder }

  func cachedArticle(of post: Post.ID) -> CachedArticle? {
    readCacheJSON(Self.fileName(of: post)).flatMap { CachedArticle($0) }
  }

  func storeArticle(_ article: CachedArticle, of post: Post.ID) throws(FileOperationError) {
    try writeCacheFile(article.json.encodedBytes(), Self.fileName(of: post))
    try changeIndexEntry(post) { ($0.hasPage, $0.notBefore) = (true, nil) }
  }

  /// Remembers that fetching the web page of a post failed, unless that says nothing about the
  /// page.
  func storePageFetchFailure(
    _ error: ArticleError, of post: Post.ID, at now: Timestamp
  ) throws(FileOperationError) {
    guard let pause = error.pauseBeforeRetry else { return }
    try changeIndexEntry(post) { $0.notBefore = now.timeAdvanced(by: pause) }
  }

  /// Returns those of some entries whose web page is not stored, and whose last fetch did not fail
  /// a short time ago.
  func postsDueForPageFetch(among posts: [Post.ID], at now: Timestamp) -> [Post.ID] {
    let known = Dictionary(index.map { ($0.post, $0) }) { first, _ in first }
    return posts.filter { post in
      known[post].map { !$0.hasPage && $0.notBefore.map { $0 <= now } ?? true } ?? true
    }
  }

  /// Returns those of some entries whose web page is not stored and is not fetched by itself at
  /// present, since its last fetch failed, with the times from which it is fetched again.
  func webPageRetryTimes(among posts: [Post.ID], at now: Timestamp) -> [Post.ID: Timestamp] {
    let ids = Set(posts)
    return index.reduce(into: [:]) { pauses, entry in
      guard ids.contains(entry.post), !entry.hasPage, let end = entry.notBefore, end > now else {
        return
      }
      pauses[entry.post] = end
    }
  }

  /// The ids of the posts whose web page's article is stored.
  var postsWithPage: Set<Post.ID> { Set(index.filter(\.hasPage).map(\.post)) }

  /// Deletes a post's stored article, and the reading position in it.
  func deleteArticle(of post: Post.ID) {
    removeCacheFile(Self.fileName(of: post))
    // A file that cannot be deleted does no harm, since nothing reads it any more.
    try? changeIndex { $0.removeAll { $0.post == post } }
  }

  func deleteAllArticles() {
    for entry in index { removeCacheFile(Self.fileName(of: entry.post)) }
    removeCacheFile(Self.index)
    // A lock file that cannot be deleted does no harm.
    if let folder {
      try? PrivateFile(path: Self.lockPath(in: folder), maximumSize: 0)
        .removeFileAndDamagedVersions()
    }
  }

  func storedArticlePosition(in post: Post.ID) -> ArticlePosition? {
    index.first { $0.post == post }?.position
  }

  func storeArticlePosition(_ position: ArticlePosition, in post: Post.ID)
    throws(FileOperationError)
  {
    try changeIndexEntry(post) { $0.position = position }
  }

  // MARK: - The index

  private static let index = "index"

  private static func lockPath(in folder: String) -> String { "\(folder)/\(index).lock" }

  private static func fileName(of post: Post.ID) -> String { RawFeedEntry.shortHash(post.rawValue) }

  private var index: [ArticleIndexEntry] {
    (readCacheJSON(Self.index)?["articles"].array ?? []).compactMap { json in
      guard let id = json["post"].nonEmptyString else { return nil }
      var entry = ArticleIndexEntry(post: Post.ID(id), hasPage: json["page"].bool ?? false)
      entry.notBefore = json["notBefore"].moment
      if let block = json["block"].int, let share = json["share"].int, block >= 0 {
        entry.position = ArticlePosition(block: block, share: max(0, share))
      }
      return entry
    }
  }

  private func changeIndexEntry(_ post: Post.ID, _ change: (inout ArticleIndexEntry) -> Void)
    throws(FileOperationError)
  {
    try changeIndex { index in
      var entry = index.first { $0.post == post } ?? ArticleIndexEntry(post: post)
      change(&entry)
      index.removeAll { $0.post == post }
      index.insert(entry, at: 0)
    }
  }

  private func changeIndex(_ change: (inout [ArticleIndexEntry]) -> Void) throws(FileOperationError)
  {
    var lock: OpenFile?
    if let folder {
      lock = try PrivateDirectory(path: folder).openOrCreateLockedFile(
        at: Self.lockPath(in: folder))
    }
    defer { lock?.unlockFile() }
    var entries = index
    change(&entries)
    // Articles that the user saved are never removed.
    let excess = entries.dropFirst(Self.maximumArticles).filter {
      !SavedAddressesStream.isSavedEntry($0.post)
    }
    for entry in excess { removeCacheFile(Self.fileName(of: entry.post)) }
    entries.removeAll { entry in excess.contains { $0.post == entry.post } }
    let json: JSON = [
      "articles": .array(
        entries.map { entry in
          [
            "post": .string(entry.post.rawValue), "page": .bool(entry.hasPage),
            "block": entry.position.map { .number(String($0.block)) } ?? .null,
            "share": entry.position.map { .number(String($0.share)) } ?? .null,
            "notBefore": JSON(moment: entry.notBefore),
          ]
        })
    ]
    try writeCacheFile(json.encodedBytes(), Self.index)
  }

  // MARK: - Files

  private func fileInCacheFolder(_ name: String) -> PrivateFile? {
    folder.map { PrivateFile(path: "\($0)/\(name).json", maximumSize: Self.mostBytes) }
  }

  private func readCacheJSON(_ name: String) -> JSON? {
    let kept = stored.withLock { $0[name] }
    // An article that cannot be read is fetched again.
    guard let bytes = kept ?? (try? fileInCacheFolder(name)?.readContents()) else { return nil }
    return try? JSON(bytes)
  }

  private func writeCacheFile(_ bytes: [UInt8], _ name: String) throws(FileOperationError) {
    guard let folder, let file = fileInCacheFolder(name) else {
      return stored.withLock { $0[name] = bytes }
    }
    try PrivateDirectory(path: folder).prepareDirectory()
    try file.replaceContentsWithoutSync(with: bytes)
  }

  private func removeCacheFile(_ name: String) {
    stored.withLock { _ = $0.removeValue(forKey: name) }
    // A file that cannot be deleted does no harm, since nothing reads it any more.
    if let file = fileInCacheFolder(name) { try? file.removeFileAndDamagedVersions() }
  }
}
