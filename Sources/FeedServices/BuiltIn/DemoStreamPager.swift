internal import FeedDomain

/// A pager that returns pages of the streams of a demo world at a point in time.
struct DemoStreamPager {
  static let pageSize = 20

  let demoWorld: DemoWorld
  let now: Timestamp

  func feedPage(of feed: Feed, _ fetchRange: FetchRange) throws(FeedError) -> FeedPage {
    if let rows = try DemoStreamEntryBuilder(demoWorld: demoWorld, now: now).chronologicalEntries(
      of: feed)
    {
      return try streamPage(of: rows, in: feed, fetchRange)
    }
    return try rankedPage(of: feed, fetchRange)
  }

  // MARK: Streams in the order of time

  private func streamPage(of rows: [DemoFeedEntry], in feed: Feed, _ fetchRange: FetchRange)
    throws(FeedError)
    -> FeedPage
  {
    switch fetchRange {
    case .latest: return streamPage(rows, rows.startIndex..<rows.endIndex)
    case .older(let cursor):
      guard let order = Int64(cursor.rawValue) else { throw .badReply }
      return streamPage(rows, rows.partitionIndex { $0.sortNumber < order }..<rows.endIndex)
    case .newer(let entry):
      let order = try sortOrder(of: entry, in: feed)
      let end = rows.partitionIndex { $0.sortNumber <= order }
      guard end > 0 else {
        return FeedPage([], older: order == .max ? nil : Cursor(String(order + 1)))
      }
      return streamPage(rows, max(0, end - Self.pageSize)..<end)
    }
  }

  private func streamPage(_ rows: [DemoFeedEntry], _ range: Range<Int>) -> FeedPage {
    let end = min(range.upperBound, range.lowerBound + Self.pageSize)
    let page = rows[range.lowerBound..<end]
    return FeedPage(
      page.map(feedEntry),
      older: end < rows.endIndex ? page.last.map { Cursor(String($0.sortNumber)) } : nil,
      hasNewer: range.lowerBound > 0)
  }

  /// Returns the number by which an entry is sorted in a demo stream, also for a deleted post.
  private func sortOrder(of entry: FeedEntry.ID, in feed: Feed) throws(FeedError) -> Int64 {
    guard let number = DemoPostNumber(entry) else { throw .notFound }
    let action: Post.UserPostMarks
    switch feed {
    case .likes: action = .liked
    case .bookmarks: action = .bookmarked
    default: return number.rawValue
    }
    guard let mark = demoWorld.actions.marks[action.rawValue]?[number] else { throw .notFound }
    return mark.sortNumber
  }

  private func feedEntry(_ row: DemoFeedEntry) -> FeedEntry {
    FeedEntry(
      id: FeedEntry.ID(row.entry.text),
      post: demoWorld.postAsUserSeesIt(for: row.storedPost, now: now),
      boostedBy: row.booster.map { demoWorld.person($0) })
  }

  // MARK: Streams that are a ranking

  private func rankedPage(of feed: Feed, _ fetchRange: FetchRange) throws(FeedError) -> FeedPage {
    switch fetchRange {
    case .latest: return rankedPage(of: feed, asOf: rankingMoment, 0..<Self.pageSize)
    case .older(let cursor):
      // Older pages keep the ranking of the first page, so that no post is repeated or skipped.
      let parts = cursor.rawValue.split(separator: "/").compactMap { Int64($0) }
      guard parts.count == 2, parts[1] >= 0, parts[1] < 1_000_000 else { throw .badReply }
      let start = Int(parts[1])
      return rankedPage(
        of: feed, asOf: Timestamp(milliseconds: parts[0]), start..<start + Self.pageSize)
    case .newer(let entry):
      let ranking = DemoStreamEntryBuilder(demoWorld: demoWorld, now: now).rankedStreamPosts(
        of: feed, asOf: rankingMoment)
      let end = ranking.firstIndex { $0.number.text == entry.rawValue } ?? 0
      return rankedPage(of: feed, asOf: rankingMoment, max(0, end - Self.pageSize)..<end)
    }
  }

  /// The time as of which the ranked demo streams are computed: the last full five minutes.
  private var rankingMoment: Timestamp {
    Timestamp(milliseconds: now.milliseconds / 300_000 * 300_000)
  }

  private func rankedPage(of feed: Feed, asOf moment: Timestamp, _ range: Range<Int>) -> FeedPage {
    let ranking = DemoStreamEntryBuilder(demoWorld: demoWorld, now: now).rankedStreamPosts(
      of: feed, asOf: moment)
    let page = ranking.dropFirst(range.lowerBound).prefix(range.count)
    let isEnd = range.upperBound >= ranking.count
    return FeedPage(
      page.filter { demoWorld.isPublished($0, now: now) }.map { feedEntry(DemoFeedEntry($0)) },
      older: isEnd ? nil : Cursor("\(moment.milliseconds)/\(range.upperBound)"),
      hasNewer: range.lowerBound > 0 && !page.isEmpty)
  }
}

/// A pager that returns pages of people, notifications and search results of a demo world at a
/// point in time.
struct DemoListPager {
  let demoWorld: DemoWorld
  let now: Timestamp

  /// Returns a page of a list of people in the demo world, the last to join the list first. The
  /// cursor counts from the first person of the list, so that new people do not move the pages.
  func people(_ list: PeopleList, after cursor: Cursor?) throws(FeedError) -> Page<Person> {
    let all = try demoWorld.peopleIndices(list, now: now)
    let end = try cursor.map { cursor throws(FeedError) in try pageOffset(in: cursor) } ?? all.count
    guard (0...all.count).contains(end) else { return Page([]) }
    let start = max(0, end - DemoStreamPager.pageSize)
    return Page(
      all[start..<end].reversed().map { demoWorld.personWithPortrait($0) },
      nextCursor: start > 0 ? Cursor(String(start)) : nil)
  }

  func notifications(after cursor: Cursor?) throws(FeedError) -> Page<Notification> {
    let notifications = DemoNotificationBuilder(demoWorld: demoWorld, now: now).notifications()
    var start = 0
    if let cursor {
      guard let slash = cursor.rawValue.firstIndex(of: "/"),
        let milliseconds = Int64(cursor.rawValue[..<slash])
      else { throw .badReply }
      let id = String(cursor.rawValue[cursor.rawValue.index(after: slash)...])
      start = notifications.partitionIndex {
        ($0.createdAt, $0.id.rawValue) < (Timestamp(milliseconds: milliseconds), id)
      }
    }
    let page = notifications.dropFirst(start).prefix(DemoStreamPager.pageSize)
    let isEnd = start + page.count >= notifications.count
    return Page(
      Array(page),
      nextCursor: isEnd
        ? nil : page.last.map { Cursor("\($0.createdAt.milliseconds)/\($0.id.rawValue)") })
  }

  /// Returns a page of the demo posts that match a search, the newest first.
  func posts(matching query: SearchQuery, after cursor: Cursor?) throws(FeedError) -> Page<Post> {
    let search = DemoPostSearch(query)
    guard !search.isEmpty else { return Page([]) }
    let start = try cursor.map { cursor throws(FeedError) in try pageOffset(in: cursor) } ?? .max
    var found: [StoredDemoPost] = []
    for storedPost in demoWorld.publishedPosts(now: now) where storedPost.number.rawValue < start {
      guard storedPost.visibility != .mentioned || storedPost.author == DemoPopulation.reader else {
        continue
      }
      guard search.matchesPost(storedPost, by: demoWorld.person(storedPost.author)) else {
        continue
      }
      found.append(storedPost)
      if found.count > DemoStreamPager.pageSize { break }
    }
    let page = found.prefix(DemoStreamPager.pageSize)
    return Page(
      page.map { demoWorld.postAsUserSeesIt(for: $0, now: now) },
      nextCursor: found.count > page.count ? page.last.map { Cursor($0.number.text) } : nil)
  }

  /// Returns the tags used in the demo world that begin with a text, the most frequent first.
  func tags(matching beginning: String) -> [String] {
    let beginning = beginning.lowercased()
    var uses: [String: Int] = [:]
    for storedPost in demoWorld.publishedPosts(now: now) where storedPost.visibility == .everybody {
      for case .tag(let tag) in storedPost.content.text.runs.map(\.kind)
      where tag.lowercased().hasPrefix(beginning) {
        uses[tag.lowercased(), default: 0] += 1
      }
    }
    let ranked = uses.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
    return ranked.prefix(DemoStreamPager.pageSize).map(\.key)
  }

  private func pageOffset(in cursor: Cursor) throws(FeedError) -> Int {
    guard let number = Int(cursor.rawValue) else { throw .badReply }
    return number
  }
}

/// A search for demo posts that contain all of some words, in any case, and meet the other terms of
/// a query.
struct DemoPostSearch {
  private let query: SearchQuery
  private let words: [[UInt8]]

  init(_ query: SearchQuery) {
    self.query = query
    words = query.words.flatMap { $0.split(whereSeparator: \.isWhitespace) }
      .map { Array($0.lowercased().utf8) }
  }

  var isEmpty: Bool { query.isEmpty }

  /// Returns true if a demo post by the author matches the search; an empty search matches none.
  func matchesPost(_ storedPost: StoredDemoPost, by author: Person) -> Bool {
    guard !isEmpty,
      query.confirmsFoundContent(storedPost.content, by: author, at: storedPost.number.moment)
    else { return false }
    guard !words.isEmpty else { return true }
    let text = Array(
      "\(storedPost.content.text.plain) \(storedPost.content.warning ?? "")".lowercased().utf8)
    return words.allSatisfy { text.containsByteSequence($0) }
  }
}

extension [UInt8] {
  fileprivate func containsByteSequence(_ word: [UInt8]) -> Bool {
    guard count >= word.count, let first = word.first else { return word.isEmpty }
    return indices.dropLast(word.count - 1).contains {
      self[$0] == first && self[$0..<$0 + word.count].elementsEqual(word)
    }
  }
}
