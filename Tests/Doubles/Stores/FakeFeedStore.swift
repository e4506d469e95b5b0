package import FeedDomain

/// A small store of streams in memory that follows the rules of the real one, gaps included.
package actor FakeFeedStore: FeedStore {
  private struct Stream {
    var rows: [FeedRow] = []
    var fetchedAt: Timestamp?
    var older: Cursor?
    var place: ReadingPosition?
    var lastRead: FeedEntry.ID?
    var seen: Set<FeedEntry.ID> = []
    var layout: TimelineLayout?
    var showsUnreadOnly = false
    /// The ids of the posts that were read since the stream began to show unread posts only.
    var readSince: Set<Post.ID> = []
    /// The newest read entry when a stream without read states began to show unread posts only.
    var filterEntry: FeedEntry.ID?

    /// The rows above the last read one that were not seen.
    var unread: [FeedRow] {
      guard let lastRead else { return [] }
      return rows.prefix { $0.entryID != lastRead }
        .filter { !($0.entryID.map(seen.contains) ?? false) }
    }
  }

  private var streams: [Feed: Stream] = [:]
  private var posts: [Post.ID: Post] = [:]
  private var people: [Person.ID: Person] = [:]
  private var called: [String: Person.ID] = [:]
  /// The number of answers to each post when its conversation was fetched, by post id.
  private var conversations: [Post.ID: Int] = [:]
  private var last: Feed?
  private var catchUpOrder: CatchUpOrder?
  private var gaps = 0
  private var failure: StoreError?
  private var unreadable: StoreError?
  package private(set) var windowsRead = 0
  /// The number of reads of single posts, and of several posts at once.
  package private(set) var postReads = 0
  package private(set) var placesKept: [ReadingPosition] = []
  private var isHoldingPositions = false
  private var waitingPositions: [CheckedContinuation<Void, Never>] = []
  package private(set) var tidied: [Account.ID] = []
  package private(set) var erased: [Account.ID] = []
  /// The time before which the store was told to delete old data; nil before that.
  package private(set) var forgotten: Timestamp?

  package init(
    _ pages: [Feed: [FeedEntry]] = [:], failure: StoreError? = nil
  ) {
    self.failure = failure
    for (feed, entries) in pages {
      streams[feed] = Stream(rows: entries.map { .entry($0) })
      for entry in entries { posts[entry.post.id] = entry.post }
    }
  }

  /// Makes every write and every search fail from now on; nil ends the failures.
  package func fail(_ error: StoreError?) { failure = error }

  /// Makes reading rows fail from now on; nil ends the failures.
  package func failToRead(_ error: StoreError?) { unreadable = error }

  /// Returns the ids of the rows of a stored stream, with "…" for gaps.
  package func ids(of feed: Feed) -> [String] {
    (streams[feed] ?? Stream()).rows.map { $0.entryID?.rawValue ?? "…" }
  }

  /// The ids of all stored posts.
  package var held: Set<Post.ID> { Set(posts.keys) }

  /// Returns the stream whose rows a scope shows; streams of several accounts are always empty
  /// here.
  private func feed(of scope: StreamOrMergedHomes) -> Feed {
    if case .stream(let feed, _) = scope { feed } else { .everything }
  }

  package func feedWindow(
    of scope: StreamOrMergedHomes, around anchor: FeedWindowAnchor, above: Int, below: Int
  ) throws(StoreError) -> FeedWindow {
    if let unreadable { throw unreadable }
    windowsRead += 1
    var stream = streams[feed(of: scope)] ?? Stream()
    if stream.showsUnreadOnly, case .stream(_, let account) = scope, !account.hasReadStates {
      stream.rows = Array(stream.rows.prefix { $0.entryID != stream.filterEntry })
    } else if stream.showsUnreadOnly {
      stream.rows = stream.rows.filter { row in
        row.entry.map { isUnread($0.post.id) || stream.readSince.contains($0.post.id) } ?? true
      }
    }
    let place =
      stream.rows.firstIndex { $0.entryID != nil && $0.entryID == stream.place?.entry } ?? 0
    let anchor =
      switch anchor {
      case .top: 0
      case .bottom: max(0, stream.rows.count - 1)
      case .readingPosition: place
      case .entry(let id): stream.rows.firstIndex { $0.entryID == id } ?? place
      }
    let range = max(0, anchor - above)..<min(stream.rows.count, anchor + below)
    return FeedWindow(
      stream.rows[range].map(currentRow), hasMoreAbove: range.lowerBound > 0,
      hasMoreBelow: range.upperBound < stream.rows.count,
      status: feedStatus(of: scope))
  }

  package func feedStatus(of scope: StreamOrMergedHomes) -> FeedStatus {
    let stream = streams[feed(of: scope)] ?? Stream()
    let unread = stream.unread
    let read = stream.rows.compactMap(\.entry).first { $0.id == stream.lastRead }
    return FeedStatus(
      fetchedAt: stream.fetchedAt, older: stream.older, readingPosition: stream.place,
      lastRead: stream.lastRead, unread: unread.count { $0.entry != nil },
      readUntil: unread.isEmpty ? nil : read?.post.createdAt,
      hasUnreadGap: unread.contains { $0.gapID != nil }, layout: stream.layout,
      showsUnreadOnly: stream.showsUnreadOnly)
  }

  package func oldestUnreadRows(of scope: StreamOrMergedHomes, limit: Int) throws(StoreError)
    -> [FeedRow]
  {
    if let unreadable { throw unreadable }
    return (streams[feed(of: scope)] ?? Stream()).unread.suffix(limit).map(currentRow)
  }

  /// Returns a row with its post as it is stored now.
  private func currentRow(_ row: FeedRow) -> FeedRow {
    guard case .entry(let entry) = row else { return row }
    return .entry(entry.replacingPost(posts[entry.post.id] ?? entry.post))
  }

  package func markEntriesSeen(
    _ entries: [FeedEntry.ID], in scope: StreamOrMergedHomes
  ) throws(StoreError) {
    try check()
    let feed = feed(of: scope)
    var stream = streams[feed] ?? Stream()
    stream.seen.formUnion(entries)
    let above = stream.rows.prefix { $0.entryID != stream.lastRead }
    let read = above.reversed().prefix { $0.entryID.map(stream.seen.contains) ?? false }
    stream.lastRead = read.last?.entryID ?? stream.lastRead
    streams[feed] = stream
  }

  package func mergeFetchedPage(
    _ page: FeedPage, into feed: Feed, account: Account.ID, at placement: PagePlacement,
    now: Timestamp
  ) throws(StoreError) -> StoreChangeSet {
    try check()
    var stream = streams[feed] ?? Stream()
    let before = stream.rows
    let held = Set(before.compactMap(\.entryID))
    let fresh = page.entries.filter { !held.contains($0.id) }.map { FeedRow.entry($0) }
    let overlaps = fresh.count < page.entries.count
    switch placement {
    case .top:
      if page.progress == nil { stream.fetchedAt = now }
      if before.isEmpty {
        stream.older = page.older
        stream.rows = fresh
      } else if overlaps || page.entries.isEmpty {
        stream.rows = fresh + before
      } else {
        stream.rows = fresh + gap(page.older, below: before) + before
      }
    case .replacingAll:
      if page.progress == nil { stream.fetchedAt = now }
      stream.older = page.older
      stream.rows = page.entries.map { FeedRow.entry($0) }
      stream.lastRead = page.entries.first?.id
    case .above(let entry):
      if page.progress == nil { stream.fetchedAt = now }
      if before.first?.entryID == entry || overlaps { stream.rows = fresh + before }
    case .bottom:
      stream.rows += fresh
      stream.older = page.older
    case .below(let entry):
      guard let place = before.firstIndex(where: { $0.entryID == entry }) else { break }
      let tail = Array(before[(place + 1)...])
      let rest = tail.isEmpty || overlaps ? [] : gap(page.older, below: tail)
      stream.rows = Array(before[...place]) + fresh + rest + tail.drop { $0.gapID != nil }
      if tail.isEmpty { stream.older = page.older }
    case .gapFromAbove(let id), .gapFromBelow(let id):
      guard let place = before.firstIndex(where: { $0.gapID == id }) else { break }
      let tail = Array(before[(place + 1)...])
      if case .gapFromAbove = placement {
        // What is left of it is the same gap, further down.
        let rest = overlaps ? [] : gap(page.older, below: tail, called: id)
        stream.rows = Array(before[..<place]) + fresh + rest + tail
      } else {
        let rest = overlaps || !page.hasNewer ? [] : [before[place].with(below: fresh.first)]
        stream.rows = Array(before[..<place]) + rest + fresh + tail
      }
    }
    var changes = try storePosts(
      page.entries.map(\.post), fetchedAs: .inStream, account: account, now: now
    ).changes
    if stream.rows != before { changes.feeds.insert(feed) }
    streams[feed] = stream
    return changes
  }

  package func storePosts(
    _ posts: [Post], fetchedAs kind: Post.PostFetchSource, account: Account.ID, now: Timestamp
  ) throws(StoreError) -> (posts: [Post], changes: StoreChangeSet) {
    try check()
    let merged = posts.map { $0.mergedPost(with: self.posts[$0.id], fetchedAs: kind) }
    var changes = StoreChangeSet()
    for post in merged where self.posts[post.id] != post {
      if self.posts.updateValue(post, forKey: post.id) != nil { changes.posts.insert(post.id) }
    }
    return (merged, changes)
  }

  package func removePost(_ post: Post.ID, account: Account.ID) throws(StoreError) -> StoreChangeSet
  {
    try check()
    posts[post] = nil
    var changes = StoreChangeSet()
    for (feed, stream) in streams {
      let rows = stream.rows.filter { $0.entry?.post.id != post }
      guard rows != stream.rows else { continue }
      streams[feed]?.rows = rows
      changes.feeds.insert(feed)
      changes.posts.insert(post)
    }
    return changes
  }

  package func deleteRowsOfStaleFeeds(fetchedBefore moment: Timestamp, account: Account.ID)
    throws(StoreError)
  {
    try check()
    forgotten = moment
    for (feed, stream) in streams where stream.fetchedAt.map({ $0 < moment }) ?? false {
      streams[feed]?.rows = []
      streams[feed]?.fetchedAt = nil
    }
  }

  package func storedPost(_ id: Post.ID, account: Account.ID) -> Post? {
    postReads += 1
    return posts[id]
  }

  package func storedPosts(_ ids: [Post.ID], account: Account.ID) -> [Post.ID: Post] {
    postReads += 1
    return posts.filter { ids.contains($0.key) }
  }

  package func storedConversation(of post: Post.ID, account: Account.ID) -> Conversation? {
    guard var root = posts[post] else { return nil }
    while let above = root.reply.flatMap({ posts[$0.post] }) { root = above }
    return Conversation(focus: post, nodes: nodes(from: root, depth: 0))
  }

  /// Returns a post and the stored answers below it as nodes of a conversation.
  private func nodes(from post: Post, depth: Int) -> [Conversation.ConversationNode] {
    let answers = posts.values.filter { $0.reply?.post == post.id }
      .sorted { $0.id.rawValue < $1.id.rawValue }
    return [Conversation.ConversationNode(post, depth: depth)]
      + answers.flatMap { nodes(from: $0, depth: depth + 1) }
  }

  package func markAllRepliesFetched(of posts: [Post.ID], account: Account.ID) throws(StoreError) {
    try check()
    for post in posts { conversations[post] = self.posts[post]?.counts.replies ?? -1 }
  }

  package func areAllRepliesFetched(of post: Post.ID, account: Account.ID) -> Bool {
    conversations[post].map { $0 == posts[post]?.counts.replies ?? -1 } ?? false
  }

  package func storePeople(_ people: [Person], account: Account.ID) throws(StoreError) {
    try check()
    for person in people { self.people[person.id] = person }
  }

  package func storedPerson(_ id: Person.ID, account: Account.ID) -> Person? { people[id] }

  package func storePerson(_ person: Person, called handle: String, account: Account.ID)
    throws(StoreError)
  {
    try storePeople([person], account: account)
    called[handle] = person.id
  }

  package func storedPerson(called handle: String, account: Account.ID) -> Person? {
    called[handle].flatMap { people[$0] }
  }

  package func firstMatchingStoredPerson(
    account: Account.ID, where isSought: @Sendable (Person) -> Bool
  ) -> Person? { people.values.first(where: isSought) }

  /// Makes every writing of a reading position wait from now on.
  package func holdPositions() { isHoldingPositions = true }

  package func releasePositions() {
    isHoldingPositions = false
    for position in waitingPositions { position.resume() }
    waitingPositions = []
  }

  /// The number of writings of reading positions that wait.
  package var heldPositions: Int { waitingPositions.count }

  package func setReadingPosition(
    _ place: ReadingPosition?, lastRead: FeedEntry.ID?, in scope: StreamOrMergedHomes
  ) async throws(StoreError) {
    if isHoldingPositions { await withCheckedContinuation { waitingPositions.append($0) } }
    try check()
    if let place { placesKept.append(place) }
    streams[feed(of: scope), default: Stream()].place = place
    if let lastRead { try advanceLastReadEntry(lastRead, in: scope) }
  }

  package func advanceLastReadEntry(
    _ lastRead: FeedEntry.ID, in scope: StreamOrMergedHomes
  ) throws(StoreError) {
    try check()
    let feed = feed(of: scope)
    var stream = streams[feed] ?? Stream()
    let rows = stream.rows.map(\.entryID)
    if let new = rows.firstIndex(of: lastRead),
      new <= stream.lastRead.flatMap({ rows.firstIndex(of: $0) }) ?? .max
    {
      stream.lastRead = lastRead
    }
    streams[feed] = stream
  }

  package func storeScreenLayout(
    _ layout: TimelineLayout, of scope: StreamOrMergedHomes
  ) throws(StoreError) {
    try check()
    streams[feed(of: scope), default: Stream()].layout = layout
  }

  package func setShowsUnreadOnly(_ isOn: Bool, of scope: StreamOrMergedHomes) throws(StoreError) {
    try check()
    let feed = feed(of: scope)
    streams[feed, default: Stream()].showsUnreadOnly = isOn
    streams[feed, default: Stream()].readSince = []
    streams[feed, default: Stream()].filterEntry = isOn ? streams[feed]?.lastRead : nil
  }

  package func setPostsRead(
    _ isRead: Bool, _ posts: [Post.ID], account: Account.ID
  ) throws(StoreError) -> StoreChangeSet {
    try check()
    var changes = StoreChangeSet()
    for id in posts {
      guard var post = self.posts[id], post.userMarks.contains(.read) != isRead else { continue }
      if isRead { post.userMarks.insert(.read) } else { post.userMarks.remove(.read) }
      self.posts[id] = post
      changes.posts.insert(id)
    }
    if isRead {
      for feed in streams.keys { streams[feed]?.readSince.formUnion(changes.posts) }
    }
    return changes
  }

  package func unreadPostIDs(
    in part: StreamRowRange, of scope: StreamOrMergedHomes
  ) throws(StoreError) -> [Post.ID] {
    let rows = (streams[feed(of: scope)] ?? Stream()).rows
    let range: Range<Int>
    switch part {
    case .all: range = rows.indices
    case .above(let entry):
      range = 0..<(rows.firstIndex { $0.entryID == entry }.map { $0 + 1 } ?? 0)
    case .below(let entry):
      range = (rows.firstIndex { $0.entryID == entry } ?? rows.count)..<rows.count
    }
    return rows[range].compactMap(\.entry?.post.id).filter(isUnread)
  }

  package func nextUnreadEntry(
    _ direction: StreamDirection, from entry: FeedEntry.ID?, of scope: StreamOrMergedHomes
  ) throws(StoreError) -> FeedEntry.ID? {
    let rows = (streams[feed(of: scope)] ?? Stream()).rows
    let start = entry.flatMap { entry in rows.firstIndex { $0.entryID == entry } }
    switch direction {
    case .down:
      return rows[(start.map { $0 + 1 } ?? 0)...].compactMap(\.entry)
        .first { isUnread($0.post.id) }?.id
    case .up:
      return rows[..<(start ?? rows.endIndex)].compactMap(\.entry)
        .last { isUnread($0.post.id) }?.id
    }
  }

  private func isUnread(_ post: Post.ID) -> Bool {
    posts[post].map { !$0.userMarks.contains(.read) } ?? false
  }

  package func setCatchUpOrder(
    _ order: CatchUpOrder, account: Account.ID
  ) throws(StoreError) {
    try check()
    catchUpOrder = order
  }

  package func catchUpOrder(account: Account.ID) throws(StoreError) -> CatchUpOrder? {
    try check()
    return catchUpOrder
  }

  package func setLastOpenedFeed(_ feed: Feed, account: Account.ID) throws(StoreError) {
    try check()
    last = feed
  }

  package func lastOpenedFeed(account: Account.ID) -> Feed? { last }

  package func recentPhotoSearchPlaces(account: Account.ID, limit: Int) throws(StoreError)
    -> [Place]
  {
    try check()
    let places = streams.compactMap { feed, stream in
      if case .nearby(let place) = feed { (place, stream.fetchedAt) } else { nil }
    }
    let latest = places.sorted { ($0.1?.milliseconds ?? 0) > ($1.1?.milliseconds ?? 0) }
    return Array(latest.map(\.0).prefix(limit))
  }

  package func findStoredPosts(
    matching query: SearchQuery, account: Account.ID?, limit: Int
  ) throws(StoreError) -> [Post] {
    try check()
    let found = posts.values.filter { query.matchesPost($0) }
    return Array(found.sorted { $0.createdAt > $1.createdAt }.prefix(limit))
  }

  package func postAuthorsWithNamePrefix(
    beginning name: String, account: Account.ID, amongPosts limit: Int
  ) throws(StoreError) -> [Person] {
    try check()
    var known: Set<Person.ID> = []
    return posts.values.sorted { $0.createdAt > $1.createdAt }.map(\.author)
      .filter { $0.handle.hasPrefix(name) && known.insert($0.id).inserted }
  }

  package func feedsByPost(
    containing posts: [Post.ID], account: Account.ID
  ) throws(StoreError) -> [Post.ID: [Feed]] {
    try check()
    var found: [Post.ID: [Feed]] = [:]
    for (feed, stream) in streams {
      for case .entry(let entry) in stream.rows where posts.contains(entry.post.id) {
        found[entry.post.id, default: []].append(feed)
      }
    }
    return found
  }

  package func deleteRowsBeyondLimits(of account: Account.ID) { tidied.append(account) }

  package func eraseAllData(of account: Account.ID) throws(StoreError) {
    try check()
    erased.append(account)
    streams = [:]
    posts = [:]
    people = [:]
    last = nil
  }

  private func check() throws(StoreError) {
    if let failure { throw failure }
  }

  private func gap(
    _ older: Cursor?, below rows: [FeedRow], called id: TimelineGap.ID? = nil
  ) -> [FeedRow] {
    guard let older else { return [] }
    if id == nil { gaps += 1 }
    return [
      .gap(
        TimelineGap(
          id: id ?? TimelineGap.ID("gap-\(gaps)"), older: older, entryBelow: rows.first?.entryID))
    ]
  }
}

extension FeedRow {
  fileprivate var entryID: FeedEntry.ID? { entry?.id }

  fileprivate var gapID: TimelineGap.ID? { gap?.id }

  fileprivate func with(below row: FeedRow?) -> FeedRow {
    guard case .gap(let gap) = self else { return self }
    return .gap(
      TimelineGap(id: gap.id, older: gap.older, entryBelow: row?.entryID ?? gap.entryBelow))
  }
}
