import Doubles
import FeedDomain
import Testing
import UseCases

@MainActor @Suite struct PeopleInteractorTests {
  private let spy = Spy<PeopleScene.SceneState>()
  private let list = PeopleList.likers(Post.ID("1"))

  @Test func `people are loaded page by page, each once`() async throws {
    let setting = Setting()
    let interactor = PeopleInteractor(
      setting.session, actions: setting.actions, presenter: spy)

    await interactor.handle(.open(list))
    #expect(spy.last?.list == list)
    #expect(spy.last?.people.fetch == .waiting(.underWay))
    let first: [Person] = [.sample("ada"), .sample("bo")]
    #expect(await eventually { spy.last?.people.elements == first })
    #expect(spy.last?.people.hasMore == true)
    await interactor.handle(.more, .more)

    #expect(
      await eventually { spy.last?.people.elements == first + [.sample("cy")] })
    #expect(spy.last?.people.hasMore == false)
  }

  @Test(arguments: [PeopleList.likers(Post.ID("1")), .boosters(Post.ID("1"))])
  func `a like or boost count smaller than the list of people is raised`(list: PeopleList)
    async throws
  {
    let setting = Setting()
    try await setting.hold([
      Post.sample("1").replacingCountsAndMarks(
        counts: Post.PostCounts(replies: 4, boosts: 0, likes: 0), marks: [])
    ])
    let told = Spy<ActionReport>()
    setting.actions.addActionReportListener(told) { $0.present($1) }
    let interactor = PeopleInteractor(
      setting.session, actions: setting.actions, presenter: spy)

    await interactor.handle(.open(list))

    #expect(
      await eventually {
        let counts = await setting.store.storedPost(Post.ID("1"), account: setting.account)?.counts
        return list == self.list
          ? counts == Post.PostCounts(replies: 4, boosts: 0, likes: 2)
          : counts == Post.PostCounts(replies: 4, boosts: 2, likes: 0)
      })
    // Whoever shows the post hears of it.
    #expect(
      await eventually {
        told.values.contains {
          if case .stored(let posts) = $0 { posts.map(\.id) == [Post.ID("1")] } else { false }
        }
      })
  }

  @Test func `a count larger than the list of people stays`() async throws {
    let setting = Setting()
    try await setting.hold([
      Post.sample("1").replacingCountsAndMarks(
        counts: Post.PostCounts(replies: 0, boosts: 0, likes: 40), marks: [])
    ])
    let interactor = PeopleInteractor(
      setting.session, actions: setting.actions, presenter: spy)

    await interactor.handle(.open(list))
    #expect(await eventually { spy.last?.people.hasMore == true })
    await interactor.handle(.more)
    #expect(await eventually { spy.last?.people.hasMore == false })

    #expect(
      await setting.store.storedPost(Post.ID("1"), account: setting.account)?.counts.likes == 40)
  }

  @Test func `a failure is reported, and a refresh tries again`() async throws {
    let setting = Setting()
    await setting.service.fail(.unreachable)
    let interactor = PeopleInteractor(
      setting.session, actions: setting.actions, presenter: spy)

    await interactor.handle(.open(list))
    #expect(await eventually { spy.last?.people.fetch == .failed(.unreachable) })
    await interactor.handle(.refresh)

    #expect(await eventually { spy.last?.people.elements == [.sample("ada"), .sample("bo")] })
    #expect(spy.last?.people.fetch == .idle)
  }

  @Test func `a follow is shown at once, sent, and undone`() async throws {
    let setting = Setting()
    let interactor = PeopleInteractor(
      setting.session, actions: setting.actions, presenter: spy)
    await interactor.handle(.open(list))
    #expect(await eventually { spy.last?.people.isLoaded == true })

    await interactor.handle(.toggleFollow(Person.sample("ada").id))
    #expect(spy.last?.people.elements.first?.relationship == .followed)

    await interactor.handle(.undo)
    #expect(
      await eventually { spy.last?.people.elements.first?.relationship == .stranger })
  }
}
