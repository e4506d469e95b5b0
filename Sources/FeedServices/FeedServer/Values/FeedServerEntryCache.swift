internal import FeedDomain
internal import Groundwork
internal import Threads

/// A cache of the entries of an account at a feed server: the latest entries with their texts, and
/// the read states and stars of many older entries. Entries are kept in memory if the file cannot
/// be read or written.
final class FeedServerEntryCache: Sendable {
  /// A state of a feed server's cached entry: its read state, star and dates; the entry's text may
  /// be cached or not.
  struct CachedEntryState: Equatable, Sendable {
    let feed: String
    let writtenAt: Timestamp
    /// The time in microseconds by which the feed server orders the entry; nil if unknown.
    var orderedAt: Int64?
    var isRead: Bool
    var isStarred: Bool
    /// The time at which Tweetie learnt the cached entry's present read state from the feed server.
    var learntAt: Timestamp
    /// The time at which the entry's state last changed at the feed server; nil if unknown.
    var changedAt: Timestamp?
    /// The time at which Tweetie learnt the cached entry's present star; nil if it was learnt in an
    /// earlier run of the program, or with the whole entry.
    var starLearntAt: Timestamp?
  }

  private static let mostBytes = 16 << 20
  private static let mostWhole = 500
  private static let mostWholeBytes = 6 << 20
  private static let mostMarks = 20_000

  private struct EntryCacheContents {
    var whole: [ServerEntryID: ServerEntry] = [:]
    var marks: [ServerEntryID: CachedEntryState] = [:]
  }

  private let now: @Sendable () -> Timestamp
  private let file: PrivateFile?
  private let folder: String?
  private let contents: LockedValue<EntryCacheContents?>

  /// Creates the cache of entries for an account at a feed server, in a file in a folder; without a
  /// folder, entries are kept in memory.
  init(folder: String?, account: Account.ID, now: @escaping @Sendable () -> Timestamp) {
    (self.folder, self.now) = (folder, now)
    file = Self.cacheFileBasePath(of: account, in: folder).map {
      PrivateFile(path: "\($0).json", maximumSize: Self.mostBytes)
    }
    contents = LockedValue(file == nil ? EntryCacheContents() : nil)
  }

  /// Returns the path of the folder for the articles of entries of a feed server account; nil if
  /// there is no cache folder or no libcrypto.
  static func articleFolderPath(of account: Account.ID, in folder: String?) -> String? {
    cacheFileBasePath(of: account, in: folder).map { "\($0).articles" }
  }

  /// Returns the path, without its ending, of a feed server account's files in the cache folder;
  /// nil if there is no folder or no libcrypto.
  private static func cacheFileBasePath(of account: Account.ID, in folder: String?) -> String? {
    guard let folder, let digest = MessageDigest.sha256(Array(account.rawValue.utf8)) else {
      return nil
    }
    return "\(folder)/\(Base64.urlSafeBase64(Array(digest.prefix(12))))"
  }

  func cachedEntry(_ name: ServerEntryID) -> ServerEntry? { readCacheContents { $0.whole[name] } }

  /// The read states, stars and dates of all cached entries of the feed server account, by entry
  /// id.
  var marks: [ServerEntryID: CachedEntryState] { readCacheContents(\.marks) }

  func storeEntries(_ entries: [ServerEntry]) {
    let now = now()
    changeCacheContents { contents in
      var isChanged = false
      for entry in entries {
        guard contents.whole[entry.id] != entry else { continue }
        isChanged = true
        let known = contents.marks[entry.id]
        contents.whole[entry.id] = entry
        contents.marks[entry.id] = CachedEntryState(
          feed: entry.feed, writtenAt: entry.publishedAt ?? Timestamp(milliseconds: 0),
          orderedAt: entry.orderedAt ?? known?.orderedAt, isRead: entry.isRead,
          isStarred: entry.isStarred,
          learntAt: known?.isRead == entry.isRead ? known?.learntAt ?? now : now,
          changedAt: entry.changedAt)
      }
      return isChanged
    }
  }

  /// Sets the read state or star of cached entries, as reported or accepted by the feed server.
  /// States that were learnt after `moment`, at which the server was asked, stay.
  func setEntryFlag(
    _ flag: EntryFlag, _ isSet: Bool, of names: some Sequence<ServerEntryID>,
    askedAt moment: Timestamp? = nil
  ) {
    let now = now()
    changeCacheContents { contents in
      var isChanged = false
      for name in names {
        switch flag {
        case .read:
          guard let mark = contents.marks[name], mark.isRead == !isSet else { continue }
          // A time in the future is from a clock that was wrong.
          if let moment, mark.learntAt > moment, mark.learntAt <= now { continue }
          isChanged = true
          contents.marks[name]?.isRead = isSet
          contents.marks[name]?.learntAt = now
          contents.marks[name]?.changedAt = nil
          contents.whole[name]?.isRead = isSet
        case .starred:
          if let moment, let learntAt = contents.marks[name]?.starLearntAt, learntAt > moment,
            learntAt <= now
          {
            continue
          }
          if contents.marks[name]?.isStarred == !isSet {
            isChanged = true
            contents.marks[name]?.starLearntAt = now
          }
          contents.marks[name]?.isStarred = isSet
          contents.whole[name]?.isStarred = isSet
        }
      }
      return isChanged
    }
  }

  func deleteCache() {
    contents.withLock { $0 = EntryCacheContents() }
    // A file that cannot be deleted does no harm, since nothing reads it any more.
    try? file?.removeFile()
  }

  private func readCacheContents<Value>(_ value: (EntryCacheContents) -> Value) -> Value {
    contents.withLock { value(loadedCacheContents(&$0)) }
  }

  private func changeCacheContents(_ change: (inout EntryCacheContents) -> Bool) {
    contents.withLock { state in
      var changed = loadedCacheContents(&state)
      state = nil  // One owner, so that the dictionaries are not copied.
      let isChanged = change(&changed)
      if isChanged { trimCacheContents(&changed) }
      state = changed
      if isChanged { writeCacheContents(changed) }
    }
  }

  private func loadedCacheContents(_ state: inout EntryCacheContents?) -> EntryCacheContents {
    if let state { return state }
    var contents = EntryCacheContents()
    // An unreadable cache counts as empty.
    if let bytes = (try? file?.readContents()) ?? nil, let json = try? JSON(bytes) {
      for json in json["entries"].array {
        if let entry = ServerEntry(kept: json) { contents.whole[entry.id] = entry }
      }
      for json in json["states"].array {
        guard let name = json[0].nonEmptyString.flatMap({ ServerEntryID(stored: $0) }),
          let feed = json[1].nonEmptyString, let flags = json[3].int
        else { continue }
        contents.marks[name] = CachedEntryState(
          feed: feed, writtenAt: json[2].moment ?? Timestamp(milliseconds: 0),
          orderedAt: json[6].string.flatMap { Int64($0) },
          isRead: flags & 1 != 0, isStarred: flags & 2 != 0,
          learntAt: json[4].moment ?? Timestamp(milliseconds: 0), changedAt: json[5].moment)
      }
    }
    state = contents
    return contents
  }

  private func trimCacheContents(_ contents: inout EntryCacheContents) {
    if contents.marks.count > Self.mostMarks {
      let oldest = contents.marks.sorted { $0.value.writtenAt < $1.value.writtenAt }
        .prefix(contents.marks.count - Self.mostMarks * 9 / 10)
      for (name, _) in oldest { contents.marks[name] = nil }
    }
    var room = Self.mostWholeBytes
    let bytes = contents.whole.values.reduce(0) { $0 + $1.html.utf8.count }
    guard contents.whole.count > Self.mostWhole || bytes > room else { return }
    let zero = Timestamp(milliseconds: 0)
    let newest = contents.whole.values.sorted {
      ($0.publishedAt ?? zero) > ($1.publishedAt ?? zero)
    }
    contents.whole = [:]
    for entry in newest.prefix(Self.mostWhole) {
      room -= entry.html.utf8.count
      if room < 0 { break }
      contents.whole[entry.id] = entry
    }
  }

  private func writeCacheContents(_ contents: EntryCacheContents) {
    guard let folder, let file else { return }
    let json: JSON = [
      "entries": .array(contents.whole.values.map(\.kept)),
      "states": .array(
        contents.marks.map { name, mark in
          .array([
            .string(name.text), .string(mark.feed), JSON(moment: mark.writtenAt),
            .number(String((mark.isRead ? 1 : 0) + (mark.isStarred ? 2 : 0))),
            JSON(moment: mark.learntAt), JSON(moment: mark.changedAt),
            mark.orderedAt.map { .string(String($0)) } ?? .null,
          ])
        }),
    ]
    // Entries that cannot be written are fetched again after the next start.
    try? PrivateDirectory(path: folder).prepareDirectory()
    try? file.replaceContentsWithoutSync(with: json.encodedBytes())
  }
}
