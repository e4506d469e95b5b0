internal import FeedDomain
internal import Threads

/// The calls of Google Reader's API to FreshRSS, The Old Reader, BazQux, Miniflux and other feed
/// servers.
struct GoogleReaderCalls: FeedServerCalls {
  /// Maximum number of entry ids in one request; FreshRSS accepts at most a thousand fields of a
  /// form.
  static let batch = 250
  /// The number of entry ids to request at a time where ids alone are fetched.
  private static let idPage = 10_000
  /// Maximum number of entry ids that are fetched as a list; with more, the states of the entries
  /// stay as they are.
  private static let mostNames = 25_000
  /// Maximum number of pages fetched to find the entries of a folder, at servers without streams of
  /// folders.
  private static let mostFolderPages = 4
  /// The number of the latest entry ids that are compared with the cache to find new entries.
  private static let recentPage = 1000
  /// Maximum number of new entries whose texts are fetched at a time; the others follow next time.
  private static let mostNew = 2000
  /// The time before the last refresh from which entries are requested again, since clocks differ
  /// and servers receive entries late.
  private static let overlap = Duration.seconds(86_400)
  private static let api = "/reader/api/0"
  private static let state = "user/-/state/com.google/"
  private static let label = "user/-/label/"

  let client: ServiceClient
  let cache: EntryCache
  let reader: GoogleReaderReader
  let facts = GoogleReaderServerFacts()
  let now: @Sendable () -> Timestamp

  var canSearch: Bool { false }

  func subscriptions() async throws(FeedError) -> [Subscription] {
    try await getJSON("/subscription/list", []) { json throws(FeedError) in
      try reader.subscriptions(json)
    }
  }

  func fetchPage(
    of stream: ServerStream, after cursor: String?, limit: Int
  ) async throws(FeedError) -> ServerPage {
    if case .folder(let name) = stream, facts.lacksFolders {
      return try await fetchFolderPage(name, after: cursor, limit: limit)
    }
    do throws(FeedError) {
      return try await fetchDirectPage(of: stream, after: cursor, limit: limit)
    } catch {
      // Miniflux has no streams of folders.
      guard case .folder(let name) = stream, cursor == nil, error.isServerFault || error.isRefusal
      else { throw error }
      facts.recordMissingFolders()
      return try await fetchFolderPage(name, after: nil, limit: limit)
    }
  }

  func fetchPage(
    matching words: String, after cursor: String?, limit: Int
  ) async throws(FeedError) -> ServerPage {
    throw .notFound
  }

  func fetchEntry(_ name: ServerEntryID) async throws(FeedError) -> ServerEntry {
    guard let entry = try await fetchEntries([name])[name] else { throw .notFound }
    return entry
  }

  func sendChange(_ change: EntryChange) async throws(FeedError) -> [ServerEntryID] {
    let tag = Self.state + (change.flag == .read ? "read" : "starred")
    let changed = try await entriesAlreadyChanged(by: change)
    for names in change.names.filter({ !changed.contains($0) }).chunked(by: Self.batch) {
      // The ids come last: FreshRSS drops the fields after the thousandth.
      try await postForm(
        "/edit-tag", [(change.isSet ? "a" : "r", tag)] + names.map { ("i", $0.longForm) })
      cache.setFlag(change.flag, change.isSet, of: names)
    }
    return []
  }

  func markAllRead(
    in streams: [ServerStream], _ change: EntryChange
  ) async throws(FeedError) {
    let marks = cache.marks
    // What came to the server after the reader's entries stays unread.
    guard let newest = change.names.compactMap({ marks[$0]?.orderedAt }).max() else {
      _ = try await sendChange(change)
      return
    }
    // Servers mark the entries up to this time. Miniflux, whose times are whole seconds, marks the
    // entries before.
    let end = newest.isMultiple(of: 1_000_000) ? newest + 1 : newest
    for stream in streams {
      try await postForm(
        "/mark-all-as-read", [("s", Self.streamID(of: stream)), ("ts", String(end))])
    }
    cache.setFlag(.read, true, of: change.names)
  }

  func subscribe(to address: String, folder: String?) async throws(FeedError) -> String? {
    let reply = try await postForm(
      "/subscription/quickadd", [("output", "json"), ("quickadd", address)], isRepeatable: false)
    let json = try Self.parsedJSON(reply)
    if let id = json["streamId"].nonEmptyString, json["numResults"].int != 0 {
      if let folder { try await moveFeed(id, from: nil, to: folder) }
      return id
    }
    guard let reason = json["error"].nonBlankText else { throw .notFound }
    // FreshRSS says so in place of a status.
    if reason.hasPrefix("Already subscribed") { return nil }
    throw .refused(reason)
  }

  func unsubscribe(from feed: String) async throws(FeedError) {
    try await editSubscription(feed, "unsubscribe", [])
  }

  func renameFeed(_ feed: String, to name: String) async throws(FeedError) {
    try await editSubscription(feed, "edit", [("t", name)])
  }

  func moveFeed(
    _ feed: String, from old: String?, to folder: String?
  ) async throws(FeedError) {
    var fields: [(String, String)] = []
    if let folder { fields.append(("a", Self.label + folder)) }
    // The Old Reader takes any "r" for the way to no folder.
    if let old, folder == nil || !facts.hasOneFolder { fields.append(("r", Self.label + old)) }
    guard !fields.isEmpty else { return }
    try await editSubscription(feed, "edit", fields)
  }

  func refreshStates(since moment: Timestamp?) async throws(FeedError) {
    let unread = try await fetchEntryIDs([
      ("s", Self.streamID(of: .all)), ("xt", Self.state + "read"),
    ])
    let starred = try await fetchEntryIDs([("s", Self.streamID(of: .starred))])
    // Entries that another device has read already are neither unread nor known.
    var recent = [("s", Self.streamID(of: .all))]
    if let moment {
      let start = moment.timeAdvanced(by: .zero - Self.overlap).milliseconds / 1000
      recent.append(("ot", String(max(0, start))))
    }
    let latest = try await fetchEntryIDPage(recent, after: nil, limit: Self.recentPage).names
    let marks = cache.marks
    var wanted = Set(latest).union(starred ?? [])
    wanted.formUnion(unread ?? [])
    let unknown = wanted.filter { marks[$0] == nil }.sorted { $0.isNewer(than: $1) }
    _ = try await fetchEntries(Array(unknown.prefix(Self.mostNew)))
    if let unread {
      cache.setFlag(.read, false, of: marks.keys.filter(unread.contains))
      cache.setFlag(.read, true, of: marks.keys.filter { !unread.contains($0) })
    }
    if let starred {
      cache.setFlag(.starred, true, of: marks.keys.filter(starred.contains))
      cache.setFlag(.starred, false, of: marks.keys.filter { !starred.contains($0) })
    }
  }

  func importOutline(_ text: String) async throws(FeedError) -> Bool {
    guard reader.hasWideSigns, text.utf8.count <= 1 << 20 else { return false }
    _ = try await client.sendRequest(
      HTTPRequest(
        .post, Self.apiPath("/subscription/import"),
        body: .bytes(Array(text.utf8), type: "text/xml"), isRepeatable: true))
    return true
  }

  /// Fetches entries with their texts, some hundred in each request. Entries unknown to the server
  /// are left out.
  func fetchEntries(_ names: [ServerEntryID]) async throws(FeedError) -> [ServerEntryID:
    ServerEntry]
  {
    var found: [ServerEntryID: ServerEntry] = [:]
    var parts = names.chunked(by: Self.batch)
    while let part = parts.popLast() {
      do throws(FeedError) {
        let reply = try await postForm(
          "/stream/items/contents", [("output", "json")] + part.map { ("i", $0.longForm) })
        let entries = try reader.entries(try Self.parsedJSON(reply))
        cache.storeEntries(entries)
        for entry in entries { found[entry.name] = entry }
      } catch {
        // A reply that is too large comes in halves; one entry of many megabytes is left out.
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
  /// The time after a change by the person in which nothing else is assumed to have changed the
  /// entry.
  private static let promptness = Duration.seconds(60)
  /// The range of entry ids that Miniflux uses; it numbers entries from 1, and the ids of other
  /// servers are larger.
  private static let numberedEntries: Range<Int64> = 1..<(1 << 40)

  /// Returns the ids of entries that have the wanted state at the server already: Miniflux 2.2
  /// toggles states, so that a second change would undo the first. Only doubtful entries are
  /// fetched.
  private func entriesAlreadyChanged(
    by change: EntryChange
  ) async throws(FeedError) -> Set<ServerEntryID> {
    let mayBeChanged =
      change.isRepeated || now().elapsedTime(since: change.madeAt) > Self.promptness
    let marks = cache.marks
    func isChanged(_ isRead: Bool, _ isStarred: Bool) -> Bool {
      (change.flag == .read ? isRead : isStarred) == change.isSet
    }
    let doubtful = change.names.filter { name in
      guard let number = name.number, Self.numberedEntries.contains(number) else { return false }
      return mayBeChanged || marks[name].map { isChanged($0.isRead, $0.isStarred) } == true
    }
    guard !doubtful.isEmpty else { return [] }
    let entries: [ServerEntryID: ServerEntry]
    do throws(FeedError) {
      entries = try await fetchEntries(doubtful)
    } catch {
      // The change is sent without the look, unless it would fail as well.
      switch error {
      case .badReply, .tooLarge, .notFound, .refused: return []
      default: throw error
      }
    }
    return Set(
      doubtful.filter { name in
        entries[name].map { isChanged($0.isRead, $0.isStarred) } == true
      })
  }

  private func fetchDirectPage(
    of stream: ServerStream, after cursor: String?, limit: Int
  ) async throws(FeedError) -> ServerPage {
    var query = [("s", Self.streamID(of: stream == .unread ? .all : stream))]
    if stream == .unread { query.append(("xt", Self.state + "read")) }
    let (names, next) = try await fetchEntryIDPage(query, after: cursor, limit: limit)
    // Older pages are fetched whole: nothing else tells the states of their entries.
    let isLatest = cursor == nil && stream != .starred
    let known = isLatest ? names.filter { cache.cachedEntry($0) != nil } : []
    let unknown = names.filter { !known.contains($0) }
    if !known.isEmpty { try await refreshEntryStates(of: known, in: query, stream, limit: limit) }
    let fetched = try await fetchEntries(unknown)
    return ServerPage(
      entries: names.compactMap {
        fetched[$0] ?? (known.contains($0) ? cache.cachedEntry($0) : nil)
      },
      next: next)
  }

  /// Fetches the states of the entries at the top of a stream whose texts are in the cache.
  private func refreshEntryStates(
    of known: [ServerEntryID], in query: [(String, String)], _ stream: ServerStream, limit: Int
  ) async throws(FeedError) {
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
    cache.setFlag(.read, false, of: known.filter(unread.contains))
    cache.setFlag(.read, true, of: known.filter { !unread.contains($0) })
    cache.setFlag(.starred, true, of: known.filter(starred.contains))
    cache.setFlag(.starred, false, of: known.filter { !starred.contains($0) })
  }

  /// Fetches a page of a folder at a server without streams of folders, by filtering pages of all
  /// entries.
  private func fetchFolderPage(
    _ folder: String, after cursor: String?, limit: Int
  ) async throws(FeedError) -> ServerPage {
    let feeds = Set(
      try await subscriptions().filter { $0.folder == folder }.map(\.id.rawValue))
    guard !feeds.isEmpty else { throw .notFound }
    var result = ServerPage(entries: [], next: cursor)
    for _ in 0..<Self.mostFolderPages {
      let page = try await fetchDirectPage(of: .all, after: result.next, limit: Self.batch)
      result.entries += page.entries.filter { feeds.contains($0.feed) }
      let isEnd = page.next == nil || page.next == result.next
      result.next = isEnd ? nil : page.next
      if isEnd || result.entries.count >= limit { break }
    }
    return result
  }

  /// Fetches the ids of all entries in a stream; nil if there are more than the maximum.
  private func fetchEntryIDs(_ query: [(String, String)]) async throws(FeedError) -> Set<
    ServerEntryID
  >? {
    var all: Set<ServerEntryID> = []
    var cursor: String?
    repeat {
      let (names, next) = try await fetchEntryIDPage(query, after: cursor, limit: Self.idPage)
      let before = all.count
      all.formUnion(names)
      // FreshRSS begins at the top again for a mark that it does not know.
      guard all.count > before, let next, next != cursor else { return all }
      guard all.count < Self.mostNames else { return nil }
      cursor = next
    } while true
  }

  private func fetchEntryIDPage(
    _ query: [(String, String)], after cursor: String?, limit: Int
  ) async throws(FeedError) -> (names: [ServerEntryID], next: String?) {
    var query = query + [("n", String(limit))]
    if let cursor { query.append(("c", cursor)) }
    let (names, next) = try await getJSON("/stream/items/ids", query) { json throws(FeedError) in
      try GoogleReaderReader.parsedEntryIDs(json)
    }
    var known: Set<ServerEntryID> = []
    let unique = names.filter { known.insert($0).inserted }
    // More than was asked for comes from no well-behaved server.
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
    let query = WebQuery([("output", "json")] + query)
    return try await client.requestJSON(HTTPRequest(.get, Self.apiPath(path) + "?" + query.text)) {
      json, _ throws(FeedError) in try read(json)
    }
  }

  private func editSubscription(
    _ feed: String, _ action: String, _ fields: [(String, String)]
  ) async throws(FeedError) {
    try await postForm("/subscription/edit", [("ac", action), ("s", feed)] + fields)
  }

  /// Sends a change with the server's write token, which is fetched again once if the server
  /// refuses it.
  @discardableResult
  private func postForm(
    _ path: String, _ fields: [(String, String)], isRepeatable: Bool = true
  ) async throws(FeedError) -> HTTPReply {
    var token = try await writeToken(replacing: nil)
    var isNew = false
    while true {
      let reply = try await client.reply(
        to: HTTPRequest(
          .post, Self.apiPath(path), body: .form([("T", token)] + fields),
          isRepeatable: isRepeatable))
      let isRefused =
        GoogleReaderRequestRules.reportsWriteToken(reply)
        || reply.headers["X-Reader-Google-Bad-Token"] != nil
      if isRefused, !isNew {
        token = try await writeToken(replacing: token)
        isNew = true
        continue
      }
      if let failure = GoogleReaderRequestRules().failure(in: reply) ?? FeedError(reply, until: nil)
      {
        throw failure
      }
      return reply
    }
  }

  /// Returns the server's write token, which is fetched once while the program runs. Requests that
  /// fetch it at the same time fetch it twice, which is harmless.
  private func writeToken(replacing old: String?) async throws(FeedError) -> String {
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

  private static func streamID(of stream: ServerStream) -> String {
    switch stream {
    case .all, .unread: state + "reading-list"
    case .starred: state + "starred"
    case .folder(let name): label + name
    case .feed(let id): id
    }
  }

  private static func apiPath(_ path: String) -> String { "\(api)\(path)" }
}

/// The properties of a server with Google Reader's API that replies have shown, and its write
/// token.
final class GoogleReaderServerFacts: Sendable {
  private struct StoredFacts {
    var writeToken: String?
    var lacksFolders = false
  }

  private let facts = LockedValue(StoredFacts())
  /// True at servers where a feed is in one folder at most, so that a move need not name the old
  /// folder.
  let hasOneFolder: Bool

  init(hasOneFolder: Bool = true) { self.hasOneFolder = hasOneFolder }

  /// The token that the server requires for changes; nil before it is fetched. Not stored.
  var writeToken: String? { facts.withLock { $0.writeToken } }
  /// True if the server is known to have no streams of folders.
  var lacksFolders: Bool { facts.withLock { $0.lacksFolders } }

  func recordWriteToken(_ token: String) { facts.withLock { $0.writeToken = token } }
  func recordMissingFolders() { facts.withLock { $0.lacksFolders = true } }
}

extension FeedError {
  fileprivate var isServerFault: Bool {
    if case .serverFailed = self { true } else { false }
  }
}

extension Array {
  /// Splits an array into parts of at most `size` elements.
  func chunked(by size: Int) -> [ArraySlice<Element>] {
    stride(from: 0, to: count, by: size).map { self[$0..<Swift.min($0 + size, count)] }
  }
}
