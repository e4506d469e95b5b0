import Doubles
import FeedDomain
import Testing
import UseCases

/// A service that says nothing: whoever waits is told so, and can have it asked anew. Streams have
/// tests of their own.
@MainActor @Suite struct StallingTests {
  private let silence = SceneFetchProgress.stalled(for: .seconds(5))

  @Test func `a conversation without a reply is shown as stalled, and a refresh requests it again`()
    async throws
  {
    let (setting, spy) = (Setting(service: [.sample("2")]), Spy<ConversationScene.SceneState>())
    let interactor = ConversationInteractor(
      setting.session, actions: setting.actions, presenter: spy)

    await stall(setting, interactor, opening: .open(Post.ID("2")), anew: .refresh) {
      spy.last?.fetch == .waiting(silence)
    }

    #expect(await eventually { spy.answers == 2 })
  }

  @Test func `a profile without a reply is shown as stalled, and a refresh requests it again`()
    async throws
  {
    let (setting, spy) = (Setting(service: [.sample("2")]), Spy<ProfileScene.SceneState>())
    let interactor = ProfileInteractor(
      setting.session, actions: setting.actions, directory: setting.directory(), presenter: spy)

    await stall(setting, interactor, opening: .open(Person.ID("ada")), anew: .refresh) {
      spy.last?.fetchProgress == silence
    }

    #expect(await eventually { spy.answers == 2 })
  }

  @Test
  func `a list of people without a reply is shown as stalled, and a refresh requests it again`()
    async throws
  {
    let (setting, spy) = (Setting(), Spy<PeopleScene.SceneState>())
    let interactor = PeopleInteractor(
      setting.session, actions: setting.actions, presenter: spy)

    await stall(setting, interactor, opening: .open(.likers(Post.ID("1"))), anew: .refresh) {
      spy.last?.people.fetch == .waiting(silence)
    }

    #expect(await eventually { spy.last?.people.isLoaded == true })
    #expect(spy.last?.people.fetch == .idle)
  }

  @Test func `a search without a reply is shown as stalled, and submitting it again repeats it`()
    async throws
  {
    let (setting, spy) = (Setting(), Spy<SearchScene.SceneState>())
    let interactor = await SearchInteractor(
      setting.session, actions: setting.actions, presenter: spy
    ).after(.open)

    await stall(setting, interactor, opening: .submit("@bread"), anew: .submit("@bread"), asks: 2) {
      spy.last?.fetchProgress == silence
    }

    #expect(await eventually { spy.answers == 2 })
  }

  @Test func `a photo's post without a reply is shown as stalled, and a refresh requests it again`()
    async throws
  {
    let (setting, spy) = (
      Setting(service: [.sample("1", photos: ["a"])]), Spy<PhotoScene.SceneState>()
    )
    let interactor = PhotoInteractor(
      setting.session, actions: setting.actions, album: nil, presenter: spy)

    await stall(setting, interactor, opening: .open(Post.ID("1"), index: 0), anew: .refresh) {
      spy.last?.fetchProgress == silence
    }

    #expect(await eventually { spy.shown == ["1/a"] })
  }

  @Test
  func `notifications without a reply are shown as stalled, and a refresh requests them again`()
    async throws
  {
    let (setting, spy) = (Setting(hasNotices: true), Spy<NotificationsScene.SceneState>())
    await setting.notifications.hold()
    let interactor = NotificationsInteractor(
      setting.session, board: AccountNotifications(setting.session), actions: setting.actions,
      presenter: spy)
    await interactor.handle(.open)
    #expect(await eventually { await setting.notifications.asked == 1 })
    #expect(await eventually { setting.world.sleeping == 1 })

    setting.world.pass(.seconds(5))
    #expect(await eventually { spy.last?.fetch == .waiting(silence) })
    await interactor.handle(.refresh)

    #expect(await eventually { await setting.notifications.asked == 2 })
    await setting.notifications.release()
    #expect(await eventually { spy.answers == 2 })
  }

  /// Has the service say nothing to the request until it is made anew, and answer then.
  private func stall<Request>(
    _ setting: Setting, _ interactor: any Interacting<Request>, opening: Request, anew: Request,
    asks: Int = 1, isTold: @MainActor () -> Bool
  ) async {
    await setting.service.hold()
    await interactor.handle(opening)
    #expect(await eventually { await setting.service.waiting == asks })
    #expect(await eventually { setting.world.sleeping == asks })

    setting.world.pass(.seconds(5))
    #expect(await eventually { isTold() })
    await interactor.handle(anew)

    #expect(await eventually { await setting.service.waiting == 2 * asks })
    await setting.service.release()
  }
}
