internal import FeedDomain
internal import Glibc
internal import Groundwork
internal import Threads

/// An importer that makes subscriptions from the text that the user types to follow web feeds:
/// addresses, or the path of a list that another program exported.
struct SubscriptionImporter: Sendable {
  private static let mostBytes = 8 << 20

  let network: NetworkContext
  let cache: WebFeedFileCache
  /// The path of the user's home folder, which "~" means in a typed path; nil if unknown.
  let home: String?
  /// True if a typed path is read as an exported list of web feeds; false in restricted mode.
  var readsFiles = true
  /// The store of the user's rules and saved searches; nil if the program has none.
  var rules: (any FilterRuleStore)?
  /// The reader of newsboat's database; nil if the program has none.
  var newsboat: (any NewsboatDatabaseReading)?
  private let lastReply = LockedValue<(typed: String, reply: WebFeedFinder.TypedAddressReply)?>(nil)

  private var finder: WebFeedFinder { WebFeedFinder(network: network, lastReply: lastReply) }

  /// A result of parsing the text that the user typed to follow web feeds: the added subscriptions,
  /// the whole new list, and the subscriptions left out.
  struct SubscriptionImportResult {
    let added: AddSubscriptionsResult
    /// The whole list of subscriptions, including the added and changed ones and their logins.
    let list: SubscriptionList
    /// The subscriptions that an import left out, since their servers are in this machine's own
    /// network.
    let withheld: [Subscription]
    /// The exported list whose saved searches are to be stored once the subscriptions are; nil if
    /// there is none, or if no feed of the list is followed, as its searches would find other feeds'
    /// entries.
    var listWithSearches: WebFeedOutline?
  }

  /// Finds the web feeds at the addresses, or in the exported list at the path, that the user
  /// typed. The feeds of a list are not fetched; `isTrustedList` is true if the list is the user's
  /// own.
  func findTypedSubscriptions(
    _ typed: String, isTrustedList: Bool = false, beside known: SubscriptionList
  ) async throws(FeedError) -> SubscriptionImportResult {
    // Typed addresses are parsed by libcurl, like those of requests.
    guard InstalledCurl.isCurlUsable else { throw .missingLibrary(.curl) }
    var list = known
    var withheld: [Subscription] = []
    var listWithSearches: WebFeedOutline?
    var states: ImportedEntryStates?
    if let path = typedFilePath(typed), readsFiles, try isDatabase(path) {
      states = try await importEntryStates(ofDatabase: path, for: known)
    } else if let outline = try parsedOutlineFile(at: typed) {
      withheld = list.addImportedFeeds(outline, isUsersOwnOutline: isTrustedList)
      if list != known || withheld.isEmpty { listWithSearches = outline }
    } else {
      for address in Self.typedAddresses(in: typed) {
        let found = try await finder.findFeed(address)
        let subscription = list.addSubscription(found.subscription)
        list.storeLoginIfGiven(found.login, for: subscription.id)
        var kept = found.cachedFeed
        let marks = kept.applyFilterRulesReturningStarred(
          currentFilterRules.filters, to: subscription, known: [])
        kept.markEntriesRead(cache.entryIDsImportedAsRead(of: subscription.id))
        cache.storeWebFeed(kept, subscription.id)
        cache.bookmarkEntriesStarredByRule(
          marks, of: subscription, at: network.world.now, network.log)
      }
    }
    var added = AddSubscriptionsResult(
      list.subscriptionsChanged(since: known), withheld: withheld.map(\.address).distinct)
    added.entryStates = states
    return SubscriptionImportResult(
      added: added, list: list, withheld: withheld, listWithSearches: listWithSearches)
  }

  /// Parses the exported list of web feeds at a typed path; nil if the typed text is no path.
  func parsedOutlineFile(at typed: String) throws(FeedError) -> WebFeedOutline? {
    guard let path = typedFilePath(typed) else { return nil }
    guard readsFiles else {
      throw .misconfigured("Restricted mode does not read a list of feeds from a file.")
    }
    let bytes = try readFeedListFile(path)
    if bytes.contains(UInt8(ascii: "<")), !XMLReader.isAvailable { throw .missingLibrary(.expat) }
    guard let outline = try WebFeedOutline(bytes) ?? WebFeedOutline(lines: bytes) else {
      throw .badReply
    }
    return outline
  }

  /// Stores the saved searches of an imported list of web feeds; returns those that were new, and
  /// the names of those that the user has with another query.
  func importSavedSearches(of outline: WebFeedOutline) async throws(FeedError)
    -> (new: [SavedSearch], kept: [String])
  {
    let kept = try await storeSearchesReturningConflictingNames(outline.searches)
    return (outline.searches.filter { !kept.contains($0.name) }, kept)
  }

  /// Stores the new saved searches of an imported list of web feeds beside the user's own; returns
  /// the names of those that the user has with another query.
  private func storeSearchesReturningConflictingNames(_ searches: [SavedSearch])
    async throws(FeedError) -> [String]
  {
    guard !searches.isEmpty, let rules else { return [] }
    do throws(StoreError) {
      let known = try rules.filterRules()
      let own = Dictionary(known.searches.map { ($0.name, $0) }) { first, _ in first }
      let new = searches.filter { own[$0.name] == nil }
      if !new.isEmpty { try await rules.replaceFilterRules(known + new.map { .search($0) }) }
      return searches.filter { (own[$0.name] ?? $0) != $0 }.map(\.name)
    } catch {
      network.log.writeLogLine(
        .storage, .error, "the searches of a list cannot be stored: \(error)")
      throw .misconfigured("The searches of the list cannot be stored in the settings.")
    }
  }

  /// The user's rules and saved searches for web feeds; empty if they cannot be read.
  var currentFilterRules: [FilterRuleOrSavedSearch] {
    guard let rules else { return [] }
    do throws(StoreError) { return try rules.filterRules() } catch {
      network.log.writeLogLine(.storage, .error, "the rules cannot be read: \(error)")
      return []
    }
  }

  /// Returns the web feeds to which the page at a typed address links, for the user to choose;
  /// empty for several addresses, a path, or the address of a web feed.
  func feedCandidates(at typed: String) async throws(FeedError) -> [FeedCandidate] {
    let addresses = Self.typedAddresses(in: typed)
    guard typedFilePath(typed) == nil, addresses.count == 1 else { return [] }
    return try await finder.feedCandidates(at: addresses[0])
  }

  /// Returns the entries of an exported list of web feeds that cannot be followed, in the order of
  /// the file at the typed path.
  func rejectedImportEntries(_ typed: String) throws(FeedError) -> [RejectedImportEntry] {
    guard readsFiles, let path = typedFilePath(typed), try !isDatabase(path) else { return [] }
    let bytes = try readFeedListFile(path)
    if bytes.contains(UInt8(ascii: "<")), !XMLReader.isAvailable { throw .missingLibrary(.expat) }
    guard let outline = try WebFeedOutline(bytes) ?? WebFeedOutline(lines: bytes) else {
      throw .badReply
    }
    let unusable = outline.entries.filter {
      WebFeedFinder.feedAddressFromTypedText(
        AddressLoginParser.separatedAddressAndLogin($0.address).address) == nil
    }.map {
      RejectedImportEntry(line: $0.line, name: $0.name, address: $0.address, .unusableAddress)
    }
    return (outline.rejected + unusable).sorted { $0.line < $1.line }
  }

  /// Splits typed text into addresses of web feeds at blanks, and at commas before "http" or
  /// "feed:". A comma at the end of an address is dropped, other commas are part of it.
  static func typedAddresses(in typed: String) -> [String] {
    typed.split(whereSeparator: \.isWhitespace).flatMap { word -> [String] in
      var addresses: [String] = []
      for part in word.split(separator: ",") {
        let start = part.prefix(5).lowercased()
        let isAddress = start.hasPrefix("http") || start == "feed:" || addresses.isEmpty
        if isAddress {
          addresses.append(String(part))
        } else {
          addresses[addresses.count - 1] += ",\(part)"
        }
      }
      return addresses
    }
  }

  /// Returns the path of a file in the text typed to follow web feeds; nil if the text is no path.
  private func typedFilePath(_ typed: String) -> String? {
    if typed.hasPrefix("~/"), let home { return home + typed.dropFirst() }
    return typed.hasPrefix("/") || typed.hasPrefix("./") ? typed : nil
  }

  private func readFeedListFile(_ path: String) throws(FeedError) -> [UInt8] {
    let bytes = try readRegularFile(path) { (file, size) throws(FileOperationError) in
      guard size <= Self.mostBytes else {
        throw FileOperationError(doing: "reading \(path)", code: EFBIG)
      }
      return try file.readBytes(size)
    }
    guard !Self.isDatabase(bytes) else {
      throw .misconfigured(
        "Only an account with web feeds on this machine takes over newsboat's read states.")
    }
    return bytes
  }

  /// Returns true if the file at a path is an SQLite database, such as newsboat's.
  private func isDatabase(_ path: String) throws(FeedError) -> Bool {
    Self.isDatabase(
      try readRegularFile(path) { (file, _) throws(FileOperationError) in try file.readBytes(16) })
  }

  private static func isDatabase(_ bytes: [UInt8]) -> Bool {
    bytes.starts(with: "SQLite format 3\0".utf8)
  }

  /// Opens a regular file, and passes the file and its size to a closure.
  private func readRegularFile(
    _ path: String, _ read: (OpenFile, Int) throws(FileOperationError) -> [UInt8]
  ) throws(FeedError) -> [UInt8] {
    do throws(FileOperationError) {
      // Opened without waiting, since opening a pipe could take for ever.
      let file = try OpenFile(path, O_RDONLY | O_NONBLOCK, followsLink: true)
      let status = try file.fileStatus()
      guard status.st_mode & S_IFMT == S_IFREG else {
        throw FileOperationError(doing: "reading \(path)", because: "it is not a list of feeds")
      }
      return try read(file, Int(status.st_size))
    } catch {
      network.log.writeLogLine(.storage, .error, "\(error.step): \(error.reason)")
      switch error.code {
      case ENOENT: throw .notFound
      case EFBIG: throw .tooLarge
      default: throw .badReply
      }
    }
  }
}

// MARK: - Read states of newsboat's entries

extension SubscriptionImporter {
  /// Imports the read states and flags of the entries in newsboat's database that belong to the
  /// web feeds of a list: read entries are marked as read, also those that are fetched later, and
  /// flagged ones are bookmarked with their texts.
  @concurrent
  private func importEntryStates(
    ofDatabase path: String, for list: SubscriptionList
  ) async throws(FeedError) -> ImportedEntryStates {
    guard let newsboat else { throw .badReply }
    let index = SubscriptionIndex(list.subscriptions)
    // Of an address in the database, the followed feed, or none.
    var feeds: [String: [Subscription]] = [:]
    var read: [Subscription.ID: Set<String>] = [:]
    var flagged: [(feed: Subscription, item: WebFeedEntry)] = []
    var states = ImportedEntryStates()
    var bytesOfTexts = 0
    do throws(StoreError) {
      try newsboat.visitNewsboatEntries(ofDatabase: path) { entry in
        let found =
          feeds[entry.feedAddress]
          ?? WebFeedFinder.feedAddressFromListEntry(entry.feedAddress).flatMap {
            index.place(of: Subscription(at: $0.address), in: list.subscriptions)
          }.map { [list.subscriptions[$0]] } ?? []
        feeds[entry.feedAddress] = found
        guard let feed = found.first else { return }
        guard !entry.flags.isEmpty else {
          read[feed.id, default: []].insert(RawFeedEntry.shortHash(entry.statedID))
          return
        }
        var item = RawFeedEntry(entry).webFeedEntry
        (item.writtenAt, item.isDated) =
          (entry.writtenAt ?? network.world.now, entry.writtenAt != nil)
        bytesOfTexts += entry.html.utf8.count
        if bytesOfTexts > LikedAndBookmarkedEntries.mostBytes { item = item.withoutRestOfText }
        flagged.append((feed, item))
        states.bookmarkTags[WebFeedEntryID(feed.id, item.id).post] =
          entry.flags.map(String.init).distinct.compactMap { BookmarkTag($0) }
      }
    } catch {
      network.log.writeLogLine(.storage, .error, "newsboat's database cannot be read: \(error)")
      throw .misconfigured(
        error == .busy
          ? "newsboat is writing its database. Try again later, or close newsboat first."
          : "The file is damaged, or not a database of newsboat's: \(error)")
    }
    guard feeds.values.contains(where: { !$0.isEmpty }) else {
      throw .misconfigured(
        "The database has no read entries of feeds that you follow. Import newsboat's urls first.")
    }
    for (id, ids) in read {
      cache.addEntryIDsImportedAsRead(ids, of: id)
      states.readCount += ids.count
      var kept = cache.cachedWebFeed(id)
      let fetched = kept.markEntriesRead(ids)
      if !fetched.isEmpty { cache.storeWebFeed(kept, id) }
      states.fetchedReadEntries += fetched.map { WebFeedEntryID(id, $0).post }
    }
    states.bookmarkCount = try bookmarkEntries(flagged)
    return states
  }

  /// Bookmarks entries of web feeds, the newest first, as far as there is room beside the present
  /// bookmarks and likes; returns their number.
  private func bookmarkEntries(
    _ entries: [(feed: Subscription, item: WebFeedEntry)]
  ) throws(FeedError) -> Int {
    let now = network.world.now
    var count = 0
    do throws(FileOperationError) {
      try cache.changeLikesAndBookmarks { marks in
        for (feed, item) in entries.sorted(by: {
          $0.item.writtenTimeOrNow(at: now) > $1.item.writtenTimeOrNow(at: now)
        }) {
          let isKnown = marks.likedOrBookmarkedEntry(WebFeedEntryID(feed.id, item.id)) != nil
          guard isKnown || marks.hasRoom else { continue }
          count += 1
          guard !isKnown else { continue }
          marks.setLikeOrBookmark(
            LikedAndBookmarkedEntries.LikedOrBookmarkedEntry(
              subscription: feed.id, name: feed.name, item: item),
            .bookmarked, true, at: item.writtenTimeOrNow(at: now))
        }
      }
    } catch {
      throw .storeFailed(.failed(step: error.step, reason: error.reason))
    }
    return count
  }
}

extension NewsboatEntry {
  /// The id by which the web feed's own entry is known: the id that the feed states, or the address
  /// if newsboat made the id of the address and the date.
  fileprivate var statedID: String {
    !link.isEmpty && id.hasPrefix(link) && id.dropFirst(link.count).contains(" ") ? link : id
  }
}

extension RawFeedEntry {
  fileprivate init(_ entry: NewsboatEntry) {
    self.init()
    id = entry.statedID
    title = RawEntryText(text: entry.title, format: .plain)
    content = RawEntryText(text: entry.html)
    author = entry.author
    links = [entry.link]
    if !entry.attachmentAddress.isEmpty {
      attachFile(entry.attachmentAddress, entry.attachmentType)
    }
  }
}

extension WebFeedEntry {
  /// Returns the date that the web feed states for this entry; `now` if the feed states no date, or
  /// one in the future.
  fileprivate func writtenTimeOrNow(at now: Timestamp) -> Timestamp { min(writtenAt ?? now, now) }
}

extension SubscriptionList {
  /// Adds the web feeds of an imported list that are not subscribed yet. If the list is another
  /// person's (`isUsersOwnOutline` is false), feeds in this machine's own network are left out and
  /// returned, and the added ones may be fetched from public hosts only.
  mutating func addImportedFeeds(_ outline: WebFeedOutline, isUsersOwnOutline: Bool)
    -> [Subscription]
  {
    var index = SubscriptionIndex(subscriptions)
    var withheld: [Subscription] = []
    for entry in outline.entries {
      guard let (address, login) = WebFeedFinder.feedAddressFromListEntry(entry.address) else {
        continue
      }
      var new = Subscription(
        at: address, name: entry.name, folder: entry.folder, isElsewhere: !isUsersOwnOutline)
      (new.otherFolders, new.isHidden) = (entry.otherFolders, entry.isHidden)
      new.settings = entry.settings
      if !isUsersOwnOutline, WebAddress(address)?.isInOwnNetwork != false,
        !index.places(ofAddressOf: new, in: subscriptions).contains(where: {
          !subscriptions[$0].isElsewhere
        })
      {
        withheld.append(new)
      } else {
        storeLoginIfGiven(login, for: addSubscription(new, using: &index).id)
      }
    }
    return withheld
  }
}
