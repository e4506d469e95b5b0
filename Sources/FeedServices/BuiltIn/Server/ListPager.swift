internal import FeedDomain

/// Cuts pages out of lists of people, notices and found posts.
struct ListPager {
  let universe: Universe
  let now: Timestamp

  /// A page of a list, those who came last first. The cursor counts from the list's beginning, so
  /// that who comes meanwhile moves nobody.
  func people(_ list: PeopleList, after cursor: Cursor?) throws(FeedError) -> Page<Person> {
    let all = try universe.people(list, now: now)
    let end = try cursor.map { cursor throws(FeedError) in try number(in: cursor) } ?? all.count
    guard (0...all.count).contains(end) else { return Page([]) }
    let start = max(0, end - StreamPager.pageSize)
    return Page(
      all[start..<end].reversed().map { universe.listed($0) },
      next: start > 0 ? Cursor(String(start)) : nil)
  }

  func notices(after cursor: Cursor?) throws(FeedError) -> Page<Notice> {
    let notices = Happenings(universe: universe, now: now).notices()
    var start = 0
    if let cursor {
      guard let slash = cursor.rawValue.firstIndex(of: "/"),
        let milliseconds = Int64(cursor.rawValue[..<slash])
      else { throw .badReply }
      let id = String(cursor.rawValue[cursor.rawValue.index(after: slash)...])
      start = notices.firstPlace {
        ($0.at, $0.id.rawValue) < (Timestamp(milliseconds: milliseconds), id)
      }
    }
    let page = notices.dropFirst(start).prefix(StreamPager.pageSize)
    let isEnd = start + page.count >= notices.count
    return Page(
      Array(page),
      next: isEnd ? nil : page.last.map { Cursor("\($0.at.milliseconds)/\($0.id.rawValue)") })
  }

  /// Posts that a query finds, the newest first.
  func posts(matching query: SearchQuery, after cursor: Cursor?) throws(FeedError) -> Page<Post> {
    let search = WordSearch(query)
    guard !search.isEmpty else { return Page([]) }
    let start = try cursor.map { cursor throws(FeedError) in try number(in: cursor) } ?? .max
    var found: [Story] = []
    for story in universe.posts(now: now) where story.number.rawValue < start {
      guard story.visibility != .mentioned || story.author == Society.reader else { continue }
      guard search.matches(story, by: universe.person(story.author)) else { continue }
      found.append(story)
      if found.count > StreamPager.pageSize { break }
    }
    let page = found.prefix(StreamPager.pageSize)
    return Page(
      page.map { universe.post($0, now: now) },
      next: found.count > page.count ? page.last.map { Cursor($0.number.text) } : nil)
  }

  /// Tags that begin like this, those used most first.
  func tags(matching beginning: String) -> [String] {
    let beginning = beginning.lowercased()
    var uses: [String: Int] = [:]
    for story in universe.posts(now: now) where story.visibility == .everybody {
      for case .tag(let tag) in story.content.text.runs.map(\.kind)
      where tag.lowercased().hasPrefix(beginning) {
        uses[tag.lowercased(), default: 0] += 1
      }
    }
    let ranked = uses.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
    return ranked.prefix(StreamPager.pageSize).map(\.key)
  }

  private func number(in cursor: Cursor) throws(FeedError) -> Int {
    guard let number = Int(cursor.rawValue) else { throw .badReply }
    return number
  }
}
