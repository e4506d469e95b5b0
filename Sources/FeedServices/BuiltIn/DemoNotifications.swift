internal import FeedDomain

/// The reader's notifications in the demo world, at a moment.
struct DemoNotifications {
  let demoWorld: DemoWorld
  let now: Timestamp

  /// The reader's notifications, the latest first; likes of one post are one notification.
  func notifications() -> [Notification] {
    let own = demoWorld.posts(now: now).filter { $0.author == Population.reader }
    let notifications =
      own.flatMap { story in
        [
          notice(.like, by: demoWorld.likers(of: story, now: now), about: story),
          notice(.boost, by: demoWorld.boosters(of: story, now: now), about: story),
        ].compactMap(\.self)
      } + mentions() + polls() + follows()
    return notifications.sorted {
      ($0.at, $0.id.rawValue) > ($1.at, $1.id.rawValue)
    }
  }

  private func notice(
    _ kind: Notification.Kind, by deeds: [DemoWorld.TimedReaction], about story: StoredDemoPost
  )
    -> Notification?
  {
    guard let last = deeds.last else { return nil }
    return Notification(
      id: Notification.ID("\(kind.rawValue)-\(story.number.text)"), kind: kind,
      people: deeds.reversed().map { demoWorld.person($0.person) },
      post: demoWorld.post(story, now: now), at: last.at)
  }

  private func mentions() -> [Notification] {
    let reader = demoWorld.population.people[Population.reader].id
    return demoWorld.posts(now: now).filter { story in
      guard story.author != Population.reader else { return false }
      let answersReader =
        story.parent.flatMap { demoWorld.story($0, now: now) }?.author == Population.reader
      return answersReader || story.content.text.runs.contains { $0.kind == .mention(reader) }
    }.compactMap { notice(.mention, by: [($0.author, $0.number.moment)], about: $0) }
  }

  private func polls() -> [Notification] {
    demoWorld.posts(now: now).compactMap { story in
      guard let poll = story.content.poll, !poll.chosen.isEmpty, let closed = poll.closesAt,
        closed <= now
      else { return nil }
      return notice(.poll, by: [(story.author, closed)], about: story)
    }
  }

  /// Notifications of the latest followers; older followers are no news.
  private func follows() -> [Notification] {
    demoWorld.population.followers.suffix(14).enumerated().map { index, place in
      var dice = SplitMix64(demoWorld.seed, 0xF0, UInt64(place))
      let age = Duration.seconds(40 * 60 + index * 26 * 3600 + dice.below(9 * 3600))
      return Notification(
        id: Notification.ID("follow-\(demoWorld.population.people[place].id.rawValue)"),
        kind: .follow,
        people: [demoWorld.person(place)], post: nil,
        at: demoWorld.beginning.advanced(by: .zero - age))
    }
  }
}

/// The reader's actions so far, as recorded in the journal.
struct DemoActions {
  /// The latest state of a mark on a post.
  struct Mark {
    let isDone: Bool
    /// A number that grows from mark to mark; the order of the streams of likes and bookmarks.
    let order: Int64
    let at: Timestamp
  }

  private(set) var marks: [Int: [PostNumber: Mark]] = [:]
  private(set) var followed: Set<Int>
  private(set) var muted: Set<Int> = []
  private(set) var blocked: Set<Int> = []
  private(set) var votes: [PostNumber: Set<Int>] = [:]
  private(set) var deleted: Set<PostNumber> = []
  /// Accepted changes, by outbox key.
  private(set) var accepted: [OutboxItem.ID: AcceptedChange] = [:]
  /// The count of the reader's own posts.
  private(set) var publishedCount = 0
  private var lastOrder: Int64 = 0

  init(followed: Set<Int>) { self.followed = followed }

  func actions(on post: PostNumber) -> Post.OwnActions {
    marks.reduce(into: []) { actions, marks in
      guard marks.value[post]?.isDone == true else { return }
      actions.formUnion(Post.OwnActions(rawValue: marks.key))
    }
  }

  mutating func mark(_ post: PostNumber, _ actions: Post.OwnActions, _ isDone: Bool, at: Timestamp)
  {
    for action in [Post.OwnActions.liked, .boosted, .bookmarked] where actions.contains(action) {
      guard (marks[action.rawValue]?[post]?.isDone ?? false) != isDone else { continue }
      lastOrder = max(lastOrder + 1, PostNumber(at: at, .reader, 0).rawValue)
      marks[action.rawValue, default: [:]][post] = Mark(isDone: isDone, order: lastOrder, at: at)
    }
  }

  mutating func follow(_ person: Int, _ isFollowed: Bool) {
    if isFollowed { followed.insert(person) } else { followed.remove(person) }
  }

  mutating func mute(_ person: Int, _ isMuted: Bool) {
    if isMuted { muted.insert(person) } else { muted.remove(person) }
  }

  /// Blocks or unblocks a person; blocking also unfollows.
  mutating func block(_ person: Int, _ isBlocked: Bool) {
    if isBlocked { blocked.insert(person) } else { blocked.remove(person) }
    if isBlocked { followed.remove(person) }
  }

  /// Records a vote; only the first vote in a poll counts.
  mutating func vote(_ post: PostNumber, _ answers: Set<Int>) {
    if votes[post] == nil { votes[post] = answers }
  }

  mutating func delete(_ post: PostNumber) { deleted.insert(post) }

  mutating func accept(_ change: AcceptedChange) {
    accepted[change.key] = change
    if case .publish = change.change { publishedCount += 1 }
  }
}

/// Simulated replies to a post of the reader's; they arrive after a while.
struct DemoReplies {
  let stories: [StoredDemoPost]

  init(to story: StoredDemoPost, in demoWorld: DemoWorld) {
    let population = demoWorld.population
    var dice = SplitMix64(demoWorld.seed, UInt64(bitPattern: story.number.rawValue), 0xA25)
    var delay = Duration.seconds(22 + dice.below(20))
    let words = Self.words(for: story, in: demoWorld.files.talk)
    let scanner = RichTextScanner { population.place(of: $0).map { population.people[$0].id } }
    stories = Self.people(answering: story, in: demoWorld, &dice).enumerated().map {
      index, person in
      defer { delay += .seconds(50 + dice.below(120)) }
      let turn = demoWorld.deeds.publishedCount * 2 + index
      return StoredDemoPost(
        number: PostNumber(at: story.number.moment.advanced(by: delay), .answer, turn),
        author: person, content: Post.Content(text: scanner.scan(words[turn % words.count])),
        parent: story.number,
        visibility: story.visibility == .mentioned ? .mentioned : .unlisted,
        popularity: PopularityCurve(likes: dice.below(4), boosts: 0, pace: .seconds(30)),
        refusesLikes: false,
        isForHome: true)
    }
  }

  private static func words(for story: StoredDemoPost, in talk: DemoTalk) -> [String] {
    if story.parent != nil { return talk.repliesToReply }
    return story.content.text.plain.contains { "?？؟".contains($0) }
      ? talk.repliesToQuestion : talk.repliesToThought
  }

  /// The people who reply: those mentioned or answered and, to a public post, some followers of the
  /// reader.
  private static func people(
    answering story: StoredDemoPost, in demoWorld: DemoWorld, _ dice: inout SplitMix64
  ) -> [Int] {
    let population = demoWorld.population
    var people = story.content.text.runs.compactMap { run in
      if case .mention(let id) = run.kind { population.places[id] } else { nil }
    }
    if let parent = story.parent, let asked = demoWorld.story(parent, now: story.number.moment) {
      people.append(asked.author)
    }
    let friends = population.followers.filter { $0 < population.writerCount }
    if story.visibility != .mentioned, !friends.isEmpty {
      let first = dice.below(friends.count)
      people += (0..<(story.parent == nil ? 1 + dice.below(2) : 0)).map {
        friends[(first + $0 * 5) % friends.count]
      }
    }
    // Nobody answers themselves, and nobody twice; two are enough.
    var seen: Set = [Population.reader]
    return Array(people.filter { seen.insert($0).inserted }.prefix(2))
  }
}
