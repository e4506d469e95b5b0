import Doubles
import FeedDomain
import Testing

@testable import FeedStorage

/// The homes of several accounts as one stream.
struct EverythingTests {
  private static let ada = Account.ID("tweetie:ada")
  private static let sol = Account.ID("mastodon:https://one.example:sol")
  private static let both = [ada, sol]

  private let store: SQLiteFeedStore

  init() async throws { store = try await SQLiteFeedStore(.memory) }

  /// Posts written at those minutes, with their addresses; what is boosted is named with "+".
  private func commit(
    _ posts: String, to account: Account.ID, older: String? = nil,
    at placement: PagePlacement = .top,
    now: Timestamp = .noon
  ) async throws {
    let entries = posts.split(separator: " ").map { word in
      let isBoost = word.hasPrefix("+")
      let post = Self.post(Int(word.filter(\.isNumber)) ?? 0)
      return FeedEntry(
        id: FeedEntry.ID(String(word)), post: post,
        boostedBy: isBoost ? Samples.person("bo") : nil)
    }
    _ = try await store.mergeFetchedPage(
      FeedPage(entries, older: older.map { Cursor($0) }), into: .home, account: account,
      at: placement, now: now)
  }

  private static func post(_ minute: Int) -> Post {
    Post(
      id: Post.ID("\(minute)"), author: Samples.person(),
      createdAt: Timestamp(milliseconds: 1_600_000_000_000 + Int64(minute) * 60_000),
      content: Post.PostContent(text: RichText("Hello")), url: "https://one.example/@ada/\(minute)")
  }

  private func window(
    of accounts: [Account.ID] = both, around anchor: FeedWindowAnchor = .top, above: Int = 0,
    below: Int = 100
  ) async throws -> FeedWindow {
    try await store.feedWindow(of: .homes(accounts), around: anchor, above: above, below: below)
  }

  /// Rows as "a5" for the fifth minute seen by ada, "s|" for a gap of sol's.
  private func sketch(
    of accounts: [Account.ID] = both, around anchor: FeedWindowAnchor = .top, above: Int = 0,
    below: Int = 100
  ) async throws -> String {
    Self.sketch(
      try await window(of: accounts, around: anchor, above: above, below: below).rows)
  }

  private static func sketch(_ rows: [FeedRow]) -> String {
    rows.map { row in
      switch row {
      case .entry(let entry): sign(entry.id.whose) + entry.id.withoutAccount.rawValue
      case .gap(let gap): sign(gap.id.whose) + "|"
      }
    }.joined(separator: " ")
  }

  private static func sign(_ account: Account.ID?) -> String {
    account == ada ? "a" : account == sol ? "s" : "?"
  }

  private func entry(_ id: String, of account: Account.ID) -> FeedEntry.ID {
    FeedEntry.ID(id).scoped(to: account)
  }

  @Test func `posts of all homes are sorted by time`() async throws {
    try await commit("9 5 1", to: Self.ada)
    try await commit("8 6 2", to: Self.sol)

    #expect(try await sketch() == "a9 s8 s6 a5 s2 a1")
    #expect(try await sketch(of: [Self.sol]) == "s8 s6 s2")
  }

  @Test func `a post of two homes is listed once, as the first account sees it`() async throws {
    try await commit("9 5 1", to: Self.ada)
    try await commit("8 5 2", to: Self.sol)

    #expect(try await sketch() == "a9 s8 a5 s2 a1")
    #expect(try await sketch(of: [Self.sol, Self.ada]) == "a9 s8 s5 s2 a1")
    let rows = try await window().rows
    guard case .entry(let entry) = rows[2] else { throw Missing() }
    #expect(entry.post.id == Post.ID("5").scoped(to: Self.ada))
    #expect(
      entry.accountPostIDs == [
        Post.ID("5").scoped(to: Self.ada), Post.ID("5").scoped(to: Self.sol),
      ])
    // One that a single account sees is that account's.
    guard case .entry(let alone) = rows[1] else { throw Missing() }
    #expect(alone.accountPostIDs == [Post.ID("8").scoped(to: Self.sol)])
  }

  @Test func `a post stored before a second account was added is listed once`() async throws {
    try await commit("9 7", to: Self.ada)
    try await commit("9 8", to: Self.sol)

    #expect(try await sketch() == "a9 s8 a7")
  }

  @Test func `a post stored while no second account was signed in is listed once`() async throws {
    try await commit("7", to: Self.ada)
    try await commit("7", to: Self.sol)
    try await store.eraseAllData(of: Self.sol)
    try await commit("9 7", to: Self.ada)

    try await commit("9 8", to: Self.sol)

    #expect(try await sketch() == "a9 s8 a7")
  }

  @Test func `a boosted post is placed where the booster's home has it`() async throws {
    try await commit("9 +1 7", to: Self.ada)
    try await commit("8 6", to: Self.sol)

    #expect(try await sketch() == "a9 s8 a+1 a7 s6")
  }

  @Test func `gaps of each home are listed at their place, and can be filled`() async throws {
    try await commit("3 2 1", to: Self.ada)
    try await commit("9 8", to: Self.ada, older: "x")
    try await commit("7 5", to: Self.sol)
    #expect(try await sketch() == "a9 a8 s7 s5 a| a3 a2 a1")

    let gap = try await window().rows.compactMap(\.gap).first
    #expect(gap?.entryBelow == entry("3", of: Self.ada) && gap?.older == Cursor("x"))
    let id = try #require(gap?.id.withoutAccount)
    try await commit("6 3", to: Self.ada, at: .gapFromAbove(id))

    #expect(try await sketch() == "a9 a8 s7 a6 s5 a3 a2 a1")
  }

  @Test func `a home whose fetched posts end above those of another home shows a gap at its end`()
    async throws
  {
    try await commit("9 8", to: Self.ada, older: "x")
    try await commit("7 1", to: Self.sol, older: "y")

    #expect(try await sketch() == "a9 a8 a| s7 s1")
    let window = try await window()
    #expect(window.status.older == Cursor("y").scoped(to: Self.sol))
    let ends = window.rows.compactMap(\.gap?.id)
    #expect(ends == [TimelineGap.end.scoped(to: Self.ada)])
    // Outside of what is asked for it is not told.
    #expect(try await sketch(below: 2) == "a9 a8")
    #expect(try await sketch(around: .entry(entry("7", of: Self.sol)), below: 9) == "s7 s1")
    #expect(
      try await sketch(around: .entry(entry("7", of: Self.sol)), above: 1, below: 9)
        == "a8 a| s7 s1")
  }

  @Test func `a window has the requested size around its anchor`() async throws {
    try await commit("9 7 5 3", to: Self.ada)
    try await commit("8 6 4 2", to: Self.sol)

    let middle = try await window(around: .entry(entry("5", of: Self.ada)), above: 2, below: 2)
    #expect(Self.sketch(middle.rows) == "a7 s6 a5 s4")
    #expect(middle.hasMoreAbove && middle.hasMoreBelow)
    #expect(try await sketch(around: .bottom, above: 2, below: 1) == "s4 a3 s2")
  }

  @Test func `the reading position moves to the next entry when its entry or account is gone`()
    async throws
  {
    try await commit("9 5 1", to: Self.ada)
    try await commit("8 6 2", to: Self.sol)
    let place = ReadingPosition(entry: entry("6", of: Self.sol), row: 3)

    try await store.setReadingPosition(place, lastRead: nil, in: .homes(Self.both))
    #expect(try await window(around: .readingPosition, below: 1).status.readingPosition == place)
    #expect(try await sketch(around: .readingPosition, below: 2) == "s6 a5")

    _ = try await store.removePost(Post.ID("6"), account: Self.sol)
    #expect(try await sketch(around: .readingPosition, below: 2) == "a5 s2")
    let moved = try await window(around: .readingPosition, below: 2).status.readingPosition
    #expect(moved == ReadingPosition(entry: entry("5", of: Self.ada), row: 3))

    try await store.eraseAllData(of: Self.sol)
    #expect(try await sketch(of: [Self.ada], around: .readingPosition, below: 2) == "a5 a1")
    #expect(try await store.feedStatus(of: .homes([Self.ada])).readingPosition == nil)
  }

  @Test func `the reading position of a common post follows the account listed first`()
    async throws
  {
    try await commit("9 5 1", to: Self.ada)
    try await commit("8 5 2", to: Self.sol)
    try await store.setReadingPosition(
      ReadingPosition(entry: entry("5", of: Self.ada), row: 0), lastRead: nil, in: .homes(Self.both)
    )

    let others = try await window(of: [Self.sol, Self.ada], around: .readingPosition, below: 2)

    #expect(Self.sketch(others.rows) == "s5 s2")
    #expect(others.status.readingPosition?.entry == entry("5", of: Self.sol))
  }

  @Test func `read positions of Everything and of each home update each other`() async throws {
    try await commit("9 7 5 3 1", to: Self.ada)
    try await commit("8 6 4 2", to: Self.sol)
    #expect(try await store.feedStatus(of: .homes(Self.both)).unread == 0)

    try await store.setReadingPosition(
      nil, lastRead: entry("5", of: Self.ada), in: .homes(Self.both))

    let status = try await store.feedStatus(of: .homes(Self.both))
    #expect(status.unread == 4 && status.lastRead == entry("5", of: Self.ada))
    #expect(status.readUntil == Self.post(5).createdAt)
    #expect(try await store.feedStatus(of: .home, account: Self.ada).unread == 2)
    #expect(try await store.feedStatus(of: .home, account: Self.sol).lastRead == FeedEntry.ID("4"))
    let unread = try await store.oldestUnreadRows(of: .homes(Self.both), limit: 3)
    #expect(Self.sketch(unread) == "s8 a7 s6")

    try await store.advanceLastReadEntry(FeedEntry.ID("9"), in: .stream(.home, Self.ada))
    let later = try await store.feedStatus(of: .homes(Self.both))
    #expect(later.unread == 2 && later.lastRead == entry("5", of: Self.ada))
  }

  @Test func `newer posts stay unread after an older one arrived late`() async throws {
    try await commit("9 5 1", to: Self.ada)
    try await commit("2", to: Self.sol)
    let place = entry("5", of: Self.ada)
    try await store.setReadingPosition(nil, lastRead: place, in: .homes(Self.both))
    try await commit("4 8 7 2", to: Self.sol)

    try await store.setReadingPosition(nil, lastRead: place, in: .homes(Self.both))

    let unread = try await store.oldestUnreadRows(of: .homes(Self.both), limit: 9)
    #expect(Self.sketch(unread) == "a9 s8 s7 s4")
  }

  @Test func `an unread post of two homes counts once, and is marked as seen in both`() async throws
  {
    try await commit("9 5 1", to: Self.ada)
    try await commit("9 8 1", to: Self.sol)
    try await store.setReadingPosition(
      nil, lastRead: entry("1", of: Self.ada), in: .homes(Self.both))
    #expect(try await store.feedStatus(of: .homes(Self.both)).unread == 3)

    try await store.markEntriesSeen([entry("9", of: Self.ada)], in: .homes(Self.both))

    #expect(try await store.feedStatus(of: .homes(Self.both)).unread == 2)
    let unread = try await store.oldestUnreadRows(of: .stream(.home, Self.sol), limit: 9)
    #expect(unread.count == 1)
  }

  @Test func `Everything was fetched when its least recently fetched home was`() async throws {
    try await commit("1", to: Self.ada, now: .noon)
    #expect(try await store.feedStatus(of: .homes(Self.both)).fetchedAt == nil)
    let accounts = Self.both
    try await commit(
      "2", to: Self.sol, now: Timestamp(milliseconds: Timestamp.noon.milliseconds + 9))

    #expect(try await store.feedStatus(of: .homes(accounts)).fetchedAt == .noon)
  }

  @Test func `the layout of Everything is stored`() async throws {
    try await store.storeScreenLayout(.wall, of: .homes(Self.both))

    #expect(try await store.feedStatus(of: .homes(Self.both)).layout == .wall)
  }

  @Test func `rows around the reading position of Everything are not deleted`() async throws {
    for page in 0..<10 {
      let top = 1_000 - page * 40
      let ids = (top - 39...top).reversed().map(String.init).joined(separator: " ")
      try await commit(ids, to: Self.ada, older: "\(top)", at: page == 0 ? .top : .bottom)
    }
    try await store.setReadingPosition(
      ReadingPosition(entry: entry("900", of: Self.ada), row: 0), lastRead: nil,
      in: .homes([Self.ada])
    )

    _ = try await store.deleteRowsBeyondLimits(account: Self.ada, keeping: 40, posts: 1_000)

    // 100 above it and 200 below, up to the end of a page.
    #expect(try await store.sketch(account: Self.ada).split(separator: " ").count == 320)
  }
}

private struct Missing: Error {}
