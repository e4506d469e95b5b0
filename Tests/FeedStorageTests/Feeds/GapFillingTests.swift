import FeedDomain
import FeedStorage
import Testing

struct GapFillingTests {
  private func storeWithGap() async throws -> (SQLiteFeedStore, TimelineGap.ID) {
    let store = try await SQLiteFeedStore(.memory)
    try await store.commit([2, 1], older: "1")
    try await store.commit([9, 8], older: "8")
    let gap = try #require(try await store.gaps().first)
    return (store, gap.id)
  }

  @Test(
    arguments: [
      ([], [9, 8], 8, [7, 6], "9 8 7 6"), ([2, 1], [9, 8], 8, [7, 6], "9 8 7 6 | 2 1"),
      ([2, 1], [9, 8], 8, [3, 2], "9 8 3 2 1"), ([9, 8, 7], [9, 8], 8, [7, 6], "9 8 7 6"),
      ([9, 8, 6], [9, 8], 8, [7, 6], "9 8 7 6"), ([9, 8, 2], [9, 8], 8, [7, 6], "9 8 7 6 | 2"),
      ([9, 8], [9, 8], 5, [7, 6], "9 8"),
    ] as [([Int], [Int], Int, [Int], String)])
  func `a page fetched below an entry is inserted there`(
    held: [Int], top: [Int], above: Int, page: [Int], sketch: String
  ) async throws {
    let store = try await SQLiteFeedStore(.memory)
    if !held.isEmpty { try await store.commit(held, older: held.last.map(String.init)) }
    try await store.commit(top, older: "8")

    try await store.commit(page, older: "6", at: .below(FeedEntry.ID(String(above))))

    #expect(try await store.sketch() == sketch)
  }

  @Test func `the last page fetched below an entry leaves no gap`() async throws {
    let (store, _) = try await storeWithGap()

    try await store.commit([7, 6], older: nil, at: .below(FeedEntry.ID("8")))

    #expect(try await store.sketch() == "9 8 7 6 2 1")
  }

  @Test func `a gap filled from above moves down with the new cursor`() async throws {
    let (store, gap) = try await storeWithGap()

    try await store.commit([7, 6], older: "6", at: .gapFromAbove(gap))

    #expect(try await store.sketch() == "9 8 7 6 | 2 1")
    #expect(
      try await store.gaps()
        == [TimelineGap(id: gap, older: Cursor("6"), entryBelow: FeedEntry.ID("2"))])
  }

  @Test func `a gap filled from above closes at the stored post below`() async throws {
    let (store, gap) = try await storeWithGap()

    let changes = try await store.commit([4, 3, 2], older: "2", at: .gapFromAbove(gap))

    #expect(try await store.sketch() == "9 8 4 3 2 1")
    #expect(changes == StoreChangeSet(feeds: [.home]))
  }

  @Test func `a gap filled from above closes where the stream ends`() async throws {
    let (store, gap) = try await storeWithGap()

    try await store.commit([4, 3], older: nil, at: .gapFromAbove(gap))

    #expect(try await store.sketch() == "9 8 4 3 2 1")
  }

  @Test func `a gap filled from above ignores posts that are stored above it`() async throws {
    let (store, gap) = try await storeWithGap()

    try await store.commit([8, 7], older: "7", at: .gapFromAbove(gap))

    #expect(try await store.sketch() == "9 8 7 | 2 1")
  }

  @Test func `a gap filled from above beyond the bottom extends the stream`() async throws {
    let (store, gap) = try await storeWithGap()

    try await store.commit([3, 2, 1, 0], older: "0", at: .gapFromAbove(gap))

    #expect(try await store.sketch() == "9 8 3 2 1 0")
    #expect(try await store.status().older == Cursor("0"))
  }

  @Test func `a gap filled from below has the page right above the post that follows the gap`()
    async throws
  {
    let (store, gap) = try await storeWithGap()

    try await store.commit([4, 3], older: "3", hasNewer: true, at: .gapFromBelow(gap))

    #expect(try await store.sketch() == "9 8 | 4 3 2 1")
    #expect(
      try await store.gaps()
        == [TimelineGap(id: gap, older: Cursor("8"), entryBelow: FeedEntry.ID("4"))])
  }

  @Test func `a gap filled from below closes at the stored post above`() async throws {
    let (store, gap) = try await storeWithGap()

    try await store.commit([8, 7, 6], older: "6", hasNewer: true, at: .gapFromBelow(gap))

    #expect(try await store.sketch() == "9 8 7 6 2 1")
  }

  @Test func `a gap filled from below closes if the service has nothing newer`() async throws {
    let (store, gap) = try await storeWithGap()

    try await store.commit([4, 3], older: "3", at: .gapFromBelow(gap))

    #expect(try await store.sketch() == "9 8 4 3 2 1")
  }

  @Test func `a gap filled alternately from both sides closes with every post in order`()
    async throws
  {
    let store = try await SQLiteFeedStore(.memory)
    try await store.commit([1], older: "1")
    try await store.commit([1000], older: "1000")
    let gap = try #require(try await store.gaps().first)

    for turn in 0..<40 {
      let (top, bottom) = (999 - turn * 5, 2 + turn * 5)
      let down = Array(stride(from: top, to: top - 5, by: -1))
      try await store.commit(down, older: "\(top - 4)", at: .gapFromAbove(gap.id))
      let up = Array(stride(from: bottom + 4, through: bottom, by: -1))
      try await store.commit(up, hasNewer: true, at: .gapFromBelow(gap.id))
    }
    #expect(try await store.gaps().map(\.entryBelow) == [FeedEntry.ID("201")])
    try await store.commit(
      Array(stride(from: 799, through: 201, by: -1)), older: "201", at: .gapFromAbove(gap.id))

    let all = stride(from: 1000, through: 1, by: -1).map(String.init).joined(separator: " ")
    #expect(try await store.sketch() == all)
  }

  @Test func `a page for a gap that was closed meanwhile adds no rows, and its posts are stored`()
    async throws
  {
    let (store, gap) = try await storeWithGap()
    try await store.commit([3], older: nil, at: .gapFromAbove(gap))

    let changes = try await store.commit([5, 4], older: "4", at: .gapFromAbove(gap))

    #expect(changes.isEmpty)
    #expect(try await store.sketch() == "9 8 3 2 1")
    #expect(try await store.storedPost(Post.ID("5"), account: Samples.account) != nil)
  }

  @Test func `a gap whose lower neighbour was deleted lies above the next post`() async throws {
    let (store, _) = try await storeWithGap()

    let changes = try await store.removePost(Post.ID("2"), account: Samples.account)

    #expect(changes == StoreChangeSet(feeds: [.home], posts: [Post.ID("2")]))
    #expect(try await store.gaps().first?.entryBelow == FeedEntry.ID("1"))
  }
}
