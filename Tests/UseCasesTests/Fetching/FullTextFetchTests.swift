import Doubles
import FeedDomain
import Testing

@testable import UseCases

/// The pages of entries whose feeds are set to full text, which are fetched before they are opened.
@MainActor struct FullTextFetchTests {
  private let setting = Setting()
  private let spy = Spy<StreamScene.SceneState>()

  private func entry(_ feed: String, _ number: Int, isRead: Bool = false) -> Post {
    Post(
      id: Post.ID("\(feed)/\(number)"), author: .sample(feed), createdAt: FakeWorld.noon,
      content: Post.PostContent(text: RichText("\(number)")),
      url: "https://\(feed).example/\(number)", userMarks: isRead ? [.read] : [])
  }

  private func feed(_ name: String, isFull: Bool) -> Subscription {
    var feed = Subscription(
      id: Subscription.ID(Person.sample(name).id.rawValue), address: "https://\(name).example/feed",
      name: name)
    feed.settings.showsFullText = isFull
    return feed
  }

  private func offer(_ articles: PageArticles, _ feeds: [Subscription]) {
    setting.session.replaceToken(
      of: .sample,
      connection: setting.session.connection.changingGatewaysAndProperties {
        $0.articles = articles
        $0.subscriptions = Doubles.StubSubscriptions(feeds)
      })
  }

  /// Makes an offline copy; the clock goes on by itself while a request waits for the next.
  private func copy(_ plan: OfflineCopyPlan) async -> OfflineCopyResult {
    let clock = Task { [world = setting.world] in
      while !Task.isCancelled {
        if world.sleeping > 0 { world.pass(.seconds(1)) }
        await Task.yield()
      }
    }
    defer { clock.cancel() }
    return await OfflineCopier(setting.session, plan).copyForOfflineReading()
  }

  @Test
  func `an offline copy has the pages of unread entries of full-text feeds, and counts failures`()
    async
  {
    let articles = PageArticles(failing: [Post.ID("full/2")])
    offer(articles, [feed("full", isFull: true), feed("plain", isFull: false)])
    await setting.service.show([
      entry("full", 1), entry("plain", 1), entry("full", 2), entry("full", 3, isRead: true),
    ])

    let copy = await self.copy(OfflineCopyPlan([.home]))

    #expect(await articles.asked == [Post.ID("full/1"), Post.ID("full/2")])
    #expect(copy.articles == 1 && copy.missingArticles == [.noArticle: 1])
  }

  @Test func `an offline copy with full texts has the pages of all entries stored as excerpts`()
    async
  {
    let articles = PageArticles()
    offer(articles, [feed("full", isFull: true)])
    await setting.service.show([entry("full", 1, isRead: true), entry("plain", 1)])
    let plan = OfflineCopyPlan([.home], hasFullTexts: true)

    let copy = await self.copy(plan)

    #expect(copy.articles == 2)
    let whole = PageArticles(isExcerpt: false)
    offer(whole, [])
    _ = await self.copy(plan)
    #expect(await whole.asked == [])
  }

  @Test func `an offline copy with full texts counts the pages that failed lately`() async {
    let later = FakeWorld.noon.timeAdvanced(by: .seconds(3_600))
    let articles = PageArticles(paused: [
      Post.ID("full/1"): FakeWorld.noon, Post.ID("full/2"): later,
    ])
    offer(articles, [])
    await setting.service.show([entry("full", 1), entry("full", 2), entry("full", 3)])

    let copy = await self.copy(OfflineCopyPlan([.home], hasFullTexts: true))

    #expect(copy.skippedPages == 2 && copy.skippedUntil == later)
    #expect(await articles.asked == [Post.ID("full/3")])
  }

  @Test(arguments: [
    (ArticleError.noArticle, MissingArticleReason.noArticle), (.notPublic, .ownNetwork),
    (.service(.unreachable), .unreachable), (.service(.notFound), .notFound),
    (.notAPage, .notAPage), (.service(.serverFailed(500)), .other),
  ])
  func `each reason for a missing article is counted apart`(
    error: ArticleError, reason: MissingArticleReason
  ) {
    #expect(MissingArticleReason(error) == reason)
  }

  @Test func `at most two pages of a host are fetched at a time, up to the given number`() async {
    let articles = PageArticles()
    offer(articles, [])
    let entries = (1...9).map { entry("a", $0) } + (1...9).map { entry("b", $0) }
    var found = 0

    await FullTextFetcher(session: setting.session).fetchWebPages(of: entries, most: 12) {
      if $0 == nil { found += 1 }
    }

    #expect(found == 12)
    #expect(await Set(articles.asked) == Set(entries.prefix(12).map(\.id)))
    let most = await articles.mostAtOnce
    #expect(most["a"] == 2 && most["b"] ?? 0 <= 2 && most[""] ?? 0 <= 4)
  }

  @Test func `a refreshed stream fetches the pages of its new entries once`() async {
    let articles = PageArticles(failing: [Post.ID("full/2")])
    offer(articles, [feed("full", isFull: true)])
    await setting.service.show([entry("full", 1), entry("plain", 1), entry("full", 2)])
    let interactor = StreamInteractor(
      setting.session, actions: setting.actions, presenter: spy,
      pacing: StreamOptions(interval: nil, freshFor: .zero))

    await interactor.handle(.open(.home))
    #expect(await eventually { await articles.asked.count == 2 })
    await interactor.handle(.refresh)
    #expect(await eventually { spy.activity == .none })

    #expect(await Set(articles.asked) == [Post.ID("full/1"), Post.ID("full/2")])
    await interactor.handle(.close)
  }
}
