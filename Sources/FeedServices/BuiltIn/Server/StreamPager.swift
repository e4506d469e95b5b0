internal import FeedDomain

/// Cuts pages out of the streams of a world.
struct StreamPager {
  static let pageSize = 20

  let universe: Universe
  let now: Timestamp

  func page(of feed: Feed, _ stretch: Stretch) throws(FeedError) -> FeedPage {
    if let rows = try FeedLines(universe: universe, now: now).inTime(of: feed) {
      return try page(of: rows, in: feed, stretch)
    }
    return try rankedPage(of: feed, stretch)
  }

  // MARK: Streams in the order of time

  private func page(of rows: [FeedLine], in feed: Feed, _ stretch: Stretch) throws(FeedError)
    -> FeedPage
  {
    switch stretch {
    case .latest: return page(rows, rows.startIndex..<rows.endIndex)
    case .older(let cursor):
      guard let order = Int64(cursor.rawValue) else { throw .badReply }
      return page(rows, rows.firstPlace { $0.order < order }..<rows.endIndex)
    case .newer(let entry):
      let order = try order(of: entry, in: feed)
      let end = rows.firstPlace { $0.order <= order }
      guard end > 0 else {
        return FeedPage([], older: order == .max ? nil : Cursor(String(order + 1)))
      }
      return page(rows, max(0, end - Self.pageSize)..<end)
    }
  }

  private func page(_ rows: [FeedLine], _ range: Range<Int>) -> FeedPage {
    let end = min(range.upperBound, range.lowerBound + Self.pageSize)
    let page = rows[range.lowerBound..<end]
    return FeedPage(
      page.map(entry),
      older: end < rows.endIndex ? page.last.map { Cursor(String($0.order)) } : nil,
      hasNewer: range.lowerBound > 0)
  }

  /// Where an entry stands or stood: numbers tell it even of one that was taken back.
  private func order(of entry: FeedEntry.ID, in feed: Feed) throws(FeedError) -> Int64 {
    guard let number = PostNumber(entry) else { throw .notFound }
    let action: Post.OwnActions
    switch feed {
    case .likes: action = .liked
    case .bookmarks: action = .bookmarked
    default: return number.rawValue
    }
    guard let mark = universe.deeds.marks[action.rawValue]?[number] else { throw .notFound }
    return mark.order
  }

  private func entry(_ row: FeedLine) -> FeedEntry {
    FeedEntry(
      id: FeedEntry.ID(row.entry.text), post: universe.post(row.story, now: now),
      boostedBy: row.booster.map { universe.person($0) })
  }

  // MARK: Streams that are a ranking

  private func rankedPage(of feed: Feed, _ stretch: Stretch) throws(FeedError) -> FeedPage {
    switch stretch {
    case .latest: return rankedPage(of: feed, asOf: rankingMoment, 0..<Self.pageSize)
    case .older(let cursor):
      // Going down, the ranking stays what it was: nothing comes twice, nothing is left out.
      let parts = cursor.rawValue.split(separator: "/").compactMap { Int64($0) }
      guard parts.count == 2, parts[1] >= 0, parts[1] < 1_000_000 else { throw .badReply }
      let start = Int(parts[1])
      return rankedPage(
        of: feed, asOf: Timestamp(milliseconds: parts[0]), start..<start + Self.pageSize)
    case .newer(let entry):
      let ranking = FeedLines(universe: universe, now: now).ranking(of: feed, asOf: rankingMoment)
      let end = ranking.firstIndex { $0.number.text == entry.rawValue } ?? 0
      return rankedPage(of: feed, asOf: rankingMoment, max(0, end - Self.pageSize)..<end)
    }
  }

  /// Rankings are made up every five minutes.
  private var rankingMoment: Timestamp {
    Timestamp(milliseconds: now.milliseconds / 300_000 * 300_000)
  }

  private func rankedPage(of feed: Feed, asOf moment: Timestamp, _ range: Range<Int>) -> FeedPage {
    let ranking = FeedLines(universe: universe, now: now).ranking(of: feed, asOf: moment)
    let page = ranking.dropFirst(range.lowerBound).prefix(range.count)
    let isEnd = range.upperBound >= ranking.count
    return FeedPage(
      page.filter { universe.isThere($0, now: now) }.map { entry(FeedLine($0)) },
      older: isEnd ? nil : Cursor("\(moment.milliseconds)/\(range.upperBound)"),
      hasNewer: range.lowerBound > 0 && !page.isEmpty)
  }
}
