internal import FeedDomain
internal import Threads

/// A set of calls of Miniflux's own API, which offers more than its Google Reader API: times of
/// changes, streams of folders, and search.
struct MinifluxCalls: FeedServerCalls {
  private static let batch = 250
  private static let mostPerPage = 250
  private static let mostNames = 25_000
  /// Maximum number of unread entries, and also of starred ones, that are fetched for a new account
  /// at Miniflux; versions before 2.3.2 cannot list the ids of further entries.
  private static let maximumEntriesForNewAccount = 10_000
  /// The overlap of refreshes from Miniflux: changed entries are requested from this long before
  /// the last refresh, since clocks differ.
  private static let overlap = Duration.seconds(120)
  /// The age up to which a change by the user is sent without asking Miniflux whether the entry was
  /// changed at the server later; within it, the times by the two clocks cannot be compared.
  private static let promptness = Duration.seconds(3)

  let client: ServiceClient
  let cache: FeedServerEntryCache
  let reader = MinifluxJSONReader()
  let facts = MinifluxServerFacts()
  let now: @Sendable () -> Timestamp

  var canSearch: Bool { true }

  func fetchSubscriptions() async throws(FeedError) -> [Subscription] {
    try await client.requestJSON(HTTPRequest(.get, "/v1/feeds")) { json, _ throws(FeedError) in
      try json.requiredArray().parsedElements(reader.parsedSubscription)
        .sorted { $0.name < $1.name }
    }
  }

  func fetchEntryPage(
    of stream: FeedServerStream, after cursor: String?, limit: Int
  ) async throws(FeedError) -> FeedServerEntryPage {
    try await fetchEntryPageOfQuery(
      try await streamQueryFields(of: stream), after: cursor, limit: limit)
  }

  func fetchFoundEntryPage(
    matching words: String, after cursor: String?, limit: Int
  ) async throws(FeedError) -> FeedServerEntryPage {
    try await fetchEntryPageOfQuery([("search", words)], after: cursor, limit: limit)
  }

  func fetchEntry(_ name: FeedServerEntryID) async throws(FeedError) -> FeedServerEntry {
    guard let number = name.number else { throw .notFound }
    let entry = try await client.requestJSON(HTTPRequest(.get, "/v1/entries/\(number)")) {
      json, _ throws(FeedError) in
      guard let entry = reader.parsedEntry(json) else { throw .badReply }
      return entry
    }
    cache.storeEntriesApplyingRules([entry])
    return entry
  }

  func sendFlagChangeReturningSkippedIDs(_ change: EntryFlagChange) async throws(FeedError)
    -> [FeedServerEntryID]
  {
    let later = try await fetchIDsKeepingLaterState(than: change)
    let names = change.ids.filter { !later.contains($0) }
    for names in names.chunked(by: Self.batch) {
      switch change.flag {
      case .read: try await setEntryStatus(of: Array(names), change.isSet ? "read" : "unread")
      case .starred: try await setEntriesStarred(Array(names), change.isSet)
      }
      await recordChangeByThisRun(of: names)
      cache.setEntryFlag(change.flag, isSet: change.isSet, of: names)
    }
    return change.ids.filter(later.contains)
  }

  func markEntriesReadUpToChange(
    in streams: [FeedServerStream], _ change: EntryFlagChange
  ) async throws(FeedError) {
    // The server's call for marking all takes no time, and would also mark later entries. Entries
    // that were made unread after the user's change stay unread.
    let madeAt = change.madeAt.timeAdvanced(by: await client.clockOffset)
    for stream in streams {
      try await markEntriesReadIfChangedEarlier(
        in: stream, changedBefore: madeAt.milliseconds / 1000 + 1)
    }
  }

  private func markEntriesReadIfChangedEarlier(
    in stream: FeedServerStream, changedBefore second: Int64
  ) async throws(FeedError) {
    var marked: Set<FeedServerEntryID> = []
    while true {
      let query =
        try await streamQueryFields(of: stream) + [
          ("status", "unread"), ("limit", String(Self.mostPerPage)),
          ("changed_before", String(second)),
        ]
      let names = try await fetchEntries(query).entries.map(\.id)
      guard !marked.isSuperset(of: names) else { return }
      marked.formUnion(names)
      try await setEntryStatus(of: names, "read")
      await recordChangeByThisRun(of: names[...])
      cache.setEntryFlag(.read, isSet: true, of: names)
    }
  }

  func subscribeReturningNewFeedID(to address: String, folder: String?) async throws(FeedError)
    -> String?
  {
    var category: JSON = .null
    if let folder {
      category = .number(try await findOrCreateCategoryID(named: folder, mayCreate: true))
    }
    do throws(FeedError) {
      return try await addFeed(at: address, in: category)
    } catch {
      if case .refused(let reason?) = error, reason.lowercased().contains("already exists") {
        return nil
      }
      // The address may be that of a web page, which names the feed.
      guard error.isRefusal, let found = try await discoveredFeedAddress(address), found != address
      else {
        throw error
      }
      return try await addFeed(at: found, in: category)
    }
  }

  func unsubscribe(from feed: String) async throws(FeedError) {
    do throws(FeedError) {
      _ = try await client.sendRequest(
        HTTPRequest(.delete, Self.feedAPIPath(feed), isRepeatable: true))
    } catch {
      guard error == .notFound else { throw error }
    }
  }

  func renameFeed(_ feed: String, to name: String) async throws(FeedError) {
    try await putJSON(Self.feedAPIPath(feed), ["title": .string(name)])
  }

  func renameFolder(_ old: String, to new: String) async throws(FeedError) {
    let id = try await findOrCreateCategoryID(named: old)
    try await putJSON("/v1/categories/\(id)", ["title": .string(new)])
    facts.recordRenamedCategory(old, to: new)
  }

  func moveFeedToFolder(
    _ feed: String, from old: String?, to folder: String?
  ) async throws(FeedError) {
    let id: String
    if let folder {
      id = try await findOrCreateCategoryID(named: folder, mayCreate: true)
    } else {
      // Every feed is in a folder; the first one is where new feeds go.
      guard let first = try await fetchCategories().first else { throw .badReply }
      id = first.id
    }
    try await putJSON(Self.feedAPIPath(feed), ["category_id": .number(id)])
  }

  func refreshEntryCache() async throws(FeedError) {
    let start = now()
    // An entry that the user reads or stars during these requests must stay so.
    var askedAt = start
    var (unread, starred): (Set<FeedServerEntryID>?, Set<FeedServerEntryID>?)
    var hasAllChanges = false
    if let moment = cache.lastUsableRefreshTime(at: start) {
      let changed = try await fetchChangedEntries(
        since: moment.timeAdvanced(by: .zero - Self.overlap))
      hasAllChanges = changed.count < Self.mostNames
    }
    if !hasAllChanges {
      unread = try await fetchAndStoreEntriesReturningIDs(matching: ("status", "unread"))
      starred = try await fetchAndStoreEntriesReturningIDs(matching: ("starred", "true"))
    }
    let isCheckDue = cache.isStateCheckDue(at: start)
    if isCheckDue, unread == nil || starred == nil {
      askedAt = now()
      unread = try await fetchAllEntryIDsIfPossible(("status", "unread"))
      starred = try await fetchAllEntryIDsIfPossible(("starred", "true"))
    }
    if let unread, let starred {
      // This corrects entries that were deleted at the server, or whose change was missed.
      cache.setEntryFlagsFromServer(
        of: cache.marks.keys, unread: unread, starred: starred, askedAt: askedAt)
    }
    // The server's times are by its own clock, which its replies tell.
    cache.recordCacheRefresh(
      startedAt: start.timeAdvanced(by: await client.clockOffset),
      checkedAt: isCheckDue ? start : nil)
  }

  func importOPMLIfSupported(_ text: String) async throws(FeedError) -> Bool {
    try await client.sendOPMLForImport(text, at: "/v1/import")
  }

  /// Fetches the entries that changed at the Miniflux server since a time, caches them, and returns
  /// them in the order of their ids; only entries that match the filters, and whose ids are in a
  /// range.
  func fetchChangedEntries(
    since moment: Timestamp, matching filters: [(String, String)] = [],
    ids: ClosedRange<Int64> = 1...Int64.max
  ) async throws(FeedError) -> [FeedServerEntry] {
    var filters = filters
    if ids.upperBound < .max { filters.append(("before_entry_id", String(ids.upperBound + 1))) }
    var found: [FeedServerEntry] = []
    var last = ids.lowerBound > .min ? ids.lowerBound - 1 : ids.lowerBound
    while found.count < Self.mostNames {
      let page = try await fetchEntries(
        [
          ("changed_after", String(moment.milliseconds / 1000)), ("order", "id"),
          ("direction", "asc"), ("limit", String(Self.mostPerPage)),
          ("after_entry_id", String(last)),
        ] + filters
      ).entries
      cache.storeEntriesApplyingRules(page)
      found += page
      guard page.count >= Self.mostPerPage, let next = page.compactMap(\.id.number).max(),
        next > last
      else { break }
      last = next
    }
    return found
  }
}

extension MinifluxCalls {
  private func fetchEntryPageOfQuery(
    _ query: [(String, String)], after cursor: String?, limit: Int
  ) async throws(FeedError) -> FeedServerEntryPage {
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
    cache.storeEntriesApplyingRules(page.entries)
    let isFull = page.entries.count >= limit && page.total > page.entries.count
    return FeedServerEntryPage(
      entries: page.entries,
      nextCursor: isFull ? MinifluxCursor(below: page.entries, after: position)?.text : nil)
  }

  private func streamQueryFields(of stream: FeedServerStream) async throws(FeedError) -> [(
    String, String
  )] {
    switch stream {
    case .all: []
    case .unread: [("status", "unread")]
    case .starred: [("starred", "true")]
    case .feed(let id): [("feed_id", id)]
    case .folder(let name): [("category_id", try await findOrCreateCategoryID(named: name))]
    }
  }

  /// Fetches the entries at Miniflux that match a filter, newest first, and caches them. Returns
  /// the ids of all matching entries; nil if some were not fetched, as beyond the maximum number.
  private func fetchAndStoreEntriesReturningIDs(
    matching filter: (String, String)
  ) async throws(FeedError) -> Set<FeedServerEntryID>? {
    var before = Int64.max
    var found: Set<FeedServerEntryID> = []
    var total: Int?
    while found.count < Self.maximumEntriesForNewAccount {
      let page = try await fetchEntries([
        filter, ("order", "id"), ("direction", "desc"), ("limit", String(Self.mostPerPage)),
        ("before_entry_id", String(before)),
      ])
      cache.storeEntriesApplyingRules(page.entries)
      found.formUnion(page.entries.map(\.id))
      let all = total ?? page.total
      total = all
      guard page.entries.count >= Self.mostPerPage,
        let last = page.entries.compactMap(\.id.number).min(), last < before
      else { return found.count >= all ? found : nil }
      before = last
    }
    return nil
  }

  /// Fetches the ids of all entries at Miniflux that match a filter; nil if there are more than the
  /// maximum, or if the server cannot list ids.
  private func fetchAllEntryIDsIfPossible(_ filter: (String, String)) async throws(FeedError)
    -> Set<
      FeedServerEntryID
    >?
  {
    guard !facts.lacksIDs else { return nil }
    var names: Set<FeedServerEntryID> = []
    while true {
      let query = WebAddressQuery([filter, ("limit", "10000"), ("offset", String(names.count))])
      let before = names.count
      do throws(FeedError) {
        let page = try await client.requestJSON(HTTPRequest(.get, "/v1/entries/ids?" + query.text))
        {
          json, _ throws(FeedError) in
          let names = try json["entry_ids"].requiredArray().parsedElements {
            $0.int.map { FeedServerEntryID(Int64($0)) }
          }
          return (names: names, total: json["total"].countOrZero)
        }
        names.formUnion(page.names)
        guard names.count > before, names.count < page.total else { return names }
        guard names.count < Self.mostNames else { return nil }
      } catch {
        // Servers before 2.3.2 take "ids" for the id of an entry, and some send any entry.
        guard error.isRefusal || error == .notFound || error == .badReply else { throw error }
        facts.recordThatServerLacksIDLists()
        return nil
      }
    }
  }

  private func fetchEntries(
    _ query: [(String, String)]
  ) async throws(FeedError) -> (entries: [FeedServerEntry], total: Int) {
    try await client.requestJSON(HTTPRequest(.get, "/v1/entries?" + WebAddressQuery(query).text)) {
      json, _ throws(FeedError) in
      (reader.parsedEntries(try json["entries"].requiredArray()), json["total"].countOrZero)
    }
  }

  /// Returns the ids of those entries of a change that were changed at the Miniflux server after
  /// the user's change, and therefore keep the later state.
  private func fetchIDsKeepingLaterState(
    than change: EntryFlagChange
  ) async throws(FeedError) -> Set<FeedServerEntryID> {
    guard !change.isInsisted, now().elapsedTime(since: change.madeAt) > Self.promptness else {
      return []
    }
    let ids = change.ids.compactMap(\.number)
    guard let first = ids.min(), let last = ids.max() else { return [] }
    // Only entries whose state is another one can be in conflict.
    let filter =
      switch change.flag {
      case .read: ("status", change.isSet ? "unread" : "read")
      case .starred: ("starred", change.isSet ? "false" : "true")
      }
    func fetchLaterChanges(than moment: Timestamp) async throws(FeedError) -> [FeedServerEntry] {
      try await fetchChangedEntries(since: moment, matching: [filter], ids: first...last)
    }
    // The server's times are by its own clock, which the first reply tells.
    var madeAt = change.madeAt.timeAdvanced(by: await client.clockOffset)
    var changed = try await fetchLaterChanges(than: madeAt)
    let corrected = change.madeAt.timeAdvanced(by: await client.clockOffset)
    if corrected < madeAt.timeAdvanced(by: .zero - Self.promptness) {
      changed = try await fetchLaterChanges(than: corrected)
    }
    madeAt = corrected
    let wanted = Set(change.ids)
    return Set(
      changed.filter { entry in
        let isSet = change.flag == .read ? entry.isRead : entry.isStarred
        guard wanted.contains(entry.id), isSet != change.isSet,
          let changedAt = entry.changedAt
        else { return false }
        return changedAt > madeAt.timeAdvanced(by: .seconds(1))
          && !facts.isChangeByThisRun(of: entry.id, at: changedAt)
      }.map(\.id))
  }

  private func recordChangeByThisRun(of names: ArraySlice<FeedServerEntryID>) async {
    // The server's times are by its own clock.
    facts.recordChangeByThisRun(of: names, at: now().timeAdvanced(by: await client.clockOffset))
  }

  private func setEntryStatus(of names: [FeedServerEntryID], _ status: String)
    async throws(FeedError)
  {
    let ids = names.compactMap(\.number)
    guard !ids.isEmpty else { return }
    try await putJSON(
      "/v1/entries",
      ["entry_ids": .array(ids.map { .number(String($0)) }), "status": .string(status)])
  }

  private func setEntriesStarred(_ names: [FeedServerEntryID], _ isStarred: Bool)
    async throws(FeedError)
  {
    let ids = names.compactMap(\.number)
    guard !ids.isEmpty else { return }
    if !facts.lacksStarring {
      do throws(FeedError) {
        return try await putJSON(
          "/v1/entries",
          ["entry_ids": .array(ids.map { .number(String($0)) }), "starred": .bool(isStarred)])
      } catch {
        // Servers before 2.3.2 require a status in the request.
        guard error.isRefusal else { throw error }
        facts.recordThatServerOnlyTogglesStars()
      }
    }
    for id in ids {
      // The older call toggles the star.
      guard try await fetchEntry(FeedServerEntryID(id)).isStarred != isStarred else { continue }
      _ = try await client.sendRequest(
        HTTPRequest(.put, "/v1/entries/\(id)/bookmark", isRepeatable: false))
    }
  }

  private struct MinifluxCategory: Sendable {
    let id: String
    let title: String
  }

  private func fetchCategories() async throws(FeedError) -> [MinifluxCategory] {
    try await client.requestJSON(HTTPRequest(.get, "/v1/categories")) { json, _ throws(FeedError) in
      try json.requiredArray().parsedElements { json in
        guard let id = json["id"].int, let title = json["title"].string else { return nil }
        return MinifluxCategory(id: String(id), title: title)
      }
    }
  }

  /// Returns the id of the Miniflux category for a folder, by its name. A missing category is
  /// created if `mayCreate` is true; otherwise throws `notFound`.
  private func findOrCreateCategoryID(
    named name: String, mayCreate: Bool = false
  ) async throws(FeedError) -> String {
    if let known = facts.categoryID(named: name) { return known }
    let found = try await fetchCategories()
    facts.recordCategories(Dictionary(found.map { ($0.title, $0.id) }) { first, _ in first })
    if let id = facts.categoryID(named: name) { return id }
    guard mayCreate else { throw .notFound }
    let request = HTTPRequest(
      .post, "/v1/categories", body: .jsonBody(["title": .string(name)]), isRepeatable: false)
    let id = try await client.requestJSON(request) { json, _ throws(FeedError) in
      guard let id = json["id"].int else { throw .badReply }
      return String(id)
    }
    facts.recordCategories([name: id])
    return id
  }

  private func addFeed(at address: String, in category: JSON) async throws(FeedError) -> String {
    let fields = JSON.object(withoutNulls: [
      "feed_url": .string(address), "category_id": category,
    ])
    let request = HTTPRequest(
      .post, "/v1/feeds", body: .jsonBody(fields), isRepeatable: false)
    return try await client.requestJSON(request) { json, _ throws(FeedError) in
      guard let id = json["feed_id"].int else { throw .badReply }
      return String(id)
    }
  }

  /// Returns the address of the feed that Miniflux finds at a page's address; nil without a feed.
  private func discoveredFeedAddress(_ address: String) async throws(FeedError) -> String? {
    let request = HTTPRequest(
      .post, "/v1/discover", body: .jsonBody(["url": .string(address)]), isRepeatable: true)
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
    _ = try await client.sendRequest(
      HTTPRequest(.put, path, body: .jsonBody(json), isRepeatable: true))
  }

  private static func feedAPIPath(_ feed: String) -> String {
    "/v1/feeds/\(WebAddressQuery.percentEncoded(feed))"
  }
}

/// A position in a Miniflux stream at which the next page begins: among the entries published
/// before `second` (in seconds since 1970), behind the first `offset` ones.
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

  /// Creates the position below a page's entries in a stream of Miniflux; nil for an empty page, or
  /// if the last entry has no date.
  init?(below entries: [FeedServerEntry], after position: MinifluxCursor?) {
    guard let last = entries.last?.publishedAt else { return nil }
    // The server's limit is exclusive and in whole seconds: the next second is requested, and
    // entries of this second that were already sent are left out.
    let second = last.milliseconds / 1000 + 1
    let same = entries.reversed().prefix {
      $0.publishedAt.map { $0.milliseconds / 1000 + 1 == second } ?? false
    }.count
    let isWithin = same == entries.count && position?.second == second
    self.second = second
    offset = same + (isWithin ? position?.offset ?? 0 : 0)
  }
}

/// A record of the facts that replies of a Miniflux server have shown in this run, and of the
/// server's categories.
final class MinifluxServerFacts: Sendable {
  private struct MinifluxFactsLearntInRun {
    var categories: [String: String] = [:]
    var lacksIDs = false
    var lacksStarring = false
    var changesByThisRun: [FeedServerEntryID: Timestamp] = [:]
  }

  /// The maximum difference between the times of a change by the Miniflux server's clock and by the
  /// program's estimate of that clock.
  private static let clockTolerance = Duration.seconds(3)

  private let facts = LockedValue(MinifluxFactsLearntInRun())

  /// True if the Miniflux server is older than version 2.3.2, and cannot list the ids of entries.
  var lacksIDs: Bool { facts.withLock { $0.lacksIDs } }
  /// True if the Miniflux server is older than version 2.3.2, and can only toggle the stars of
  /// entries.
  var lacksStarring: Bool { facts.withLock { $0.lacksStarring } }

  /// Returns true if the last change of an entry at the Miniflux server, made at a time by the
  /// server's clock, was sent by this run of the program. Such a change is not another device's.
  func isChangeByThisRun(of name: FeedServerEntryID, at moment: Timestamp) -> Bool {
    guard let own = facts.withLock({ $0.changesByThisRun[name] }) else { return false }
    return own.timeAdvanced(by: Self.clockTolerance) >= moment
  }

  func recordChangeByThisRun(of names: ArraySlice<FeedServerEntryID>, at moment: Timestamp) {
    facts.withLock { facts in for name in names { facts.changesByThisRun[name] = moment } }
  }

  func categoryID(named name: String) -> String? { facts.withLock { $0.categories[name] } }
  func recordCategories(_ categories: [String: String]) {
    facts.withLock { $0.categories.merge(categories) { _, new in new } }
  }
  func recordRenamedCategory(_ old: String, to new: String) {
    facts.withLock { $0.categories[new] = $0.categories.removeValue(forKey: old) }
  }
  func recordThatServerLacksIDLists() { facts.withLock { $0.lacksIDs = true } }
  func recordThatServerOnlyTogglesStars() { facts.withLock { $0.lacksStarring = true } }
}
