import Doubles
import FeedDomain
import Testing
import Threads

@testable import FeedServices

/// Services whose pages lead back to where one has been, or which have but one page for all.
@Suite struct LoopEndingTests {
  /// How many pages are asked for until the end; fifty where none is in sight.
  private func pages(
    of feed: Feed, at gateway: any FeedGateway
  ) async throws(FeedError) -> (count: Int, entries: Int) {
    let feeds = RepeatedPageStoppingFeeds(gateway: gateway)
    var page = try await feeds.feedPage(of: feed, .latest)
    var (count, entries) = (1, page.entries.count)
    while let older = page.older, count < 50 {
      page = try await feeds.feedPage(of: feed, .older(older))
      count += 1
      entries += page.entries.count
    }
    return (count, entries)
  }

  /// A server of the family with two pages, each of which calls the other the next one.
  private func mastodon(_ page: @escaping @Sendable (String, String) -> JSON) -> MastodonFixture {
    // Without groups of notices, which come in a page of another shape.
    MastodonFixture(apiVersion: 1) { request in
      let isSecond = request.url.contains("max_id=3")
      let next = isSecond ? "5" : "3"
      return .json(
        isSecond ? page("2", "1") : page("4", "3"),
        ["Link": "<https://home.example/?max_id=\(next)>; rel=next"])
    }
  }

  @Test(arguments: [Feed.home, .likes, .tag("x"), .person(Person.ID("ada"))])
  func `paging ends at two Mastodon pages that lead to each other`(feed: Feed) async throws {
    let fixture = mastodon { MastodonPosts.page($0, $1) }

    let (count, entries) = try await pages(of: feed, at: fixture.feeds)

    #expect(count == 3)
    #expect(entries == 6)
  }

  @Test func `paging ends at a Mastodon page repeated for every offset`() async throws {
    let fixture = MastodonFixture(always: MastodonPosts.page("4", "3"))

    #expect(try await pages(of: .trending, at: fixture.feeds).count == 2)
  }

  @Test func `paging ends at Mastodon's repeated people and notifications`() async throws {
    let people = RepeatedPageStoppingPeople(
      gateway: mastodon { first, second in
        .array([first, second].map { ["id": .string($0), "acct": .string($0)] })
      }.people)
    let notifications = RepeatedPageStoppingNotifications(
      gateway: mastodon { first, second in
        .array(
          [first, second].map { id in
            [
              "id": .string(id), "type": "follow", "created_at": "2026-11-20T18:00:00Z",
              "account": ["id": "ada", "acct": "ada"],
            ]
          })
      }.notifications)
    var cursors: (people: Cursor?, notifications: Cursor?)
    var counts = (people: 0, notifications: 0)

    repeat {
      cursors.people = try await people.people(.followers(Person.ID("1")), after: cursors.people)
        .nextCursor
      counts.people += 1
    } while cursors.people != nil && counts.people < 50
    repeat {
      cursors.notifications = try await notifications.notifications(after: cursors.notifications)
        .nextCursor
      counts.notifications += 1
    } while cursors.notifications != nil && counts.notifications < 50

    #expect(counts == (3, 3))
  }

  @Test func `paging ends at Bluesky cursors that form a circle`() async throws {
    let fixture = BlueskyFixture { request in
      let next = request.url.contains("cursor=b") ? "c" : request.url.contains("=c") ? "a" : "b"
      return .json(BlueskyPosts.feed("post-\(next)", cursor: .string(next)))
    }

    #expect(try await pages(of: .home, at: fixture.feeds).count == 4)
  }

  @Test func `paging ends at two Instagram pages that lead to each other`() async throws {
    let fixture = InstagramFixture { request in
      let next = request.url.contains("after=x") ? "y" : "x"
      return .json([
        "data": [
          [
            "id": .string("1\(next)"), "media_type": "IMAGE",
            "timestamp": "2026-11-20T18:00:00+0000", "media_url": "https://cdn.example/1.jpg",
          ]
        ],
        "paging": ["cursors": ["after": .string(next)], "next": "https://home.example/next"],
      ])
    }

    #expect(try await pages(of: .photos, at: fixture.feeds).count == 3)
  }

  @Test func `paging ends at an Unsplash page repeated for every number`() async throws {
    let fixture = UnsplashFixture(
      always: UnsplashFixture.photos("a", "b"), ["Link": "<https://home.example/>; rel=next"])

    #expect(try await pages(of: .photos, at: fixture.feeds).count == 2)
  }

  @Test func `paging ends at a Flickr page repeated for every number`() async throws {
    let fixture = FlickrFixture(always: FlickrFixture.page(["1", "2"], pages: 9999))

    #expect(try await pages(of: .trending, at: fixture.feeds).count == 2)
  }

  @Test(arguments: Service.allCases) func `every service's connection stops at repeated pages`(
    service: Service
  ) throws {
    let fixture = StubNetwork { _ in .json([]) }
    let account = SignedInAccount(
      Account(service: service, person: Person.ID("me"), handle: "sol"),
      token: service.token(obtainedAt: fixture.world.now))

    let connection = AllServices.forTests(over: fixture).connection(for: account)

    #expect(
      (connection?.feeds as? SearchResultFilteringFeeds)?.gateway is RepeatedPageStoppingFeeds)
    #expect(connection?.people.map { $0 is RepeatedPageStoppingPeople } ?? true)
    #expect(connection?.notifications.map { $0 is RepeatedPageStoppingNotifications } ?? true)
  }
}
