internal import FeedDomain

/// The world at the server: everybody, everything that was said, and what the reader did.
///
/// It follows from its seed, its beginning and the reader's deeds alone: two processes that know
/// the same of these see the same.
struct Universe {
  let seed: UInt64
  let beginning: Timestamp
  let files: DemoFiles
  let society: Society
  /// Every post, the oldest first; some are yet to come.
  private(set) var stories: [Story]
  /// Every boost by somebody other than the reader, the oldest first.
  private(set) var boosts: [Boost]
  private(set) var answers: [PostNumber: [PostNumber]] = [:]
  private(set) var deeds: Deeds
  private var arrivals: Arrivals

  init(seed: UInt64, beginning: Timestamp, newPostInterval: Duration, files: DemoFiles) {
    let builder = WorldBuilder(seed: seed, beginning: beginning, files: files)
    let firstDay = builder.firstDay()
    (self.seed, self.beginning, self.files) = (seed, beginning, files)
    society = builder.society
    stories = []
    boosts = firstDay.boosts
    deeds = Deeds(followed: builder.society.followed)
    arrivals = Arrivals(builder: builder, interval: newPostInterval)
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
      guard let person = society.places[person] else { return }
      deeds.follow(person, isFollowed)
    case .mute(let person, let isMuted):
      guard let person = society.places[person] else { return }
      deeds.mute(person, isMuted)
    case .block(let person, let isBlocked):
      guard let person = society.places[person] else { return }
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
      let story = Publication(universe: self).story(of: draft, as: number)
      add([story] + Answers(to: story, in: self).stories)
    }
  }

  /// The post with that number, where it is there at that moment.
  func story(_ number: PostNumber, now: Timestamp) -> Story? {
    guard let index = index(of: number), isThere(stories[index], now: now) else { return nil }
    return stories[index]
  }

  /// Whether a post has been written by then, and was not taken back.
  func isThere(_ story: Story, now: Timestamp) -> Bool {
    story.number.moment <= now && !deeds.deleted.contains(story.number)
  }

  /// The posts that are there at that moment, the newest first.
  func posts(now: Timestamp) -> some Sequence<Story> {
    stories.reversed().lazy.filter { isThere($0, now: now) }
  }

  private func index(of number: PostNumber) -> Int? {
    let index = stories.firstPlace { $0.number >= number }
    return index < stories.count && stories[index].number == number ? index : nil
  }

  private mutating func add(_ added: [Story]) {
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
