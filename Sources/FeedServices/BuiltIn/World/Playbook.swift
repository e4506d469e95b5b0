/// Who says what when: the threads of the first day, and those that come as time passes.
struct Playbook {
  /// How many posts there are on the first day.
  static let postCount = 400

  /// The threads of the first day, the newest first.
  let firstDay: [DemoThread]
  /// What comes later, in its order.
  let later: [DemoThread]

  init(seed: UInt64, files: DemoFiles) {
    var dice = SplitMix64(seed, 0x02DE2)
    let followed = Set(files.writers.filter(\.isFollowedByReader).map(\.handle.localPart))
    /// Posts with a rank, a photo or another trace of the past are there from the start, and so are
    /// those that would not arrive in home, because the reader does not follow their author.
    func belongsToFirstDay(_ thread: DemoThread) -> Bool {
      !followed.contains(thread[0].author) || !thread.allSatisfy(\.fitsAnyDay)
    }
    var first = files.threads.filter(belongsToFirstDay)
    var later: [DemoThread] = []
    var room = Self.postCount - first.reduce(0) { $0 + $1.count }
    for thread in dice.shuffled(files.threads.filter { !belongsToFirstDay($0) }) {
      if thread.count <= room {
        first.append(thread)
        room -= thread.count
      } else {
        later.append(thread)
      }
    }
    firstDay = Self.ordered(first, &dice)
    self.later = Self.alternating(later)
  }

  private static func ordered(_ threads: [DemoThread], _ dice: inout SplitMix64)
    -> [DemoThread]
  {
    let ranked = threads.compactMap { thread in
      thread[0].rank.map { (rank: $0, thread: thread) }
    }
    var ordered = alternating(dice.shuffled(threads.filter { $0[0].rank == nil }))
    for (rank, thread) in ranked.sorted(by: { $0.rank < $1.rank }) {
      ordered.insert(thread, at: min(rank, ordered.count))
    }
    return ordered
  }

  /// Nobody speaks twice in a row, as far as that can be had.
  private static func alternating(_ threads: [DemoThread]) -> [DemoThread] {
    var threads = threads
    for index in threads.indices.dropFirst() {
      let last = threads[index - 1][0].author
      guard threads[index][0].author == last,
        let other = threads[index...].firstIndex(where: { $0[0].author != last })
      else { continue }
      threads.swapAt(index, other)
    }
    return threads
  }
}
