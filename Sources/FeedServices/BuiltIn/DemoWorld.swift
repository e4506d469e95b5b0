internal import FeedDomain

/// The world at the server: everybody, everything that was said, and what the reader did.
///
/// It follows from its seed, its beginning and the reader's deeds alone: two processes that know
/// the same of these see the same.
struct DemoWorld {
  let seed: UInt64
  let beginning: Timestamp
  let files: DemoFiles
  let population: Population
  /// Every post, the oldest first; some are yet to come.
  private(set) var stories: [StoredDemoPost]
  /// Every boost by somebody other than the reader, the oldest first.
  private(set) var boosts: [Boost]
  private(set) var answers: [PostNumber: [PostNumber]] = [:]
  private(set) var deeds: DemoActions
  private var arrivals: DemoPostSchedule

  init(seed: UInt64, beginning: Timestamp, newPostInterval: Duration, files: DemoFiles) {
    let builder = DemoWorldBuilder(seed: seed, beginning: beginning, files: files)
    let firstDay = builder.firstDay()
    (self.seed, self.beginning, self.files) = (seed, beginning, files)
    population = builder.population
    stories = []
    boosts = firstDay.boosts
    deeds = DemoActions(followed: builder.population.followed)
    arrivals = DemoPostSchedule(builder: builder, interval: newPostInterval)
    add(firstDay.stories)
    for mark in firstDay.marks { deeds.mark(mark.post, mark.actions, true, at: mark.at) }
  }

  /// Lets time pass: what is new by then is there.
  mutating func advance(to now: Timestamp) {
    while let next = arrivals.next, next <= now { add(arrivals.arrive(at: next)) }
  }

  /// Makes something that was accepted so.
  mutating func apply(_ accepted: AcceptedChange) {
    guard deeds.accepted[accepted.key] == nil else { return }
    deeds.accept(accepted)
    switch accepted.change {
    case .mark(let post, let actions, let isDone):
      guard let number = PostNumber(post) else { return }
      deeds.mark(number, actions, isDone, at: accepted.at)
    case .follow(let person, let isFollowed):
      guard let person = population.places[person] else { return }
      deeds.follow(person, isFollowed)
    case .mute(let person, let isMuted):
      guard let person = population.places[person] else { return }
      deeds.mute(person, isMuted)
    case .block(let person, let isBlocked):
      guard let person = population.places[person] else { return }
      deeds.block(person, isBlocked)
    case .admit, .act: break
    case .vote(let post, let answers):
      guard let number = PostNumber(post) else { return }
      deeds.vote(number, answers)
    case .delete(let post):
      guard let number = PostNumber(post) else { return }
      deeds.delete(number)
    case .publish(let draft):
      guard let number = accepted.number else { return }
      let story = DemoPublication(demoWorld: self).story(of: draft, as: number)
      add([story] + DemoReplies(to: story, in: self).stories)
    }
  }

  /// The post with that number, where it is there at that moment.
  func story(_ number: PostNumber, now: Timestamp) -> StoredDemoPost? {
    guard let index = index(of: number), isThere(stories[index], now: now) else { return nil }
    return stories[index]
  }

  /// Whether a post has been written by then, and was not taken back.
  func isThere(_ story: StoredDemoPost, now: Timestamp) -> Bool {
    story.number.moment <= now && !deeds.deleted.contains(story.number)
  }

  /// The posts that are there at that moment, the newest first.
  func posts(now: Timestamp) -> some Sequence<StoredDemoPost> {
    stories.reversed().lazy.filter { isThere($0, now: now) }
  }

  private func index(of number: PostNumber) -> Int? {
    let index = stories.firstPlace { $0.number >= number }
    return index < stories.count && stories[index].number == number ? index : nil
  }

  private mutating func add(_ added: [StoredDemoPost]) {
    guard !added.isEmpty else { return }
    let isInOrder = (stories.last?.number).map { $0 < added[0].number } ?? true
    stories += added
    if !isInOrder || added.count > 1 { stories.sort { $0.number < $1.number } }
    for story in added {
      guard let parent = story.parent else { continue }
      answers[parent, default: []].append(story.number)
      answers[parent]?.sort()
    }
  }

  /// Somebody who did something, and when.
  typealias TimedReaction = (person: Int, at: Timestamp)

  /// A list of people, in the order in which they came.
  func people(_ list: PeopleList, now: Timestamp) throws(FeedError) -> [Int] {
    switch list {
    case .likers(let post):
      let story = try story(post, now: now)
      return likers(of: story, now: now).map(\.person) + ownMark(.liked, on: story)
    case .boosters(let post):
      let story = try story(post, now: now)
      return boosters(of: story, now: now).map(\.person) + ownMark(.boosted, on: story)
    case .followers(let person): return followers(of: try place(of: person))
    case .following(let person): return following(of: try place(of: person))
    case .familiar(let person):
      return followers(of: try place(of: person)).filter(deeds.followed.contains)
    case .suggested:
      return population.people.indices.filter {
        $0 != Population.reader && !deeds.followed.contains($0) && !followers(of: $0).isEmpty
      }
    case .directory: return population.people.indices.filter { $0 != Population.reader }
    // Everybody may follow everybody there.
    case .requests: return []
    case .featured: throw .notFound
    case .matching(let words): return people(matching: words)
    }
  }

  /// Those whose name or handle has all of the words in it.
  private func people(matching words: String) -> [Int] {
    let words = words.lowercased().split(whereSeparator: \.isWhitespace)
    guard !words.isEmpty else { return [] }
    return population.people.indices.filter { index in
      let names = "\(population.people[index].name) \(population.people[index].handle)".lowercased()
      return words.allSatisfy { names.contains($0) }
    }
  }

  func story(_ id: Post.ID, now: Timestamp) throws(FeedError) -> StoredDemoPost {
    guard let number = PostNumber(id), let story = story(number, now: now) else { throw .notFound }
    return story
  }

  /// Where the one with that id stands in the society.
  func place(of id: Person.ID) throws(FeedError) -> Int {
    // Whoever is named by the whole handle, with its server, is meant by it, too.
    let place =
      population.places[id] ?? population.people.firstIndex { $0.handle == id.rawValue }
    guard let place else { throw .notFound }
    return place
  }

  /// Who liked a post besides the reader, the first one first.
  func likers(of story: StoredDemoPost, now: Timestamp) -> [TimedReaction] {
    (0..<story.popularity.likes(after: now.since(story.number.moment))).map { index in
      (
        population.admirer(index, of: story),
        story.number.moment.advanced(by: story.popularity.ageAtLike(index))
      )
    }
  }

  /// Who boosted a post besides the reader, the first one first.
  func boosters(of story: StoredDemoPost, now: Timestamp) -> [TimedReaction] {
    let shown = shownBoosts(of: story, now: now).map { ($0.person, $0.number.moment) }
    let quiet = (0..<story.popularity.boosts(after: now.since(story.number.moment))).map { index in
      (
        population.admirer(index, of: story, salt: 1),
        story.number.moment.advanced(by: story.popularity.ageAtBoost(index))
      )
    }
    // One whose boost is to be seen in home boosted it once, not twice.
    let seen = Set(shown.map(\.0))
    return (shown + quiet.filter { !seen.contains($0.0) }).sorted { $0.1 < $1.1 }
  }

  /// How many boosted a post besides the reader.
  func boosterCount(of story: StoredDemoPost, now: Timestamp) -> Int {
    shownBoosts(of: story, now: now).isEmpty
      ? story.popularity.boosts(after: now.since(story.number.moment))
      : boosters(of: story, now: now).count
  }

  func followers(of place: Int) -> [Int] {
    population.followers(of: place) + (deeds.followed.contains(place) ? [Population.reader] : [])
  }

  func following(of place: Int) -> [Int] {
    place == Population.reader ? deeds.followed.sorted() : population.following(of: place)
  }

  private func shownBoosts(of story: StoredDemoPost, now: Timestamp) -> [Boost] {
    boosts.filter { $0.story == story.number && $0.number.moment <= now }
  }

  private func ownMark(_ action: Post.OwnActions, on story: StoredDemoPost) -> [Int] {
    deeds.actions(on: story.number).contains(action) ? [Population.reader] : []
  }

  /// A post as the reader sees it at that moment.
  func post(_ story: StoredDemoPost, now: Timestamp) -> Post {
    let own = deeds.actions(on: story.number)
    let parent = story.parent.flatMap { self.story($0, now: now) }
    let poll = deeds.votes[story.number].flatMap { story.content.poll?.choosing($0) }
    return Post(
      id: story.number.id, author: listed(story.author), createdAt: story.number.moment,
      content: poll.map { story.content.with($0) } ?? story.content,
      reply: story.parent.map {
        Post.Reply(to: $0.id, handle: parent.map { population.people[$0.author].handle })
      },
      visibility: story.visibility,
      url:
        "https://tweetie.example/@\(population.people[story.author].handle)/\(story.number.text)",
      counts: Post.Counts(
        replies: answers(to: story.number, now: now).count,
        boosts: boosterCount(of: story, now: now) + (own.contains(.boosted) ? 1 : 0),
        likes: story.popularity.likes(after: now.since(story.number.moment))
          + (own.contains(.liked) ? 1 : 0)),
      own: own)
  }

  /// Somebody, with how the reader stands to them.
  func person(_ place: Int) -> Person {
    let person = population.people[place]
    return Person(
      id: person.id, handle: person.handle, name: person.name, bio: person.bio, url: person.url,
      relationship: relationship(to: place)
    ).named(with: ServerEmoji.all)
  }

  /// Somebody, with their numbers too.
  func profile(_ place: Int, now: Timestamp) -> Person {
    let person = person(place)
    return Person(
      id: person.id, handle: person.handle, name: person.name, bio: person.bio, url: person.url,
      counts: Person.Counts(
        followers: followers(of: place).count, following: following(of: place).count,
        posts: posts(now: now).reduce(0) { $0 + ($1.author == place ? 1 : 0) }),
      relationship: person.relationship, pictures: Portrait(of: person.id).renditions
    ).named(with: person.emojis)
      .tied(RelationshipFlags(followsReader: following(of: place).contains(Population.reader)))
  }

  /// Somebody as a list has them.
  func listed(_ place: Int) -> Person {
    let person = person(place)
    return person.pictured(Portrait(of: person.id).renditions)
  }

  /// The photograph or portrait of that name; nil where there is none.
  func photo(named name: Photo.ID) -> Photo? {
    if let photo = files.photos[name.rawValue] { return photo }
    if let emoji = ServerEmoji(name) { return emoji.photo }
    guard let portrait = Portrait(name), population.places[portrait.person] != nil else {
      return nil
    }
    return portrait.photo
  }

  /// What answers a post, the oldest first.
  func answers(to number: PostNumber, now: Timestamp) -> [StoredDemoPost] {
    (answers[number] ?? []).compactMap { story($0, now: now) }
  }

  /// A post with what it answers and what answers it, in reading order.
  func conversation(of number: PostNumber, now: Timestamp) throws(FeedError) -> Conversation {
    guard var root = story(number, now: now) else { throw .notFound }
    while let parent = root.parent.flatMap({ story($0, now: now) }) { root = parent }
    var nodes: [Conversation.Node] = []
    var waiting = [(root, 0)]
    while let (story, depth) = waiting.popLast() {
      nodes.append(Conversation.Node(post(story, now: now), depth: depth))
      waiting += answers(to: story.number, now: now).reversed().map { ($0, depth + 1) }
    }
    return Conversation(focus: number.id, nodes: nodes)
  }

  private func relationship(to place: Int) -> Relationship {
    if place == Population.reader { return .oneself }
    if deeds.blocked.contains(place) { return .blocked }
    let isFollowed = deeds.followed.contains(place)
    if deeds.muted.contains(place) { return isFollowed ? .mutedFollowed : .muted }
    return isFollowed ? .followed : .stranger
  }
}

extension Array {
  /// The first place whose element, and every later one, belongs to the second half.
  func firstPlace(where isInSecondHalf: (Element) -> Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if isInSecondHalf(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}

/// The number of a post or a boost: it grows with time, so that numbers alone tell an order.
///
/// The lower bits keep numbers of one millisecond apart. Each source of posts has a range of its
/// own there, so that two processes that see the same world never disagree about a number.
struct PostNumber: Hashable, Comparable, Sendable {
  enum Source: Int64 {
    case firstDay = 0
    case arrival = 2048
    case answer = 3072
    case reader = 3584

    fileprivate var room: Int64 {
      switch self {
      case .firstDay: 2048
      case .arrival: 1024
      case .answer, .reader: 512
      }
    }
  }

  let rawValue: Int64

  init(_ rawValue: Int64) { self.rawValue = rawValue }

  init(at moment: Timestamp, _ source: Source, _ index: Int) {
    rawValue = moment.milliseconds << 12 | (source.rawValue + Int64(index) % source.room)
  }

  /// The number that a post's or an entry's id holds.
  init?<Entity>(_ id: Identifier<Entity>) {
    guard let rawValue = Int64(id.rawValue), rawValue > 0 else { return nil }
    self.rawValue = rawValue
  }

  var moment: Timestamp { Timestamp(milliseconds: rawValue >> 12) }
  var text: String { String(rawValue) }
  var id: Post.ID { Post.ID(text) }

  static func < (left: PostNumber, right: PostNumber) -> Bool { left.rawValue < right.rawValue }
}

/// A post as the server keeps it: without what changes as time passes or as the reader acts.
struct StoredDemoPost {
  let number: PostNumber
  /// The author's place in the society.
  let author: Int
  let content: Post.Content
  let parent: PostNumber?
  let visibility: Visibility
  let popularity: PopularityCurve
  let refusesLikes: Bool
  /// Whether it belongs in home: answers do once they started a talk of their own.
  let isForHome: Bool
}

/// How many like and boost a post in the end, and how quickly they come.
struct PopularityCurve {
  static let none = PopularityCurve(likes: 0, boosts: 0, pace: .seconds(60))

  let likes: Int
  let boosts: Int
  let pace: Duration

  /// How many have liked after a while; fewer and fewer come as time passes.
  func likes(after age: Duration) -> Int { min(likes, arrived(after: age, pace: pace)) }

  /// How many have boosted after a while.
  func boosts(after age: Duration) -> Int { min(boosts, arrived(after: age, pace: pace * 4)) }

  /// When the like came, counted from the post.
  func ageAtLike(_ index: Int) -> Duration { pace * ((index + 1) * (index + 1)) }

  /// When the boost came, counted from the post.
  func ageAtBoost(_ index: Int) -> Duration { pace * (4 * (index + 1) * (index + 1)) }

  private func arrived(after age: Duration, pace: Duration) -> Int {
    guard age > .zero else { return 0 }
    return Int((Double(age.wholeMilliseconds) / Double(pace.wholeMilliseconds)).squareRoot())
  }
}

/// Somebody's boost of a post.
struct Boost {
  let number: PostNumber
  let story: PostNumber
  let person: Int
}
