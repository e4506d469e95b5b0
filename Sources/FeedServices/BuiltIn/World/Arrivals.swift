internal import FeedDomain

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
