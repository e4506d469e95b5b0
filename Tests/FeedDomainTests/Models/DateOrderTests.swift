import Doubles
import Testing

@testable import FeedDomain

/// Dates of a list that is told the latest first, some of which cannot be.
struct DateOrderTests {
  private static let now = Timestamp(milliseconds: 1_800_000_000_000)
  private static let (year0, year9999) = (
    -62_167_219_200_000 as Int64, 253_402_300_799_999 as Int64
  )
  private static let tomorrow = now.milliseconds + 86_400_000

  @Test(
    arguments: [
      ([], []), ([30, 20, 10], [30, 20, 10]), ([10, 30, 20], [10, 30, 20]),
      ([year9999, 20, 10], [21, 20, 10]), ([30, year0, 10], [30, 11, 10]),
      ([30, 0, year9999, 10], [30, 12, 11, 10]), ([30, 20, year9999], [30, 20, 19]),
      ([year0, 20, 0, year9999], [21, 20, 19, 18]), ([0, 0], [0, 0]), ([year9999], [0]),
      ([tomorrow, 10], [tomorrow, 10]), ([tomorrow + 1, 10], [11, 10]),
      ([Int64.max, Int64.min, 10], [12, 11, 10]),
    ] as [([Int64], [Int64])])
  func `an implausible date is replaced by one that fits the order`(
    dates: [Int64], expected: [Int64]
  ) {
    let ordered = dates.map { Timestamp(milliseconds: $0) }.correctingImplausibleDates(
      now: Self.now)

    #expect(ordered.map(\.milliseconds) == expected)
  }

  private func post(_ id: String, at milliseconds: Int64?) -> Post {
    var post = Post.sample(id)
    post.createdAt = milliseconds.map { Timestamp(milliseconds: $0) } ?? Self.now
    post.isDated = milliseconds != nil
    return post
  }

  private func dates(_ page: FeedPage) -> [Int64] {
    page.entries.map(\.post.createdAt.milliseconds)
  }

  @Test func `a post without a date gets one that fits its neighbours`() {
    let page = FeedPage(
      [post("4", at: 30), post("3", at: nil), post("2", at: nil), post("1", at: 10)].map {
        FeedEntry($0)
      }, older: Cursor("1"), hasNewer: true
    ).datingUndatedPostsByNeighbours(now: Self.now)

    #expect(dates(page) == [30, 12, 11, 10])
    #expect(page.entries.map(\.post.isDated) == [true, false, false, true])
    #expect(page.older == Cursor("1") && page.hasNewer)
    let last = FeedPage([FeedEntry(post("2", at: 30)), FeedEntry(post("1", at: nil))], older: nil)
    #expect(dates(last.datingUndatedPostsByNeighbours(now: Self.now)) == [30, 29])
  }

  @Test func `the date of a boosted post is not used for its neighbours`() {
    let boosted = FeedEntry(
      id: FeedEntry.ID("b"), post: post("3", at: 5), boostedBy: Person.sample("bo"))
    let page = FeedPage(
      [FeedEntry(post("2", at: nil)), boosted, FeedEntry(post("1", at: 20))], older: nil)

    #expect(dates(page.datingUndatedPostsByNeighbours(now: Self.now)) == [22, 5, 20])
  }

  @Test func `a page without any date, or with all, is left unchanged`() {
    let none = FeedPage([FeedEntry(post("1", at: nil))], older: nil)
    let all = FeedPage([FeedEntry(post("2", at: 5)), FeedEntry(post("1", at: 9))], older: nil)

    #expect(none.datingUndatedPostsByNeighbours(now: Self.now) == none)
    #expect(all.datingUndatedPostsByNeighbours(now: Self.now) == all)
  }

  @Test func `a date once derived is kept when the post is fetched again`() {
    let first = FeedPage([FeedEntry(post("2", at: nil)), FeedEntry(post("1", at: 10))], older: nil)
      .datingUndatedPostsByNeighbours(now: Self.now)
    let later = FeedPage(
      [FeedEntry(post("3", at: 900)), FeedEntry(post("2", at: nil))], older: nil
    ).datingUndatedPostsByNeighbours(now: Self.now)

    let held = first.entries[0].post.mergedPost(with: nil, fetchedAs: .inStream)
    let again = later.entries[1].post.mergedPost(with: held, fetchedAs: .inStream)

    #expect(held.createdAt.milliseconds == 11)
    #expect(again.createdAt.milliseconds == 11)
  }

  @Test func `a reply without a date gets one right after the reply before`() {
    let posts = [post("1", at: 10), post("2", at: nil), post("3", at: 30)]
    let conversation = Conversation(
      focus: Post.ID("1"), nodes: posts.map { Conversation.ConversationNode($0, depth: 0) })

    #expect(
      conversation.datingUndatedRepliesByNeighbours(now: Self.now).nodes.map(
        \.post.createdAt.milliseconds) == [
          10, 11, 30,
        ])
  }
}
