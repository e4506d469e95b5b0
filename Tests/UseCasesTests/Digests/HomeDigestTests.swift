import Doubles
import FeedDomain
import Testing

@testable import UseCases

@Suite struct HomeDigestTests {
  private func post(
    _ id: String, by author: String = "ada", link: String? = nil, title: String = "",
    likes: Int = 0, boosts: Int = 0, day: Int = 0, mute: String? = nil
  ) -> Post {
    var content = Post.PostContent(
      text: link.map { RichText(runs: [.init("See "), .init($0, .link($0))]) } ?? RichText(id),
      card: link.map { LinkPreview(url: $0, title: title, summary: "") })
    content.foldingMute = mute
    return Post(
      id: Post.ID(id), author: .sample(author),
      createdAt: Timestamp(milliseconds: Int64(day) * 86_400_000), content: content,
      counts: Post.PostCounts(replies: 0, boosts: boosts, likes: likes))
  }

  private func row(_ post: Post, boostedBy booster: String? = nil) -> FeedRow {
    .entry(
      FeedEntry(
        id: FeedEntry.ID(post.id.rawValue + (booster ?? "")), post: post,
        boostedBy: booster.map { .sample($0) }))
  }

  private func digest(_ rows: FeedRow...) -> HomeDigest {
    HomeDigest(rows, reader: Person.ID("me"))
  }

  private func ids(_ posts: [Post]) -> [String] { posts.map(\.id.rawValue) }

  // MARK: - Links

  @Test func `a page shared by several people is listed with them, the latest first`()
    throws
  {
    let page = "https://www.sea.example/ferry/?utm_source=mail"
    let own = post("2", by: "bo", link: "https://sea.example/ferry", title: "The ferry")
    let digest = digest(
      row(own), row(post("1", link: page)), row(post("0", by: "cy", link: "https://x.example")))

    let link = try #require(digest.links.first)

    #expect(digest.links.count == 1)
    #expect(link.url == "https://sea.example/ferry")
    #expect(link.title == "The ferry")
    #expect(link.shares.map(\.person.id.rawValue) == ["bo", "ada"])
    #expect(link.shares.map(\.isBoost) == [false, false])
    #expect(ids(digest.posts(linkingTo: page)) == ["2", "1"])
  }

  @Test func `a boost shares its page too, and a person counts once`() {
    let page = "https://sea.example/ferry"
    let once = post("1", link: page)

    #expect(digest(row(once)).links.isEmpty)
    #expect(digest(row(post("2", link: page)), row(once)).links.isEmpty)
    #expect(digest(row(once, boostedBy: "bo"), row(once)).links.first?.shares.count == 2)
  }

  @Test func `pages shared by more people come first`() {
    let (one, other) = ("https://one.example", "https://other.example")
    let digest = digest(
      row(post("5", by: "ada", link: one)), row(post("4", by: "bo", link: one)),
      row(post("3", by: "ada", link: other)), row(post("2", by: "bo", link: other)),
      row(post("1", by: "cy", link: other)))

    #expect(digest.links.map(\.url) == [other, one])
  }

  @Test(
    arguments: [
      ("http://www.A.example/x/", "https://a.example/x"),
      ("HTTPS://WWW.A.example/x", "https://a.example/x"),
      ("https://a.example/x#top", "https://a.example/x"),
      ("https://a.example/x?utm_medium=1&id=3", "https://a.example/x?id=3"),
      ("https://a.example?fbclid=1", "https://a.example/"),
    ])
  func `addresses that differ in tracking, www or fragment are one page`(one: String, other: String)
  {
    #expect(one.pageKey == other.pageKey)
  }

  @Test func `pages that differ in path, case of the path or query are different`() {
    let pages = [
      "https://a.example/x", "https://a.example/X", "https://a.example/x?id=3",
      "https://b.example/x",
    ]
    #expect(Set(pages.map(\.pageKey)).count == 4)
  }

  @Test(.timeLimit(.minutes(1))) func `the links of a post with many links are found quickly`() {
    let links = (1...20_000).map { RichText.RichTextRun("x", .link("https://a.example/\($0)")) }
    let post = Post.sample("1").replacingContent(
      Post.PostContent(text: RichText(runs: links + links)))

    #expect(post.linkedPages.count == 20_000)
  }

  // MARK: - Popular

  @Test
  func `the most liked and boosted posts come first, and boosts by followed people count more`() {
    let digest = digest(
      row(post("a", likes: 3, boosts: 1)), row(post("b", by: "zoe", likes: 1), boostedBy: "bo"),
      row(post("c")), row(post("d", likes: 30)))

    #expect(ids(digest.popular) == ["d", "b", "a"])
  }

  @Test func `muted posts and the user's own posts are not popular`() {
    let digest = digest(
      row(post("a", likes: 3, mute: "tea")), row(post("b", by: "me", likes: 9)),
      row(post("c", likes: 5), boostedBy: "me"))

    #expect(digest.popular.isEmpty)
  }

  // MARK: - Quiet people

  @Test func `a person who posts at most once a week is quiet if others post more`() {
    let rows = (0..<14).map { row(post("ada \($0)", day: 14 - $0)) }
    let digest = HomeDigest(
      rows + [row(post("bo", by: "bo", day: 3)), row(post("cy", by: "zoe"), boostedBy: "cy")],
      reader: nil)

    #expect(digest.quietPeople == [Person.ID("bo")])
    #expect(ids(digest.postsOfQuietPeople) == ["bo"])
  }

  @Test func `if everybody posts equally rarely, nobody is quiet`() {
    #expect(digest(row(post("a")), row(post("b", by: "bo"))).quietPeople.isEmpty)
    #expect(digest().quietPeople.isEmpty)
  }
}

@MainActor @Suite struct DerivedStreamTests {
  private let spy = Spy<StreamScene.SceneState>()

  private func open(_ feed: DerivedFeed, _ setting: Setting) async -> StreamInteractor {
    let interactor = StreamInteractor(
      setting.session, actions: setting.actions, presenter: spy,
      pacing: StreamOptions(interval: nil, freshFor: .zero))
    await interactor.handle(.open(feed.feed()))
    return interactor
  }

  private func liked(_ id: String, _ likes: Int, in setting: Setting) -> Post {
    Post(
      id: Post.ID(id), author: .sample("ada"), createdAt: setting.world.now,
      content: Post.PostContent(text: RichText(id)), counts: Post.PostCounts(likes: likes))
  }

  @Test func `the popular stream is computed from the stored home stream without a request`()
    async throws
  {
    let setting = Setting()
    try await setting.hold([liked("1", 2, in: setting), liked("2", 9, in: setting)])

    let interactor = await open(.popular, setting)

    #expect(await eventually { spy.ids == ["2", "1"] })
    #expect(spy.status?.unread == 0)
    await interactor.handle(.close)
  }

  @Test
  func `a refresh of the popular stream replaces its rows in the new order`() async throws {
    let setting = Setting()
    try await setting.hold([liked("1", 2, in: setting), liked("2", 9, in: setting)])
    let interactor = await open(.popular, setting)
    // A refresh during the first fetch would not begin another.
    #expect(await eventually { spy.ids == ["2", "1"] && spy.activity == .none })

    _ = try await setting.store.storePosts(
      [liked("1", 20, in: setting)], account: setting.account, now: setting.world.now)
    await interactor.handle(.refresh)

    #expect(await eventually { spy.ids == ["1", "2"] })
    await interactor.handle(.close)
  }

  @Test func `another server's public posts can be read as a stream`() async throws {
    let post = Post.sample(AccountlessEntityID(host: "a.example", id: "7").marked)
    let servers = StubPublicServers(page: FeedPage([FeedEntry(post)], older: nil))
    let setting = Setting(publicServers: servers)

    let interactor = await open(.server("a.example"), setting)

    #expect(await eventually { spy.ids == [post.id.rawValue] })
    #expect(await servers.asked.contains("a.example"))
    await interactor.handle(.close)
  }

  @Test func `a server with posts for members only is reported as such, without asking to sign in`()
    async throws
  {
    let setting = Setting(publicServers: StubPublicServers(error: .membersOnly))

    let interactor = await open(.server("a.example"), setting)

    #expect(await eventually { spy.last?.problem?.error == .membersOnly })
    #expect(!spy.effects.contains(.askToSignIn(setting.session.account)))
    await interactor.handle(.close)
  }
}
