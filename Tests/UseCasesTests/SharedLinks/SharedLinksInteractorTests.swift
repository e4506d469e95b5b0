import Doubles
import FeedDomain
import Testing
import UseCases

@MainActor @Suite struct SharedLinksInteractorTests {
  private let spy = Spy<SharedLinksScene.SceneState>()

  private func share(_ id: String, by author: String, hoursAgo: Int, in setting: Setting) -> Post {
    let address = "https://sea.example/\(hoursAgo > 24 ? "old" : "new")"
    return Post(
      id: Post.ID(id), author: .sample(author),
      createdAt: setting.world.now.timeAdvanced(by: .seconds(-3600 * hoursAgo)),
      content: Post.PostContent(text: RichText(runs: [.init(address, .link(address))])))
  }

  private var pages: [String]? { spy.last?.links?.map(\.url) }

  private func opened() async throws -> (SharedLinksInteractor, Setting) {
    let setting = Setting()
    try await setting.hold([
      share("4", by: "ada", hoursAgo: 1, in: setting),
      share("3", by: "bo", hoursAgo: 2, in: setting),
      share("2", by: "ada", hoursAgo: 50, in: setting),
      share("1", by: "bo", hoursAgo: 60, in: setting),
    ])
    let interactor = await SharedLinksInteractor(setting.session, presenter: spy).after(.open)
    return (interactor, setting)
  }

  @Test func `the shared links of today are read from the store, and those of the week on request`()
    async throws
  {
    let (interactor, _) = try await opened()
    #expect(pages == ["https://sea.example/new"])
    #expect(spy.last?.span == .today)

    await interactor.handle(.toggleSpan)
    #expect(pages == ["https://sea.example/new", "https://sea.example/old"])
    #expect(spy.last?.span == .week)

    await interactor.handle(.toggleSpan)
    #expect(pages == ["https://sea.example/new"])
  }

  @Test func `a refresh includes shares fetched meanwhile`() async throws {
    let (interactor, setting) = try await opened()
    try await setting.hold([share("5", by: "cy", hoursAgo: 0, in: setting)])

    await interactor.handle(.refresh)

    #expect(spy.last?.links?.first?.shares.count == 3)
  }

  @Test func `a store error is reported, and the shown links stay`() async throws {
    let (interactor, setting) = try await opened()
    await setting.store.failToRead(.busy)

    await interactor.handle(.toggleSpan)

    #expect(spy.effects == [.say(.storeFailed(.busy))])
    #expect(spy.last?.span == .today)
  }
}
