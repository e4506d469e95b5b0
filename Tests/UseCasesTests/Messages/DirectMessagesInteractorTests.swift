import Doubles
import FeedDomain
import Testing
import UseCases

@MainActor @Suite struct DirectMessagesInteractorTests {
  private let spy = Spy<DirectMessagesScene.SceneState>()
  private let ada = DirectConversation.sample(
    "1", "ada", isUnread: true,
    last: .sample("7", by: "ada", mentions: ["me"], for: .mentioned))
  private let bo = DirectConversation.sample("2", "bo", "cy")
  private let cy = DirectConversation.sample("3", "cy", isUnread: true)

  private var shown: [DirectConversation]? { spy.last?.conversations.elements }

  private func opened() async -> (DirectMessagesInteractor, StubDirectConversations, Setting) {
    let service = StubDirectConversations([ada, bo, cy])
    let setting = Setting(messages: service)
    let interactor = await DirectMessagesInteractor(setting.session, presenter: spy).after(.open)
    #expect(await eventually { shown == [ada, bo] })
    #expect(spy.last?.conversations.hasMore == true)
    return (interactor, service, setting)
  }

  @Test func `message conversations are loaded page by page, and the last message is stored`()
    async throws
  {
    let (interactor, _, setting) = await opened()

    await interactor.handle(.more)

    #expect(await eventually { shown == [ada, bo, cy] })
    #expect(spy.last?.conversations.hasMore == false)
    #expect(
      await setting.store.storedPost(Post.ID("7"), account: setting.account)?.isDirect == true)
  }

  @Test func `opening a conversation marks it as read at once, and tells the service`() async throws
  {
    let (interactor, service, _) = await opened()

    await interactor.handle(.read(ada.id), .read(bo.id))

    #expect(shown == [ada.read, bo])
    #expect(await service.read == [ada.id])
  }

  @Test func `a conversation is unread again if the service could not be told`() async throws {
    let (interactor, service, _) = await opened()
    await service.fail(.unreachable)

    await interactor.handle(.read(ada.id))

    #expect(
      spy.values.suffix(2).map(\.conversations.elements) == [[ada.read, bo], [ada, bo]])
    #expect(spy.effects == [.say(.failed(.markRead, .unreachable))])
  }

  @Test func `a failed refresh is reported, and the conversations stay`() async throws {
    let (interactor, service, _) = await opened()
    await service.fail(.unreachable)

    await interactor.handle(.refresh)
    #expect(await eventually { spy.last?.conversations.fetch == .failed(.unreachable) })
    #expect(shown == [ada, bo])
    await interactor.repeatRequestsAfterSignIn()

    #expect(await eventually { spy.last?.conversations.fetch == .idle })
    #expect(shown == [ada, bo])
  }

  @Test func `rate-limited messages are fetched again when the limit ends`()
    async throws
  {
    let (interactor, service, setting) = await opened()
    let until = setting.world.now.timeAdvanced(by: .seconds(90))
    await service.fail(.rateLimited(until: until))
    await interactor.handle(.refresh)
    #expect(
      await eventually { spy.last?.conversations.fetch == .failed(.rateLimited(until: until)) })
    #expect(await eventually { setting.world.nextWaking == until })

    setting.world.pass(.seconds(90))

    #expect(await eventually { spy.last?.conversations.fetch == .idle })
    #expect(shown == [ada, bo])
  }

  @Test func `a rejected token while fetching messages asks to sign in again`() async throws {
    let (interactor, service, setting) = await opened()
    await service.fail(.signedOut)

    await interactor.handle(.refresh)

    #expect(await eventually { spy.effects == [.askToSignIn(setting.session.account)] })
    #expect(shown == [ada, bo])
  }
}
