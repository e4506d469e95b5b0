import Doubles
import FeedDomain
import Testing

@testable import UseCases

@MainActor @Suite struct TabsInteractorTests {
  private let spy = Spy<TabsScene.SceneState>()
  private let store = FakeTabs()
  private let setting = Setting()
  private let home = AccountStreamTab.feed(.home)
  private let photos = AccountStreamTab.feed(.photos)
  private let swift = AccountStreamTab.feed(.tag("swift"))

  private func session(_ setting: Setting? = nil) -> AccountSession {
    let setting = setting ?? self.setting
    return AccountSession(
      .sample, connection: setting.session.connection,
      stores: AccountSession.SessionStores(
        feeds: setting.store, outbox: setting.outbox, drafts: setting.outbox,
        credentials: setting.credentials, tabs: store), world: setting.world, log: NoLog())
  }

  @Test func `without stored tabs all streams of the service are shown`() async {
    await TabsInteractor(session(), presenter: spy).handle(.open)

    #expect(
      spy.values.map(\.streams) == [
        [
          TabsScene.StreamTabRow(home, isShown: true),
          TabsScene.StreamTabRow(photos, isShown: true),
        ]
      ])
  }

  @Test func `user lists are listed among the streams, if they can be fetched`() async {
    let extras = StubExtras()
    let setting = Setting(extras: extras)
    await extras.fail(.unreachable)
    await TabsInteractor(session(setting), presenter: spy).handle(.open)
    #expect(spy.values.count == 1)

    let interactor = await TabsInteractor(session(setting), presenter: spy).after(.open)
    let boats = AccountStreamTab.feed(.list(id: "1", name: "Boats"))
    await interactor.handle(.toggle(boats))

    #expect(
      spy.last?.streams == [
        TabsScene.StreamTabRow(home, isShown: true), TabsScene.StreamTabRow(photos, isShown: true),
        TabsScene.StreamTabRow(boats, isShown: true),
        TabsScene.StreamTabRow(.feed(.list(id: "2", name: "Cakes")), isShown: false),
      ])
    #expect(await store.kept == [home, photos, boats])
  }

  @Test func `user lists are fetched again after two minutes or on refresh`() async {
    let extras = StubExtras()
    let setting = Setting(extras: extras)
    let session = session(setting)

    await TabsInteractor(session, presenter: spy).handle(.open)
    let second = await TabsInteractor(session, presenter: spy).after(.open)
    let rows = spy.last?.streams.count
    #expect(await extras.listRequests == 1)
    await second.handle(.refresh)
    #expect(await extras.listRequests == 2)
    setting.world.pass(.seconds(120))
    await TabsInteractor(session, presenter: spy).handle(.open)

    #expect(await extras.listRequests == 3)
    #expect(rows == 4)
  }

  @Test func `a user list that was created meanwhile is fetched and offered`() async {
    let extras = StubExtras()
    let setting = Setting(extras: extras)
    let session = setting.session
    #expect(session.offeredStreams == session.connection.streams)

    #expect(await session.fetchUserLists())
    #expect(await !session.fetchUserLists())

    let lists = [Feed.list(id: "1", name: "Boats"), .list(id: "2", name: "Cakes")]
    #expect(session.offeredStreams == session.connection.streams + lists.map { .feed($0) })
    let made = PendingChange.serviceAction(ServiceAction(.makeList, "Ships"))
    #expect(!session.hasChangedUserLists)
    setting.actions.showDeliveredItem(
      setting.item("a", made, .sending), .done, StoreChangeSet(), isStored: true)
    #expect(session.hasChangedUserLists)
    #expect(await session.fetchUserLists())
    #expect(!session.hasChangedUserLists)
    #expect(await extras.listRequests == 2)
  }

  @Test func `a hidden stream keeps its row, and returns there`() async {
    let interactor = await TabsInteractor(session(), presenter: spy).after(.open)

    await interactor.handle(.toggle(home))
    #expect(
      spy.last?.streams == [
        TabsScene.StreamTabRow(home, isShown: false), TabsScene.StreamTabRow(photos, isShown: true),
      ])
    await interactor.handle(.toggle(home))

    #expect(
      spy.last?.streams == [
        TabsScene.StreamTabRow(home, isShown: true), TabsScene.StreamTabRow(photos, isShown: true),
      ])
    #expect(await store.kept == [home, photos])
  }

  @Test func `a hidden stream keeps its row when the editor is reopened or others are moved`() async
  {
    let session = session()
    let first = await TabsInteractor(session, presenter: spy).after(.add("swift"))
    await first.handle(.toggle(photos))
    let again = TabsInteractor(session, presenter: spy)

    await again.handle(.open)
    #expect(
      spy.last?.streams == [
        TabsScene.StreamTabRow(home, isShown: true), TabsScene.StreamTabRow(photos, isShown: false),
        TabsScene.StreamTabRow(swift, isShown: true),
      ])
    await again.handle(.move(home, by: 1))
    #expect(
      spy.last?.streams == [
        TabsScene.StreamTabRow(swift, isShown: true),
        TabsScene.StreamTabRow(photos, isShown: false),
        TabsScene.StreamTabRow(home, isShown: true),
      ])
    await again.handle(.toggle(photos))

    #expect(await store.kept == [swift, photos, home])
  }

  @Test func `tabs cannot be moved beyond the ends`() async {
    let interactor = TabsInteractor(session(), presenter: spy)

    await interactor.handle(.move(home, by: -1))
    #expect(await store.kept == nil)
    await interactor.handle(.move(home, by: 1))

    #expect(await store.kept == [photos, home])
  }

  @Test(arguments: ["#swift", "swift", "  ＃swift "])
  func `a typed tag becomes a tab and is stored, once`(typed: String) async {
    let interactor = TabsInteractor(session(), presenter: spy)

    await interactor.handle(.add(typed))

    #expect(spy.last?.lastAdded == swift)
    #expect(await store.kept == [home, photos, swift])
    await interactor.handle(.add("#Swift"))
    #expect(spy.last?.lastAdded == swift)
    #expect(await store.kept == [home, photos, swift])
  }

  @Test(arguments: ["", "#", "two words", "a/b", "x\u{1b}[2J", String(repeating: "a", count: 101)])
  func `a text that is no tag is refused`(typed: String) async {
    let interactor = TabsInteractor(session(), presenter: spy)

    await interactor.handle(.add(typed))

    #expect(spy.effects == [.say(.invalid(.tag))])
    #expect(await store.kept == nil)
  }

  @Test func `tags from stored posts are suggested at once, and the service's after a pause`()
    async throws
  {
    let session = session()
    let post = Post(
      id: Post.ID("1"), author: .sample("ada"), createdAt: Timestamp(milliseconds: 0),
      content: Post.PostContent(
        text: RichText(runs: [.init("#Swallow", .tag("Swallow")), .init("#boats", .tag("boats"))])))
    try await setting.hold([post])
    let interactor = TabsInteractor(session, presenter: spy)

    await interactor.handle(.type("#sw"))
    #expect(spy.values.map(\.tags) == [["Swallow"]])
    await interactor.handle(.type("#swi"))
    #expect(spy.last?.tags == [])
    #expect(await eventually { setting.world.sleeping == 1 })
    setting.world.pass(.seconds(1))

    #expect(await eventually { spy.last?.tags == ["swis", "swiship"] })
    await interactor.handle(.type("two words"))
    #expect(spy.last?.tags == [])
  }

  @Test func `only the last typed text is looked up, even if the store is slow`() async throws {
    let interactor = TabsInteractor(session(), presenter: spy)
    // Both wait for the posts in the store.
    let first = Task.immediate { await interactor.handle(.type("sw")) }
    await interactor.handle(.type("swi"))
    await first.value

    #expect(await eventually { setting.world.sleeping == 1 })
    setting.world.pass(.seconds(1))

    #expect(await eventually { spy.last?.tags == ["swis", "swiship"] })
    #expect(setting.world.sleeping == 0)
  }

  @Test func `adding a tag cancels an earlier lookup`() async throws {
    let interactor = TabsInteractor(session(), presenter: spy)
    let first = Task.immediate { await interactor.handle(.type("sw")) }
    await interactor.handle(.add("swift"))
    await first.value

    #expect(setting.world.sleeping == 0)
    #expect(spy.last?.lastAdded == swift)
  }

  @Test func `closing the editor cancels the lookup of tags`() async throws {
    let interactor = await TabsInteractor(session(), presenter: spy).after(.type("swi"))
    #expect(await eventually { setting.world.sleeping == 1 })

    await interactor.handle(.close)

    #expect(await eventually { setting.world.sleeping == 0 })
    #expect(spy.last?.tags ?? [] == [])
  }

  @Test func `a tag that is a tab already is not suggested`() async throws {
    let interactor = await TabsInteractor(session(), presenter: spy).after(.add("#swis"))

    await interactor.handle(.type("swi"))
    #expect(await eventually { setting.world.sleeping == 1 })
    setting.world.pass(.seconds(1))

    #expect(await eventually { spy.last?.tags == ["swiship"] })
  }

  @Test func `the last tab cannot be removed`() async {
    let interactor = await TabsInteractor(session(), presenter: spy).after(.toggle(home))

    await interactor.handle(.toggle(photos))

    #expect(spy.effects == [.say(.lastTab)])
    #expect(await store.kept == [photos])
  }

  @Test func `an open tag can be made a tab, which is stored across restarts`() async throws {
    let stream = Spy<StreamScene.SceneState>()
    let first = session()
    let reading = StreamInteractor(
      first, actions: UserActionPerformer(first, undoWindow: .zero), presenter: stream)
    await reading.handle(.open(.tag("swift")))

    await reading.handle(.toggleTab)

    #expect(stream.tabs == [home, photos, swift])
    #expect(stream.effects.contains(.say(.tab(.tag("swift"), isShown: true))))
    let second = session()
    let later = Spy<StreamScene.SceneState>()
    let again = StreamInteractor(
      second, actions: UserActionPerformer(second, undoWindow: .zero), presenter: later)
    await again.handle(.open(nil))
    #expect(later.tabs == [home, photos, swift])
    await again.handle(.open(.tag("swift")), .toggleTab)
    #expect(later.tabs == [home, photos])
    await again.handle(.close)
    await reading.handle(.close)
  }

  @Test func `removing the open stream's tab is announced, and adding it restores its place`() async
  {
    let stream = Spy<StreamScene.SceneState>()
    let session = session()
    let reading = StreamInteractor(
      session, actions: UserActionPerformer(session, undoWindow: .zero), presenter: stream)
    await reading.handle(.open(.home))

    await reading.handle(.toggleTab)
    #expect(stream.tabs == [photos])
    #expect(stream.effects.contains(.say(.tab(.home, isShown: false))))
    await reading.handle(.toggleTab)
    #expect(stream.tabs == [home, photos])
    #expect(stream.effects.contains(.say(.tab(.home, isShown: true))))
    await TabsInteractor(session, presenter: spy).handle(.toggle(photos))
    await reading.handle(.toggleTab)

    #expect(stream.effects.contains(.say(.lastTab)))
    #expect(session.tabs == [home])
    await reading.handle(.close)
  }

  @Test func `tabs that cannot be stored are used anyway, and the store error is reported`() async {
    let session = session()
    let interactor = TabsInteractor(session, presenter: spy)
    await store.fail(.readOnly)

    await interactor.handle(.toggle(home))

    #expect(spy.effects == [.say(.storeFailed(.readOnly))])
    #expect(session.tabs == [photos])
  }
}

extension Spy<StreamScene.SceneState> {
  fileprivate var tabs: [AccountStreamTab]? { last?.tabs }
}
