import Doubles
import Testing

@testable import FeedDomain
@testable import UseCases

/// What each scene with posts says to the requests that are the same in all of them.
@MainActor @Suite struct ReadingRequestTests {
  private let setting = Setting(hasNotices: true)
  private let mine = Post.sample("1", by: "me", text: "bread")

  @Test func `deleting a post hides its notification, and undo shows it again`() async throws {
    let spy = Spy<NotificationsScene.SceneState>()
    await setting.notifications.tell([.like("n", by: ["ada"], of: "1", minute: 1)])
    let interactor = NotificationsInteractor(
      setting.session, board: AccountNotifications(setting.session), actions: setting.actions,
      presenter: spy)
    await interactor.handle(.open)
    #expect(await eventually { spy.last?.notifications.visibleRows.count == 1 })

    await interactor.handle(.delete(mine.id))
    #expect(spy.last?.notifications.visibleRows.isEmpty == true)
    await interactor.handle(.undo)

    #expect(spy.last?.notifications.visibleRows.count == 1)
    #expect(
      await eventually {
        spy.effects.contains(.action(.undone(.delete(mine.id)), of: setting.session.account))
      })
  }

  @Test func `deleting a post hides it in its conversation, and undo shows it again`() async throws
  {
    let spy = Spy<ConversationScene.SceneState>()
    try await setting.hold([mine])
    await setting.service.hold()
    let interactor = ConversationInteractor(
      setting.session, actions: setting.actions, presenter: spy)
    await interactor.handle(.open(mine.id))
    let conversation = Conversation(focus: mine.id, nodes: [.init(mine, depth: 0)])
    #expect(spy.values.first?.conversation == conversation)

    await interactor.handle(.delete(mine.id))
    #expect(spy.last?.posts == [])
    spy.forget()
    await interactor.handle(.undo)

    #expect(spy.last?.conversation == conversation)
    await setting.service.release()
  }

  @Test func `deleting a post hides it in search results, and undo shows it again`() async throws {
    let spy = Spy<SearchScene.SceneState>()
    try await setting.hold([mine])
    let interactor = await SearchInteractor(
      setting.session, actions: setting.actions, presenter: spy
    ).after(.open)
    await interactor.handle(.type("bread"))
    #expect(spy.found?.posts == [mine])

    await interactor.handle(.delete(mine.id))
    #expect(spy.found?.posts == [])
    await interactor.handle(.undo)

    #expect(spy.found?.posts == [mine])
    await interactor.handle(.close)
    spy.forget()
    await interactor.handle(.undo)
    #expect(spy.values.isEmpty)
  }

  @Test func `a store that fails during a search is reported`() async throws {
    let spy = Spy<SearchScene.SceneState>()
    await setting.store.fail(.readOnly)
    let interactor = await SearchInteractor(
      setting.session, actions: setting.actions, presenter: spy
    ).after(.open)

    await interactor.handle(.type("bread"))

    #expect(spy.effects == [.say(.storeFailed(.readOnly))])
  }

  @Test func `deleting a post hides it in a profile, and undo shows it again`() async throws {
    let spy = Spy<ProfileScene.SceneState>()
    try await setting.hold([mine], in: .person(Person.ID("me")))
    await setting.service.hold()
    let interactor = await profile(spy).after(.open(Person.ID("me")))
    #expect(spy.shows([FeedEntry(mine)], hasMore: false))

    await interactor.handle(.delete(mine.id))
    #expect(spy.shows([], hasMore: false))
    spy.forget()
    await interactor.handle(.undo)

    #expect(spy.shows([FeedEntry(mine)], hasMore: false))
    await setting.service.release()
  }

  @Test func `a person can be muted in their profile, which can then be refreshed`() async throws {
    let spy = Spy<ProfileScene.SceneState>()
    let interactor = await profile(spy).after(.open(Person.ID("ada")))
    #expect(await eventually { spy.isLoaded })
    spy.forget()

    await interactor.handle(.toggleMute)
    #expect(
      setting.actions.applyingPendingChanges(to: Person.sample("ada")).relationship?.isMuted == true
    )
    await interactor.handle(.refresh)

    #expect(spy.values.contains { $0.fetchProgress == .underWay })
    // That the service muted them is told before or after.
    #expect(
      await eventually {
        spy.isLoaded
      })
  }

  private func profile(_ spy: Spy<ProfileScene.SceneState>) -> ProfileInteractor {
    ProfileInteractor(
      setting.session, actions: setting.actions, directory: setting.directory(), presenter: spy)
  }
}
