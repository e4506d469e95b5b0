internal import FeedDomain
internal import Glibc

/// A post's appearance in a stream, before it is made out in full.
struct FeedLine {
  /// Falls from row to row down the stream, and is nobody else's in it.
  let order: Int64
  /// The post's number, or the boost's.
  let entry: PostNumber
  let story: Story
  var booster: Int?
}

extension FeedLine {
  init(_ story: Story) {
    self.init(order: story.number.rawValue, entry: story.number, story: story)
  }
}

/// The streams of a world, as they are at a moment.
struct FeedLines {
  let universe: Universe
  let now: Timestamp

  /// The rows of a stream whose order is that of time; nil for one that has another order.
  func inTime(of feed: Feed) throws(FeedError) -> [FeedLine]? {
    switch feed {
    case .home: return homeRows()
    case .photos: return rows { !$0.content.photos.isEmpty }
    case .tag(let tag):
      let tag = tag.lowercased()
      return rows { story in
        story.content.text.runs.contains {
          if case .tag(let other) = $0.kind { other.lowercased() == tag } else { false }
        }
      }
    case .person(let id):
      let place = try universe.place(of: id)
      return personRows(place) { story in
        story.parent.map { universe.story($0, now: now)?.author == place } ?? true
      }
    case .answers(let id): return personRows(try universe.place(of: id))
    case .portfolio(let id):
      let place = try universe.place(of: id)
      return rows { $0.author == place && !$0.content.photos.isEmpty }
    case .likes: return markedRows(.liked)
    case .bookmarks: return markedRows(.bookmarked)
    case .trending, .nearby: return nil
    case .everything, .local, .federated, .list, .search: throw .notFound
    }
  }

  /// The posts of a stream whose order is a ranking, as it was at that moment; the first one first.
  ///
  /// What was taken back since is still in its place: otherwise a page would miss what moved up.
  func ranking(of feed: Feed, asOf moment: Timestamp) -> [Story] {
    let all = universe.stories
    let stories = all.prefix(all.firstPlace { $0.number.moment > moment })
    switch feed {
    case .trending:
      let recent = stories.filter {
        $0.parent == nil && $0.visibility == .everybody && isWanted($0.author)
          && moment.since($0.number.moment) < .seconds(10 * 86_400)
      }
      return Array(ranked(recent) { 0 - heat(of: $0, at: moment) }.prefix(80))
    case .nearby(let place):
      let near = stories.filter { distance(from: place, to: $0) < Self.neighbourhood }
      return ranked(near) { distance(from: place, to: $0) }
    default: return []
    }
  }

  /// How far around a place photos are looked for, in kilometres.
  private static var neighbourhood: Double { 250 }

  private func rows(where isIncluded: (Story) -> Bool) -> [FeedLine] {
    universe.posts(now: now).filter { isIncluded($0) && isForEverybody($0) && isWanted($0.author) }
      .map {
        FeedLine($0)
      }
  }

  private func isForEverybody(_ story: Story) -> Bool {
    story.visibility == .everybody || story.author == Society.reader
  }

  private func homeRows() -> [FeedLine] {
    let own = universe.posts(now: now).filter { story in
      guard story.author != Society.reader else { return story.parent == nil }
      guard story.isForHome, isAtHome(story.author), story.visibility != .mentioned else {
        return false
      }
      // An answer is for those who know both.
      return story.parent.flatMap { universe.story($0, now: now) }.map { isAtHome($0.author) }
        ?? true
    }.map { FeedLine($0) }
    return merged(
      own,
      with: boostRows { isAtHome($0) && $0 != Society.reader }
        .filter { isNews($0) && isWanted($0.story.author) })
  }

  /// Whether a boost shows something that did not just stand in home for itself.
  private func isNews(_ boost: FeedLine) -> Bool {
    !isAtHome(boost.story.author)
      || boost.entry.moment.since(boost.story.number.moment) > .seconds(86_400)
  }

  private func isAtHome(_ author: Int) -> Bool {
    author == Society.reader || universe.deeds.followed.contains(author) && isWanted(author)
  }

  /// Whether the reader wants to see somebody's posts in a stream.
  private func isWanted(_ author: Int) -> Bool {
    !universe.deeds.muted.contains(author) && !universe.deeds.blocked.contains(author)
  }

  private func personRows(
    _ place: Int, where isIncluded: (Story) -> Bool = { _ in true }
  ) -> [FeedLine] {
    let own = universe.posts(now: now).filter { $0.author == place && isIncluded($0) }.map {
      FeedLine($0)
    }
    let boosts =
      place == Society.reader
      ? markedRows(.boosted).map {
        FeedLine(
          order: $0.order, entry: PostNumber($0.order), story: $0.story, booster: Society.reader)
      } : boostRows { $0 == place }
    return merged(own, with: boosts)
  }

  private func boostRows(by isIncluded: (Int) -> Bool) -> [FeedLine] {
    universe.boosts.reversed().compactMap { boost in
      guard boost.number.moment <= now, isIncluded(boost.person),
        let story = universe.story(boost.story, now: now)
      else { return nil }
      return FeedLine(
        order: boost.number.rawValue, entry: boost.number, story: story, booster: boost.person)
    }
  }

  private func markedRows(_ action: Post.OwnActions) -> [FeedLine] {
    (universe.deeds.marks[action.rawValue] ?? [:]).compactMap { number, mark in
      guard mark.isDone, let story = universe.story(number, now: now) else { return nil }
      return FeedLine(order: mark.order, entry: number, story: story)
    }.sorted { $0.order > $1.order }
  }

  private func merged(_ rows: [FeedLine], with others: [FeedLine]) -> [FeedLine] {
    others.isEmpty ? rows : (rows + others).sorted { $0.order > $1.order }
  }

  private func ranked(_ stories: some Collection<Story>, by measure: (Story) -> Double) -> [Story] {
    stories.map { (measure($0), $0) }
      .sorted { ($0.0, $1.1.number) < ($1.0, $0.1.number) }
      .map(\.1)
  }

  private func heat(of story: Story, at moment: Timestamp) -> Double {
    let age = moment.since(story.number.moment)
    let score = story.appeal.likes(after: age) + 3 * story.appeal.boosts(after: age)
    return Double(score) / pow(Double(age.wholeMilliseconds) / 3_600_000 + 6, 1.2)
  }

  private func distance(from place: Place, to story: Story) -> Double {
    story.content.photos.compactMap { $0.place?.kilometres(to: place) }.min() ?? .infinity
  }
}

/// What people post as time passes, one thread after the other, without end.
///
/// They come quickly at first, when somebody may be watching, and later so slowly that a world
/// that was left alone for a year is still small.
struct Arrivals {
  /// When the next one comes; nil where nobody ever posts.
  private(set) var next: Timestamp?
  private let builder: WorldBuilder
  private let interval: Duration
  private var index = 0
  private var numbered = 0

  init(builder: WorldBuilder, interval: Duration) {
    (self.builder, self.interval) = (builder, interval)
    next = interval > .zero ? builder.beginning.advanced(by: pause(before: 0) / 2) : nil
  }

  /// The thread of that moment: a post, and what is answered to it in the minutes that follow.
  mutating func arrive(at beginning: Timestamp) -> [Story] {
    let threads = builder.playbook.later
    let thread =
      index < threads.count
      ? threads[index] : [builder.files.talk.smallTalk(seed: builder.seed, index)]
    var dice = SplitMix64(builder.seed, 0xA121, UInt64(index))
    var moment = beginning
    var path: [PostNumber] = []
    var stories: [Story] = []
    for line in thread {
      let number = PostNumber(at: moment, .arrival, numbered)
      path = path.prefix(line.depth) + [number]
      stories.append(
        builder.story(line, number: number, parent: line.depth > 0 ? path[line.depth - 1] : nil))
      numbered += 1
      moment = moment.advanced(by: interval * (1 + dice.unit() * 2))
    }
    index += 1
    next = beginning.advanced(by: pause(before: index))
    return stories
  }

  private func pause(before index: Int) -> Duration {
    var dice = SplitMix64(builder.seed, 0x9A05E, UInt64(index))
    let rarity = index < 60 ? 1.0 : index < 120 ? 12 : 160
    return interval * (rarity * (0.4 + 1.2 * dice.unit()))
  }
}
