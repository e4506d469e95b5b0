import FeedDomain
import FeedStorage
import Testing

/// Random refreshes, page by page, of a stream that is known: whatever happens, what is held is in
/// the stream's order, and nothing is missing that no gap stands for.
struct FeedPropertyTests {
  @Test(arguments: 0..<25)
  func `random pages keep the stream in order, with gaps where posts are missing`(seed: UInt64)
    async throws
  {
    var dice = Dice(state: seed)
    let store = try await SQLiteFeedStore(.memory)
    var newest = 20

    for _ in 0..<40 {
      newest += Int(dice.next() % 12)
      let gaps = try await store.gaps()
      switch dice.next() % 4 {
      case 0, 1: try await store.commit(page(below: newest + 1, size: 5), at: .top)
      case 2:
        guard let older = try await store.status().older else { continue }
        try await store.commit(page(below: number(older), size: 5), at: .bottom)
      default:
        guard let gap = gaps.randomElement(using: &dice) else { continue }
        if dice.next() % 2 == 0 {
          try await store.commit(
            page(below: number(gap.older), size: 5), at: .gapFromAbove(gap.id))
        } else if let below = gap.entryBelow.flatMap({ Int($0.rawValue) }) {
          let page = self.page(below: min(below + 6, newest + 1), size: min(5, newest - below))
          try await store.commit(
            FeedPage(page.entries, older: page.older, hasNewer: below + 5 < newest),
            at: .gapFromBelow(gap.id))
        }
      }
      try await expectOrder(in: store)
    }
  }

  /// The posts under a number, the newest first; the stream ends at 1.
  private func page(below number: Int, size: Int) -> FeedPage {
    let ids = stride(from: number - 1, to: max(0, number - 1 - size), by: -1).map { $0 }
    return Samples.page(ids, older: ids.last.flatMap { $0 > 1 ? "\($0)" : nil })
  }

  private func number(_ cursor: Cursor) -> Int { Int(cursor.rawValue) ?? 0 }

  private func expectOrder(in store: SQLiteFeedStore) async throws {
    let rows = try await store.feedWindow(
      of: .home, account: Samples.account, around: .top, above: 0, below: 10_000
    ).rows
    var last: Int?
    var gap: TimelineGap?
    for row in rows {
      switch row {
      case .gap(let found):
        #expect(gap == nil && last != nil, "Two gaps in a row, or one at the top.")
        #expect(found.older.rawValue == last.map(String.init))
        gap = found
      case .entry(let entry):
        let id = Int(entry.id.rawValue) ?? 0
        if let gap {
          #expect(gap.entryBelow == entry.id)
          #expect(id < last ?? .max)
        } else if let last {
          #expect(id == last - 1, "A post is missing without a gap.")
        }
        (last, gap) = (id, nil)
      }
    }
    #expect(gap == nil, "A gap at the bottom.")
  }
}

extension FeedStore {
  fileprivate func commit(_ page: FeedPage, at placement: PagePlacement) async throws {
    _ = try await mergeFetchedPage(
      page, into: .home, account: Samples.account, at: placement, now: .noon)
  }
}

/// Numbers that look random and are the same for each seed.
struct Dice: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
