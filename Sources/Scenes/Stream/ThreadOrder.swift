import FeedDomain
import Preferences

/// Puts answers below what they answer, where both are near each other in a stream.
///
/// Everything else stays where it was: of a thread, the answers come to what they answer. What is
/// further away than a few rows, or beyond a gap, is left there, so that little ever moves.
struct ThreadOrder {
  /// How far an answer is from what it answers at most.
  private static let reach = 8

  /// The rows from the top of the screen, each answer below what it answers.
  let rows: [StreamRow]
  /// Where each entry stood before, counted from the newest; empty where none moved.
  private(set) var ranks: [FeedEntry.ID: Int] = [:]

  /// Puts rows in order, which are given from the top of the screen.
  init(_ rows: [StreamRow], _ order: ReadingOrder) {
    // What is answered is older: below what is newest, or above.
    let step = order == .newest ? 1 : -1
    var answers: [Int: [Int]] = [:]
    var isAnswer: Set<Int> = []
    for index in rows.indices {
      guard let parent = Self.parent(of: index, in: rows, step: step) else { continue }
      answers[parent, default: []].append(index)
      isAnswer.insert(index)
    }
    guard !answers.isEmpty else {
      self.rows = rows
      return
    }
    var arranged: [StreamRow] = []
    arranged.reserveCapacity(rows.count)
    for index in rows.indices where !isAnswer.contains(index) {
      var waiting = [(index, depth: 0)]
      while let (next, depth) = waiting.popLast() {
        var row = rows[next]
        if depth > 0 { row.post?.depth = depth }
        arranged.append(row)
        // The oldest answer comes first, and so is put last on the pile.
        let below = answers[next] ?? []
        waiting += (order == .newest ? below : below.reversed()).map { ($0, depth + 1) }
      }
    }
    self.rows = arranged
    for (index, row) in rows.enumerated() {
      guard case .post(let entry, _) = row else { continue }
      ranks[entry] = order == .newest ? index : rows.count - index
    }
  }

  private static func parent(of index: Int, in rows: [StreamRow], step: Int) -> Int? {
    guard let item = rows[index].post, item.boostedBy == nil, let reply = item.post.reply else {
      return nil
    }
    var place = index
    for _ in 0..<reach {
      place += step
      guard rows.indices.contains(place), let other = rows[place].post else { return nil }
      if other.post.id == reply.post, other.boostedBy == nil { return place }
    }
    return nil
  }
}
