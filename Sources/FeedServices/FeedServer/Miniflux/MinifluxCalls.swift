internal import FeedDomain
internal import Threads

/// The calls of Miniflux's own API, which offers more than its Google Reader API: times of changes,
/// streams of folders, and search.
struct MinifluxCalls: FeedServerCalls {
  private static let batch = 250
  /// Maximum number of entries in one reply of Miniflux.
  private static let mostPerPage = 250
  private static let mostNames = 25_000
  /// Maximum number of unread entries, and of starred ones, fetched for a new account. Servers
  /// before version 2.3.2 cannot list the rest.
  private static let mostAtFirst = 10_000
  /// The time before the last refresh from which changes are requested again, since clocks differ.
  private static let overlap = Duration.seconds(120)
  /// The time after a change by the person in which no later change at the server is looked for.
  private static let promptness = Duration.seconds(60)

  let client: ServiceClient
  let cache: EntryCache
  let reader = MinifluxReader()
  let facts = MinifluxServerFacts()
  let now: @Sendable () -> Timestamp

  var canSearch: Bool { true }

  func subscriptions() async throws(FeedError) -> [Subscription] {
    try await client.requestJSON(HTTPRequest(.get, "/v1/feeds")) { json, _ throws(FeedError) in
      guard json.isArray else { throw .badReply }
      return json.array.parsedElements(reader.subscription).sorted { $0.name < $1.name }
    }
  }

  func fetchPage(
    of stream: ServerStream, after cursor: String?, limit: Int
  ) async throws(FeedError) -> ServerPage {
    try await fetchPage(try await filter(of: stream), after: cursor, limit: limit)
  }

  func fetchPage(
    matching words: String, after cursor: String?, limit: Int
  ) async throws(FeedError) -> ServerPage {
    try await fetchPage([("search", words)], after: cursor, limit: limit)
  }

  func fetchEntry(_ name: ServerEntryID) async throws(FeedError) -> ServerEntry {
    guard let number = name.number else { throw .notFound }
    let entry = try await client.requestJSON(HTTPRequest(.get, "/v1/entries/\(number)")) {
      json, _ throws(FeedError) in
      guard let entry = reader.entry(json) else { throw .badReply }
      return entry
    }
    cache.storeEntries([entry])
    return entry
  }

  func sendChange(_ change: EntryChange) async throws(FeedError) -> [ServerEntryID] {
    let later = try await entriesChangedLater(than: change)
    let names = change.names.filter { !later.contains($0) }
    for names in names.chunked(by: Self.batch) {
      switch change.flag {
      case .read: try await setStatus(of: Array(names), change.isSet ? "read" : "unread")
      case .starred: try await setStarred(Array(names), change.isSet)
      }
      cache.setFlag(change.flag, change.isSet, of: names)
    }
    return change.names.filter(later.contains)
  }

  func markAllRead(
    in streams: [ServerStream], _ change: EntryChange
  ) async throws(FeedError) {
    // The server's own calls know no time, and would mark what came since. Entries that were made
    // unread since the reader's change stay so.
    let madeAt = change.madeAt.timeAdvanced(by: await client.clockOffset)
    for stream in streams {
      try await markAllRead(in: stream, changedBefore: madeAt.milliseconds / 1000 + 1)
    }
  }

  private func markAllRead(
    in stream: ServerStream, changedBefore second: Int64
  ) async throws(FeedError) {
    var marked: Set<ServerEntryID> = []
    while true {
      let query =
        try await filter(of: stream) + [
          ("status", "unread"), ("limit", String(Self.mostPerPage)),
          ("changed_before", String(second)),
        ]
      let names = try await fetchEntries(query).entries.map(\.name)
      guard !marked.isSuperset(of: names) else { return }
      marked.formUnion(names)
      try await setStatus(of: names, "read")
      cache.setFlag(.read, true, of: names)
    }
  }

  func subscribe(to address: String, folder: String?) async throws(FeedError) -> String? {
    var fields: [JSON.Member] = [.init(name: "feed_url", value: .string(address))]
    if let folder {
      let id = try await categoryID(named: folder, isMade: true)
      fields.append(.init(name: "category_id", value: .number(id)))
    }
    do throws(FeedError) {
      return try await addFeed(fields)
    } catch {
      if case .refused(let reason?) = error, reason.lowercased().contains("already exists") {
        return nil
      }
      // The address is that of a page.
      guard error.isRefusal, let found = try await discoverFeed(address), found != address else {
        throw error
      }
      fields[0] = .init(name: "feed_url", value: .string(found))
      return try await addFeed(fields)
    }
  }

  func unsubscribe(from feed: String) async throws(FeedError) {
    do throws(FeedError) {
      _ = try await client.sendRequest(
        HTTPRequest(.delete, Self.feedPath(feed), isRepeatable: true))
    } catch {
      guard error == .notFound else { throw error }
    }
  }

  func renameFeed(_ feed: String, to name: String) async throws(FeedError) {
    try await putJSON(Self.feedPath(feed), ["title": .string(name)])
  }

  func moveFeed(
    _ feed: String, from old: String?, to folder: String?
  ) async throws(FeedError) {
    let id: String
    if let folder {
      id = try await categoryID(named: folder, isMade: true)
    } else {
      // Every feed is in a folder; the first one is where new feeds go.
      guard let first = try await categories().first else { throw .badReply }
      id = first.id
    }
    try await putJSON(Self.feedPath(feed), ["category_id": .number(id)])
  }

  func refreshStates(since moment: Timestamp?) async throws(FeedError) {
    if let moment {
      _ = try await changedEntries(since: moment.timeAdvanced(by: .zero - Self.overlap))
    } else {
      for filter in [("status", "unread"), ("starred", "true")] {
        try await fetchAllPages(matching: filter)
      }
    }
    guard facts.isCheckDue(at: now()), let unread = try await fetchEntryIDs(("status", "unread")),
      let starred = try await fetchEntryIDs(("starred", "true"))
    else { return }
    // Entries that were deleted at the server, or whose change was missed.
    let known = cache.marks.keys
    cache.setFlag(.read, false, of: known.filter(unread.contains))
    cache.setFlag(.read, true, of: known.filter { !unread.contains($0) })
    cache.setFlag(.starred, true, of: known.filter(starred.contains))
    cache.setFlag(.starred, false, of: known.filter { !starred.contains($0) })
  }

  func importOutline(_ text: String) async throws(FeedError) -> Bool {
    _ = try await client.sendRequest(
      HTTPRequest(
        .post, "/v1/import", body: .bytes(Array(text.utf8), type: "text/xml"), isRepeatable: true))
    return true
  }

  /// Fetches and stores the entries that changed at the server since a time, oldest first.
  func changedEntries(since moment: Timestamp) async throws(FeedError) -> [ServerEntry] {
    var found: [ServerEntry] = []
    var last: Int64 = 0
    while found.count < Self.mostNames {
      let page = try await fetchEntries([
        ("changed_after", String(moment.milliseconds / 1000)), ("order", "id"),
        ("direction", "asc"), ("limit", String(Self.mostPerPage)),
        ("after_entry_id", String(last)),
      ]).entries
      cache.storeEntries(page)
      found += page
      guard page.count >= Self.mostPerPage, let next = page.compactMap(\.name.number).max(),
        next > last
      else { break }
      last = next
    }
    return found
  }
}

extension MinifluxCalls {
  private func fetchPage(
    _ query: [(String, String)], after cursor: String?, limit: Int
  ) async throws(FeedError) -> ServerPage {
    var query =
      query + [
        ("order", "published_at"), ("direction", "desc"), ("limit", String(limit)),
      ]
    let position = cursor.flatMap { MinifluxCursor($0) }
    if let position {
      query += [
        ("published_before", String(position.second)), ("offset", String(position.offset)),
      ]
    }
    let page = try await fetchEntries(query)
    cache.storeEntries(page.entries)
    let isFull = page.entries.count >= limit && page.total > page.entries.count
    return ServerPage(
      entries: page.entries,
      next: isFull ? MinifluxCursor(below: page.entries, after: position)?.text : nil)
  }

  private func filter(of stream: ServerStream) async throws(FeedError) -> [(String, String)] {
    switch stream {
    case .all: []
    case .unread: [("status", "unread")]
    case .starred: [("starred", "true")]
    case .feed(let id): [("feed_id", id)]
    case .folder(let name): [("category_id", try await categoryID(named: name))]
    }
  }

  /// Fetches and stores the latest entries that match a filter, page by page.
  private func fetchAllPages(matching filter: (String, String)) async throws(FeedError) {
    var before = Int64.max
    var count = 0
    while count < Self.mostAtFirst {
      let page = try await fetchEntries([
        filter, ("order", "id"), ("direction", "desc"), ("limit", String(Self.mostPerPage)),
        ("before_entry_id", String(before)),
      ]).entries
      cache.storeEntries(page)
      count += page.count
      guard page.count >= Self.mostPerPage, let last = page.compactMap(\.name.number).min(),
        last < before
      else { return }
      before = last
    }
  }

  /// Fetches the ids of all entries that match a filter; nil if there are more than the maximum, or
  /// if the server cannot list ids.
  private func fetchEntryIDs(_ filter: (String, String)) async throws(FeedError) -> Set<
    ServerEntryID
  >? {
    guard !facts.lacksIDs else { return nil }
    var names: Set<ServerEntryID> = []
    while true {
      let query = WebQuery([filter, ("limit", "10000"), ("offset", String(names.count))])
      let before = names.count
      do throws(FeedError) {
        let page = try await client.requestJSON(HTTPRequest(.get, "/v1/entries/ids?" + query.text))
        {
          json, _ throws(FeedError) in
          guard json["entry_ids"].isArray else { throw .badReply }
          let names = json["entry_ids"].array.parsedElements {
            $0.int.map { ServerEntryID(Int64($0)) }
          }
          return (names: names, total: json["total"].tally)
        }
        names.formUnion(page.names)
        guard names.count > before, names.count < page.total else { return names }
        guard names.count < Self.mostNames else { return nil }
      } catch {
        // Servers before 2.3.2 take "ids" for the id of an entry, and some send any entry.
        guard error.isRefusal || error == .notFound || error == .badReply else { throw error }
        facts.recordMissingIDs()
        return nil
      }
    }
  }

  private func fetchEntries(
    _ query: [(String, String)]
  ) async throws(FeedError) -> (entries: [ServerEntry], total: Int) {
    try await client.requestJSON(HTTPRequest(.get, "/v1/entries?" + WebQuery(query).text)) {
      json, _ throws(FeedError) in
      guard json["entries"].isArray else { throw .badReply }
      return (reader.entries(json["entries"]), json["total"].tally)
    }
  }

  /// Returns the ids of entries that were changed at the server after the person's change, and keep
  /// that later change.
  private func entriesChangedLater(
    than change: EntryChange
  ) async throws(FeedError) -> Set<ServerEntryID> {
    guard !change.isInsisted, now().elapsedTime(since: change.madeAt) > Self.promptness else {
      return []
    }
    // The server tells times by its own clock.
    let madeAt = change.madeAt.timeAdvanced(by: await client.clockOffset)
    let wanted = Set(change.names)
    let changed: [ServerEntry]
    if change.names.count == 1 {
      do throws(FeedError) {
        changed = [try await fetchEntry(change.names[0])]
      } catch {
        guard error == .notFound else { throw error }
        return []
      }
    } else {
      changed = try await changedEntries(since: madeAt)
    }
    return Set(
      changed.filter { entry in
        let isSet = change.flag == .read ? entry.isRead : entry.isStarred
        guard wanted.contains(entry.name), isSet != change.isSet,
          let changedAt = entry.changedAt
        else { return false }
        return changedAt > madeAt.timeAdvanced(by: .seconds(1))
      }.map(\.name))
  }

  private func setStatus(of names: [ServerEntryID], _ status: String) async throws(FeedError) {
    let ids = names.compactMap(\.number)
    guard !ids.isEmpty else { return }
    try await putJSON(
      "/v1/entries",
      ["entry_ids": .array(ids.map { .number(String($0)) }), "status": .string(status)])
  }

  private func setStarred(_ names: [ServerEntryID], _ isStarred: Bool) async throws(FeedError) {
    let ids = names.compactMap(\.number)
    guard !ids.isEmpty else { return }
    if !facts.lacksStarring {
      do throws(FeedError) {
        return try await putJSON(
          "/v1/entries",
          ["entry_ids": .array(ids.map { .number(String($0)) }), "starred": .bool(isStarred)])
      } catch {
        // Servers before 2.3.2 want a status.
        guard error.isRefusal else { throw error }
        facts.recordMissingStarring()
      }
    }
    for id in ids {
      // The older call toggles the star.
      guard try await fetchEntry(ServerEntryID(id)).isStarred != isStarred else { continue }
      _ = try await client.sendRequest(
        HTTPRequest(.put, "/v1/entries/\(id)/bookmark", isRepeatable: false))
    }
  }

  private struct FeedCategory: Sendable {
    let id: String
    let title: String
  }

  private func categories() async throws(FeedError) -> [FeedCategory] {
    try await client.requestJSON(HTTPRequest(.get, "/v1/categories")) { json, _ throws(FeedError) in
      guard json.isArray else { throw .badReply }
      return json.array.parsedElements { json in
        guard let id = json["id"].int, let title = json["title"].string else { return nil }
        return FeedCategory(id: String(id), title: title)
      }
    }
  }

  /// Returns the id of the Miniflux category for a folder, by its name. A missing category is
  /// created if `isMade`; otherwise throws `notFound`.
  private func categoryID(
    named name: String, isMade: Bool = false
  ) async throws(FeedError) -> String {
    if let known = facts.categoryID(named: name) { return known }
    let found = try await categories()
    facts.recordCategories(Dictionary(found.map { ($0.title, $0.id) }) { first, _ in first })
    if let id = facts.categoryID(named: name) { return id }
    guard isMade else { throw .notFound }
    let request = HTTPRequest(
      .post, "/v1/categories", body: .json(["title": .string(name)]), isRepeatable: false)
    let id = try await client.requestJSON(request) { json, _ throws(FeedError) in
      guard let id = json["id"].int else { throw .badReply }
      return String(id)
    }
    facts.recordCategories([name: id])
    return id
  }

  private func addFeed(_ fields: [JSON.Member]) async throws(FeedError) -> String {
    let request = HTTPRequest(
      .post, "/v1/feeds", body: .json(.object(fields)), isRepeatable: false)
    return try await client.requestJSON(request) { json, _ throws(FeedError) in
      guard let id = json["feed_id"].int else { throw .badReply }
      return String(id)
    }
  }

  /// Returns the address of the feed that Miniflux finds at a page's address; nil if it finds none.
  private func discoverFeed(_ address: String) async throws(FeedError) -> String? {
    let request = HTTPRequest(
      .post, "/v1/discover", body: .json(["url": .string(address)]), isRepeatable: true)
    do throws(FeedError) {
      return try await client.requestJSON(request) { json, _ in
        json.array.lazy.compactMap { $0["url"].webAddress }.first
      }
    } catch {
      guard error == .notFound || error.isRefusal else { throw error }
      return nil
    }
  }

  private func putJSON(_ path: String, _ json: JSON) async throws(FeedError) {
    _ = try await client.sendRequest(HTTPRequest(.put, path, body: .json(json), isRepeatable: true))
  }

  private static func feedPath(_ feed: String) -> String {
    "/v1/feeds/\(WebQuery.percentEncoded(feed))"
  }
}

/// The position of a page in a stream of Miniflux: the entries published before a second, except a
/// number of them that were fetched already.
struct MinifluxCursor: Equatable, Sendable {
  let second: Int64
  let offset: Int

  var text: String { "\(second) \(offset)" }

  init?(_ text: String) {
    let parts = text.split(separator: " ")
    guard parts.count == 2, let second = Int64(parts[0]), let offset = Int(parts[1]), offset >= 0
    else { return nil }
    (self.second, self.offset) = (second, offset)
  }

  /// Creates the position below the entries of a page; nil for an empty page, or one without dates.
  init?(below entries: [ServerEntry], after position: MinifluxCursor?) {
    guard let last = entries.last?.publishedAt else { return nil }
    // The server leaves out the second itself: the one after it is asked for, without what it has
    // already sent of this second.
    let second = last.milliseconds / 1000 + 1
    let same = entries.reversed().prefix {
      $0.publishedAt.map { $0.milliseconds / 1000 + 1 == second } ?? false
    }.count
    let isWithin = same == entries.count && position?.second == second
    self.second = second
    offset = same + (isWithin ? position?.offset ?? 0 : 0)
  }
}

/// The properties of a Miniflux server that replies have shown, and its categories.
final class MinifluxServerFacts: Sendable {
  private struct StoredFacts {
    var categories: [String: String] = [:]
    var lacksIDs = false
    var lacksStarring = false
    var checkedAt: Timestamp?
  }

  private let facts = LockedValue(StoredFacts())

  /// True if the server is older than version 2.3.2, and cannot list ids.
  var lacksIDs: Bool { facts.withLock { $0.lacksIDs } }
  /// True if the server is older than version 2.3.2, and can only toggle stars.
  var lacksStarring: Bool { facts.withLock { $0.lacksStarring } }

  /// Returns true if the daily comparison of all entries' states with the server's is due, and
  /// counts the comparison as made.
  func isCheckDue(at now: Timestamp) -> Bool {
    facts.withLock { facts in
      if let last = facts.checkedAt, !last.isStale(at: now) { return false }
      facts.checkedAt = now
      return true
    }
  }

  func categoryID(named name: String) -> String? { facts.withLock { $0.categories[name] } }
  func recordCategories(_ categories: [String: String]) {
    facts.withLock { $0.categories.merge(categories) { _, new in new } }
  }
  func recordMissingIDs() { facts.withLock { $0.lacksIDs = true } }
  func recordMissingStarring() { facts.withLock { $0.lacksStarring = true } }
}
