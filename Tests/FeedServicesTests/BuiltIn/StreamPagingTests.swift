import Doubles
import FeedDomain
import FeedServices
import Testing

@Suite struct StreamPagingTests {
  static let feeds: [Feed] = [
    .home, .photos, .trending,
    .nearby(Place(name: "Hà Nội", latitude: 21.0285, longitude: 105.8542)), .tag("birding"),
    .person(Person.ID("linh")), .person(Person.ID("tweetieuser")), .answers(Person.ID("tom")),
    .portfolio(Person.ID("tweetieuser")), .likes, .bookmarks,
  ]

  @Test(arguments: feeds) func `paging down and up a stream meets the same entries, once each`(
    _ feed: Feed
  ) async throws {
    let session = try await DemoSession()

    let down = try await session.walkDown(feed)
    let up = try await session.walkUp(feed, from: try #require(down.last?.id))

    #expect(Set(down.ids).count == down.count)
    #expect(up.ids == down.dropLast().map(\.id))
  }

  @Test func `a person's posts, replies and photos are separate streams`() async throws {
    let session = try await DemoSession()
    let reader = Person.ID("tweetieuser")

    let posts = try await session.walkDown(.person(reader)).map(\.post)
    let all = try await session.walkDown(.answers(reader)).map(\.post)
    let photos = try await session.walkDown(.portfolio(reader)).map(\.post)

    #expect(posts.allSatisfy { $0.reply == nil || $0.reply?.handle == "tweetieuser" })
    #expect(all.contains { $0.reply != nil && !posts.map(\.id).contains($0.id) })
    #expect(photos.count == 5)
    #expect(photos.allSatisfy { $0.author.id == reader && !$0.content.photos.isEmpty })
  }

  @Test func `a page has twenty entries, the newest first`() async throws {
    let session = try await DemoSession()

    let page = try await session.latest()

    #expect(page.entries.count == 20)
    #expect(!page.hasNewer)
    let moments = page.entries.filter { $0.boostedBy == nil }.map(\.post.createdAt)
    #expect(moments == moments.sorted(by: >))
  }

  @Test func `a boosted post is not repeated within twenty entries`() async throws {
    let session = try await DemoSession()

    let home = try await session.walkDown(.home)

    #expect(home.contains { $0.boostedBy != nil })
    for start in stride(from: 0, to: home.count, by: 10) {
      let screen = home[start...].prefix(20).map(\.post.id)
      #expect(Set(screen).count == screen.count)
    }
  }

  @Test func `posts that arrive while paging down do not shift the pages`() async throws {
    let session = try await DemoSession()
    let calm = try await session.walkDown(.home)
    let first = try await session.latest()

    session.world.pass(.seconds(3600))
    let second = try await session.connection.feeds.feedPage(
      of: .home, .older(try #require(first.older)))

    #expect((first.entries + second.entries).ids == calm.prefix(40).map(\.id))
  }

  @Test func `a page of newer entries is right above the held one, with more above`() async throws {
    let session = try await DemoSession()
    let held = try await session.latest()
    session.world.pass(.seconds(7200))
    let top = try #require(held.entries.first)

    let page = try await session.connection.feeds.feedPage(of: .home, .newer(top.id))

    let all = try await session.walkDown(.home).ids
    let place = try #require(all.firstIndex(of: top.id))
    #expect(page.entries.ids == Array(all[place - 20..<place]))
    #expect(page.hasNewer)
  }

  @Test func `a page above the newest entry is empty`() async throws {
    let session = try await DemoSession()
    let top = try #require(try await session.latest().entries.first)

    let page = try await session.connection.feeds.feedPage(of: .home, .newer(top.id))

    #expect(page.entries.isEmpty)
    #expect(!page.hasNewer)
  }

  @Test func `photos near a place are those of its city`() async throws {
    let session = try await DemoSession()
    let place = Place(name: "Lisboa", latitude: 38.72, longitude: -9.14)

    let photos = try await session.walkDown(.nearby(place)).flatMap(\.post.content.photos)

    #expect(photos.count == 8)
    #expect(photos.allSatisfy { $0.place?.name == "Lisboa" })
  }

  @Test func `a stream that the demo does not offer is not found`() async throws {
    let session = try await DemoSession()

    #expect(await failure { try await session.latest(.federated) } == .notFound)
  }

  @Test func `an invalid cursor is a bad reply`() async throws {
    let session = try await DemoSession()

    for feed in [Feed.home, .trending] {
      let fetchRange = FetchRange.older(Cursor("9999999999999999999999/-1/x"))
      #expect(
        await failure { try await session.connection.feeds.feedPage(of: feed, fetchRange) }
          == .badReply)
    }
  }

  @Test func `posts are found by their words, page by page`() async throws {
    let session = try await DemoSession()
    let feeds = session.connection.feeds
    var page = try await feeds.foundPosts(matching: "THE a", after: nil)
    var found = page.elements
    while let next = page.nextCursor {
      page = try await feeds.foundPosts(matching: "THE a", after: next)
      found += page.elements
    }

    #expect(found.count > 40)
    #expect(Set(found.map(\.id)).count == found.count)
    #expect(found.allSatisfy { $0.content.text.plain.lowercased().contains("the") })
    #expect(try await feeds.foundPosts(matching: "雲海", after: nil).elements.count == 1)
    let vietnamese = try await feeds.foundPosts(matching: "lang:vi", after: nil).elements
    #expect(vietnamese.count > 8 && vietnamese.allSatisfy { $0.content.language == "vi" })
    #expect(try await feeds.foundPosts(matching: "  ", after: nil).elements.isEmpty)
  }
}
