import Doubles
import FeedDomain
import Testing
import UseCases

@MainActor @Suite struct SearchInteractorTests {
  private let spy = Spy<SearchScene.SceneState>()

  private func searching(_ setting: Setting) async -> SearchInteractor {
    let interactor = SearchInteractor(
      setting.session, actions: setting.actions, presenter: spy)
    await interactor.handle(.open)
    return interactor
  }

  private func texts(_ posts: [Post]?) -> [String] { posts?.map(\.id.rawValue) ?? [] }

  @Test func `typing searches the stored posts without a request`() async throws {
    let setting = Setting()
    try await setting.hold([.sample("1", text: "rye bread"), .sample("2", text: "ferry")])
    let interactor = await searching(setting)

    await interactor.handle(.type("bread"))

    #expect(texts(spy.found?.posts) == ["1"])
    #expect(spy.found?.isAsked == false)
    #expect(await setting.service.searched == [])
  }

  @Test func `tags, people and posts found by the service are added as they arrive`() async throws {
    let setting = Setting(service: [.sample("9", text: "bread and salt")])
    try await setting.hold([.sample("1", text: "rye bread")])
    let interactor = await searching(setting).after(.type("bread"))

    await interactor.handle(.submit(" bread "))

    #expect(
      await eventually {
        texts(spy.found?.posts) == ["9", "1"] && spy.found?.people.count == 2
          && spy.found?.tags == ["breads", "breadship"]
      })
    #expect(await eventually { spy.last?.fetchProgress == .idle || spy.found != nil })
    #expect(spy.found?.query.text == "bread" && spy.found?.isAsked == true)
    // What was found is held from now on.
    #expect(await setting.store.storedPost(Post.ID("9"), account: setting.account) != nil)
  }

  @Test(arguments: ["https://example.social/@ada/12345", "@ada@example.social"])
  func `submitting an address or a full handle opens its target`(typed: String) async throws {
    let setting = Setting(addresses: StubAddresses())
    let interactor = await searching(setting)

    await interactor.handle(.submit(typed))

    let lead = try #require(setting.session.connection.resolvableLink(typed: typed))
    #expect(spy.effects == [.follow(lead)])
    #expect(await setting.service.searched == [])
  }

  @Test func `submitting a short handle searches for people`() async throws {
    let setting = Setting(addresses: StubAddresses())
    let interactor = await searching(setting)

    await interactor.handle(.submit("@ada"))

    #expect(await eventually { spy.found?.people.isEmpty == false })
  }

  @Test(arguments: [true, false])
  func `a submitted search of web feeds looks in full texts, whether a server searches or not`(
    canSearch: Bool
  ) async throws {
    let entry = Post.sample("5", text: "fog")
    let list = StubSubscriptions([])
    await list.hold([entry])
    await list.holdFullTexts([entry.id: "fog and zeppelins"])
    let setting = Setting(service: [], canSearch: canSearch)
    setting.session.replaceToken(
      of: .sample,
      connection: setting.session.connection.changingGatewaysAndProperties {
        $0.subscriptions = list
      })
    let interactor = await searching(setting)

    await interactor.handle(.submit("zeppelins"))

    #expect(await eventually { texts(spy.found?.posts) == ["5"] })
  }

  @Test func `a service without search is not asked, and a message says so`() async throws {
    let setting = Setting(service: [.sample("9", text: "bread")], canSearch: false)
    try await setting.hold([.sample("1", text: "rye bread")])
    let interactor = await searching(setting)

    await interactor.handle(.submit("bread"))

    #expect(spy.effects == [.say(.unsearchable)])
    #expect(await eventually { texts(spy.found?.posts) == ["1"] })
    #expect(await setting.service.searched == [])
  }

  @Test func `a submitted tag comes first among the tags found`() async throws {
    let setting = Setting()
    let interactor = await searching(setting)

    await interactor.handle(.submit("#Boat"))

    #expect(await eventually { spy.found?.tags == ["Boat", "Boats", "Boatship"] })
    #expect(spy.found?.people == [])
  }

  @Test func `more pages of found posts are added, each post once`() async throws {
    let setting = Setting(service: Post.samples(5, downTo: 1))
    let interactor = await searching(setting).after(.submit("hello"))
    #expect(await eventually { spy.found?.hasMore == true })

    await interactor.handle(.more, .more)

    #expect(await eventually { texts(spy.found?.posts) == ["5", "4", "3", "2", "1"] })
    #expect(spy.found?.hasMore == false)
    #expect(await setting.service.searched.count == 2)
  }

  @Test func `a repeated search begins anew, without posts that are gone at the service`()
    async throws
  {
    let posts = (1...5).reversed().map { number in
      Post(
        id: Post.ID("\(number)"), author: .sample("ada"),
        createdAt: Timestamp(milliseconds: Int64(number) * 1_000),
        content: Post.PostContent(text: RichText("hello")))
    }
    let setting = try await Setting(service: posts).holding([posts[1]])
    let interactor = await searching(setting).after(.submit("hello"))
    #expect(await eventually { texts(spy.found?.posts) == ["5", "4", "3"] })
    await interactor.handle(.more)
    #expect(await eventually { texts(spy.found?.posts) == ["5", "4", "3", "2", "1"] })

    await setting.service.forget(Post.ID("4"))
    await interactor.handle(.submit("hello"))

    #expect(await eventually { texts(spy.found?.posts) == ["5", "3", "2"] })
    #expect(spy.found?.hasMore == true)
    await interactor.handle(.more)
    #expect(await eventually { texts(spy.found?.posts) == ["5", "3", "2", "1"] })
    #expect(spy.found?.hasMore == false)
  }

  @Test func `a post that was deleted at the service is not found again with the next page`()
    async throws
  {
    let setting = Setting(
      service: [.sample("5", by: "me")] + Post.samples(4, downTo: 1), undoWindow: .zero)
    let interactor = await searching(setting).after(.submit("hello"))
    #expect(await eventually { texts(spy.found?.posts) == ["5", "4", "3"] })
    await interactor.handle(.delete(Post.ID("5")))
    let deletion = ActionReport.delivered(.delete(Post.ID("5")), .done)
    #expect(await eventually { setting.observer.news.contains(deletion) })

    await interactor.handle(.more)

    #expect(await eventually { texts(spy.found?.posts) == ["4", "3", "2", "1"] })
  }

  @Test func `without a connection the stored matches are shown, with the failure`() async throws {
    let setting = try await Setting().holding([.sample("1", text: "rye bread")])
    await setting.service.fail(.unreachable, .unreachable)
    let interactor = await searching(setting)

    await interactor.handle(.submit("bread"))

    #expect(await eventually { spy.values.contains { $0.failure == .unreachable } })
    #expect(await eventually { texts(spy.found?.posts) == ["1"] })
  }

  @Test func `a reply for an earlier query is dropped`() async throws {
    let setting = Setting(service: [.sample("9", text: "late")])
    let interactor = await searching(setting)
    await setting.service.hold()
    await interactor.handle(.submit("late"))
    #expect(await eventually { await setting.service.waiting == 2 })

    await interactor.handle(.type("other"))
    await setting.service.release()

    #expect(await eventually { await setting.service.waiting == 0 })
    for _ in 0..<100 { await Task.yield() }
    #expect(spy.found?.query.text == "other" && spy.found?.posts == [])
  }

  @Test func `earlier searches are offered, the latest first`() async throws {
    let setting = Setting()
    await setting.searches.hold(["boats"])
    let interactor = await searching(setting)
    #expect(spy.values.map(\.history) == [["boats"]])
    await interactor.handle(.submit("bread"))
    #expect(await eventually { await setting.searches.kept == ["bread", "boats"] })

    await interactor.handle(.type(""))

    #expect(spy.last?.history == ["bread", "boats"] && spy.found == nil)
  }

  @Test func `a blank query is neither stored nor sent`() async throws {
    let setting = Setting()
    let interactor = await searching(setting)

    await interactor.handle(.submit("  "))

    #expect(await setting.searches.kept == [])
    #expect(await setting.service.searched == [])
  }

  @Test func `a found post can be liked, and shows the like at once`() async throws {
    let setting = try await Setting().holding([.sample("1", text: "rye bread")])
    let interactor = await searching(setting).after(.type("bread"))

    await interactor.handle(.toggle(Post.ID("1"), .liked))

    #expect(spy.found?.posts.first?.userMarks == .liked)
    #expect(await eventually { await setting.service.sent == [.like("1")] })
  }

  @Test
  func `a query that the service cannot search is run on stored posts, and a message says so`()
    async throws
  {
    let setting = Setting(service: [.sample("9", text: "bread")])
    try await setting.hold([.sample("1", by: "bo", text: "rye"), .sample("2", text: "rye")])
    let interactor = await searching(setting)

    await interactor.handle(.submit("from:bo"))

    #expect(spy.effects == [.say(.unaskable)])
    #expect(await eventually { texts(spy.found?.posts) == ["1"] })
    #expect(await setting.service.searched == [])
  }

  @Test func `a mistake in a query is reported, and the rest of the query is searched`()
    async throws
  {
    let setting = try await Setting().holding([.sample("1", text: "rye bread")])
    let interactor = await searching(setting)

    await interactor.handle(.submit("bread since:yesterdy"))

    #expect(await eventually { texts(spy.found?.posts) == ["1"] })
    #expect(
      spy.found?.query.mistakes
        == [SearchMistake(kind: .day, part: "since:yesterdy", isLast: true)])
    #expect(await setting.searches.kept == ["bread since:yesterdy"])
  }

  @Test func `search keywords and their values are completed from stored posts`() async throws {
    let setting = Setting()
    try await setting.hold([
      .sample("1", by: "bo"), .sample("2", by: "ada"), .sample("3", by: "bo"),
    ])
    let interactor = await searching(setting)
    var offers: [String: [String]] = [:]

    for typed in ["fr", "from:", "from:b", "x has:p", "-lang:", "from:bo ", "bread"] {
      await interactor.handle(.type(typed))
      offers[typed] = spy.last?.completions ?? []
    }

    #expect(
      offers == [
        "fr": ["from:"], "from:": ["from:bo", "from:ada"], "from:b": ["from:bo"],
        "x has:p": ["has:photo", "has:poll"], "-lang:": [], "from:bo ": [], "bread": [],
      ])
  }

  @Test func `handles are completed from the authors of all stored posts`() async throws {
    let setting = try await Setting().holding([.sample("1", by: "bo")])
    try await setting.hold([.sample("2", by: "bodil")], in: .tag("rye"))
    _ = try await setting.store.storePosts(
      [.sample("3", by: "cy")], account: setting.account, now: FakeWorld.noon)
    let interactor = await searching(setting)
    var offers: [String: [String]] = [:]

    for typed in ["from:b", "rye -from:@c", "from:x"] {
      await interactor.handle(.type(typed))
      offers[typed] = spy.last?.completions ?? []
    }

    #expect(
      offers == [
        "from:b": ["from:bo", "from:bodil"], "rye -from:@c": ["-from:cy"], "from:x": [],
      ])
  }

  @Test func `a bookmark tag of several words is completed in quotes`() async throws {
    let setting = Setting()
    let tag = try #require(BookmarkTag("sour dough"))
    try await setting.bookmarkTags.storeLocalBookmarkTag(
      tag, true, on: Post.ID("1"), account: setting.account)
    let interactor = await searching(setting)
    var offers: [String: [String]] = [:]

    for typed in ["tag:So", "tag:\"so", "tag:x"] {
      await interactor.handle(.type(typed))
      offers[typed] = spy.last?.completions ?? []
    }

    let whole = "tag:\"sour dough\""
    #expect(offers == ["tag:So": [whole], "tag:\"so": [whole], "tag:x": []])
  }

  @Test func `found posts are grouped by person or stream, and one group can be shown alone`()
    async throws
  {
    let setting = Setting()
    try await setting.hold(
      [.sample("1", by: "ada", text: "rye"), .sample("2", by: "bo", text: "rye")])
    try await setting.hold([.sample("3", by: "bo", text: "rye")], in: .tag("rye"))
    _ = try await setting.store.storePosts(
      [.sample("4", by: "cy", text: "rye")], account: setting.account, now: FakeWorld.noon)
    let interactor = await searching(setting).after(.type("rye"))
    #expect(spy.found?.sections.map(\.group) == [nil])

    await interactor.handle(.arrange(.person))
    let people = spy.found?.sections.map { ($0.author?.id.rawValue ?? "") + " \($0.posts.count)" }
    await interactor.handle(.arrange(.stream))
    let streams = spy.found?.sections.map(\.group)
    await interactor.handle(.narrow(.stream(.home)))
    let home = texts(spy.found?.posts)
    await interactor.handle(.narrow(nil))

    #expect(people?.first == "bo 2" && people?.count == 3)
    #expect(streams == [.stream(.home), .stream(.tag("rye")), .noStream])
    #expect(home.sorted() == ["1", "2"])
    #expect(spy.found?.posts.count == 4 && spy.found?.shownGroup == nil)
  }

  @Test func `a search can be added to the tabs and removed again`() async throws {
    let setting = Setting()
    let interactor = await searching(setting).after(.type("rye has:photo"))
    let tab = AccountStreamTab.feed(.search("rye has:photo"))

    await interactor.handle(.toggleTab)
    #expect(setting.session.tabs.contains(tab))
    await interactor.handle(.toggleTab)

    #expect(!setting.session.tabs.contains(tab))
    #expect(
      spy.effects == [
        .say(.tab(.search("rye has:photo"), isShown: true)),
        .say(.tab(.search("rye has:photo"), isShown: false)),
      ])
  }

  @Test func `a search that the service does not support is a stream of stored posts`() async throws
  {
    let setting = Setting(service: [.sample("9", text: "bread")], canSearch: false)
    try await setting.hold([.sample("1", text: "rye bread"), .sample("2", text: "ferry")])

    let page = try await setting.session.connection.feeds.feedPage(of: .search("bread"), .latest)

    #expect(page.entries.map(\.id.rawValue) == ["1"] && page.older == nil)
    #expect(await setting.service.searched == [])
  }
}
