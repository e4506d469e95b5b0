import Doubles
import FeedDomain
import Testing

@testable import FeedServices

/// What could not be read of a reply is left out, and counted in the log.
@Suite struct OmissionTests {
  /// A page of two, and of as many of which nothing can be made.
  private static let pages: [(service: Service, page: JSON)] = {
    let nothing: [JSON] = [nil, ["id": []], "x"]
    func list(_ some: JSON) -> JSON { .array([nothing[0]] + some.array + nothing.dropFirst()) }
    return [
      (.mastodon, list(MastodonPosts.page("4", "3"))),
      (.bluesky, ["feed": list(BlueskyPosts.feed("a", "b")["feed"])]),
      (.unsplash, list(UnsplashFixture.photos("a", "b"))),
      (
        .flickr,
        [
          "photos": ["pages": 1, "photo": list(.array(["1", "2"].map(FlickrFixture.photo)))],
          "stat": "ok",
        ]
      ),
      (
        .instagram,
        ["data": list([["id": "1", "media_type": "IMAGE"], ["id": "2", "media_type": "IMAGE"]])]
      ),
    ]
  }()

  private func connection(
    _ service: Service, _ page: JSON
  ) throws -> (ServiceConnection, LogSpy) {
    let stub = StubNetwork { request in
      if request.url.contains("getPreferences") { return .json(["preferences": []]) }
      return .json(page)
    }
    let account = SignedInAccount(
      Account(service: service, person: Person.ID("did:plc:x"), handle: "sol"),
      token: service.token(obtainedAt: stub.world.now))
    let services = AllServices.forTests(over: stub)
    return (try #require(services.connection(for: account)), stub.log)
  }

  @Test(arguments: pages.indices)
  func `unreadable entries of a page are counted in the log`(number: Int) async throws {
    let (service, page) = Self.pages[number]
    let (connection, log) = try connection(service, page)
    let feed = try #require(connection.streams.compactMap(\.feed).first)

    let read = try await connection.feeds.feedPage(of: feed, .latest)

    #expect(read.entries.count == 2)
    let facts = log.facts.filter { $0.contains("skipped") }
    #expect(facts.count == 1, "\(log.facts)")
    #expect(facts.allSatisfy { $0.hasSuffix(": 3 unreadable, skipped") }, "\(facts)")
  }

  @Test func `filtered and repeated entries are not counted as unreadable`() async throws {
    let hidden: JSON = [
      "id": "2", "account": ["id": "a", "acct": "a"],
      "filtered": [["filter": ["context": ["home"], "filter_action": "hide"]]],
    ]
    let pages: [(Service, JSON)] = [
      (.mastodon, .array([MastodonPosts.post("3"), hidden])),
      (.unsplash, UnsplashFixture.photos("a", "a")),
    ]

    for (service, page) in pages {
      let (connection, log) = try connection(service, page)
      let feed = try #require(connection.streams.compactMap(\.feed).first)

      let read = try await connection.feeds.feedPage(of: feed, .latest)

      #expect(read.entries.count == 1)
      #expect(!log.facts.contains { $0.contains("skipped") })
    }
  }
}
