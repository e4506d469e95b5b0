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
    var readStateFetchedAt: Timestamp
    /// The time at which the entry's state last changed at the feed server; nil if unknown.
    var changedAt: Timestamp?
    /// The time at which Tweetie learnt the cached entry's present star; nil if it was learnt in an
    /// earlier run of the program, or with the whole entry.
    var starFetchedAt: Timestamp?
    /// True if a rule hides the feed server's entry in streams.
    var isHidden = false
    /// The marks that rules set on the entry, and that were not sent to the feed server yet.
    var unsent: Set<EntryFlag> = []
  }

  private static let mostBytes = 16 << 20
  /// Maximum number of entries that the feed server's cache stores with their texts.
  private static let maximumWholeEntries = 500
  private static let mostWholeBytes = 6 << 20
  /// Maximum number of entries whose read state and star the feed server's cache stores.
  private static let maximumEntryStates = 30_000
  /// The age from which the cache file is written only to update the time of the last refresh, when
  /// no entry has changed.
  private static let refreshTimeLifetime = Duration.seconds(3_600)
  /// The age of the last refresh from which the unread and starred entries are listed anew, since
  /// they are fewer than the entries that changed meanwhile.
  private static let maximumRefreshAge = Duration.seconds(30 * 86_400)

  fileprivate struct EntryCacheContents {
    var entriesWithText: [FeedServerEntryID: FeedServerEntry] = [:]
    var marks: [FeedServerEntryID: CachedEntryState] = [:]
    /// The date of the latest entry whose state was dropped; entries up to this date that are
    /// missing in the cache are not new. nil if no state was dropped.
    var droppedUpTo: Timestamp?
    /// The time, by the feed server's clock, at which the last complete refresh began; nil before
    /// the first.
    var refreshedAt: Timestamp?
    /// The time of the last complete refresh that the cache's file has; nil if the file has none.
    var storedRefresh: Timestamp?
    /// The time at which the states of all cached entries were last compared with the feed server.
    var checkedAt: Timestamp?
  }

  /// The closure that returns the user's rules for new entries.
  private let rules: @Sendable () -> FilterRuleSet
  private let now: @Sendable () -> Timestamp
  private let file: PrivateFile?
  private let folder: String?
  private let contents: LockedValue<EntryCacheContents?>
  /// True while marks that rules set are being sent to the feed server.
  private let isSendingMarksSetByRules = LockedValue(false)

  /// Creates the cache of entries for an account at a feed server, in a file in a folder; without a
  /// folder, entries are kept in memory. `rules` are applied to entries that the cache stores for
  /// the first time.
  init(
    folder: String?, account: Account.ID,
    rules: @escaping @Sendable () -> FilterRuleSet = { .none },
    now: @escaping @Sendable () -> Timestamp
  ) {
    (self.folder, self.rules, self.now) = (folder, rules, now)
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

  func cachedEntry(_ name: FeedServerEntryID) -> FeedServerEntry? {
    readCacheContents { $0.entriesWithText[name] }
  }

  /// The read states, stars and dates of all cached entries of the feed server account, by entry
  /// id.
  var marks: [FeedServerEntryID: CachedEntryState] { readCacheContents(\.marks) }

  /// Returns the time, by the feed server's clock, since which its changes are missing in the
  /// cache; nil if there was no complete refresh, or the last one was too long ago.
  func lastUsableRefreshTime(at now: Timestamp) -> Timestamp? {
    guard let refreshedAt = readCacheContents(\.refreshedAt) else { return nil }
    let age = now.elapsedTime(since: refreshedAt)
    // A time far in the future is from a clock that was wrong.
    return age > .seconds(-86_400) && age < Self.maximumRefreshAge ? refreshedAt : nil
  }

  /// Returns true once a day, when the states of all cached entries are to be compared with those
  /// at the feed server.
  func isStateCheckDue(at now: Timestamp) -> Bool {
    readCacheContents(\.checkedAt)?.isStaleAfterDay(at: now) ?? true
  }

  /// Records a complete refresh of the cache that began at a time by the feed server's clock, and
  /// the time of a comparison of all states; nil if there was none. Both are stored for later runs
  /// of the program.
  func recordCacheRefresh(startedAt moment: Timestamp, checkedAt: Timestamp? = nil) {
    changeCacheContents { contents in
      let age = contents.storedRefresh.map { moment.elapsedTime(since: $0) }
      contents.refreshedAt = moment
      if let checkedAt { contents.checkedAt = checkedAt }
      // An older stored time only makes the next run ask for a few more changes.
      return checkedAt != nil || age.map { $0 < .zero || $0 >= Self.refreshTimeLifetime } ?? true
    }
  }

  /// Stores fetched entries, and applies the user's rules to those that are new. An entry that is
  /// read already was handled on another device, so that no rule marks it.
  func storeEntriesApplyingRules(_ entries: [FeedServerEntry]) {
    let now = now()
    changeCacheContents { contents in
      var isChanged = false
      // The rules are read only if an entry is new.
      lazy var entryRules = rules()
      for var entry in entries {
        let known = contents.marks[entry.id]
        var (isHidden, unsent) = (known?.isHidden ?? false, known?.unsent ?? [])
        if known == nil, contents.wasNeverCached(entry) {
          let matchingRuleActions = entryRules.matchingRuleActions(for: entry)
          isHidden = matchingRuleActions.contains(.hide)
          if !entry.isRead {
            if matchingRuleActions.contains(.read) { unsent.insert(.read) }
            if matchingRuleActions.contains(.star), !entry.isStarred { unsent.insert(.starred) }
          }
        }
        if unsent.contains(.read) { entry.isRead = true }
        if unsent.contains(.starred) { entry.isStarred = true }
        guard contents.entriesWithText[entry.id] != entry else { continue }
        isChanged = true
        contents.entriesWithText[entry.id] = entry
        contents.marks[entry.id] = CachedEntryState(
          feed: entry.feed, writtenAt: entry.publishedAt ?? Timestamp(milliseconds: 0),
          orderedAt: entry.orderedAt ?? known?.orderedAt, isRead: entry.isRead,
          isStarred: entry.isStarred,
          readStateFetchedAt: known?.isRead == entry.isRead
            ? known?.readStateFetchedAt ?? now : now,
          changedAt: entry.changedAt, isHidden: isHidden, unsent: unsent)
      }
      return isChanged
    }
  }

  /// Sets the read state or star of cached entries, as reported or accepted by the feed server.
  /// States that were learnt after `moment`, at which the server was asked, stay.
  func setEntryFlag(
    _ flag: EntryFlag, isSet: Bool, of names: some Sequence<FeedServerEntryID>,
    askedAt moment: Timestamp? = nil
  ) {
    let now = now()
    changeCacheContents { contents in
      var isChanged = false
      for name in names {
        if let unsent = contents.marks[name]?.unsent, unsent.contains(flag) {
          // The server cannot know the mark yet.
          guard moment == nil else { continue }
          contents.marks[name]?.unsent.remove(flag)
          isChanged = true
        }
        switch flag {
        case .read:
          guard let mark = contents.marks[name], mark.isRead == !isSet else { continue }
          // A time in the future is from a clock that was wrong.
          if let moment, mark.readStateFetchedAt > moment, mark.readStateFetchedAt <= now {
            continue
          }
          isChanged = true
          contents.marks[name]?.isRead = isSet
          contents.marks[name]?.readStateFetchedAt = now
          contents.marks[name]?.changedAt = nil
          contents.entriesWithText[name]?.isRead = isSet
        case .starred:
          if let moment, let learntAt = contents.marks[name]?.starFetchedAt, learntAt > moment,
            learntAt <= now
          {
            continue
          }
          if contents.marks[name]?.isStarred == !isSet {
            isChanged = true
            contents.marks[name]?.starFetchedAt = now
          }
          contents.marks[name]?.isStarred = isSet
          contents.entriesWithText[name]?.isStarred = isSet
        }
      }
      return isChanged
    }
  }

  /// Sets the flags of some entries as the server has them: those among `unread` are unread and
  /// those among `starred` have a star, the others not; nil leaves a flag as it is.
  func setEntryFlagsFromServer(
    of names: some Collection<FeedServerEntryID>, unread: Set<FeedServerEntryID>?,
    starred: Set<FeedServerEntryID>?, askedAt moment: Timestamp
  ) {
    if let unread {
      setEntryFlag(.read, isSet: false, of: names.filter(unread.contains), askedAt: moment)
      setEntryFlag(.read, isSet: true, of: names.filter { !unread.contains($0) }, askedAt: moment)
    }
    if let starred {
      setEntryFlag(.starred, isSet: true, of: names.filter(starred.contains), askedAt: moment)
      setEntryFlag(
        .starred, isSet: false, of: names.filter { !starred.contains($0) }, askedAt: moment)
    }
  }

  func deleteEntryCache() {
    contents.withLock { $0 = EntryCacheContents() }
    // A file that cannot be deleted does no harm, since nothing reads it any more.
    try? file?.removeFileAndDamagedVersions()
  }

  private func readCacheContents<Value>(_ value: (EntryCacheContents) -> Value) -> Value {
    contents.withLock { value(loadedCacheContents(&$0)) }
  }

  private func changeCacheContents(_ change: (inout EntryCacheContents) -> Bool) {
    contents.withLock { state in
      var changed = loadedCacheContents(&state)
      state = nil  // One owner, so that the dictionaries are not copied.
      let isChanged = change(&changed)
      if isChanged {
        trimCacheContents(&changed)
        changed.storedRefresh = changed.refreshedAt
      }
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
        if let entry = FeedServerEntry(cacheJSON: json) {
          contents.entriesWithText[entry.id] = entry
        }
      }
      for json in json["states"].array {
        guard let name = json[0].nonEmptyString.flatMap({ FeedServerEntryID(stored: $0) }),
          let feed = json[1].nonEmptyString, let flags = json[3].int
        else { continue }
        contents.marks[name] = CachedEntryState(
          feed: feed, writtenAt: json[2].moment ?? Timestamp(milliseconds: 0),
          orderedAt: json[6].string.flatMap { Int64($0) },
          isRead: flags & 1 != 0, isStarred: flags & 2 != 0,
          readStateFetchedAt: json[4].moment ?? Timestamp(milliseconds: 0),
          changedAt: json[5].moment,
          isHidden: flags & 4 != 0,
          unsent: Set((flags & 8 != 0 ? [.read] : []) + (flags & 16 != 0 ? [.starred] : [])))
      }
      contents.droppedUpTo = json["dropped"].moment
      contents.refreshedAt = json["refreshed"].moment
      contents.storedRefresh = contents.refreshedAt
      contents.checkedAt = json["checked"].moment
    }
    state = contents
    return contents
  }

  private func trimCacheContents(_ contents: inout EntryCacheContents) {
    if contents.marks.count > Self.maximumEntryStates {
      // Unread and starred entries are counted and compared, and are dropped last.
      let oldest = contents.marks.sorted { left, right in
        let isLeftWanted = !left.value.isRead || left.value.isStarred
        let isRightWanted = !right.value.isRead || right.value.isStarred
        return isLeftWanted == isRightWanted
          ? left.value.writtenAt < right.value.writtenAt : isRightWanted
      }
      .prefix(contents.marks.count - Self.maximumEntryStates * 9 / 10)
      for (name, _) in oldest { contents.marks[name] = nil }
      if let last = oldest.map(\.value.writtenAt).max() {
        contents.droppedUpTo = max(last, contents.droppedUpTo ?? last)
      }
    }
    var room = Self.mostWholeBytes
    let bytes = contents.entriesWithText.values.reduce(0) { $0 + $1.html.utf8.count }
    guard contents.entriesWithText.count > Self.maximumWholeEntries || bytes > room else { return }
    let zero = Timestamp(milliseconds: 0)
    let newest = contents.entriesWithText.values.sorted {
      ($0.publishedAt ?? zero) > ($1.publishedAt ?? zero)
    }
    contents.entriesWithText = [:]
    for entry in newest.prefix(Self.maximumWholeEntries) {
      room -= entry.html.utf8.count
      if room < 0 { break }
      contents.entriesWithText[entry.id] = entry
    }
  }

  private func writeCacheContents(_ contents: EntryCacheContents) {
    guard let folder, let file else { return }
    let json: JSON = [
      "entries": .array(contents.entriesWithText.values.map(\.cacheJSON)),
      "states": .array(
        contents.marks.map { name, mark in
          .array([
            .string(name.text), .string(mark.feed), JSON(moment: mark.writtenAt),
            .number(String(mark.flags)),
            JSON(moment: mark.readStateFetchedAt), JSON(moment: mark.changedAt),
            JSON(text: mark.orderedAt.map { String($0) }),
          ])
        }),
      "dropped": JSON(moment: contents.droppedUpTo),
      "refreshed": JSON(moment: contents.refreshedAt), "checked": JSON(moment: contents.checkedAt),
    ]
    // Entries that cannot be written are fetched again after the next start.
    try? PrivateDirectory(path: folder).prepareDirectory()
    try? file.replaceContentsWithoutSync(with: json.encodedBytes())
  }
}

// MARK: - Rules

extension FeedServerEntryCache {
  /// Returns a fetched entry with the marks that rules set and the feed server does not have yet;
  /// nil for an entry that a rule hides, unless `includingHidden`.
  func entryWithRuleMarks(_ entry: FeedServerEntry, includingHidden: Bool = false)
    -> FeedServerEntry?
  {
    readCacheContents { contents in
      guard let mark = contents.marks[entry.id] else { return entry }
      guard includingHidden || !mark.isHidden else { return nil }
      var entry = entry
      if mark.unsent.contains(.read) { entry.isRead = true }
      if mark.unsent.contains(.starred) { entry.isStarred = true }
      return entry
    }
  }

  /// The cached entries with their texts that no rule hides, the newest first.
  var shownEntries: [FeedServerEntry] {
    let zero = Timestamp(milliseconds: 0)
    return readCacheContents { contents in
      contents.entriesWithText.values.filter { contents.marks[$0.id]?.isHidden != true }
    }.sorted { left, right in
      let (leftDate, rightDate) = (left.publishedAt ?? zero, right.publishedAt ?? zero)
      return leftDate == rightDate ? left.id.isNewer(than: right.id) : leftDate > rightDate
    }
  }

  /// Returns the changes with those marks `flag` that rules set and that were not sent to the feed
  /// server yet: one for each time at which entries were fetched, as the server's own changes are
  /// compared with it.
  func unsentMarksSetByRules(_ flag: EntryFlag) -> [EntryFlagChange] {
    let unsent = marks.filter { $1.unsent.contains(flag) }
    return Dictionary(grouping: unsent.keys) { unsent[$0]?.readStateFetchedAt }.compactMap {
      madeAt, ids in
      madeAt.map { EntryFlagChange(flag: flag, isSet: true, ids: ids, madeAt: $0) }
    }.sorted { $0.madeAt < $1.madeAt }
  }

  /// Runs a closure that sends the marks that rules set, unless another call is sending them.
  func runUnlessAlreadySendingMarks(_ send: () async -> Void) async {
    let isFirst = isSendingMarksSetByRules.withLock { isSending in
      defer { isSending = true }
      return !isSending
    }
    guard isFirst else { return }
    await send()
    isSendingMarksSetByRules.withLock { $0 = false }
  }
}

extension FeedServerEntryCache.EntryCacheContents {
  /// Returns true for an entry that the cache stores for the first time, rather than again after
  /// its state was dropped.
  fileprivate func wasNeverCached(_ entry: FeedServerEntry) -> Bool {
    guard let droppedUpTo else { return true }
    return (entry.publishedAt ?? Timestamp(milliseconds: 0)) > droppedUpTo
  }
}

extension FeedServerEntryCache.CachedEntryState {
  /// The entry's read state, star, hiding and unsent marks as one number for the cache's file.
  fileprivate var flags: Int {
    (isRead ? 1 : 0) + (isStarred ? 2 : 0) + (isHidden ? 4 : 0)
      + (unsent.contains(.read) ? 8 : 0) + (unsent.contains(.starred) ? 16 : 0)
  }
}

/// A set of the user's rules for new entries of a feed server, with the list of the feeds to which
/// the rules refer.
struct FilterRuleSet: Sendable {
  static let none = FilterRuleSet(filters: [], list: FeedServerFeedList())

  let filters: [FilterRule]
  let list: FeedServerFeedList

  /// Returns the actions of the rules that match an entry.
  func matchingRuleActions(for entry: FeedServerEntry) -> Set<FilterRule.FilterRuleAction> {
    guard !filters.isEmpty else { return [] }
    let feed =
      list[entry.feed]
      ?? Subscription(id: Subscription.ID(entry.feed), address: "", name: entry.feedTitle)
    let filters = filters.filter { $0.appliesTo(feed) }
    guard !filters.isEmpty else { return [] }
    let text = FeedServerEntryConverter.entryText(of: entry).plain
    return Set(
      filters.filter {
        $0.matchesEntry(
          title: entry.title, author: entry.author, text: text, link: entry.link ?? "")
      }.map(\.action))
  }
}
