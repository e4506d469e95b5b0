internal import FeedDomain
internal import Glibc

/// An entry of a demo stream: a post or boost, before its text, counts and author are filled in.
struct DemoFeedEntry {
  /// The number by which entries of a demo stream are sorted; unique in the stream, and lower for
  /// each entry further down.
  let sortNumber: Int64
  /// The number that identifies the post or boost of this entry of a demo stream.
  let entry: DemoPostNumber
  let storedPost: StoredDemoPost
  var booster: Int?
}

extension DemoFeedEntry {
  init(_ storedPost: StoredDemoPost) {
    self.init(
      sortNumber: storedPost.number.rawValue, entry: storedPost.number, storedPost: storedPost)
  }
}

/// A builder of the lists of entries in the demo world's streams at a point in time.
struct DemoStreamEntryBuilder {
  let demoWorld: DemoWorld
  let now: Timestamp

  /// Returns the entries of a demo stream that is sorted by time, newest first; nil for a stream
  /// with another order. Throws `notFound` for streams that the demo lacks.
  func chronologicalEntries(of feed: Feed) throws(FeedError) -> [DemoFeedEntry]? {
    switch feed {
    case .home: return homeEntries()
    case .photos: return postEntries { !$0.content.photos.isEmpty }
    case .tag(let tag):
      let tag = tag.lowercased()
      return postEntries { storedPost in
        storedPost.content.text.runs.contains {
          if case .tag(let other) = $0.kind { other.lowercased() == tag } else { false }
        }
      }
    case .person(let id):
      let place = try demoWorld.personIndex(of: id)
      return streamEntriesOfPerson(place) { storedPost in
        storedPost.parent.map { demoWorld.storedPost($0, now: now)?.author == place } ?? true
      }
    case .answers(let id): return streamEntriesOfPerson(try demoWorld.personIndex(of: id))
    case .portfolio(let id):
      let place = try demoWorld.personIndex(of: id)
      return postEntries { $0.author == place && !$0.content.photos.isEmpty }
    case .likes: return markedEntries(.liked)
    case .bookmarks: return markedEntries(.bookmarked)
    case .trending, .nearby: return nil
    case .everything, .local, .federated, .list, .search: throw .notFound
    }
  }

  /// Returns the posts of a demo stream that is sorted by rank, best first, as of a past time.
  /// Posts deleted since then are included, so that later pages skip none.
  func rankedStreamPosts(of feed: Feed, asOf moment: Timestamp) -> [StoredDemoPost] {
    let all = demoWorld.storedPosts
    let storedPosts = all.prefix(all.partitionIndex { $0.number.moment > moment })
    switch feed {
    case .trending:
      let recent = storedPosts.filter {
        $0.parent == nil && $0.visibility == .everybody && isNeitherMutedNorBlocked($0.author)
          && moment.elapsedTime(since: $0.number.moment) < .seconds(10 * 86_400)
      }
      return Array(rankedPosts(recent) { 0 - trendingScore(of: $0, at: moment) }.prefix(80))
    case .nearby(let place):
      let near = storedPosts.filter { distance(from: place, to: $0) < Self.neighbourhood }
      return rankedPosts(near) { distance(from: place, to: $0) }
    default: return []
    }
  }

  /// The radius of the demo stream of nearby photos, in kilometres.
  private static var neighbourhood: Double { 250 }

  private func postEntries(where isIncluded: (StoredDemoPost) -> Bool) -> [DemoFeedEntry] {
    demoWorld.publishedPosts(now: now).filter {
      isIncluded($0) && isPublicOrUsersOwnPost($0) && isNeitherMutedNorBlocked($0.author)
    }
    .map {
      DemoFeedEntry($0)
    }
  }

  private func isPublicOrUsersOwnPost(_ storedPost: StoredDemoPost) -> Bool {
    storedPost.visibility == .everybody || storedPost.author == DemoPopulation.reader
  }

  private func homeEntries() -> [DemoFeedEntry] {
    let own = demoWorld.publishedPosts(now: now).filter { storedPost in
      guard storedPost.author != DemoPopulation.reader else { return storedPost.parent == nil }
      guard storedPost.isForHome, authorAppearsInHome(storedPost.author),
        storedPost.visibility != .mentioned
      else { return false }
      // Answers are shown to followers of both people.
      return storedPost.parent.flatMap { demoWorld.storedPost($0, now: now) }.map {
        authorAppearsInHome($0.author)
      }
        ?? true
    }.map { DemoFeedEntry($0) }
    return mergedEntries(
      own,
      with: boostEntries { authorAppearsInHome($0) && $0 != DemoPopulation.reader }
        .filter { isBoostedPostNewInHome($0) && isNeitherMutedNorBlocked($0.storedPost.author) })
  }

  /// Returns true if a boost shows a post in the demo's home stream that was not in it within the
  /// day before.
  private func isBoostedPostNewInHome(_ boost: DemoFeedEntry) -> Bool {
    !authorAppearsInHome(boost.storedPost.author)
      || boost.entry.moment.elapsedTime(since: boost.storedPost.number.moment) > .seconds(86_400)
  }

  private func authorAppearsInHome(_ author: Int) -> Bool {
    author == DemoPopulation.reader
      || demoWorld.actions.followed.contains(author) && isNeitherMutedNorBlocked(author)
  }

  private func isNeitherMutedNorBlocked(_ author: Int) -> Bool {
    !demoWorld.actions.muted.contains(author) && !demoWorld.actions.blocked.contains(author)
  }

  private func streamEntriesOfPerson(
    _ place: Int, where isIncluded: (StoredDemoPost) -> Bool = { _ in true }
  ) -> [DemoFeedEntry] {
    let own = demoWorld.publishedPosts(now: now).filter { $0.author == place && isIncluded($0) }.map
    {
      DemoFeedEntry($0)
    }
    let boosts =
      place == DemoPopulation.reader
      ? markedEntries(.boosted).map {
        DemoFeedEntry(
          sortNumber: $0.sortNumber, entry: DemoPostNumber($0.sortNumber),
          storedPost: $0.storedPost,
          booster: DemoPopulation.reader)
      } : boostEntries { $0 == place }
    return mergedEntries(own, with: boosts)
  }

  private func boostEntries(by isIncluded: (Int) -> Bool) -> [DemoFeedEntry] {
    demoWorld.boosts.reversed().compactMap { boost in
      guard boost.number.moment <= now, isIncluded(boost.person),
        let storedPost = demoWorld.storedPost(boost.storedPost, now: now)
      else { return nil }
      return DemoFeedEntry(
        sortNumber: boost.number.rawValue, entry: boost.number, storedPost: storedPost,
        booster: boost.person)
    }
  }

  private func markedEntries(_ action: Post.UserPostMarks) -> [DemoFeedEntry] {
    (demoWorld.actions.marks[action.rawValue] ?? [:]).compactMap { number, mark in
      guard mark.isDone, let storedPost = demoWorld.storedPost(number, now: now) else { return nil }
      return DemoFeedEntry(sortNumber: mark.sortNumber, entry: number, storedPost: storedPost)
    }.sorted { $0.sortNumber > $1.sortNumber }
  }

  private func mergedEntries(_ rows: [DemoFeedEntry], with others: [DemoFeedEntry])
    -> [DemoFeedEntry]
  {
    others.isEmpty ? rows : (rows + others).sorted { $0.sortNumber > $1.sortNumber }
  }

  private func rankedPosts(
    _ storedPosts: some Collection<StoredDemoPost>, by measure: (StoredDemoPost) -> Double
  ) -> [StoredDemoPost] {
    storedPosts.map { (measure($0), $0) }
      .sorted { ($0.0, $1.1.number) < ($1.0, $0.1.number) }
      .map(\.1)
  }

  private func trendingScore(of storedPost: StoredDemoPost, at moment: Timestamp) -> Double {
    let age = moment.elapsedTime(since: storedPost.number.moment)
    let score =
      storedPost.popularity.likeCount(after: age) + 3 * storedPost.popularity.boostCount(after: age)
    return Double(score) / pow(Double(age.wholeMilliseconds) / 3_600_000 + 6, 1.2)
  }

  private func distance(from place: Place, to storedPost: StoredDemoPost) -> Double {
    storedPost.content.photos.compactMap { $0.place?.distanceInKilometres(to: place) }.min()
      ?? .infinity
  }
}

/// An endless schedule of new threads in the demo world. They come quickly at first, when the user
/// may be watching, and later so slowly that a world left alone for a year is still small.
struct NewDemoThreadSchedule {
  /// The time of the next new thread in the demo world; nil if there are no new posts.
  private(set) var nextThreadTime: Timestamp?
  private let builder: DemoWorldBuilder
  private let interval: Duration
  private var index = 0
  private var numbered = 0

  init(builder: DemoWorldBuilder, interval: Duration) {
    (self.builder, self.interval) = (builder, interval)
    nextThreadTime =
      interval > .zero
      ? builder.beginning.timeAdvanced(by: pauseDuration(beforeThread: 0) / 2) : nil
  }

  /// Creates the thread that begins at a time in the demo world: a post with its answers.
  mutating func makeDemoThread(at beginning: Timestamp) -> [StoredDemoPost] {
    let threads = builder.demoScript.later
    let thread =
      index < threads.count
      ? threads[index] : [builder.files.phrases.smallTalkPost(seed: builder.seed, index)]
    var generator = SplitMix64Generator(builder.seed, 0xA121, UInt64(index))
    var moment = beginning
    var path: [DemoPostNumber] = []
    var storedPosts: [StoredDemoPost] = []
    for line in thread {
      let number = DemoPostNumber(at: moment, .arrival, numbered)
      path = path.prefix(line.depth) + [number]
      storedPosts.append(
        builder.makeStoredPost(
          line, number: number, parent: line.depth > 0 ? path[line.depth - 1] : nil))
      numbered += 1
      moment = moment.timeAdvanced(by: interval * (1 + generator.randomFraction() * 2))
    }
    index += 1
    nextThreadTime = beginning.timeAdvanced(by: pauseDuration(beforeThread: index))
    return storedPosts
  }

  private func pauseDuration(beforeThread index: Int) -> Duration {
    var generator = SplitMix64Generator(builder.seed, 0x9A05E, UInt64(index))
    let rarity = index < 60 ? 1.0 : index < 120 ? 12 : 160
    return interval * (rarity * (0.4 + 1.2 * generator.randomFraction()))
  }
}
