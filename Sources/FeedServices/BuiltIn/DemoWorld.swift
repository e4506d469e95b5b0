internal import FeedDomain

/// A demo world: its people, posts, and the user's actions. It is determined by seed, start time
/// and the user's actions, so that two processes with equal values have equal worlds.
struct DemoWorld {
  /// The host in the web addresses of the demo service's people and posts, which no network has.
  static let host = "tweetie.example"

  let seed: UInt64
  let beginning: Timestamp
  let files: DemoFiles
  let population: DemoPopulation
  /// All posts of the demo world, the oldest first; some are dated in the future.
  private(set) var storedPosts: [StoredDemoPost]
  /// All boosts in the demo world except the user's, the oldest first.
  private(set) var boosts: [DemoBoost]
  private(set) var answers: [DemoPostNumber: [DemoPostNumber]] = [:]
  private(set) var actions: UserActionsInDemo
  private var schedule: NewDemoThreadSchedule

  init(seed: UInt64, beginning: Timestamp, newPostInterval: Duration, files: DemoFiles) {
    let builder = DemoWorldBuilder(seed: seed, beginning: beginning, files: files)
    let firstDay = builder.makeFirstDayPosts()
    (self.seed, self.beginning, self.files) = (seed, beginning, files)
    population = builder.population
    storedPosts = []
    boosts = firstDay.boosts
    actions = UserActionsInDemo(followed: builder.population.followed)
    schedule = NewDemoThreadSchedule(builder: builder, interval: newPostInterval)
    addPosts(firstDay.storedPosts)
    for mark in firstDay.marks { actions.setPostMark(mark.post, mark.actions, true, at: mark.at) }
  }

  mutating func addDuePosts(until now: Timestamp) {
    while let next = schedule.nextThreadTime, next <= now {
      addPosts(schedule.makeDemoThread(at: next))
    }
  }

  mutating func applyChange(_ accepted: AcceptedDemoChange) {
    guard actions.acceptedChanges[accepted.key] == nil else { return }
    actions.recordAcceptedChange(accepted)
    switch accepted.change {
    case .mark(let post, let marks, let isDone):
      guard let number = DemoPostNumber(post) else { return }
      actions.setPostMark(number, marks, isDone, at: accepted.acceptedAt)
    case .follow(let person, let isFollowed):
      guard let person = population.indices[person] else { return }
      actions.setFollowedByUser(isFollowed, forPersonNumber: person)
    case .mute(let person, let isMuted):
      guard let person = population.indices[person] else { return }
      actions.setMutedByUser(isMuted, forPersonNumber: person)
    case .block(let person, let isBlocked):
      guard let person = population.indices[person] else { return }
      actions.setBlockedByUser(isBlocked, forPersonNumber: person)
    case .answerFollowRequest, .serviceAction, .markRead: break
    case .vote(let post, let answers):
      guard let number = DemoPostNumber(post) else { return }
      actions.recordVote(number, answers)
    case .delete(let post):
      guard let number = DemoPostNumber(post) else { return }
      actions.recordPostDeletion(number)
    case .publish(let draft):
      guard let number = accepted.number else { return }
      let storedPost = DemoDraftConverter(demoWorld: self).storedPost(of: draft, as: number)
      addPosts([storedPost] + SimulatedRepliesToUserPost(to: storedPost, in: self).storedPosts)
    }
  }

  /// Returns the demo post with a number; nil before its date or after its deletion.
  func storedPost(_ number: DemoPostNumber, now: Timestamp) -> StoredDemoPost? {
    guard let index = postIndex(of: number), isPublished(storedPosts[index], now: now) else {
      return nil
    }
    return storedPosts[index]
  }

  /// Returns true if a demo post is published at a time, and not deleted.
  func isPublished(_ storedPost: StoredDemoPost, now: Timestamp) -> Bool {
    storedPost.number.moment <= now && !actions.deleted.contains(storedPost.number)
  }

  /// Returns the demo posts published until a time, the newest first.
  func publishedPosts(now: Timestamp) -> some Sequence<StoredDemoPost> {
    storedPosts.reversed().lazy.filter { isPublished($0, now: now) }
  }

  private func postIndex(of number: DemoPostNumber) -> Int? {
    let index = storedPosts.partitionIndex { $0.number >= number }
    return index < storedPosts.count && storedPosts[index].number == number ? index : nil
  }

  private mutating func addPosts(_ added: [StoredDemoPost]) {
    guard !added.isEmpty else { return }
    let isInOrder = (storedPosts.last?.number).map { $0 < added[0].number } ?? true
    storedPosts += added
    if !isInOrder || added.count > 1 { storedPosts.sort { $0.number < $1.number } }
    for storedPost in added {
      guard let parent = storedPost.parent else { continue }
      answers[parent, default: []].append(storedPost.number)
      answers[parent]?.sort()
    }
  }

  /// The type of a like or boost of a demo post: the index of the person who gave it, and the time.
  typealias TimedReaction = (person: Int, at: Timestamp)

  /// Returns the people in a list such as followers, as indices in the demo population, in the
  /// order in which they joined the list.
  func peopleIndices(_ list: PeopleList, now: Timestamp) throws(FeedError) -> [Int] {
    switch list {
    case .likers(let post):
      let storedPost = try storedPost(post, now: now)
      return likersExceptUser(of: storedPost, now: now).map(\.person)
        + userIndexIfMarked(.liked, on: storedPost)
    case .boosters(let post):
      let storedPost = try storedPost(post, now: now)
      return boostersExceptUser(of: storedPost, now: now).map(\.person)
        + userIndexIfMarked(.boosted, on: storedPost)
    case .followers(let person): return followerIndices(of: try personIndex(of: person))
    case .following(let person): return followedIndices(of: try personIndex(of: person))
    case .familiar(let person):
      return followerIndices(of: try personIndex(of: person)).filter(actions.followed.contains)
    case .suggested:
      return population.people.indices.filter {
        $0 != DemoPopulation.reader && !actions.followed.contains($0)
          && !followerIndices(of: $0).isEmpty
      }
    case .directory: return population.people.indices.filter { $0 != DemoPopulation.reader }
    // Everybody may follow everybody, so there are no follow requests.
    case .requests: return []
    case .featured: throw .notFound
    case .matching(let words): return peopleIndices(matching: words)
    }
  }

  /// Returns the indices of the demo's people whose name or handle contains all words of a text.
  private func peopleIndices(matching words: String) -> [Int] {
    let words = words.lowercased().split(whereSeparator: \.isWhitespace)
    guard !words.isEmpty else { return [] }
    return population.people.indices.filter { index in
      let names = "\(population.people[index].name) \(population.people[index].handle)".lowercased()
      return words.allSatisfy { names.contains(String($0)) }
    }
  }

  func storedPost(_ id: Post.ID, now: Timestamp) throws(FeedError) -> StoredDemoPost {
    guard let number = DemoPostNumber(id), let storedPost = storedPost(number, now: now) else {
      throw .notFound
    }
    return storedPost
  }

  /// Returns the index of a person among the demo's people, by id, or by handle with server; throws
  /// `notFound` if there is none.
  func personIndex(of id: Person.ID) throws(FeedError) -> Int {
    // Mentions may use the whole handle with its server.
    let index = population.indices[id] ?? population.people.firstIndex { $0.handle == id.rawValue }
    guard let index else { throw .notFound }
    return index
  }

  /// Returns the people, without the user, who liked a demo post, with the times, the first one
  /// first.
  func likersExceptUser(of storedPost: StoredDemoPost, now: Timestamp) -> [TimedReaction] {
    (0..<storedPost.popularity.likeCount(after: now.elapsedTime(since: storedPost.number.moment)))
      .map { index in
        (
          population.likerIndex(index, of: storedPost),
          storedPost.number.moment.timeAdvanced(by: storedPost.popularity.ageAtLikeNumber(index))
        )
      }
  }

  /// Returns the people, without the user, who boosted a demo post, with the times, the first one
  /// first.
  func boostersExceptUser(of storedPost: StoredDemoPost, now: Timestamp) -> [TimedReaction] {
    let shown = publishedBoosts(of: storedPost, now: now).map { ($0.person, $0.number.moment) }
    let quiet =
      (0..<storedPost.popularity.boostCount(after: now.elapsedTime(since: storedPost.number.moment)))
      .map {
        index in
        (
          population.likerIndex(index, of: storedPost, salt: 1),
          storedPost.number.moment.timeAdvanced(by: storedPost.popularity.ageAtBoostNumber(index))
        )
      }
    // A person whose boost is visible in home counts once.
    let seen = Set(shown.map(\.0))
    return (shown + quiet.filter { !seen.contains($0.0) }).sorted { $0.1 < $1.1 }
  }

  /// Returns the number of people other than the user who boosted a demo post.
  func boosterCountExceptUser(of storedPost: StoredDemoPost, now: Timestamp) -> Int {
    publishedBoosts(of: storedPost, now: now).isEmpty
      ? storedPost.popularity.boostCount(after: now.elapsedTime(since: storedPost.number.moment))
      : boostersExceptUser(of: storedPost, now: now).count
  }

  func followerIndices(of index: Int) -> [Int] {
    population.followerIndices(of: index)
      + (actions.followed.contains(index) ? [DemoPopulation.reader] : [])
  }

  func followedIndices(of index: Int) -> [Int] {
    index == DemoPopulation.reader
      ? actions.followed.sorted() : population.followedIndices(of: index)
  }

  private func publishedBoosts(of storedPost: StoredDemoPost, now: Timestamp) -> [DemoBoost] {
    boosts.filter { $0.storedPost == storedPost.number && $0.number.moment <= now }
  }

  private func userIndexIfMarked(_ action: Post.UserPostMarks, on storedPost: StoredDemoPost)
    -> [Int]
  {
    actions.marksSetByUser(on: storedPost.number).contains(action) ? [DemoPopulation.reader] : []
  }

  /// Returns a demo post as the user sees it at a time, with its counts and the user's marks.
  func postAsUserSeesIt(for storedPost: StoredDemoPost, now: Timestamp) -> Post {
    let own = actions.marksSetByUser(on: storedPost.number)
    let parent = storedPost.parent.flatMap { self.storedPost($0, now: now) }
    let poll = actions.votes[storedPost.number].flatMap {
      storedPost.content.poll?.countingVote($0)
    }
    return Post(
      id: storedPost.number.id, author: personWithPortrait(storedPost.author),
      createdAt: storedPost.number.moment,
      content: poll.map { storedPost.content.replacingPoll($0) } ?? storedPost.content,
      reply: storedPost.parent.map {
        Post.ReplyTarget(to: $0.id, handle: parent.map { population.people[$0.author].handle })
      },
      visibility: storedPost.visibility,
      url:
        "https://\(Self.host)/@\(population.people[storedPost.author].handle)/\(storedPost.number.text)",
      counts: Post.PostCounts(
        replies: replies(to: storedPost.number, now: now).count,
        boosts: boosterCountExceptUser(of: storedPost, now: now) + (own.contains(.boosted) ? 1 : 0),
        likes: storedPost.popularity.likeCount(
          after: now.elapsedTime(since: storedPost.number.moment))
          + (own.contains(.liked) ? 1 : 0)),
      userMarks: own)
  }

  /// Returns a person of the demo world with the user's relationship to them.
  func person(_ index: Int) -> Person {
    let person = population.people[index]
    return Person(
      id: person.id, handle: person.handle, name: person.name, bio: person.bio, url: person.url,
      relationship: relationship(to: index)
    ).addingOccurringNameEmoji(with: DemoEmoji.all)
  }

  /// Returns a person of the demo world with the user's relationship, portrait, counts and details.
  func personWithProfile(_ index: Int, now: Timestamp) -> Person {
    let person = person(index)
    return Person(
      id: person.id, handle: person.handle, name: person.name, bio: person.bio, url: person.url,
      counts: Person.PersonCounts(
        followers: followerIndices(of: index).count, following: followedIndices(of: index).count,
        posts: publishedPosts(now: now).reduce(0) { $0 + ($1.author == index ? 1 : 0) }),
      relationship: person.relationship, pictures: DemoPortraitPhoto(of: person.id).renditions
    ).addingOccurringNameEmoji(with: person.emojis)
      .withRelationshipFlags(
        RelationshipFlags(followsReader: followedIndices(of: index).contains(DemoPopulation.reader))
      )
      .withDetails(writerProfileDetails(of: index, now: now))
  }

  /// Returns the profile details of a person in the demo world, with the person's latest wide photo
  /// as the banner; nil for people who do not write.
  private func writerProfileDetails(of index: Int, now: Timestamp) -> PersonDetails? {
    guard population.details.indices.contains(index) else { return nil }
    var details = population.details[index]
    for post in publishedPosts(now: now) where post.author == index {
      if details.lastPostAt == nil { details.lastPostAt = post.number.moment }
      let wide = post.content.photos.first {
        $0.kind == .still && $0.size.width > $0.size.height && !$0.renditions.isEmpty
      }
      if let wide {
        details.bannerRenditions = wide.renditions.filter { !$0.isForKeeping }
        break
      }
    }
    return details
  }

  /// Returns a person of the demo world with relationship and portrait, for lists.
  func personWithPortrait(_ index: Int) -> Person {
    let person = person(index)
    return person.replacingPortraits(DemoPortraitPhoto(of: person.id).renditions)
  }

  /// Returns the demo's photo, portrait or emoji with an id; nil if there is none.
  func photo(named name: Photo.ID) -> Photo? {
    if let photo = files.photos[name.rawValue] { return photo }
    if let emoji = DemoEmoji(name) { return emoji.photo }
    guard let portrait = DemoPortraitPhoto(name), population.indices[portrait.person] != nil else {
      return nil
    }
    return portrait.photo
  }

  /// Returns the photo of the demo world that a draft's picture repeats; nil for an uploaded one.
  func repeatedDemoPhoto(for attachment: Draft.DraftAttachment) -> Photo? {
    attachment.uploaded.flatMap { files.photos[$0] }
  }

  /// Returns true if a draft's picture was uploaded, or is a photo of the demo world.
  func isUploadedOrDemoPhoto(_ attachment: Draft.DraftAttachment) -> Bool {
    repeatedDemoPhoto(for: attachment) != nil
      || attachment.uploaded.flatMap { UploadedPictureName($0) } != nil
  }

  /// Returns the answers to a demo post, the oldest first.
  func replies(to number: DemoPostNumber, now: Timestamp) -> [StoredDemoPost] {
    (answers[number] ?? []).compactMap { storedPost($0, now: now) }
  }

  /// Returns the whole conversation around a demo post, in reading order.
  func conversation(of number: DemoPostNumber, now: Timestamp) throws(FeedError) -> Conversation {
    guard var root = storedPost(number, now: now) else { throw .notFound }
    while let parent = root.parent.flatMap({ storedPost($0, now: now) }) { root = parent }
    var nodes: [Conversation.ConversationNode] = []
    var waiting = [(root, 0)]
    while let (storedPost, depth) = waiting.popLast() {
      nodes.append(
        Conversation.ConversationNode(postAsUserSeesIt(for: storedPost, now: now), depth: depth))
      waiting += replies(to: storedPost.number, now: now).reversed().map { ($0, depth + 1) }
    }
    return Conversation(focus: number.id, nodes: nodes)
  }

  private func relationship(to index: Int) -> Relationship {
    if index == DemoPopulation.reader { return .oneself }
    if actions.blocked.contains(index) { return .blocked }
    let isFollowed = actions.followed.contains(index)
    if actions.muted.contains(index) { return isFollowed ? .mutedFollowed : .muted }
    return isFollowed ? .followed : .stranger
  }
}

extension Array {
  /// Returns the index of the first element of this collection that meets a condition, by binary
  /// search; all elements behind it must meet the condition, too.
  func partitionIndex(where isInSecondHalf: (Element) -> Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if isInSecondHalf(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}

/// A number that identifies a demo post or boost. Its upper bits are the time of the post, so that
/// numbers sort as times do. The lower bits distinguish posts of one millisecond, in a range of
/// their own for each source of posts, so that all processes agree on every number.
struct DemoPostNumber: Hashable, Comparable, Sendable {
  enum DemoPostOrigin: Int64 {
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

  init(at moment: Timestamp, _ source: DemoPostOrigin, _ index: Int) {
    rawValue = moment.milliseconds << 12 | (source.rawValue + Int64(index) % source.room)
  }

  /// Creates the number of a demo post from the id of a post or entry; nil for other ids.
  init?<Entity>(_ id: Identifier<Entity>) {
    guard let rawValue = Int64(id.rawValue), rawValue > 0 else { return nil }
    self.rawValue = rawValue
  }

  var moment: Timestamp { Timestamp(milliseconds: rawValue >> 12) }
  var text: String { String(rawValue) }
  var id: Post.ID { Post.ID(text) }

  static func < (left: DemoPostNumber, right: DemoPostNumber) -> Bool {
    left.rawValue < right.rawValue
  }
}

/// A post as stored by the demo server, without counts and the user's marks, which change by time
/// or by the user's actions.
struct StoredDemoPost {
  let number: DemoPostNumber
  /// The index of the post's author in the demo population.
  let author: Int
  let content: Post.PostContent
  let parent: DemoPostNumber?
  let visibility: Visibility
  let popularity: PopularityCurve
  let refusesLikes: Bool
  /// True if the demo post may appear in the home stream; of replies only those that were answered,
  /// or that answer the user.
  let isForHome: Bool
}

/// A curve of the growth of a demo post's likes and boosts: their final numbers, and the pace at
/// which they come.
struct PopularityCurve {
  static let none = PopularityCurve(likes: 0, boosts: 0, growthInterval: .seconds(60))

  let likes: Int
  let boosts: Int
  let growthInterval: Duration

  func likeCount(after age: Duration) -> Int {
    min(likes, reactionCount(after: age, first: growthInterval))
  }

  func boostCount(after age: Duration) -> Int {
    min(boosts, reactionCount(after: age, first: growthInterval * 4))
  }

  /// Returns the time that passes between the publication of a demo post and its like number
  /// `index`, counted from 0.
  func ageAtLikeNumber(_ index: Int) -> Duration { growthInterval * ((index + 1) * (index + 1)) }

  /// Returns the time that passes between the publication of a demo post and its boost number
  /// `index`, counted from 0.
  func ageAtBoostNumber(_ index: Int) -> Duration {
    growthInterval * (4 * (index + 1) * (index + 1))
  }

  private func reactionCount(after age: Duration, first pace: Duration) -> Int {
    guard age > .zero else { return 0 }
    return Int((Double(age.wholeMilliseconds) / Double(pace.wholeMilliseconds)).squareRoot())
  }
}

struct DemoBoost {
  let number: DemoPostNumber
  let storedPost: DemoPostNumber
  let person: Int
}
