import Doubles
import FeedDomain
import ServiceRig
import Testing

@testable import FeedServices

/// Visits to a server over real connections, as the whole program makes them.
@Suite struct BlueskyEndToEndTests {
  let server: PretendBluesky
  let services: AllServices
  let world = PassingWorld()
  let store = FakeCredentials()

  init() throws {
    server = try PretendBluesky()
    services = .forTests(
      world: world, accounts: AccountTokenStorage(store: store, lockFile: nil, world: world))
  }

  func answers(
    user: String = "@sol.example.com", password: String = PretendBluesky.password
  ) -> SignInAnswers {
    [.server: Secret(server.origin), .user: Secret(user), .password: Secret(password)]
  }

  func signIn() async throws -> SignedInAccount {
    try await #require(services.signInGateway(to: .bluesky)).account(way: 1, answers())
  }

  func signedIn() async throws -> ServiceConnection {
    let account = try await signIn()
    try store.saveAccountAndMakeActive(account)
    return try #require(services.connection(for: account))
  }

  let key = OutboxItem.ID("key")
  let post = Post.ID(PretendBluesky.address(of: 1499))

  @Test func `a Bluesky connection offers its streams and draft limits, and no live updates`()
    async throws
  {
    let connection = try await signedIn()

    #expect(
      connection.streams.compactMap(\.feed) == [
        .home, .photos,
        .list(
          id: "at://\(PretendBluesky.author)/app.bsky.feed.generator/fog", name: "Fog"), .likes,
        .bookmarks,
      ])
    #expect(connection.draftLimits?.characters == 300)
    #expect(connection.draftLimits?.attachments == 10)
    #expect(connection.draftLimits?.altText == 2000)
    #expect(connection.draftLimits?.visibilities == [.everybody])
    #expect(
      connection.draftLimits?.pictures == PictureUploadLimits(longestSide: 2000, bytes: 1_000_000))
    #expect(connection.live == nil)
  }

  @Test func `the home stream is read to its end, each post once`() async throws {
    let connection = try await signedIn()

    var page = try await connection.feeds.feedPage(of: .home, .latest)
    var ids = page.entries.map(\.id.rawValue)
    while let older = page.older {
      page = try await connection.feeds.feedPage(of: .home, .older(older))
      ids += page.entries.map(\.id.rawValue)
    }

    #expect(ids == (1000..<1500).reversed().map(PretendBluesky.address))
  }

  @Test func `two hundred newer posts are fetched without a gap`() async throws {
    let connection = try await signedIn()
    let top = try #require(
      try await connection.feeds.feedPage(of: .home, .latest).entries.first?.id)
    server.post(200)

    let page = try await connection.feeds.feedPage(of: .home, .newer(top))

    #expect(
      page.entries.map(\.id.rawValue) == (1500..<1700).reversed().map(PretendBluesky.address))
    #expect(!page.hasNewer)
  }

  @Test func `four hundred newer posts leave a gap, which is filled by older pages`() async throws {
    let connection = try await signedIn()
    let top = try #require(
      try await connection.feeds.feedPage(of: .home, .latest).entries.first?.id)
    server.post(400)
    await #expect(throws: FeedError.notFound) {
      _ = try await connection.feeds.feedPage(of: .home, .newer(top))
    }
    let latest = try await connection.feeds.feedPage(of: .home, .latest)

    let above = try await connection.feeds.feedPage(of: .home, .older(try #require(latest.older)))

    #expect(
      above.entries.map(\.id.rawValue) == (1800..<1850).reversed().map(PretendBluesky.address))
  }

  @Test func `a like is stored and withdrawn, and a refused like carries the server's reason`()
    async throws
  {
    let connection = try await signedIn()
    let publishing = try #require(connection.publishing)

    let outcome = try await publishing.sendChange(.mark(post, .liked, true), key: key)
    let likes = try await connection.feeds.feedPage(of: .likes, .latest)
    let likers = try await connection.people?.people(.likers(post), after: nil)
    _ = try await publishing.sendChange(.mark(post, .liked, false), key: key)
    let page = try await connection.feeds.feedPage(of: .home, .latest)

    guard case .post(let liked) = outcome else { throw FeedError.badReply }
    #expect(liked.userMarks == [.liked])
    #expect(liked.counts.likes == 1)
    #expect(likes.entries.map(\.post) == [liked])
    #expect(likers?.elements.map(\.name) == ["Sol", "Mira Okonjo"])
    #expect(page.entries.first?.post.userMarks == [])
    #expect(server.records.isEmpty)
    await #expect(throws: FeedError.refused("Too modest")) {
      _ = try await publishing.sendChange(
        .mark(Post.ID(PretendBluesky.modest), .liked, true), key: key)
    }
  }

  @Test func `a like sent twice is stored once, even while the server's index lags`() async throws {
    let connection = try await signedIn()
    let publishing = try #require(connection.publishing)
    server.lag(true)

    _ = try await publishing.sendChange(.mark(post, .liked, true), key: key)
    _ = try await publishing.resend(.mark(post, .liked, true), key: key, since: world.now)
    let page = try await connection.feeds.feedPage(of: .home, .latest)
    let once = server.records.count
    _ = try await publishing.sendChange(.mark(post, .liked, false), key: key)

    #expect(page.entries.first?.post.userMarks == [.liked])
    #expect(once == 1)
    #expect(server.records.isEmpty)
  }

  @Test func `boosts, bookmarks and follows are stored at the server`() async throws {
    let connection = try await signedIn()
    let publishing = try #require(connection.publishing)
    let mira = Person.ID(PretendBluesky.author)

    _ = try await publishing.sendChange(.mark(post, .boosted, true), key: key)
    _ = try await publishing.sendChange(.mark(post, .bookmarked, true), key: key)
    _ = try await publishing.sendChange(.follow(mira, true), key: key)
    let bookmarks = try await connection.feeds.feedPage(of: .bookmarks, .latest)
    let person = try await connection.people?.person(mira)

    #expect(bookmarks.entries.map(\.id.rawValue) == [post.rawValue])
    #expect(bookmarks.entries.first?.post.userMarks == [.boosted, .bookmarked])
    #expect(person?.relationship == .followed)
    #expect(server.records.count == 2)
  }

  @Test(arguments: [false, true])
  func `a reply with a picture is published once, even while the server's index lags`(lags: Bool)
    async throws
  {
    let connection = try await signedIn()
    let publishing = try #require(connection.publishing)
    server.lag(lags)
    let picture = PreparedPicture(
      bytes: [1, 2, 3], mediaType: "image/jpeg", size: PhotoSize(width: 4, height: 3))
    let name = try await connection.uploads?.uploadPicture(picture, altText: "A cup", key: "k") {
      _ in
    }
    let draft = Draft(
      id: Draft.ID("d"), text: "Hello @mira.example.com & bye #fog", replyTo: post,
      attachments: [.init(path: "/x", altText: "A cup", uploaded: name)])

    let first = try await publishing.sendChange(.publish(draft), key: key)
    world.pass(.seconds(3))
    let second = try await publishing.resend(.publish(draft), key: key, since: world.now)
    server.lag(false)
    let conversation = try await connection.feeds.conversation(of: post)

    guard case .post(let published) = first, case .post(let again) = second else {
      throw FeedError.badReply
    }
    #expect(server.records.count == 1)
    #expect(again.id == published.id)
    #expect(published.author.name == "Sol")
    #expect(published.content.text.plain == draft.text)
    #expect(conversation.nodes.map(\.post.id) == [post, published.id])
    #expect(published.reply?.handle == "mira.example.com")
    #expect(conversation.nodes.last?.post.reply?.handle == "mira.example.com")
    if lags {
      let own = try #require(published.content.photos.first?.renditions.first)
      #expect(try await connection.photos?.fetchPhotoBytes(of: own) { _ in } == [1, 2, 3])
    }
  }

  @Test func `a deleted post disappears, even while the server's index still has it`() async throws
  {
    let connection = try await signedIn()
    let publishing = try #require(connection.publishing)
    let outcome = try await publishing.sendChange(
      .publish(Draft(id: Draft.ID("d"), text: "Hi")), key: key)
    guard case .post(let published) = outcome else { throw FeedError.badReply }
    let before = try await connection.feeds.feedPage(of: .home, .latest)
    server.lag(true)

    _ = try await publishing.sendChange(.delete(published.id), key: key)
    let after = try await connection.feeds.feedPage(of: .home, .latest)

    #expect(before.entries.first?.post.id == published.id)
    #expect(after.entries.first?.post.id == post)
    #expect(server.records.isEmpty)
  }

  @Test func `tags, searches, people, notifications and profiles are read from the server`()
    async throws
  {
    let connection = try await signedIn()

    let tagged = try await connection.feeds.feedPage(of: .tag("fog"), .latest)
    let found = try await connection.feeds.foundPosts(matching: "fog", after: nil)
    let people = try await connection.people?.people(.matching("mira"), after: nil)
    let notifications = try await connection.notifications?.notifications(after: nil)
    let posts = try await connection.feeds.feedPage(
      of: .person(Person.ID(PretendBluesky.author)), .latest)

    #expect(tagged.entries.count == 50)
    #expect(found.elements.count == 50)
    #expect(people?.elements.map(\.name) == ["Mira Okonjo"])
    #expect(notifications?.elements.map(\.kind) == [.like, .mention, .follow])
    #expect(notifications?.elements.first?.post?.content.text.plain == "Post 1000")
    #expect(posts.entries.count == 50)
  }

  private static let faults: [(String, ScriptedReply, FeedError)] = [
    ("reset", ScriptedReply([.reset]), .unreachable),
    ("closed", ScriptedReply([.close]), .unreachable),
    (
      "cut short",
      ScriptedReply([
        .send(ScriptedReply.head(200, ["Content-Length": "99"]) + Array("{\"feed\":[".utf8)),
        .close,
      ]), .unreachable
    ),
    (
      "bad chunk",
      .raw("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n{}", then: .close),
      .unreachable
    ),
    ("no HTTP", .raw("hello\r\n\r\n", then: .close), .badReply),
    ("a page", .reply(200, ["Content-Type": "text/html"], body: Array("<html>".utf8)), .badReply),
    ("nothing", .reply(200), .badReply), ("half", .json("{\"feed\":["), .badReply),
    ("too deep", .json(String(repeating: "[", count: 100_000)), .badReply),
    ("elsewhere", .redirect(302, to: "http://127.0.0.1:9/steal"), .badReply),
    ("a proxy's page", .reply(502, body: Array("<html>".utf8)), .serverFailed(502)),
    ("forbidden", .reply(403, body: Array("<html>".utf8)), .refused(nil)),
    ("missing", .reply(404), .notFound),
  ]

  @Test(arguments: faults.indices)
  func `a faulty reply reports its error or is retried, and the next request succeeds`(_ place: Int)
    async throws
  {
    let (name, reply, error) = Self.faults[place]
    let connection = try await signedIn()
    _ = try await connection.feeds.feedPage(of: .likes, .latest)
    // A request that changes nothing may be tried again by itself.
    server.fail("GET", "/xrpc/app.bsky.feed.getTimeline", reply)

    var seen: FeedError?
    do throws(FeedError) {
      _ = try await connection.feeds.feedPage(of: .home, .latest)
    } catch {
      seen = error
    }
    let after = try await connection.feeds.feedPage(of: .home, .latest)

    #expect(seen == error || (seen == nil && error == .unreachable), "\(name)")
    #expect(after.entries.count == 50)
  }

  @Test func `after status 429 no request is sent until the limit is over`() async throws {
    let connection = try await signedIn()
    _ = try await connection.feeds.feedPage(of: .likes, .latest)
    server.fail("GET", "/xrpc/app.bsky.feed.getTimeline", .reply(429))

    await #expect(throws: FeedError.self) {
      _ = try await connection.feeds.feedPage(of: .home, .latest)
    }
    let count = server.requests.count
    await #expect(throws: FeedError.self) {
      _ = try await connection.feeds.feedPage(of: .home, .latest)
    }
    #expect(server.requests.count == count)
    world.pass(.seconds(900))

    #expect(try await connection.feeds.feedPage(of: .home, .latest).entries.count == 50)
  }
}
