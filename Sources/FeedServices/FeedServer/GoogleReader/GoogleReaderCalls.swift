internal import FeedDomain
internal import Threads

/// A set of calls of Google Reader's API to FreshRSS, The Old Reader, BazQux, Miniflux and other
/// feed servers.
struct GoogleReaderCalls: FeedServerCalls {
  /// Maximum number of entries fetched in one request of Google Reader's API; FreshRSS accepts at
  /// most a thousand form fields.
  static let batch = 250
  /// The number of entry ids in one request of Google Reader's API that asks for ids alone.
  private static let idPage = 10_000
  /// Maximum number of entry ids that are fetched from a feed server to compare the states of all
  /// entries; if a server has more, the states of older cached entries are not compared.
  private static let mostNames = 25_000
  /// Maximum number of pages of all entries that are searched for entries of a folder, at feed
  /// servers without streams of folders.
  private static let mostFolderPages = 4
  /// The number of the newest entry ids at the feed server that are compared with the cache to find
  /// new entries.
  private static let recentPage = 1000
  /// Maximum number of new entries that are read already whose texts one refresh fetches from a
  /// feed server; the next refresh fetches the others. Unread entries are all fetched, as they are
  /// counted.
  private static let maximumReadEntriesPerRefresh = 2000
  /// The number of new entries whose texts a refresh has in memory at once.
  private static let newEntriesAtOnce = 1000
  /// The overlap of refreshes by Google Reader's API: entries are requested from this long before
  /// the last refresh, since clocks differ and servers receive entries late.
  private static let overlap = Duration.seconds(86_400)
  private static let api = "/reader/api/0"
  private static let state = "user/-/state/com.google/"
  private static let label = "user/-/label/"

  let client: ServiceClient
  let cache: FeedServerEntryCache
  let reader: GoogleReaderJSONReader
  let facts = GoogleReaderServerFacts()
  let now: @Sendable () -> Timestamp

  var canSearch: Bool { false }

  func fetchSubscriptions() async throws(FeedError) -> [Subscription] {
    try await getJSON("/subscription/list", []) { json throws(FeedError) in
      try reader.parsedSubscriptions(json)
    }
  }

  func fetchEntryPage(
    of stream: FeedServerStream, after cursor: String?, limit: Int
  ) async throws(FeedError) -> FeedServerEntryPage {
    if case .folder(let name) = stream, facts.lacksFolders {
      return try await fetchFolderPageByFiltering(name, after: cursor, limit: limit)
    }
    do throws(FeedError) {
      return try await fetchStreamPage(of: stream, after: cursor, limit: limit)
    } catch {
      // Miniflux has no streams of folders.
      guard case .folder(let name) = stream, cursor == nil, error.isServerFault || error.isRefusal
      else { throw error }
      facts.recordThatServerLacksFolderStreams()
      return try await fetchFolderPageByFiltering(name, after: nil, limit: limit)
    }
  }

  func fetchFoundEntryPage(
    matching words: String, after cursor: String?, limit: Int
  ) async throws(FeedError) -> FeedServerEntryPage {
    throw .notFound
  }

  func fetchEntry(_ name: FeedServerEntryID) async throws(FeedError) -> FeedServerEntry {
    guard let entry = try await fetchEntries([name])[name] else { throw .notFound }
    return entry
  }

  func sendFlagChangeReturningSkippedIDs(_ change: EntryFlagChange) async throws(FeedError)
    -> [FeedServerEntryID]
  {
    let tag = Self.state + (change.flag == .read ? "read" : "starred")
    let changed = try await fetchAlreadyChangedEntryIDs(by: change)
    for names in change.ids.filter({ !changed.contains($0) }).chunked(by: Self.batch) {
      // The ids come last: FreshRSS drops the fields after the thousandth.
      try await sendChange(
        "/edit-tag", [(change.isSet ? "a" : "r", tag)] + names.map { ("i", $0.longForm) })
      cache.setEntryFlag(change.flag, isSet: change.isSet, of: names)
    }
    return []
  }

  func markEntriesReadUpToChange(
    in streams: [FeedServerStream], _ change: EntryFlagChange
  ) async throws(FeedError) {
    let marks = cache.marks
    // Entries that reached the server after the user's entries stay unread.
    guard let newest = change.ids.compactMap({ marks[$0]?.orderedAt }).max() else {
      _ = try await sendFlagChangeReturningSkippedIDs(change)
      return
    }
    // Servers mark the entries up to this time. Miniflux, whose times are whole seconds, marks the
    // entries before.
    let end = newest.isMultiple(of: 1_000_000) ? newest + 1 : newest
    do throws(FeedError) {
      for stream in streams {
        try await sendChange(
          "/mark-all-as-read", [("s", Self.streamID(of: stream)), ("ts", String(end))])
      }
    } catch {
      // Older versions of Miniflux lack the call.
      guard error == .notFound else { throw error }
      _ = try await sendFlagChangeReturningSkippedIDs(change)
      return
    }
    cache.setEntryFlag(.read, isSet: true, of: change.ids)
  }

  func subscribeReturningNewFeedID(to address: String, folder: String?) async throws(FeedError)
    -> String?
  {
    let reply = try await postForm(
      "/subscription/quickadd", [("output", "json"), ("quickadd", address)], isRepeatable: false)
    let json = try Self.parsedJSON(reply)
    if let id = json["streamId"].nonEmptyString, json["numResults"].int != 0 {
      if let folder { try await moveFeedToFolder(id, from: nil, to: folder) }
      return id
    }
    guard let reason = json["error"].nonBlankText else { throw .notFound }
    // FreshRSS reports a feed that is followed already by an error text.
    if reason.hasPrefix("Already subscribed") { return nil }
    throw .refused(reason)
  }

  func unsubscribe(from feed: String) async throws(FeedError) {
    try await editSubscription(feed, "unsubscribe", [])
  }

  func renameFeed(_ feed: String, to name: String) async throws(FeedError) {
    try await editSubscription(feed, "edit", [("t", name)])
  }

  func renameFolder(_ old: String, to new: String) async throws(FeedError) {
    try await sendChange("/rename-tag", [("s", Self.label + old), ("dest", Self.label + new)])
  }

  func moveFeedToFolder(
    _ feed: String, from old: String?, to folder: String?
  ) async throws(FeedError) {
    var fields: [(String, String)] = []
    if let folder { fields.append(("a", Self.label + folder)) }
    // A feed is in at most one folder, so that a move need not name the old one. The Old Reader takes
    // any field "r" for a move out of all folders.
    if let old, folder == nil { fields.append(("r", Self.label + old)) }
    guard !fields.isEmpty else { return }
    try await editSubscription(feed, "edit", fields)
  }

  func refreshEntryCache() async throws(FeedError) {
    // An entry that the user reads or stars during these requests must stay so.
    let start = now()
    let unread = try await fetchNewestEntryIDs([
      ("s", Self.streamID(of: .all)), ("xt", Self.state + "read"),
    ])
    let starred = try await fetchNewestEntryIDs([("s", Self.streamID(of: .starred))])
    // Entries that another device has read already are found by their ids among the newest.
    var recent = [("s", Self.streamID(of: .all))]
    if let moment = cache.lastUsableRefreshTime(at: start) {
      let start = moment.timeAdvanced(by: .zero - Self.overlap).milliseconds / 1000
      recent.append(("ot", String(max(0, start))))
    }
    let latest = try await fetchEntryIDPage(recent, after: nil, limit: Self.recentPage).names
    let marks = cache.marks
    func entryIDsMissingInCache(_ names: Set<FeedServerEntryID>) -> [FeedServerEntryID] {
      names.filter { marks[$0] == nil }.sorted { $0.isNewer(than: $1) }
    }
    let others = Set(latest).union(starred.ids).subtracting(unread.ids)
    let wanted =
      entryIDsMissingInCache(unread.ids)
      + entryIDsMissingInCache(others).prefix(Self.maximumReadEntriesPerRefresh)
    for names in wanted.chunked(by: Self.newEntriesAtOnce) {
      _ = try await fetchEntries(Array(names))
    }
    cache.setEntryFlagsFromServer(
      of: marks.keys.filter(unread.reachesDownToEntry), unread: unread.ids, starred: nil,
      askedAt: start)
    cache.setEntryFlagsFromServer(
      of: marks.keys.filter(starred.reachesDownToEntry), unread: nil, starred: starred.ids,
      askedAt: start)
    cache.recordCacheRefresh(startedAt: start.timeAdvanced(by: await client.clockOffset))
  }

  func importOPMLIfSupported(_ text: String) async throws(FeedError) -> Bool {
    guard reader.serverIsFreshRSS, text.utf8.count <= 1 << 20 else { return false }
    return try await client.sendOPMLForImport(text, at: Self.apiPath("/subscription/import"))
  }

  /// Fetches entries with their texts by id, a few hundred in each request to the feed server, and
  /// caches them. Entries that the server does not know, or that are too large, are left out of the
  /// result.
  func fetchEntries(_ names: [FeedServerEntryID]) async throws(FeedError) -> [FeedServerEntryID:
    FeedServerEntry]
  {
    var found: [FeedServerEntryID: FeedServerEntry] = [:]
    var parts = names.chunked(by: Self.batch)
    while let part = parts.popLast() {
      do throws(FeedError) {
        let reply = try await postForm(
          "/stream/items/contents", [("output", "json")] + part.map { ("i", $0.longForm) })
        let entries = try reader.parsedEntries(try Self.parsedJSON(reply))
        cache.storeEntriesApplyingRules(entries)
        for entry in entries { found[entry.id] = entry }
      } catch {
        // The entries of a reply that is too large are requested in halves; one entry of many
        // megabytes is left out.
        guard error == .tooLarge || error == .badReply else { throw error }
        if part.count > 1 {
          parts += [part.prefix(part.count / 2), part.dropFirst(part.count / 2)]
        } else if names.count == 1 {
          throw error
        }
      }
    }
    return found
  }
}

extension GoogleReaderCalls {
  /// The maximum age of a change by the user that is sent without first asking the feed server for
  /// the states of its entries.
  private static let promptness = Duration.seconds(60)
  /// The range of entry ids by which Miniflux is recognised: Miniflux numbers entries from 1, and
  /// other servers have larger ids.
  private static let numberedEntries: Range<Int64> = 1..<(1 << 40)

  /// Returns the ids of the change's entries that already have the wanted state at the feed server.
  /// Miniflux 2.2 toggles states, so that a repeated change would undo the first.
  private func fetchAlreadyChangedEntryIDs(
    by change: EntryFlagChange
  ) async throws(FeedError) -> Set<FeedServerEntryID> {
    let mayBeChanged =
      change.isRepeated || now().elapsedTime(since: change.madeAt) > Self.promptness
    let marks = cache.marks
    func hasWantedState(_ isRead: Bool, _ isStarred: Bool) -> Bool {
      (change.flag == .read ? isRead : isStarred) == change.isSet
    }
    let doubtful = change.ids.filter { name in
      guard let number = name.number, Self.numberedEntries.contains(number) else { return false }
      return mayBeChanged || marks[name].map { hasWantedState($0.isRead, $0.isStarred) } == true
    }
    guard !doubtful.isEmpty else { return [] }
    let entries: [FeedServerEntryID: FeedServerEntry]
    do throws(FeedError) {
      entries = try await fetchEntries(doubtful)
    } catch {
      // If the check fails, the change is sent anyway, unless it would fail as well.
      switch error {
      case .badReply, .tooLarge, .notFound, .refused: return []
      default: throw error
      }
    }
    return Set(
      doubtful.filter { name in
        entries[name].map { hasWantedState($0.isRead, $0.isStarred) } == true
      })
  }

  private func fetchStreamPage(
    of stream: FeedServerStream, after cursor: String?, limit: Int
  ) async throws(FeedError) -> FeedServerEntryPage {
    var query = [("s", Self.streamID(of: stream == .unread ? .all : stream))]
    if stream == .unread { query.append(("xt", Self.state + "read")) }
    let (names, next) = try await fetchEntryIDPage(query, after: cursor, limit: limit)
    // Older pages are fetched whole, since only whole entries contain their states.
    let isLatest = cursor == nil && stream != .starred
    let known = isLatest ? names.filter { cache.cachedEntry($0) != nil } : []
    let unknown = names.filter { !known.contains($0) }
    if !known.isEmpty {
      try await refreshCachedEntryStates(of: known, in: query, stream, limit: limit)
    }
    let fetched = try await fetchEntries(unknown)
    return FeedServerEntryPage(
      entries: names.compactMap {
        fetched[$0] ?? (known.contains($0) ? cache.cachedEntry($0) : nil)
      },
      nextCursor: next)
  }

  /// Fetches the read states and stars of cached entries at the top of a feed server's stream, and
  /// stores them in the cache.
  private func refreshCachedEntryStates(
    of known: [FeedServerEntryID], in query: [(String, String)], _ stream: FeedServerStream,
    limit: Int
  ) async throws(FeedError) {
    let start = now()
    // The latest unread entries include all unread ones among the latest entries.
    var unread = Set(known)
    if stream != .unread {
      let filter = [("xt", Self.state + "read")]
      unread.formIntersection(
        try await fetchEntryIDPage(query + filter, after: nil, limit: limit).names)
    }
    let starred = Set(
      try await fetchEntryIDPage(
        [("s", Self.streamID(of: .starred))], after: nil, limit: Self.idPage
      )
      .names)
    cache.setEntryFlagsFromServer(of: known, unread: unread, starred: starred, askedAt: start)
  }

  /// Fetches a page of a folder at a feed server without streams of folders, by filtering pages of
  /// all entries.
  private func fetchFolderPageByFiltering(
    _ folder: String, after cursor: String?, limit: Int
  ) async throws(FeedError) -> FeedServerEntryPage {
    let feeds = Set(
      try await fetchSubscriptions().filter { $0.folders.contains(folder) }.map(\.id.rawValue))
    guard !feeds.isEmpty else { throw .notFound }
    var result = FeedServerEntryPage(entries: [], nextCursor: cursor)
    for _ in 0..<Self.mostFolderPages {
      let page = try await fetchStreamPage(of: .all, after: result.nextCursor, limit: Self.batch)
      result.entries += page.entries.filter { feeds.contains($0.feed) }
      let isEnd = page.nextCursor == nil || page.nextCursor == result.nextCursor
      result.nextCursor = isEnd ? nil : page.nextCursor
      if isEnd || result.entries.count >= limit { break }
    }
    return result
  }

  /// Fetches the ids of the entries in a feed server's stream, page by page: all of them or, beyond
  /// the maximum number, the newest ones.
  private func fetchNewestEntryIDs(_ query: [(String, String)]) async throws(FeedError)
    -> NewestEntryIDs
  {
    var all = NewestEntryIDs()
    var cursor: String?
    repeat {
      let (names, next) = try await fetchEntryIDPage(query, after: cursor, limit: Self.idPage)
      let before = all.ids.count
      all.appendPageOfIDs(names, upTo: Self.mostNames)
      // FreshRSS begins at the top again for a cursor that it does not know.
      guard all.ids.count > before, !all.isCut, let next, next != cursor else { return all }
      if all.ids.count == Self.mostNames {
        all.isCut = true
        return all
      }
      cursor = next
    } while true
  }

  private func fetchEntryIDPage(
    _ query: [(String, String)], after cursor: String?, limit: Int
  ) async throws(FeedError) -> (names: [FeedServerEntryID], next: String?) {
    var query = query + [("n", String(limit))]
    if let cursor { query.append(("c", cursor)) }
    let (names, next) = try await getJSON("/stream/items/ids", query) { json throws(FeedError) in
      try GoogleReaderJSONReader.parsedEntryIDs(json)
    }
    var known: Set<FeedServerEntryID> = []
    let unique = names.filter { known.insert($0).inserted }
    // A server may return more entries than requested: these are cut.
    return (
      Array(unique.prefix(limit)),
      unique.isEmpty || next?.isEmpty == true || next == cursor ? nil : next
    )
  }

  @_semantics("optimize.sil.specialize.generic.never")
  private func getJSON<Value: Sendable>(
    _ path: String, _ query: [(String, String)],
    _ read: @Sendable (JSON) throws(FeedError) -> Value
  ) async throws(FeedError) -> Value {
    let query = WebAddressQuery([("output", "json")] + query)
    return try await client.requestJSON(HTTPRequest(.get, Self.apiPath(path) + "?" + query.text)) {
      json, _ throws(FeedError) in try read(json)
    }
  }

  private func editSubscription(
    _ feed: String, _ action: String, _ fields: [(String, String)]
  ) async throws(FeedError) {
    try await sendChange("/subscription/edit", [("ac", action), ("s", feed)] + fields)
  }

  /// Sends a form for a change whose reply is "OK". Throws `notFound` for an empty JSON array, which
  /// is Miniflux's reply, with status 200, to a call that it lacks.
  private func sendChange(
    _ path: String, _ fields: [(String, String)]
  ) async throws(FeedError) {
    let reply = try await postForm(path, fields)
    if String(decoding: reply.body.prefix(16), as: UTF8.self).trimmingBlanks == "[]" {
      throw .notFound
    }
  }

  /// Sends a form that changes something at the feed server, with the server's write token, and
  /// returns the reply. If the server refuses the token, a new one is fetched, and the form is sent
  /// again once.
  private func postForm(
    _ path: String, _ fields: [(String, String)], isRepeatable: Bool = true
  ) async throws(FeedError) -> HTTPReply {
    var token = try await currentWriteToken(replacing: nil)
    var isNew = false
    while true {
      let reply = try await client.fetchReplyOfAnyStatus(
        to: HTTPRequest(
          .post, Self.apiPath(path), body: .form([("T", token)] + fields),
          isRepeatable: isRepeatable))
      let isRefused =
        GoogleReaderRequestRules.reportsRefusedWriteToken(reply)
        || reply.headers["X-Reader-Google-Bad-Token"] != nil
      if isRefused, !isNew {
        token = try await currentWriteToken(replacing: token)
        isNew = true
        continue
      }
      if let serviceSpecificError = GoogleReaderRequestRules().serviceSpecificError(in: reply)
        ?? FeedError(reply, until: nil)
      {
        throw serviceSpecificError
      }
      return reply
    }
  }

  /// Returns the feed server's write token, which every change requires. The token is fetched once
  /// in a run of the program, and again if the server refused `old`. Two calls at the same time may
  /// both fetch the token, which does no harm.
  private func currentWriteToken(replacing old: String?) async throws(FeedError) -> String {
    if let known = facts.writeToken, known != old { return known }
    let reply = try await client.sendRequest(HTTPRequest(.get, Self.apiPath("/token")))
    let text = String(decoding: reply.body.prefix(4096), as: UTF8.self).trimmingBlanks
    guard !text.isEmpty, text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7f && $0 != 0x3c }) else {
      throw .badReply
    }
    facts.recordWriteToken(text)
    return text
  }

  private static func parsedJSON(_ reply: HTTPReply) throws(FeedError) -> JSON {
    guard let json = try? JSON(reply.body) else { throw .badReply }
    return json
  }

  private static func streamID(of stream: FeedServerStream) -> String {
    switch stream {
    case .all, .unread: state + "reading-list"
    case .starred: state + "starred"
    case .folder(let name): label + name
    case .feed(let id): id
    }
  }

  private static func apiPath(_ path: String) -> String { "\(api)\(path)" }
}

/// A list of the ids of the newest entries in a feed server's stream, as far as they were fetched.
struct NewestEntryIDs: Equatable {
  private(set) var ids: Set<FeedServerEntryID> = []
  /// True if the stream has older entries, whose ids were not fetched.
  var isCut = false
  private var last: FeedServerEntryID?
  /// True if the feed server lists the entries in the order of their ids.
  private var isInOrder = true

  /// Appends the ids of a page, which come after those in the list; ids beyond a maximum number are
  /// left out.
  mutating func appendPageOfIDs(_ names: [FeedServerEntryID], upTo most: Int) {
    for name in names where !ids.contains(name) {
      guard ids.count < most else {
        isCut = true
        return
      }
      if let last, !last.isNewer(than: name) { isInOrder = false }
      last = name
      ids.insert(name)
    }
  }

  /// Returns true if the list tells whether the stream contains an entry: if all ids were fetched,
  /// or the entry is as new as those in the list.
  func reachesDownToEntry(_ id: FeedServerEntryID) -> Bool {
    guard isCut else { return true }
    if ids.contains(id) { return true }
    return isInOrder && last.map { id.isNewer(than: $0) } == true
  }
}

/// A record of the facts that replies of a feed server with Google Reader's API have shown in this
/// run, and of the server's write token.
final class GoogleReaderServerFacts: Sendable {
  private struct GoogleReaderFactsLearntInRun {
    var writeToken: String?
    var lacksFolders = false
  }

  private let facts = LockedValue(GoogleReaderFactsLearntInRun())

  /// The feed server's write token, which every change requires; nil until it is fetched, and kept
  /// in memory only.
  var writeToken: String? { facts.withLock { $0.writeToken } }
  /// True if a reply has shown that the feed server has no streams of folders.
  var lacksFolders: Bool { facts.withLock { $0.lacksFolders } }

  func recordWriteToken(_ token: String) { facts.withLock { $0.writeToken = token } }
  func recordThatServerLacksFolderStreams() { facts.withLock { $0.lacksFolders = true } }
}

extension FeedError {
  fileprivate var isServerFault: Bool {
    if case .serverFailed = self { true } else { false }
  }
}

extension Array {
  func chunked(by size: Int) -> [ArraySlice<Element>] {
    stride(from: 0, to: count, by: size).map { self[$0..<Swift.min($0 + size, count)] }
  }
}
