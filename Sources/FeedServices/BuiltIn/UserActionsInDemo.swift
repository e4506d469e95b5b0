internal import FeedDomain

struct UserActionsInDemo {
  /// A state of one of the user's marks on a demo post, such as the like: whether the mark is set,
  /// and its place among the changed marks.
  struct DemoMarkState {
    let isDone: Bool
    /// The number by which the demo's streams of likes and bookmarks are sorted; it grows with each
    /// change of a mark by the user.
    let sortNumber: Int64
  }

  private(set) var marks: [Int: [DemoPostNumber: DemoMarkState]] = [:]
  private(set) var followed: Set<Int>
  private(set) var muted: Set<Int> = []
  private(set) var blocked: Set<Int> = []
  private(set) var votes: [DemoPostNumber: Set<Int>] = [:]
  private(set) var deleted: Set<DemoPostNumber> = []
  private(set) var acceptedChanges: [OutboxItem.ID: AcceptedDemoChange] = [:]
  private(set) var publishedCount = 0
  private var lastOrder: Int64 = 0

  init(followed: Set<Int>) { self.followed = followed }

  func marksSetByUser(on post: DemoPostNumber) -> Post.UserPostMarks {
    marks.reduce(into: []) { actions, marks in
      guard marks.value[post]?.isDone == true else { return }
      actions.formUnion(Post.UserPostMarks(rawValue: marks.key))
    }
  }

  mutating func setPostMark(
    _ post: DemoPostNumber, _ actions: Post.UserPostMarks, _ isDone: Bool, at: Timestamp
  ) {
    for action in [Post.UserPostMarks.liked, .boosted, .bookmarked] where actions.contains(action) {
      guard (marks[action.rawValue]?[post]?.isDone ?? false) != isDone else { continue }
      lastOrder = max(lastOrder + 1, DemoPostNumber(at: at, .reader, 0).rawValue)
      marks[action.rawValue, default: [:]][post] = DemoMarkState(
        isDone: isDone, sortNumber: lastOrder)
    }
  }

  mutating func setFollowedByUser(_ isFollowed: Bool, forPersonNumber person: Int) {
    if isFollowed { followed.insert(person) } else { followed.remove(person) }
  }

  mutating func setMutedByUser(_ isMuted: Bool, forPersonNumber person: Int) {
    if isMuted { muted.insert(person) } else { muted.remove(person) }
  }

  /// Blocks or unblocks a person in the demo world; blocking also unfollows.
  mutating func setBlockedByUser(_ isBlocked: Bool, forPersonNumber person: Int) {
    if isBlocked { blocked.insert(person) } else { blocked.remove(person) }
    if isBlocked { followed.remove(person) }
  }

  /// Records the user's vote in a demo poll; later votes in the same poll are ignored.
  mutating func recordVote(_ post: DemoPostNumber, _ answers: Set<Int>) {
    if votes[post] == nil { votes[post] = answers }
  }

  mutating func recordPostDeletion(_ post: DemoPostNumber) { deleted.insert(post) }

  mutating func recordAcceptedChange(_ change: AcceptedDemoChange) {
    acceptedChanges[change.key] = change
    if case .publish = change.change { publishedCount += 1 }
  }
}

/// A set of simulated replies to a post by the user in the demo world, which arrive after a while.
struct SimulatedRepliesToUserPost {
  let storedPosts: [StoredDemoPost]

  init(to storedPost: StoredDemoPost, in demoWorld: DemoWorld) {
    let population = demoWorld.population
    var generator = SplitMix64Generator(
      demoWorld.seed, UInt64(bitPattern: storedPost.number.rawValue), 0xA25)
    var delay = Duration.seconds(22 + generator.randomInteger(below: 20))
    let words = Self.possibleReplyTexts(for: storedPost, in: demoWorld.files.phrases)
    let scanner = DemoTextParser { population.personIndex(of: $0).map { population.people[$0].id } }
    storedPosts = Self.replyAuthorIndices(answering: storedPost, in: demoWorld, &generator)
      .enumerated()
      .map {
        index, person in
        defer { delay += .seconds(50 + generator.randomInteger(below: 120)) }
        let turn = demoWorld.actions.publishedCount * 2 + index
        return StoredDemoPost(
          number: DemoPostNumber(
            at: storedPost.number.moment.timeAdvanced(by: delay), .answer, turn),
          author: person,
          content: Post.PostContent(text: scanner.parsedRichText(words[turn % words.count])),
          parent: storedPost.number,
          visibility: storedPost.visibility == .mentioned ? .mentioned : .unlisted,
          popularity: PopularityCurve(
            likes: generator.randomInteger(below: 4), boosts: 0, growthInterval: .seconds(30)),
          refusesLikes: false,
          isForHome: true)
      }
  }

  private static func possibleReplyTexts(for storedPost: StoredDemoPost, in talk: DemoPhrases)
    -> [String]
  {
    if storedPost.parent != nil { return talk.repliesToReply }
    return storedPost.content.text.plain.contains { "?？؟".contains($0) }
      ? talk.repliesToQuestion : talk.repliesToThought
  }

  /// Returns the indices of the at most two people who reply to the user's post in the demo: people
  /// whom the post mentions or answers, and followers if the post begins a conversation.
  private static func replyAuthorIndices(
    answering storedPost: StoredDemoPost, in demoWorld: DemoWorld,
    _ generator: inout SplitMix64Generator
  ) -> [Int] {
    let population = demoWorld.population
    var people = storedPost.content.text.runs.compactMap { run in
      if case .mention(let id) = run.kind { population.indices[id] } else { nil }
    }
    if let parent = storedPost.parent,
      let asked = demoWorld.storedPost(parent, now: storedPost.number.moment)
    {
      people.append(asked.author)
    }
    let friends = population.followers.filter { $0 < population.writerCount }
    if storedPost.visibility != .mentioned, !friends.isEmpty {
      let first = generator.randomInteger(below: friends.count)
      people += (0..<(storedPost.parent == nil ? 1 + generator.randomInteger(below: 2) : 0)).map {
        friends[(first + $0 * 5) % friends.count]
      }
    }
    // No author replies to themselves or twice, and two replies suffice.
    var seen: Set = [DemoPopulation.reader]
    return Array(people.filter { seen.insert($0).inserted }.prefix(2))
  }
}
