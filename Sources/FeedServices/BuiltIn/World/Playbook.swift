/// Who says what when: the threads of the first day, and those that come as time passes.
struct Playbook {
  /// How many posts there are on the first day.
  static let postCount = 400

  /// The notes that hold whenever a post comes.
  private static let saysNothingOfTime: Set<String> = ["likes", "lang"]

  /// The threads of the first day, the newest first.
  let firstDay: [Script.Thread]
  /// What comes later, in its order.
  let later: [Script.Thread]

  init(seed: UInt64) {
    var dice = SplitMix64(seed, 0x02DE2)
    let written = FirstDayTexts.scripts.flatMap(\.threads) + [HostileVisitor.thread]
    var first = written.filter(Self.belongsToFirstDay)
    var later: [Script.Thread] = []
    var room = Self.postCount - first.reduce(0) { $0 + $1.count }
    for thread in dice.shuffled(written.filter { !Self.belongsToFirstDay($0) }) {
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

  /// What has a place of its own, a photo, or a note that speaks of the past is there from the
  /// start; and what would not arrive in home, because the reader does not follow its author.
  private static func belongsToFirstDay(_ thread: Script.Thread) -> Bool {
    let isFollowed = Writer.all.contains {
      $0.handle.localPart == thread[0].handle && $0.isFollowedByReader
    }
    return !isFollowed
      || thread.contains { $0.notes.keys.contains { !Self.saysNothingOfTime.contains($0) } }
  }

  private static func ordered(_ threads: [Script.Thread], _ dice: inout SplitMix64)
    -> [Script.Thread]
  {
    let ranked = threads.compactMap { thread in
      thread[0].notes["rank"].flatMap { Int($0) }.map { (rank: $0, thread: thread) }
    }
    var ordered = alternating(dice.shuffled(threads.filter { $0[0].notes["rank"] == nil }))
    for (rank, thread) in ranked.sorted(by: { $0.rank < $1.rank }) {
      ordered.insert(thread, at: min(rank, ordered.count))
    }
    return ordered
  }

  /// Nobody speaks twice in a row, as far as that can be had.
  private static func alternating(_ threads: [Script.Thread]) -> [Script.Thread] {
    var threads = threads
    for index in threads.indices.dropFirst() {
      let last = threads[index - 1][0].handle
      guard threads[index][0].handle == last,
        let other = threads[index...].firstIndex(where: { $0[0].handle != last })
      else { continue }
      threads.swapAt(index, other)
    }
    return threads
  }
}
