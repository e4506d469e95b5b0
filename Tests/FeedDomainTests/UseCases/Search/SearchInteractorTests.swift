import Doubles
import FeedDomain
import Testing

@MainActor @Suite struct SearchInteractorTests {
  private let spy = Spy<Search.Response>()

  private func searching(_ setting: Setting) async -> SearchInteractor {
    let interactor = SearchInteractor(
      setting.session, actions: setting.actions, presenter: spy)
    await interactor.handle(.open)
    return interactor
  }

  private func texts(_ posts: [Post]?) -> [String] { posts?.map(\.id.rawValue) ?? [] }

  @Test func `what is held is found while one types, and nobody is asked`() async throws {
    let setting = Setting()
    try await setting.hold([.sample("1", text: "rye bread"), .sample("2", text: "ferry")])
    let interactor = await searching(setting)

    await interactor.handle(.type("bread"))

    #expect(texts(spy.found?.posts) == ["1"])
    #expect(spy.found?.isAsked == false)
    #expect(await setting.service.searched == [])
  }

  @Test func `the service's tags, people and posts are added as they arrive`() async throws {
    let setting = Setting(service: [.sample("9", text: "bread and salt")])
    try await setting.hold([.sample("1", text: "rye bread")])
    let interactor = await searching(setting)
    await interactor.handle(.type("bread"))

    await interactor.handle(.submit(" bread "))

    #expect(
      await eventually {
        texts(spy.found?.posts) == ["9", "1"] && spy.found?.people.count == 2
          && spy.found?.tags == ["breads", "breadship"]
      })
    #expect(await eventually { spy.values.last == .loading(.nothing) || spy.found != nil })
    #expect(spy.found?.words == "bread" && spy.found?.isAsked == true)
    // What was found is held from now on.
    #expect(await setting.store.post(Post.ID("9"), account: setting.account) != nil)
  }

  @Test func `a service that cannot be searched is not asked, and that is said`() async throws {
    let setting = Setting(service: [.sample("9", text: "bread")], canSearch: false)
    try await setting.hold([.sample("1", text: "rye bread")])
    let interactor = await searching(setting)

    await interactor.handle(.submit("bread"))

    #expect(spy.values.contains(.unsearchable))
    #expect(await eventually { texts(spy.found?.posts) == ["1"] })
    #expect(await setting.service.searched == [])
  }

  @Test func `a tag that is written out is the first`() async throws {
    let setting = Setting()
    let interactor = await searching(setting)

    await interactor.handle(.submit("#Boat"))

    #expect(await eventually { spy.found?.tags == ["Boat", "Boats", "Boatship"] })
    #expect(spy.found?.people == [])
  }

  @Test func `pages of posts follow, none twice`() async throws {
    let setting = Setting(service: Post.samples(5, downTo: 1))
    let interactor = await searching(setting)
    await interactor.handle(.submit("hello"))
    #expect(await eventually { spy.found?.hasMore == true })

    await interactor.handle(.more)
    await interactor.handle(.more)

    #expect(await eventually { texts(spy.found?.posts) == ["5", "4", "3", "2", "1"] })
    #expect(spy.found?.hasMore == false)
    #expect(await setting.service.searched.count == 2)
  }

  @Test func `without a line what is held is shown, and why that is all`() async throws {
    let setting = Setting()
    try await setting.hold([.sample("1", text: "rye bread")])
    await setting.service.fail(.unreachable, .unreachable)
    let interactor = await searching(setting)

    await interactor.handle(.submit("bread"))

    #expect(await eventually { spy.values.contains(.failed(.unreachable)) })
    #expect(await eventually { texts(spy.found?.posts) == ["1"] })
  }

  @Test func `an answer to words that were typed over is dropped`() async throws {
    let setting = Setting(service: [.sample("9", text: "late")])
    let interactor = await searching(setting)
    await setting.service.hold()
    await interactor.handle(.submit("late"))
    #expect(await eventually { await setting.service.waiting == 2 })

    await interactor.handle(.type("other"))
    await setting.service.release()

    #expect(await eventually { await setting.service.waiting == 0 })
    for _ in 0..<100 { await Task.yield() }
    #expect(spy.found?.words == "other" && spy.found?.posts == [])
  }

  @Test func `what was searched for is offered again, the latest first`() async throws {
    let setting = Setting()
    await setting.searches.hold(["boats"])
    let interactor = await searching(setting)
    #expect(spy.values == [.history(["boats"])])
    await interactor.handle(.submit("bread"))
    #expect(await eventually { await setting.searches.kept == ["bread", "boats"] })

    await interactor.handle(.type(""))

    #expect(spy.values.last == .history(["bread", "boats"]))
  }

  @Test func `blanks are nothing to look for`() async throws {
    let setting = Setting()
    let interactor = await searching(setting)

    await interactor.handle(.submit("  "))

    #expect(await setting.searches.kept == [])
    #expect(await setting.service.searched == [])
  }

  @Test func `a post can be liked where it was found, and shows that at once`() async throws {
    let setting = Setting()
    try await setting.hold([.sample("1", text: "rye bread")])
    let interactor = await searching(setting)
    await interactor.handle(.type("bread"))

    await interactor.handle(.toggle(Post.ID("1"), .liked))

    #expect(spy.found?.posts.first?.own == .liked)
    #expect(await eventually { await setting.service.sent == [.like("1")] })
  }
}
