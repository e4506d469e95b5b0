import Doubles
import FeedDomain
import Testing
import Threads

@testable import FeedServices

/// A server that sends far more than it was asked for.
@Suite struct LongPageTests {
  /// A stretch that ends: everything it has, the newest first, whatever is asked.
  private func server(_ ids: [Int], next: String? = nil) -> MastodonFixture {
    MastodonFixture { request in
      let isSecond = request.url.contains("max_id=last")
      let page = isSecond ? [-1] : ids
      let link = isSecond ? nil : next.map { "<https://home.example/?max_id=\($0)>; rel=next" }
      let headers: HTTPHeaders = ["Link": link ?? ""]
      return .json(.array(page.map { MastodonPosts.post("\($0)") }), headers)
    }
  }

  private func read(_ fixture: MastodonFixture) async throws -> (pages: [Int], ids: [String]) {
    let feeds = RepeatedPageStoppingFeeds(gateway: fixture.feeds)
    var page = try await feeds.feedPage(of: .home, .latest)
    var (pages, ids) = ([page.entries.count], page.entries.map(\.id.rawValue))
    while let older = page.older, pages.count < 50 {
      page = try await feeds.feedPage(of: .home, .older(older))
      pages.append(page.entries.count)
      ids += page.entries.map(\.id.rawValue)
    }
    return (pages, ids)
  }

  @Test(arguments: [nil, "last"])
  func `a page of 1001 entries is shown in parts without skipping any`(next: String?) async throws {
    let all = Array((1...1_001).reversed())

    let (pages, ids) = try await read(server(all, next: next))

    #expect(pages == [400, 400, 201] + (next == nil ? [] : [1]))
    #expect(ids == (all + (next == nil ? [] : [-1])).map(String.init))
  }

  @Test(arguments: [399, 400])
  func `a page of at most 400 entries is shown whole`(count: Int) async throws {
    let fixture = server(Array((1...count).reversed()))

    #expect(try await read(fixture).pages == [count])
    #expect(fixture.asked.count == 1)
  }

  @Test func `parts of a long page stay in place if posts arrive or disappear meanwhile`()
    async throws
  {
    let posts = (1...900).reversed().map { MastodonPosts.post("\($0)") }
    let state = ReplyList([
      posts, [MastodonPosts.post("901")] + posts, posts.filter { $0["id"] != "101" },
    ])
    let fixture = MastodonFixture { _ in .json(.array(state.next()), ["Link": ""]) }
    let feeds = RepeatedPageStoppingFeeds(gateway: fixture.feeds)

    let first = try await feeds.feedPage(of: .home, .latest)
    let second = try await feeds.feedPage(of: .home, .older(try #require(first.older)))
    let third = try await feeds.feedPage(of: .home, .older(try #require(second.older)))

    #expect(first.entries.map(\.id.rawValue) == (501...900).reversed().map(String.init))
    #expect(second.entries.map(\.id.rawValue) == (101...500).reversed().map(String.init))
    #expect(third.entries.map(\.id.rawValue).suffix(100) == (1...100).reversed().map(String.init))
    #expect(third.older == nil)
  }

  @Test func `a page that repeats one post shows it once`() async throws {
    let (pages, ids) = try await read(server([Int](repeating: 7, count: 1_000)))

    #expect(pages == [1])
    #expect(ids == ["7"])
  }

  @Test func `a long page of newer posts is shown from the part next to the held posts`()
    async throws
  {
    let fixture = MastodonFixture { request in
      // It was asked for what stands right above one post, and sends everything above it.
      let anchor = request.url.contains("min_id=0") ? 0 : 400
      return .json(.array(((anchor + 1)...900).reversed().map { MastodonPosts.post("\($0)") }))
    }
    let feeds = RepeatedPageStoppingFeeds(gateway: fixture.feeds)

    let first = try await feeds.feedPage(of: .home, .newer(FeedEntry.ID("0")))
    let second = try await feeds.feedPage(of: .home, .newer(FeedEntry.ID("400")))

    #expect(first.entries.map(\.id.rawValue) == (1...400).reversed().map(String.init))
    #expect(first.hasNewer && second.hasNewer)
    #expect(second.entries.map(\.id.rawValue) == (401...800).reversed().map(String.init))
  }

  @Test func `long pages of people and notifications are shown in parts too`() async throws {
    let fixture = MastodonFixture(
      apiVersion: 1,
      always: .array(
        (1...500).map { id in
          [
            "id": .string("\(id)"), "acct": .string("\(id)"), "type": "follow",
            "created_at": "2026-11-20T18:00:00Z", "account": ["id": "ada", "acct": "ada"],
          ]
        }))
    let people = RepeatedPageStoppingPeople(gateway: fixture.people)
    let notifications = RepeatedPageStoppingNotifications(gateway: fixture.notifications)

    let first = try await people.people(.followers(Person.ID("1")), after: nil)
    let second = try await people.people(.followers(Person.ID("1")), after: first.nextCursor)
    let news = try await notifications.notifications(after: nil)

    #expect(first.elements.count == 400)
    #expect(second.elements.map(\.id.rawValue) == (401...500).map(String.init))
    #expect(news.elements.count <= 400 && news.nextCursor != nil)
  }
}

/// Pages, one after the other.
private final class ReplyList: Sendable {
  private let pages: LockedValue<[[JSON]]>

  init(_ pages: [[JSON]]) { self.pages = LockedValue(pages) }

  func next() -> [JSON] { pages.withLock { $0.isEmpty ? [] : $0.removeFirst() } }
}
