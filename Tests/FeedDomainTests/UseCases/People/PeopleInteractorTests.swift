import FeedDomain
import Testing

@MainActor @Suite struct PeopleInteractorTests {
  private let spy = PeoplePresenterSpy()
  private let list = PeopleList.likers(Post.ID("1"))

  @Test func `people come page by page, nobody twice`() async throws {
    let setting = Setting()
    let interactor = PeopleInteractor(setting.session, presenter: spy)

    await interactor.handle(.open(list))
    #expect(spy.responses.first == .opened(list))
    let first: [Person] = [.sample("ada"), .sample("bo")]
    #expect(await eventually { spy.responses.last == .people(first, hasMore: true) })
    await interactor.handle(.more)
    await interactor.handle(.more)

    #expect(
      await eventually {
        spy.responses.last == .people(first + [.sample("cy")], hasMore: false)
      })
  }

  @Test func `a failure is told and can be tried again`() async throws {
    let setting = Setting()
    await setting.service.fail(.unreachable)
    let interactor = PeopleInteractor(setting.session, presenter: spy)

    await interactor.handle(.open(list))
    #expect(spy.responses.first == .opened(list))
    #expect(await eventually { spy.responses.last == .failed(.unreachable) })
    await interactor.handle(.refresh)

    #expect(
      await eventually {
        spy.responses.last == .people([.sample("ada"), .sample("bo")], hasMore: true)
      })
  }
}
