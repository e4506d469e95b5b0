import Doubles
import FeedDomain
import Testing

@testable import UseCases

@MainActor @Suite struct ArticleInteractorTests {
  private let spy = Spy<ArticleScene.SceneState>()
  private let posts = [Post.sample("7", by: "ada"), Post.sample("8", by: "ada")]
  private let excerpt = Article(
    post: Post.ID("7"), title: "Fog", createdAt: Timestamp(milliseconds: 0),
    blocks: [.init(.paragraph(RichText("It begins …")))], isExcerpt: true)
  private let whole = Article(
    post: Post.ID("7"), title: "Fog", createdAt: Timestamp(milliseconds: 0),
    blocks: [.init(.paragraph(RichText("It begins and ends.")))], source: .page, hasPage: true)

  private func opened(
    _ gateway: StubArticles, beside others: [Post] = []
  ) async throws -> (Setting, ArticleInteractor) {
    let setting = Setting()
    setting.session.replaceToken(
      of: .sample,
      connection: setting.session.connection.changingGatewaysAndProperties {
        $0.articles = gateway
        $0.marks = [.liked, .bookmarked]
      })
    try await setting.hold(others.isEmpty ? posts : others)
    let interactor = ArticleInteractor(
      setting.session, actions: setting.actions, presenter: spy)
    await interactor.handle(.open(Post.ID("7")))
    return (setting, interactor)
  }

  @Test func `an entry is shown with its stored article, at the last reading position`()
    async throws
  {
    let gateway = StubArticles(excerpt)
    await gateway.storeArticlePosition(ArticlePosition(block: 0, share: 500), in: Post.ID("7"))
    let (setting, interactor) = try await opened(gateway)

    #expect(spy.last?.article == excerpt)
    #expect(spy.last?.post?.id == Post.ID("7"))
    #expect(spy.last?.position == ArticlePosition(block: 0, share: 500))

    await interactor.handle(.keep(ArticlePosition(block: 3, share: 20)))
    #expect(
      await gateway.storedArticlePosition(in: Post.ID("7")) == ArticlePosition(block: 3, share: 20))
    withExtendedLifetime(setting) {}
  }

  @Test func `the web page is fetched once, and the key switches between page and feed text`()
    async throws
  {
    let (setting, interactor) = try await opened(StubArticles(excerpt, page: .success(whole)))

    await interactor.handle(.toggleFullText)
    #expect(await eventually { spy.last?.article == whole && spy.last?.progress == .idle })
    await interactor.handle(.toggleFullText)
    #expect(spy.last?.article?.source == .feed && spy.last?.article?.hasPage == true)
    await interactor.handle(.toggleFullText)
    #expect(spy.last?.article == whole)
    withExtendedLifetime(setting) {}
  }

  @Test(arguments: [ArticleError.noArticle, .notPublic, .service(.unreachable)])
  func `a web page without an article leaves the excerpt, and gives the reason`(error: ArticleError)
    async throws
  {
    let (setting, interactor) = try await opened(StubArticles(excerpt, page: .failure(error)))

    await interactor.handle(.toggleFullText)

    #expect(await eventually { spy.effects == [.say(.articleNotFetched(error))] })
    #expect(spy.last?.article == excerpt)
    withExtendedLifetime(setting) {}
  }

  @Test func `a deleted entry is shown as gone`() async throws {
    let setting = Setting()
    setting.session.replaceToken(
      of: .sample,
      connection: setting.session.connection.changingGatewaysAndProperties {
        $0.articles = StubArticles(excerpt)
      })
    let interactor = ArticleInteractor(
      setting.session, actions: setting.actions, presenter: spy)

    await interactor.handle(.open(Post.ID("9")))

    #expect(spy.last?.isGone == true && spy.last?.article == nil)
  }

  @Test func `a feed set to full text opens its entries with the text of the web page`()
    async throws
  {
    let setting = Setting()
    var feed = Subscription(
      id: Subscription.ID(posts[0].author.id.rawValue), address: "https://a.example", name: "Ada")
    feed.settings.showsFullText = true
    let subscriptions = StubSubscriptions([feed])
    setting.session.replaceToken(
      of: .sample,
      connection: setting.session.connection.changingGatewaysAndProperties {
        $0.articles = StubArticles(excerpt, page: .success(whole))
        $0.subscriptions = subscriptions
      })
    try await setting.hold(posts)
    let interactor = ArticleInteractor(
      setting.session, actions: setting.actions, presenter: spy)

    await interactor.handle(.open(Post.ID("7")))

    #expect(await eventually { spy.last?.article == whole })
  }

  @Test(arguments: [nil, Feed.everything, .photos, .home])
  func `the next article comes from the account's own stream, whichever stream is open`(feed: Feed?)
    async throws
  {
    let (setting, interactor) = try await opened(StubArticles(excerpt))
    setting.session.recordOpenFeed(feed, insteadOf: nil)

    await interactor.handle(.step(by: -1))
    #expect(spy.effects == [.say(.noArticle(.previous))])
    await interactor.handle(.step(by: 1))

    #expect(spy.last?.post?.id == Post.ID("8"))
    withExtendedLifetime(setting) {}
  }

  @Test func `the next unread article is found below and above, and from the stream's other end`()
    async throws
  {
    let read = changedCopy(Post.sample("8", by: "ada")) { $0.userMarks.insert(.read) }
    let (setting, interactor) = try await opened(
      StubArticles(excerpt),
      beside: [.sample("6", by: "ada"), posts[0], read, .sample("9", by: "ada")])

    var shown: [String?] = []
    for direction in [StreamDirection.down, .down, .up] {
      await interactor.handle(.stepToUnread(direction))
      shown.append(spy.last?.post?.id.rawValue)
    }

    #expect(shown == ["9", "6", "9"])
    withExtendedLifetime(setting) {}
  }

  @Test func `an opened entry is marked as unread in its article, as read again, and undone`()
    async throws
  {
    let entry = FeedReader.entry("1")
    let reader = FeedReader([entry])
    reader.session.replaceToken(
      of: SignedInAccount(FeedReader.account, token: Secret("")),
      connection: reader.session.connection.changingGatewaysAndProperties {
        $0.articles = StubArticles(
          Article(
            post: entry.id, title: "Fog", createdAt: FakeWorld.noon,
            blocks: [.init(.paragraph(RichText("It came.")))]))
      })
    try await reader.hold([entry])
    let interactor = ArticleInteractor(reader.session, actions: reader.actions, presenter: spy)
    await interactor.handle(.open(entry.id))
    #expect(spy.last?.article != nil && spy.last?.post?.userMarks.contains(.read) == true)

    await interactor.handle(.toggleReadState)
    #expect(await eventually { spy.last?.isUnread == true })
    await interactor.handle(.toggleReadState)
    #expect(await eventually { spy.last?.isUnread == false })
    await interactor.handle(.undo)
    #expect(await eventually { spy.last?.isUnread == true })
  }

  @Test func `a bookmark is shown in the article at once, and undone at once`() async throws {
    let (setting, interactor) = try await opened(StubArticles(excerpt))

    await interactor.handle(.toggle(Post.ID("7"), .bookmarked))
    #expect(spy.last?.post?.userMarks.contains(.bookmarked) == true)
    await interactor.handle(.undo)
    #expect(spy.last?.post?.userMarks.contains(.bookmarked) == false)
    withExtendedLifetime(setting) {}
  }
}
